"""Random games: they end, verify, and lose no piece."""

from __future__ import annotations

import pytest

from ledger.games.istanbul import GAME
from ledger.kernel.replay.replay import Replay
from ledger.kernel.verify.verify import verify_bytes
from ledger.testing.effort import effort

from .scenario import random_game

SUPPLY = {
    **dict.fromkeys(("red", "yellow", "green", "blue"), 8),
    "brown": 10,
    "crystal": 12,
    "lira": 87,
    "ruby": 31,
    "dice": 9,
    "cards": 33,
    "tiles": 24,
}


@pytest.mark.rule("IST-12", "IST-A20", "IST-40")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(effort(2, 5)))
def test_a_random_game_ends_verifies_and_keeps_its_pieces(players: int, seed: int) -> None:
    table = random_game(players, f"pieces {seed}")
    assert table.over
    for line, state in Replay(GAME, table.lines).walk():
        pieces = GAME.corrections.pieces(state)
        assert {k: pieces[k] for k in SUPPLY} == SUPPLY, line.seq
        assert all(n == 1 for k, n in pieces.items() if " " in k)
        assert all(n >= 0 for n in state.bank.values())
    report = verify_bytes(table.bytes())
    assert (report.verdict, report.problems) == ("legal", ())
    assert table.state.turn % players == 0, "everybody had as many turns"


def test_every_kind_of_event_and_command_comes_up_in_random_games() -> None:
    seen: set[type] = set()
    commands: set[type] = set()
    for seed in range(40):
        table = random_game(2 + seed % 3, f"kinds {seed}")
        seen |= {type(line.data) for line in table.lines}
        first = {line.cmd: line for line in reversed(table.lines)}
        commands |= {
            type(GAME.rules.command_of([line.data]))
            for line in first.values()
            if line.by is not None
        }
    missing = {x.__name__ for x in GAME.rules.events} - {x.__name__ for x in seen}
    assert missing <= {"Missed", "Skipped", "Levied"}
    assert {x.__name__ for x in GAME.rules.commands} == {x.__name__ for x in commands}
