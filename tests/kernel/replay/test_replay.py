"""Replay: turns, steps and differences."""

from __future__ import annotations

import itertools

import pytest

from common.refusals import refuses
from ledger.kernel.errors import Malformed
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Noted, Patch, groups
from ledger.kernel.replay.replay import Replay, fold, live
from ledger.kernel.rules.chance import Seeded

from ..logs import finished, played, started


def test_the_first_line_is_the_empty_table(splash: Game) -> None:
    replay = played(splash, 3).replay()
    assert replay.at(1) == splash.start(replay.lines[0].data)
    assert len(replay) == len(replay.lines)


@pytest.mark.parametrize("seq", [0, -1, 999])
def test_there_is_nothing_outside_the_log(splash: Game, seq: int) -> None:
    replay = played(splash, 3).replay()
    with refuses(IndexError, f"{seq} | {len(replay)}"):
        replay.at(seq)


def test_turns_cover_the_game_from_set_up_to_end(splash: Game) -> None:
    table = finished(splash)
    turns = table.replay().turns
    assert (turns[0].number, turns[0].seat, turns[0].first) == (0, None, 1)
    assert [t.number for t in turns] == list(range(len(turns)))
    assert turns[-1].last == len(table.lines)
    assert [t.seat for t in turns[1:5]] == [1, 2, 1, 2]
    for a, b in itertools.pairwise(turns):
        assert b.first == a.last + 1


def test_a_turn_is_the_state_at_its_end(splash: Game) -> None:
    replay = finished(splash).replay()
    for turn in replay.turns:
        assert replay.turn_end(turn.number) == turn.last
        assert replay.turn(turn.number) == replay.at(turn.last)
    with refuses(IndexError, "99 | 0"):
        replay.turn(99)


def test_turns_leave_out_what_was_taken_back(splash: Game) -> None:
    table = played(splash, 6)
    whole = table.replay().turns
    table.undo(4)
    assert [t.number for t in table.replay().turns] == [0, 1]
    table.undo(len(table.lines) - 1)
    assert [t.number for t in table.replay().turns] == [t.number for t in whole]


def test_steps_stay_inside_the_log(splash: Game) -> None:
    replay = played(splash, 3).replay()
    assert replay.pos == 1
    assert replay.step() == replay.at(2)
    assert replay.step(3) == replay.at(5)
    assert replay.step(-1) == replay.at(4)
    assert replay.step(-99) == replay.at(1)
    assert replay.step(999) == replay.at(len(replay))
    assert replay.pos == len(replay)


def test_a_difference_names_what_changed(splash: Game) -> None:
    table = started(splash)
    seat = splash.rules.awaiting(table.state)[0].seat
    stone = table.state.hands[0].stones[0]
    command = next(
        c for c in splash.rules.legal_moves(table.state, seat) if getattr(c, "stone", "") == stone
    )
    before = len(table.lines)
    table.do(command, Seeded(1))
    changes = {p.path: p.value for p in table.replay().diff(before, before + 1)}
    assert set(changes) == {"/hands/0/stones", "/pond", "/thrown", "/asked"}
    assert changes["/pond"] == [stone]
    assert table.replay().diff(3, 3) == ()


def test_states_handed_out_are_not_shared(splash: Game) -> None:
    replay = played(splash, 4).replay()
    one = replay.at(6)
    one.points[0] = 99
    one.bag.pools[0].clear()
    assert replay.at(6) != one
    assert replay.at(6).points[0] != 99


def test_walking_gives_each_line_and_its_state(splash: Game) -> None:
    table = played(splash, 5)
    table.undo()
    table.undo()
    replay = table.replay()
    for first in (2, 5, len(table.lines)):
        seqs = []
        for line, state in replay.walk(first):
            assert state == replay.at(line.seq)
            seqs.append(line.seq)
        assert seqs == list(range(first, len(table.lines) + 1))


def test_a_long_chain_of_take_backs(splash: Game) -> None:
    """Every position of a game is visited by going back and forth."""
    table = played(splash, 12)
    ends = [line.seq for line in table.lines if not line.more]
    right = {seq: table.replay().at(seq) for seq in ends}
    for seq in ends * 6:
        table.undo(seq)
        assert table.state == right[seq]
    replay = Replay(splash, table.lines)
    for line in table.lines[-60:]:
        assert replay.at(line.seq) == right[line.data.to]
        assert fold(splash, table.lines[: line.seq]) == right[line.data.to]


def test_live_lines(splash: Game) -> None:
    table = played(splash, 3)
    seqs = [line.seq for line in table.lines]
    assert [line.seq for line in live(table.lines)] == seqs
    table.undo()
    last = groups(table.lines)[-2]
    assert [x.seq for x in live(table.lines)] == [s for s in seqs if s < last[0].seq]
    assert live(table.lines, last[-1].seq) == table.lines[: last[-1].seq]
    assert live([]) == []


def test_a_fold_needs_the_first_line(splash: Game) -> None:
    lines = played(splash, 2).lines
    for wrong in ([], lines[1:]):
        with refuses(Malformed, "opened"):
            fold(splash, wrong)


def test_remarks_change_nothing(splash: Game) -> None:
    table = played(splash, 2)
    before = splash.rules.copy(table.state)
    table.note("nothing happens")
    assert isinstance(table.lines[-1].data, Noted)
    assert fold(splash, table.lines) == before
    assert table.replay().diff(len(table.lines) - 1, len(table.lines)) == ()


def test_a_patch_is_a_path_and_a_value(splash: Game) -> None:
    from ledger.kernel.errors import Illegal
    from ledger.kernel.state.patch import diff, patch

    state = played(splash, 2).state
    new = patch(state, (Patch(path="/points/0", value=7),), splash.rules.state)
    assert (new.points[0], state.points[0]) == (7, state.points[0])
    assert diff(state, new) == (Patch(path="/points", value=new.points),)
    assert patch(state, (Patch(path="/bag/pools/0/S1", gone=True),), splash.rules.state).bag.pools[
        0
    ] == {k: v for k, v in state.bag.pools[0].items() if k != "S1"}
    for path, text in [
        ("points", ""),
        ("/points/7", "/points/7"),
        ("/points/-1", "/points/-1"),
        ("/points/x", "/points/x"),
        ("/hands/0/hat", "/hands/0/hat"),
        ("/nowhere/x", "/nowhere/x"),
    ]:
        with refuses(Illegal, text):
            patch(state, (Patch(path=path, value=1),), splash.rules.state)
    with refuses(Illegal, "/turn"):
        patch(state, (Patch(path="/turn", gone=True),), splash.rules.state)
    with refuses(Illegal, "turn"):
        patch(state, (Patch(path="/turn", value="7"),), splash.rules.state)


def test_names_with_slashes_can_be_patched() -> None:
    from dataclasses import dataclass

    from ledger.kernel.state.patch import diff, patch

    @dataclass
    class Odd:
        names: dict[str, int]
        numbers: dict[int, list[int]]

    a = Odd({"a/b": 1, "c~d": 2, "gone": 3}, {1: [1]})
    b = Odd({"a/b": 5, "c~d": 6}, {1: [1, 2], 2: []})
    assert patch(a, diff(a, b), Odd) == b
