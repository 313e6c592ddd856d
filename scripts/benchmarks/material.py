"""What all trees work on: the same logs."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import NamedTuple

from .inside import GAMES
from .trees import Tree

START = "2026-03-01T18:00:00Z"


class Material(NamedTuple):
    """Where the files lie."""

    samples: Path
    """A few logs of each game."""
    many: Path
    """Many logs."""


def make(tree: Tree, folder: Path, games: int) -> Material:
    """Let the oldest tree play the games that all will read."""
    made = Material(folder / "samples", folder / "many")
    for game in GAMES:
        for players in (2, 3, 4):
            for bot in ("greedy", "random"):
                seed = str(players * 10 + (bot == "random"))
                play_games(tree, made.samples, game, players, 1, seed, bot)
        play_games(tree, made.many, game, 3, games // len(GAMES), "1", "greedy")
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
