"""The end of a game: who won by how much is what a viewer shows first, and at the end."""

import re
from itertools import pairwise

import pytest

from ledger.kernel.log.events import Ended
from ledger.kernel.narration.summary import key_moments
from ledger.tui.controller import Controller
from ledger.tui.drawing.paint import Painter
from ledger.tui.drawing.result import result_lines
from ledger.tui.log_source import LogSource
from ledger.tui.model import Model

from .conftest import GAMES, sample


def lines_of(model: Model) -> list[str]:
    return [line.plain for line in result_lines(model, Painter(), 90)]


def counted(model: Model) -> Model:
    while model.full.advance() or model.curve.advance():
        pass
    return model


def unfinished(log) -> Model:
    """Return a game of which only the beginning is there."""
    lines = sample("osaka").splitlines(keepends=True)
    end = next(n for n in range(100, 150) if b'"more":true' not in lines[n - 1])
    source = LogSource(log(data=b"".join(lines[:end])))
    source.read_all()
    return Model(source)


@pytest.mark.parametrize("name", GAMES)
def test_places_and_scores_are_those_of_the_log(model, name):
    m = counted(model(name))
    (ended,) = [x.data for x in m.lines if isinstance(x.data, Ended)]
    shown = lines_of(m)
    for place, tied in enumerate(ended.ranking, 1):
        for seat in tied:
            (row,) = [x for x in shown if re.match(rf"\s*\d+\s+{m.names[seat - 1]}\b", x)]
            assert row.split()[0] == str(sum(len(t) for t in ended.ranking[: place - 1]) + 1)
            assert row.split()[-1] == str(ended.scores[seat - 1])


def test_key_moments_are_the_turns_in_which_the_scores_changed_most(model):
    m = counted(model("klongs"))
    moments = key_moments((p.seq, p.scores) for p in m.curve.points)
    assert [x.seq for x in moments] == sorted(x.seq for x in moments)
    points = {p.seq: p.scores for p in m.curve.points}
    seqs = sorted(points)
    for moment in moments:
        before = points[seqs[seqs.index(moment.seq) - 1]]
        gain = points[moment.seq][moment.seat - 1] - before[moment.seat - 1]
        assert gain == moment.gain
    largest = max(
        points[b][s] - points[a][s] for a, b in pairwise(seqs) for s in range(len(m.names))
    )
    assert largest in [x.gain for x in moments]


def test_a_game_that_goes_on_has_no_result(log):
    m = unfinished(log)
    assert lines_of(m) == ["The game isn't over."]


def test_the_result_comes_first_and_at_the_end_and_goes_when_one_moves(model):
    c = Controller(model("osaka"), result_first=True)
    c.work(60)
    assert c.screen.overlay == "result"
    c.press("right")
    assert c.screen.overlay == ""
    c.press("end")
    assert c.screen.overlay == "result"
    c.press("q")
    assert (c.screen.overlay, c.quit) == ("", False)
    c.press("left")
    c.press("right")
    assert c.screen.overlay == "result"
    c.press("home")
    assert c.screen.overlay == ""


def test_a_key_that_comes_before_everything_is_counted_is_not_covered(model):
    c = Controller(model("osaka"), result_first=True)
    c.press("right")
    c.work(60)
    assert c.screen.overlay == ""


def test_a_viewer_who_opens_an_unfinished_game_sees_the_game(log):
    c = Controller(unfinished(log), result_first=True)
    c.work(60)
    assert c.screen.overlay == ""
    c.press("end")
    assert c.screen.overlay == ""
