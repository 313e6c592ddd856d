"""A whole game for each number of players: its positions and views never change by chance.

The games in `playthroughs/` are random moves of these seeds, recorded once.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.games.century import GAME
from ledger.kernel.log.events import tag
from ledger.testing import Playthroughs

from .scenario import random_game

GAMES = Playthroughs(GAME, Path(__file__).parent / "playthroughs")
SEEDS = {2: 46, 3: 37, 4: 38}


def record(players: int) -> None:
    """Write a playthrough again (only needed when the rules change on purpose)."""
    GAMES.record(random_game(players, SEEDS[players]))


@pytest.mark.parametrize("players", SEEDS)
def test_events(players: int) -> None:
    table = GAMES.check(players)
    kinds = {x.type for x in table.lines}
    rare = {"returned"} if players == 4 else set()
    assert kinds >= {tag(c) for c in GAME.rules.events} - rare, "every kind of event comes up"
    assert max(len(p.tiles) for p in table.state.players) >= 4


@pytest.mark.parametrize("players", SEEDS)
def test_every_turn(players: int, golden_screen) -> None:
    assert GAMES.every_turn(players) == golden_screen
