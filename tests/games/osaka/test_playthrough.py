"""A whole game for each number of players: its positions and views never change by chance.

The games in `playthroughs/` were played once by random moves of these seeds (`record` below) so
that each kind of event comes up, and are only replayed: a bot that plays otherwise changes nothing.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from ledger.games.osaka import GAME
from ledger.games.osaka.events import Freed, Passed
from ledger.kernel.log.events import tag
from ledger.kernel.replay.replay import Replay
from ledger.testing import Playthroughs

from .scenario import conserved, random_game

GAMES = Playthroughs(GAME, Path(__file__).parent / "playthroughs")
SEEDS = {2: 336, 3: 124, 4: 256}


def record(players: int) -> None:
    """Write a playthrough again (only needed when the rules change on purpose)."""
    GAMES.record(random_game(players, SEEDS[players]))


@pytest.mark.parametrize("players", SEEDS)
def test_events(players: int) -> None:
    table = GAMES.check(players)
    kinds = {x.type for x in table.lines}
    rare = {tag(Freed), tag(Passed)}
    assert kinds >= {tag(c) for c in GAME.rules.events} - rare, "every kind of event comes up"
    assert table.lines[-2].data.reason == "tokens"


@pytest.mark.parametrize("players", SEEDS)
def test_every_turn(players: int, golden_screen) -> None:
    assert GAMES.every_turn(players) == golden_screen
    replay = Replay(GAME, GAMES.read(players).lines)
    for turn in replay.turns:
        conserved(replay.at(turn.last))


def test_the_same_seed_gives_the_same_game() -> None:
    first, second = random_game(3, "twice", turns=20), random_game(3, "twice", turns=20)
    assert first.bytes() == second.bytes()


def test_views_are_those_of_a_turn_and_of_the_end() -> None:
    replay = Replay(GAME, GAMES.read(2).lines)
    seen = GAMES.views(2, (40,))
    assert len(seen) == 6
    assert seen[1] == msgspec.to_builtins(GAME.view(replay.turn(40), 1))
    assert seen[-1] == msgspec.to_builtins(GAME.view(replay.at(len(replay)), 2))
