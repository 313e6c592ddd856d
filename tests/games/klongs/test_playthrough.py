"""Whole games, one of them tactical: their events, positions and views never change by chance.

The games stand in `playthroughs/`: random moves of these seeds, recorded once.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger.games.klongs import GAME
from ledger.kernel.log.events import tag
from ledger.kernel.replay.replay import Replay
from ledger.testing import Playthroughs, playthrough

from .scenario import random_game

GAMES = Playthroughs(GAME, Path(__file__).parent / "playthroughs")
SEEDS: dict[Any, int] = {2: 69, 3: 47, 4: 103, "tactical-3": 51}
every_game = pytest.mark.parametrize("name", SEEDS, ids=str)


def record(name: Any) -> None:
    """Write a playthrough anew (only needed when the rules change on purpose)."""
    players, options = (name, {}) if isinstance(name, int) else (3, {"tactical": True})
    table = random_game(players, SEEDS[name], options=options)
    GAMES.record(table, name)


@every_game
def test_events(name: Any) -> None:
    table = GAMES.check(name)
    told = {x.type for x in table.lines}
    assert told >= {tag(c) for c in GAME.rules.events}, "every kind of event comes up"
    assert bool(table.lines[0].data.options) is (name == "tactical-3")
    assert GAME.rules.outcome(table.state) is not None


@every_game
def test_the_log(name: Any, golden: object) -> None:
    assert playthrough.events(GAMES.read(name)) == golden


@every_game
def test_every_turn(name: Any, golden: object) -> None:
    replay = Replay(GAME, GAMES.read(name).lines)
    keys = "/".join(r.key for r in GAME.holdings.resources)
    seats = range(len(replay.lines[0].data.seats) + 1)
    turns = []
    for turn in replay.turns:
        state = replay.at(turn.last)
        turns.append(
            {
                "turn": turn.number,
                "seat": turn.seat,
                "last": turn.last,
                "marker": state.marker,
                "boats": len(state.boats),
                keys: GAME.holdings(state),
                "state": playthrough.position_digest(state),
                "views": [playthrough.digest(GAME.view(state, x)) for x in seats],
            }
        )
    assert turns == golden


@every_game
def test_views(name: Any, golden: object) -> None:
    replay = Replay(GAME, GAMES.read(name).lines)
    seats = range(len(replay.lines[0].data.seats) + 1)
    states = [replay.turn(20), replay.at(len(replay))]
    assert [msgspec.to_builtins(GAME.view(s, x)) for s in states for x in seats] == golden
