"""A whole game for each number of players: its events, positions and views never change by chance.

The games stand in `playthroughs/`; they were played once by random moves (`record` below) so that
each kind of event comes up, and are only replayed here: a bot that plays otherwise changes nothing.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger.games.osaka import GAME
from ledger.games.osaka.events import EVENTS, Freed, Passed
from ledger.kernel.events import tag
from ledger.kernel.fold import Replay
from ledger.kernel.session_read import read_session
from ledger.kernel.session_write import write_session
from ledger.kernel.table import Table
from ledger.kernel.verify import verify_bytes

from .scenario import conserved, random_game

GAMES = Path(__file__).parent / "playthroughs"
SEEDS = {2: 336, 3: 124, 4: 256}


def record(players: int) -> None:
    """Write a playthrough anew (only needed when the rules change on purpose)."""
    text = write_session(GAME, random_game(players, SEEDS[players]).lines)
    (GAMES / f"{players}-players.session").write_text(text, "utf-8")


def read_game(players: int) -> Table:
    return read_session((GAMES / f"{players}-players.session").read_text("utf-8"))


def digest(value: Any) -> str:
    data = msgspec.json.encode(value, order="deterministic")
    return hashlib.sha256(data).hexdigest()[:16]


def position_digest(state: Any) -> str:
    """Digest of everything that lies on the table; the set-up stays the same all game."""
    data = msgspec.to_builtins(state)
    del data["setup"]
    return digest(data)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_events(players: int) -> None:
    table = read_game(players)
    text = (GAMES / f"{players}-players.session").read_text("utf-8")
    assert write_session(GAME, table.lines) == text, "what is read is what was written"
    report = verify_bytes(table.bytes())
    assert (report.verdict, report.open, report.problems) == ("legal", False, ())
    told = {x.type for x in table.lines}
    assert told >= {tag(c) for c in EVENTS if c not in (Freed, Passed)}, (
        "every kind of event comes up"
    )
    assert table.lines[-2].data.reason == "tokens"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_log(players: int, golden) -> None:
    table = read_game(players)
    assert [{"type": x.type, **msgspec.to_builtins(x.data)} for x in table.lines[1:-1]] == golden


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_turn(players: int, golden) -> None:
    replay = Replay(GAME, read_game(players).lines)
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
                "state": position_digest(state),
                "views": [digest(GAME.view(state, seat)) for seat in range(players + 1)],
            }
        )
    assert turns == golden


@pytest.mark.parametrize("players", [2, 3, 4])
def test_views(players: int, golden) -> None:
    """What each seat sees in the middle of the game and at its end (seat 0 looks on)."""
    replay = Replay(GAME, read_game(players).lines)
    views = []
    for number in (40, replay.turns[-1].number):
        state = replay.turn(number)
        views += [msgspec.to_builtins(GAME.view(state, seat)) for seat in range(players + 1)]
    assert views == golden


def test_the_same_seed_gives_the_same_game() -> None:
    first, second = random_game(3, "twice", turns=20), random_game(3, "twice", turns=20)
    assert first.bytes() == second.bytes()
