"""The end of a stream is the same, whether all that comes before it was made or not."""

from __future__ import annotations

import functools
import random

import pytest

from ledger.kernel.game.registry import installed
from ledger.kernel.log.events import Line
from ledger.kernel.play.table import Table
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.chance import Seeded
from ledger.service.rooms.chapter_text import ChapterText
from ledger.service.rooms.streams.stream_end import MANY, LogEnd, StreamEnd
from ledger.service.rooms.streams.viewer import History
from ledger.testing.playing import Habits, Script, play
from ledger.web.chapters import chapter_number, tell_chapter

GAMES = ("century", "istanbul", "klongs", "osaka")
VIEWERS = (0, 1, 2)


@functools.cache
def evening(name: str) -> list[Line]:
    """Return a game with all that happens at a table, remarks for some and take-backs of those."""
    rng, table = random.Random(name), None
    for seed in range(9):
        part = play(installed()[name], Script(seed, 60), Habits(undo=6, adjust=12, waive=20))
        if not part.over:
            table = Table(part.game, part.lines)
            break
    assert table is not None
    for _ in range(60):
        chance = rng.random()
        if chance < 0.3:
            table.note("psst", to=rng.choice((1, 2, "recorder")), seat=rng.choice((1, 2, None)))
        elif chance < 0.5:
            table.undo(table.lines[-1].seq - 1 if not table.lines[-2].more else None)
        elif not table.over:
            table.do(table.game.rules.random_move(table.state, rng), Seeded(rng))
    return list(table.lines)


@pytest.mark.parametrize("name", GAMES)
def test_the_end_is_told_as_from_the_whole_stream(name: str) -> None:
    game, lines = installed()[name], evening(name)
    assert {"retracted", "adjusted", "noted"} <= {line.type for line in lines}
    ends = [line.seq for line in lines if not line.more]
    hidden = 0
    for cut in {ends[2], *ends[-40::18], ends[-1]}:
        for viewer in VIEWERS:
            whole = History(game, lines[:cut], b"", viewer)
            end = StreamEnd(LogEnd(game, lines[:cut]), viewer)
            hidden += len(whole.hidden)
            assert len(end) == len(whole.lines)
            n = chapter_number(len(end))
            told = tell_chapter(end, n, "en")
            assert ChapterText.of(told) == ChapterText.of(tell_chapter(whole.replay, n, "en"))
    assert hidden


def test_taking_back_again_and_again_costs_no_fold_of_all_each_time() -> None:
    game = installed()["osaka"]
    lines = evening("osaka")
    table = Table(game, lines)
    far = [line.seq for line in lines if not line.more][3]
    for _ in range(40):
        table.note("aside")
        table.undo(far)
    end, whole = LogEnd(game, table.lines), Replay(game, table.lines)
    for seq in range(len(end), len(end) - 80, -1):
        assert end.at(seq) == whole.at(seq)
    assert end._folds <= MANY + 1


@pytest.mark.parametrize("name", GAMES)
def test_each_line_and_state_is_the_one_of_the_stream(name: str) -> None:
    game, lines = installed()[name], evening(name)
    for viewer in VIEWERS:
        whole = History(game, lines, b"", viewer)
        end = StreamEnd(LogEnd(game, lines), viewer)
        for line in whole.lines[::-1]:
            found = end.lines[line.seq - 1]
            assert (found.seq, found.cmd, found.data) == (line.seq, line.cmd, line.data)
        for seq in range(1, len(end) + 1, 7):
            assert end.at(seq) == whole.replay.at(seq)
        assert [line.seq for line in end.lines[-3:]] == [line.seq for line in whole.lines[-3:]]
