"""Random games: they end, verify, lose no piece, and every change of a hold is told."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from ledger.games.century import GAME
from ledger.games.century import events as e
from ledger.games.century.box import CUBES
from ledger.kernel.log.events import Event
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.canonical_moves import Listing
from ledger.kernel.verify.verify import verify_bytes
from ledger.testing.effort import effort

from .scenario import position, random_game

COUNTS = {"cards": 43, "vp tiles": 27, "bonus move": 4, "bonus hold": 4, "market sea": 4}


def told(event: Event) -> Counter[tuple[int, str]]:
    """Return what an event says about holds: seat and colour, plus or minus."""
    out: Counter[tuple[int, str]] = Counter()
    if isinstance(event, e.TollPaid):
        out[event.seat, event.cube] -= 1
        out[event.opponent, event.cube] += 1
        return out
    for word, sign in (("gave", -1), ("got", 1)):
        for cube, n in getattr(event, word, {}).items():
            out[event.seat, cube] += sign * n  # type: ignore[attr-defined]
    for cube in (*getattr(event, "paid", ()), *getattr(event, "cubes", ())):
        out[event.seat, cube] -= 1  # type: ignore[attr-defined]
    return out


@pytest.mark.rule("CEN-46", "CEN-45", "CEN-A37")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(effort(2, 3)))
def test_a_random_game_ends_verifies_and_keeps_its_pieces(players: int, seed: int) -> None:
    table = random_game(players, f"pieces {seed}")
    assert table.over
    holds: Counter[tuple[int, str]] = Counter()
    laid = 0
    for line, state in Replay(GAME, table.lines).walk():
        pieces = GAME.corrections.pieces(state)
        assert {k: pieces[k] for k in COUNTS} == COUNTS | {"cards": 43 + 2 * players}, line.seq
        assert all(pieces[f"outposts {seat}"] == 16 for seat in range(1, players + 1))
        named = [k for k in pieces if k.startswith(("market ", "vp ")) and "-" in k]
        assert {pieces[k] for k in named} == {1}
        holds.update(told(line.data))
        laid += len(getattr(line.data, "paid", ()))
        if isinstance(line.data, e.Acquired | e.CardRewarded):
            laid -= sum(line.data.got.values())
        assert sum(map(len, state.laid)) == laid
        for seat, p in enumerate(state.players, 1):
            assert p.hold == {k: holds[seat, k] for k in CUBES}, line.seq
            assert min(p.hold.values()) >= 0
    report = verify_bytes(table.bytes())
    assert (report.verdict, report.problems) == ("legal", ())
    assert table.state.turn % players == 0, "everybody had as many turns"
    assert max(len(p.tiles) for p in table.state.players) >= 4


@pytest.mark.rule("CEN-44")
def test_nobody_begins_a_turn_with_too_many_cubes() -> None:
    for line, state in Replay(GAME, random_game(3, "limit").lines).walk():
        if line.type == "turned":
            for p in state.players:
                assert sum(p.hold.values()) <= 10 + 3 * p.bonus.count("hold")


SAMPLED: dict[str, dict[str, Any]] = {
    "poor": {"hold": ["Y"], "ships": ["B1", "E2"]},
    "a market": {"hold": ["YRGG"], "ships": ["C2", "C3"], "posts": {"C3": "1"}, "row": "YYY"},
    "a price": {"hold": ["YYRR"], "ships": ["B2", "B3"], "posts": {"B3": "2"}, "row": "YYY"},
    "a port": {"hold": ["YYGGG"], "ships": ["B1", "E2"], "played": ["YY"], "row": "YYY"},
    "upgrades": {"hold": ["YRGB"], "ships": ["A2", "E2"], "hand": ["UP3"], "row": ""},
}


@pytest.mark.parametrize("name", SAMPLED)
def test_a_sample_can_be_every_listed_move(name: str) -> None:
    state = position(2, **SAMPLED[name]).state
    rng = random.Random(name)
    listing = Listing(GAME.rules, state, 1)
    some = {listing.form_of(GAME.rules.random_move(state, rng)) for _ in range(8000)}
    assert some == set(listing.commands)


def test_every_kind_of_event_and_command_comes_up_in_random_games() -> None:
    seen: set[type] = set()
    commands: set[type] = set()
    for players, seed in {2: 46, 3: 37, 4: 38}.items():
        table = random_game(players, seed)
        seen |= {type(line.data) for line in table.lines}
        first = {line.cmd: line for line in reversed(table.lines)}
        commands |= {
            type(GAME.rules.command_of([line.data]))
            for line in first.values()
            if line.by is not None
        }
    assert {x.__name__ for x in GAME.rules.events} <= {x.__name__ for x in seen}
    assert {x.__name__ for x in GAME.rules.commands} == {x.__name__ for x in commands}
