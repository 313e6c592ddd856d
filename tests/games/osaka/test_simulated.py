"""Whole random games: legal, conserved, and the same after export and import."""

from __future__ import annotations

import pytest

from ledger.games.osaka import GAME
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.replay import Replay, fold
from ledger.kernel.verify.verify import verify_bytes
from ledger.testing.effort import effort

from .scenario import conserved, random_game

OPTIONS = [
    {},
    {"refill_timing": "after_purchase"},
    {"insurance_scope": "any"},
    {"refill_timing": "after_purchase", "insurance_scope": "any"},
]
GAMES = effort(len(OPTIONS), campaign=100)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_are_legal_and_survive_a_round_trip(players: int) -> None:
    for n in range(GAMES):
        table = random_game(players, f"simulated {n}", options=OPTIONS[n % len(OPTIONS)])
        data = table.bytes()
        report = verify_bytes(data)
        assert (report.verdict, report.open, report.problems) == ("legal", False, ()), n
        assert read_session(write_session(GAME, table.lines)).bytes() == data, n
        reading = read(data)
        assert reading.error is None
        assert fold(GAME, reading.lines) == table.state, n
        for _, state in Replay(GAME, reading.lines).walk():
            conserved(state)
        assert table.lines[-2].data.reason == "tokens"
        assert max(p.all_tokens for p in table.state.players) >= 8


def test_a_game_left_at_any_question_survives_a_round_trip() -> None:
    """Also one that waits for an answer about insurance."""
    asked = set()
    table = random_game(3, "simulated 1")
    ends = [x.seq for x in table.lines if not x.more]
    tides = {x.cmd for x in table.lines if x.type in ("sank", "insured", "declined")}
    for end in [n for i, n in enumerate(ends) if i < 6 or table.lines[n - 1].cmd in tides]:
        part = table.lines[:end]
        again = read_session(write_session(GAME, part))
        assert again.lines == part or part[-1].type == "ended"
        asked |= {q.ask for q in GAME.rules.awaiting(again.state)}
    assert asked == {"starting token", "action", "insurance"}
