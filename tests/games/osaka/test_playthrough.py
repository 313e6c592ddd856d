"""A whole game for each number of players: its events, positions and views never change by chance.

The games stand in `playthroughs/`; they were played once by random moves (`record` below) so that
each kind of event comes up, and are only replayed here: a bot that plays otherwise changes nothing.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.games.osaka import GAME
from ledger.games.osaka.events import Freed, Passed
from ledger.kernel.log.events import tag
from ledger.kernel.replay.replay import Replay
from ledger.testing import Playthroughs, playthrough

from .scenario import conserved, random_game

GAMES = Playthroughs(GAME, Path(__file__).parent / "playthroughs")
SEEDS = {2: 336, 3: 124, 4: 256}


def record(players: int) -> None:
    """Write a playthrough anew (only needed when the rules change on purpose)."""
    GAMES.record(random_game(players, SEEDS[players]))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_events(players: int) -> None:
    table = GAMES.check(players)
    told = {x.type for x in table.lines}
    assert told >= {tag(c) for c in GAME.rules.events if c not in (Freed, Passed)}, (
        "every kind of event comes up"
    )
    assert table.lines[-2].data.reason == "tokens"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_log(players: int, golden) -> None:
    assert playthrough.events(GAMES.read(players)) == golden


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_turn(players: int, golden) -> None:
    replay = Replay(GAME, GAMES.read(players).lines)
    turns = []
    for turn in replay.turns:
        state = replay.at(turn.last)
        conserved(state)
        turns.append(
            {
                "turn": turn.number,
                "seat": turn.seat,
                "last": turn.last,
                "ships": list(state.ships.values()),
                "market": " ".join(state.market),
                "farm": " ".join(state.farm),
                "pile": state.pile.size,
                "hand/coins/goods/insured/tokens/vp": GAME.holdings(state),
                "state": playthrough.position_digest(state),
                "views": [playthrough.digest(GAME.view(state, x)) for x in range(players + 1)],
            }
        )
    assert turns == golden


@pytest.mark.parametrize("players", [2, 3, 4])
def test_views(players: int, golden) -> None:
    """What each seat sees in the middle of the game and at its end (seat 0 looks on)."""
    assert GAMES.views(players, (40,)) == golden


def test_the_same_seed_gives_the_same_game() -> None:
    first, second = random_game(3, "twice", turns=20), random_game(3, "twice", turns=20)
    assert first.bytes() == second.bytes()
