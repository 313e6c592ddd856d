"""Catanatron: games of random players."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

from scripts.benchmarks.inside import Job

SEEDS = range(1, 4)  # another process gets other games from the same seed (seen in 3.2.1)
PLAYERS = 4


def play(game: Any) -> int:
    """Play to the end; return the number of actions."""
    game.play()
    return len(game.state.actions)


def random_play() -> Job:
    """Let random players play on the base map."""
    catan = import_module("catanatron")
    colours = list(catan.Color)[:PLAYERS]

    def job() -> int:
        before = random.getstate()  # it seeds the global generator
        try:
            return sum(
                play(catan.Game([catan.RandomPlayer(c) for c in colours], seed)) for seed in SEEDS
            )
        finally:
            random.setstate(before)

    return job


JOBS: dict[str, Callable[[], Job]] = {"catanatron random play": random_play}
