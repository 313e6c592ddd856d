"""A marimo notebook over your library: `marimo edit examples/notebooks/library.py`.

Needs `pip install "tabletop-ledger[notebooks]"`; with the extra `frames`, `.df()` and `.pl()`
in place of `.dicts()` give pandas and Polars data frames.
"""

import marimo

app = marimo.App(width="medium")


@app.cell
def _():
    import altair
    import marimo as mo

    import ledger

    return altair, ledger, mo


@app.cell
def _(ledger, mo):
    games = ledger.query(
        "select game, count(*) as games from games where game is not null group by all order by all"
    ).dicts()
    choice = mo.ui.dropdown([g["game"] for g in games], value=games[0]["game"], label="Game")
    mo.vstack([mo.md("# Our games"), mo.ui.table(games), choice])
    return choice, games


@app.cell
def _(altair, choice, ledger, mo):
    curve = ledger.query(
        """
        select turn, case when won then 'winners' else 'others' end as who, avg(s.score) as score
        from scores s join seats using (game_id, seat)
        where s.game = $game and won is not null
        group by all order by all
        """,
        {"game": choice.value},
    ).dicts()
    lines = altair.Chart(altair.Data(values=curve)).mark_line()
    chart = lines.encode(x="turn:Q", y="score:Q", color="who:N")
    mo.output.replace(chart)
    return chart, curve


@app.cell
def _(choice, ledger, mo):
    ratings = ledger.query(
        """
        select p.name, count(*) as games, round(arg_max(rating, n)) as rating
        from ratings join players p using (player)
        where game = $game group by all order by rating desc
        """,
        {"game": choice.value},
    ).dicts()
    mo.ui.table(ratings)
    return (ratings,)


if __name__ == "__main__":
    app.run()
