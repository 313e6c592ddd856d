"""What both trees work on: the same logs, the same file of plays, and a library for each."""

from __future__ import annotations

import datetime as dt
import json
import random
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

from .inside import GAMES, NAMES
from .trees import Tree

START = "2026-03-01T18:00:00Z"
QUESTION = (
    "select seats.game, name, count(*), avg(score) from seats join games using (game_id) "
    "group by all order by all"
)


class Material(NamedTuple):
    """Where the files lie."""

    samples: Path
    """A few logs of each game."""
    many: Path
    """About a hundred logs."""
    plays: Path
    """An export of BG Stats."""


def make(tree: Tree, folder: Path, games: int, plays: int) -> Material:
    """Let the older tree play the games that both will read."""
    made = Material(folder / "samples", folder / "many", folder / "plays.json")
    for game in GAMES:
        for players in (2, 3, 4):
            for bot in ("greedy", "random"):
                seed = str(players * 10 + (bot == "random"))
                play_games(tree, made.samples, game, players, 1, seed, bot)
        play_games(tree, made.many, game, 3, games // len(GAMES), "1", "greedy")
    made.plays.write_text(json.dumps(bgstats(plays)))
    return made


def play_games(
    tree: Tree, out: Path, game: str, players: int, games: int, seed: str, bot: str
) -> None:
    """Let a tree play games, all of them by one kind of bot."""
    words = ["simulate", game, "--players", players, "--games", games, "--seed", seed]
    run(tree, *words, "--bot", bot, "--start", START, "--out", out)


def run(tree: Tree, *words: object) -> None:
    """Run a command of a tree for what it does."""
    subprocess.run(
        [tree.ledger, *map(str, words)],
        check=True,
        cwd=tree.work,
        env=tree.environment,
        stdout=subprocess.DEVNULL,
    )


def fill_library(tree: Tree, material: Material) -> None:
    """Give a tree a library with everything in it, the index included."""
    run(tree, "import", material.many, material.plays)
    run(tree, "index")


def bgstats(plays: int) -> dict[str, Any]:
    """Return an export of BG Stats with so many plays."""
    rng = random.Random(5)
    day = dt.datetime(2020, 1, 1, 18)
    titles = ("Traders of Osaka", "Istanbul", "Century: Spice Road", "Klongs", "Another Game")

    def standing(seat: int, points: int, best: int) -> dict[str, Any]:
        won = points == best
        return {
            "playerRefId": seat,
            "score": str(points),
            "winner": won,
            "startPlayer": seat == 1,
            "seatOrder": seat,
        }

    def play(n: int) -> dict[str, Any]:
        points = [rng.randint(5, 90) for _ in range(rng.randint(2, 4))]
        time = (day + dt.timedelta(hours=31 * n)).isoformat(" ")
        return {
            "uuid": f"PLAY-{n}",
            "gameRefId": rng.randrange(len(titles)) + 1,
            "locationRefId": rng.randint(1, 2),
            "playDate": time,
            "entryDate": time,
            "durationMin": rng.randint(20, 90),
            "comments": f"evening {n}",
            "playerScores": [standing(i, p, max(points)) for i, p in enumerate(points, 1)],
        }

    return {
        "userInfo": {"meRefId": 1},
        "players": [
            {"id": i, "uuid": f"P-{i}", "name": name, "isAnonymous": False}
            for i, name in enumerate(NAMES, 1)
        ],
        "locations": [
            {"id": i, "uuid": f"L-{i}", "name": name} for i, name in enumerate(("home", "club"), 1)
        ],
        "games": [
            {"id": i, "uuid": f"G-{i}", "name": title, "highestWins": True}
            for i, title in enumerate(titles, 1)
        ],
        "plays": [play(n) for n in range(plays)],
    }
