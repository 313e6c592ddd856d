"""A whole game for each number of players: its events, positions and views never change by chance.

The games stand in `playthroughs/`: random moves of these seeds, recorded once.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.games.istanbul import GAME
from ledger.games.istanbul.events import Missed, Skipped
from ledger.kernel.log.events import tag
from ledger.kernel.replay.replay import Replay
from ledger.testing import Playthroughs, playthrough

from .scenario import random_game

GAMES = Playthroughs(GAME, Path(__file__).parent / "playthroughs")
SEEDS = {2: 2, 3: 2, 4: 0}


def record(players: int) -> None:
    """Write a playthrough anew (only needed when the rules change on purpose)."""
    GAMES.record(random_game(players, SEEDS[players]))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_events(players: int) -> None:
    table = GAMES.check(players)
    told = {x.type for x in table.lines}
    rare = (Missed, Skipped)
    assert told >= {tag(c) for c in GAME.rules.events if c not in rare}, (
        "every kind of event comes up"
    )
    target = GAME.boxes.standard.limits.target_rubies[str(players)]
    assert max(table.lines[-2].data.scores) >= target


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_log(players: int, golden) -> None:
    assert playthrough.events(GAMES.read(players)) == golden


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_turn(players: int, golden) -> None:
    replay = Replay(GAME, GAMES.read(players).lines)
    keys = "/".join(r.key for r in GAME.holdings.resources)
    turns = []
    for turn in replay.turns:
        state = replay.at(turn.last)
        turns.append(
            {
                "turn": turn.number,
                "seat": turn.seat,
                "last": turn.last,
                "open tiles": " ".join(state.tiles),
                keys: GAME.holdings(state),
                "bank": state.bank,
                "state": playthrough.position_digest(state),
                "views": [playthrough.digest(GAME.view(state, x)) for x in range(players + 1)],
            }
        )
    assert turns == golden


@pytest.mark.parametrize("players", [2, 3, 4])
def test_views(players: int, golden) -> None:
    assert GAMES.views(players, (20,)) == golden
