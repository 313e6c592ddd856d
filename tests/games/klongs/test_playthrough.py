"""Whole games, one of them tactical: their positions and views never change by chance.

The games in `playthroughs/` are random moves of these seeds, recorded once.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ledger.games.klongs import GAME
from ledger.kernel.log.events import tag
from ledger.testing import Playthroughs

from .scenario import random_game

GAMES = Playthroughs(GAME, Path(__file__).parent / "playthroughs")
SEEDS: dict[Any, int] = {2: 69, 3: 47, 4: 103, "tactical-3": 51}


def record(name: Any) -> None:
    """Write a playthrough again (only needed when the rules change on purpose)."""
    players, options = (name, {}) if isinstance(name, int) else (3, {"tactical": True})
    table = random_game(players, SEEDS[name], options=options)
    GAMES.record(table, name)


@pytest.mark.parametrize("name", SEEDS)
def test_events(name: Any) -> None:
    table = GAMES.check(name)
    kinds = {x.type for x in table.lines}
    assert kinds >= {tag(c) for c in GAME.rules.events}, "every kind of event comes up"
    assert bool(table.lines[0].data.options) is (name == "tactical-3")
    assert GAME.rules.outcome(table.state) is not None


@pytest.mark.parametrize("name", SEEDS)
def test_every_turn(name: Any, golden_screen) -> None:
    assert GAMES.every_turn(name) == golden_screen
