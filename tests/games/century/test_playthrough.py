"""A whole game for each number of players: its events, positions and views never change by chance.

The games stand in `playthroughs/`: random moves of these seeds, recorded once.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.games.century import GAME
from ledger.kernel.log.events import tag
from ledger.kernel.replay.replay import Replay
from ledger.testing import Playthroughs, playthrough

from .scenario import random_game

GAMES = Playthroughs(GAME, Path(__file__).parent / "playthroughs")
SEEDS = {2: 46, 3: 37, 4: 38}


def record(players: int) -> None:
    """Write a playthrough anew (only needed when the rules change on purpose)."""
    GAMES.record(random_game(players, SEEDS[players]))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_events(players: int) -> None:
    table = GAMES.check(players)
    told = {x.type for x in table.lines}
    rare = {"returned"} if players == 4 else set()
    assert told >= {tag(c) for c in GAME.rules.events} - rare, "every kind of event comes up"
    assert max(len(p.tiles) for p in table.state.players) >= 4


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
                "row": " ".join(state.row),
                "ports": state.ports,
                "ships": [p.ship for p in state.players],
                keys: GAME.holdings(state),
                "state": playthrough.position_digest(state),
                "views": [playthrough.digest(GAME.view(state, x)) for x in range(players + 1)],
            }
        )
    assert turns == golden


@pytest.mark.parametrize("players", [2, 3, 4])
def test_views(players: int, golden) -> None:
    assert GAMES.views(players, (20,)) == golden
