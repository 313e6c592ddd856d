"""Peer: Catanatron. Games of random players, and re-applying the actions they logged."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version as dist_version
from importlib.util import find_spec
from itertools import cycle
from typing import Any

from ._rate import best_rate

Recorded = tuple[Any, list[Any]]

SEEDS = range(1, 6)  # another process gets other games from the same seed (seen in 3.2.1)


def available() -> str | None:
    """None when the peer can be measured, else why it cannot."""
    return None if find_spec("catanatron") else "python package 'catanatron' is not installed"


def version() -> str:
    """The peer's version."""
    return "catanatron " + dist_version("catanatron")


def new_game(players: int, seed: int) -> Any:
    """A game of random players on the base map, not yet played."""
    catan = import_module("catanatron")
    return catan.Game([catan.RandomPlayer(color) for color in list(catan.Color)[:players]], seed)


def play(game: Any) -> int:
    """Play to the end; the number of actions in the game's log (its name differs by version)."""
    game.play()
    state = game.state
    return len(state.actions if hasattr(state, "actions") else state.action_records)


def replay(recorded: Recorded) -> int:
    """Re-apply logged actions on a fresh copy of the starting game."""
    game, actions = recorded
    for action in actions:
        game.execute(action, validate_action=False)
    return len(actions)


def recorder(players: int) -> Callable[[], Recorded]:
    """Play a few games, check that replaying gives the same end, and hand them out in turn."""
    kept: list[Recorded] = []
    for seed in SEEDS:
        game = new_game(players, seed)
        first = game.copy()
        play(game)
        again = first.copy()
        replay((again, game.state.actions))
        if again.state.player_state != game.state.player_state:
            raise ValueError("replay ended in another state than the game played")
        kept.append((first, list(game.state.actions)))
    turn = cycle(kept)

    def fresh() -> Recorded:
        first, actions = next(turn)
        return first.copy(), actions

    return fresh


def measure(seconds: float, repeats: int = 3) -> dict[str, float]:
    """Actions per second of random play and, where the log allows it, of replay."""
    result: dict[str, float] = {}
    before = random.getstate()  # the peer seeds the global generator
    try:
        for players in (4, 2):
            seeds = cycle(SEEDS)

            def fresh(players: int = players, seeds: cycle[int] = seeds) -> Any:
                return new_game(players, next(seeds))

            rate = best_rate(play, seconds, repeats, fresh)
            result[f"random_play_{players}p_actions_per_s"] = rate
            if hasattr(fresh().state, "actions"):
                rate = best_rate(replay, seconds, repeats, recorder(players))
                result[f"replay_{players}p_actions_per_s"] = rate
    finally:
        random.setstate(before)
    return result
