"""Random games: they end, verify, and lose no piece."""

from __future__ import annotations

import pytest

from ledger.games.klongs import GAME
from ledger.kernel.game.game import RandomBot
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.simulate import play as simulate
from ledger.kernel.replay.replay import Replay
from ledger.kernel.verify.verify import verify_bytes
from ledger.testing.effort import effort

from .scenario import NAMES, random_game, standard_box


@pytest.mark.rule("KLO-01", "KLO-03", "KLO-10", "KLO-19", "KLO-22")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("tactical", [False, True])
@pytest.mark.parametrize("seed", range(effort(2, 4)))
def test_a_random_game_ends_verifies_and_keeps_its_pieces(
    players: int, tactical: bool, seed: int
) -> None:
    table = random_game(players, f"pieces {seed}", options={"tactical": tactical})
    assert table.over
    traders = {2: 16, 3: 11, 4: 8}[players]
    for line, state in Replay(GAME, table.lines).walk():
        pieces = GAME.corrections.pieces(state)
        assert pieces["boats"] == 72
        assert pieces["move cards"] == 2 * players
        assert [pieces[f"traders of {i}"] for i in range(1, players + 1)] == [traders] * players
        copies = {f"boat {k}": n for k, n in state.setup.copies.items()}
        assert {k: n for k, n in pieces.items() if k.startswith("boat ")} == copies, line.seq
        assert len(state.boats) <= 60
        for field in state.boats:
            assert sum(mate in state.boats for mate in state.setup.mates[field]) < 3
        assert all(p.hand <= 4 for p in state.players)
    report = verify_bytes(table.bytes())
    assert (report.verdict, report.problems) == ("legal", ())


@pytest.mark.rule("KLO-20", "KLO-34")
def test_no_thief_ever_lies_in_a_guarded_column() -> None:
    for seed in range(12):
        table = random_game(2, f"guards {seed}")
        for line, state in Replay(GAME, table.lines).walk():
            if line.type == "turned":
                for field, boat in state.boats.items():
                    if boat == "thief":
                        column = [state.boats.get(f) for f in state.setup.column[field]]
                        assert "guard" not in column


def test_every_kind_of_event_and_command_comes_up_in_random_games() -> None:
    seen: set[type] = set()
    commands: set[type] = set()
    for seed in range(60):
        table = random_game(2 + seed % 3, f"kinds {seed}", options={"tactical": seed % 2 == 1})
        seen |= {type(line.data) for line in table.lines}
        first = {line.cmd: line for line in reversed(table.lines)}
        commands |= {
            type(GAME.rules.command_of([line.data]))
            for line in first.values()
            if line.by is not None
        }
    assert set(GAME.rules.events) <= seen
    # that a whole hand has nowhere to go, and it is no matter of course, is too rare for chance
    assert {x.__name__ for x in set(GAME.rules.commands) - commands} <= {"Pass"}


@pytest.mark.rule("A-KLO-24")
def test_a_game_without_end_is_stopped_and_says_so() -> None:
    """Two thieves that take each other for ever: the simulation has a cap, the rules have none."""
    box = standard_box()
    box["luk_phat"] |= {"points": [0] * 15, "small": [], "big": 14}
    opened = open_game(GAME, NAMES[:2], box=box)
    played = simulate(GAME, opened, [RandomBot(), RandomBot()], 1, max_turns=9)
    assert played.capped
    ended = next(x for x in played.table.lines if x.type == "ended")
    assert ended.data.reason == "stopped after 9 turns"
    assert verify_bytes(played.table.bytes()).verdict == "legal"
