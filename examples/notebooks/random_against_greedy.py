"""A marimo notebook: random play against the greedy bot, in PettingZoo's own terms.

`marimo edit examples/notebooks/random_against_greedy.py` opens it. Needs
`pip install "tabletop-ledger[notebooks,pettingzoo]"`. It trains nothing: it shows where an agent of
yours would sit, and what there is to learn.
"""

import marimo

app = marimo.App(width="medium")


@app.cell
def _():
    import random

    import altair
    import marimo as mo

    import ledger
    from ledger.adapters.pettingzoo import env

    return altair, env, ledger, mo, random


@app.cell
def _(ledger, mo):
    with_greedy = sorted(n for n, g in ledger.installed().items() if "greedy" in g.bots)
    name = mo.ui.dropdown(with_greedy, value=with_greedy[0], label="Game")
    episodes = mo.ui.slider(5, 100, value=10, label="Episodes")
    mo.vstack([mo.md("# Random against greedy"), name, episodes])
    return episodes, name


@app.cell
def _(env, name, random):
    def play(seed):
        """Play one episode: player_1 is greedy, player_2 plays at random. Return what happened."""
        game = env(name.value, players=2)
        game.reset(seed=seed)
        rng = random.Random(seed)
        game.action_space("player_2").seed(seed)
        rewards, options = {}, []
        for agent in game.agent_iter():
            seen, reward, terminated, truncated, _ = game.last()
            if terminated or truncated:
                rewards[agent] = reward
                game.step(None)
                continue
            options.append(int(seen["action_mask"].sum()))
            if agent == "player_1":  # here an agent of yours would look at seen["observation"]
                game.step(game.unwrapped.bot_action("greedy", rng))
            else:
                game.step(game.action_space(agent).sample(seen["action_mask"]))
        return rewards, options, game.unwrapped.log()

    return (play,)


@app.cell
def _(episodes, mo, play):
    runs = [play(seed) for seed in mo.status.progress_bar(range(episodes.value))]
    won = sum(rewards["player_1"] > 0 for rewards, _, _ in runs)
    mo.md(f"The greedy bot won **{won} of {len(runs)}** games.")
    return runs, won


@app.cell
def _(altair, mo, runs):
    counted = [
        {"episode": i, "move": move, "legal moves": n}
        for i, (_, options, _) in enumerate(runs, 1)
        for move, n in enumerate(options, 1)
    ]
    how_many = (
        altair.Chart(altair.Data(values=counted), title="How many moves there are to choose from")
        .mark_line(opacity=0.4)
        .encode(
            x=altair.X("move:Q", title="move of the game"),
            y=altair.Y("legal moves:Q", scale=altair.Scale(type="symlog")),
            detail="episode:N",
        )
    )
    mo.output.replace(how_many)
    return counted, how_many


@app.cell
def _(altair, ledger, mo, runs):
    curves = []
    for episode, (_, _, log) in enumerate(runs, 1):
        reading = ledger.read(log)
        replay = ledger.Replay(reading.game, reading.lines)
        for turn in range(1, reading.lines[-1].turn + 1):
            scores = reading.game.rules.scores(replay.turn(turn))
            for who, points in zip(("greedy", "random"), scores, strict=True):
                curves.append({"episode": episode, "turn": turn, "who": who, "points": points})
    points = (
        altair.Chart(altair.Data(values=curves), title="Points, on average of all episodes")
        .mark_line()
        .encode(x="turn:Q", y="mean(points):Q", color="who:N")
    )
    mo.output.replace(points)
    return curves, points


@app.cell
def _(ledger, mo, runs):
    verdicts = {ledger.verify(ledger.read(log)).verdict for _, _, log in runs}
    mo.md(f"Every episode is a log like any other. `ledger verify` says **{', '.join(verdicts)}**.")
    return (verdicts,)


if __name__ == "__main__":
    app.run()
