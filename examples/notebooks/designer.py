"""A marimo notebook for designers: change a box, let bots play both, see what it does.

`marimo edit examples/notebooks/designer.py` opens it. Needs
`pip install "tabletop-ledger[notebooks]"`. `docs/boxes.md` says what a box can change.
"""

import marimo

app = marimo.App(width="medium")


@app.cell
def _():
    import json
    import subprocess
    import sys
    import tempfile
    from collections import Counter
    from pathlib import Path

    import altair
    import marimo as mo

    import ledger

    return Counter, Path, altair, json, ledger, mo, subprocess, sys, tempfile


@app.cell
def _(mo):
    game = mo.ui.text("osaka", label="Game")
    change = mo.ui.text_area("[limits]\nend_tokens = 6\n", label="What is different (TOML)", rows=6)
    players = mo.ui.number(2, 7, value=3, label="Players")
    games = mo.ui.slider(10, 500, step=10, value=20, label="Games")
    mo.vstack([mo.md("# What does a change do?"), game, change, players, games])
    return change, game, games, players


@app.cell
def _(Path, change, game, games, json, players, subprocess, sys, tempfile):
    folder = Path(tempfile.mkdtemp())
    box = folder / "changed.toml"
    base = f"{game.value}-standard"
    box.write_text(f'base = "{base}"\nid = "changed"\n\n{change.value}', encoding="utf-8")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "ledger.cli", "simulate", game.value),
            *("--box", box, "--against", base, "--seed", "7", "--json"),
            *("--players", str(players.value), "--games", str(games.value)),
            *("--out", folder / "logs"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    found = json.loads(done.stdout)
    return folder, found


@app.cell
def _(found, mo):
    def told(estimate):
        if estimate is None:
            return ""
        low, high = estimate["low"], estimate["high"]
        spread = "" if low is None else f" ({low:.2f} to {high:.2f})"
        return f"{estimate['mean']:.2f}{spread}"

    rows = [
        {
            "measure": m["measure"] + ("" if m["seat"] is None else f", seat {m['seat']}"),
            "changed": told(m["a"]),
            "standard": told(m["b"]),
            "difference": told(m["difference"]),
        }
        for m in found["measures"]
    ]
    mo.vstack([mo.md("In brackets: the 95 % confidence interval."), mo.ui.table(rows)])
    return (rows,)


@app.cell
def _(Counter, altair, folder, found, ledger, mo):
    lengths = Counter()
    scores = []
    names = {found["a"]["box"]: "changed", found["b"]["box"]: "standard"}
    for path in sorted((folder / "logs").rglob("*.jsonl")):
        log = ledger.load(path)
        which = names[log.opened.box]
        lengths[which, log.lines[-1].turn] += 1
        ended = log.lines[-2].data
        scores += [{"box": which, "points": points} for points in ended.scores]
    turns = [{"box": b, "turns": t, "games": n} for (b, t), n in sorted(lengths.items())]
    how_long = (
        altair.Chart(altair.Data(values=turns), title="How many turns games take")
        .mark_bar(opacity=0.6)
        .encode(
            x=altair.X("turns:Q", bin=altair.Bin(maxbins=20)),
            y=altair.Y("sum(games):Q", stack=None, title="games"),
            color="box:N",
        )
    )
    how_many = (
        altair.Chart(altair.Data(values=scores), title="Points of all players")
        .mark_boxplot()
        .encode(x="points:Q", y="box:N", color="box:N")
    )
    mo.output.replace(altair.vconcat(how_long, how_many))
    return how_long, how_many, scores, turns


if __name__ == "__main__":
    app.run()
