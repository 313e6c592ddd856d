"""A marimo notebook over your library: `marimo edit examples/library_notebook.py`.

Needs `pip install marimo pandas pyarrow altair`.
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
        "select game, count(*) as games from games group by game order by game"
    ).df()
    choice = mo.ui.dropdown(list(games["game"].dropna()), value=games["game"].iloc[0], label="Game")
    mo.vstack([mo.md("# Our games"), games, choice])
    return (choice,)


@app.cell
def _(altair, choice, ledger):
    curve = ledger.query(
        """
        select turn, case when won then 'winners' else 'others' end as who, avg(s.score) as score
        from scores s join seats using (game_id, seat)
        where s.game = $game and won is not null
        group by all order by all
        """,
        {"game": choice.value},
    ).df()
    altair.Chart(curve).mark_line().encode(x="turn:Q", y="score:Q", color="who:N")
    return


@app.cell
def _(choice, ledger):
    ledger.query(
        """
        select p.name, count(*) as games, count(*) filter (won) as wins
        from seats join players p using (player) where game = $game group by all order by wins desc
        """,
        {"game": choice.value},
    ).df()
    return


if __name__ == "__main__":
    app.run()
