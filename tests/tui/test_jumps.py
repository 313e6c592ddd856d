"""Jumps by turn, round, decision, scoring, type, mark and word; each checked against the log."""

import pytest

from common.refusals import tells
from ledger.tui import jumps
from ledger.tui.model import END

from .conftest import GAMES


def ready(m):
    while m.full.advance() or m.curve.advance():
        pass
    return m


def walk(m, jump, way):
    """Return every stop of a jump from one end of the log to the other."""
    m.go(1 if way > 0 else m.last)
    out = []
    while (seq := jump(m, way)) is not None:
        assert (seq - m.pos) * way > 0
        out.append(seq)
        m.go(seq)
    return out


def both(m, jump, wanted):
    assert walk(m, jump, 1) == [s for s in wanted if s > 1]
    assert walk(m, jump, -1) == [s for s in reversed(wanted) if s < m.last]


@pytest.mark.parametrize("name", GAMES)
def test_turns(model, name):
    m = ready(model(name))
    ends = [t.last for t in m.source.turns]
    assert walk(m, jumps.by_turn, 1) == ends
    assert walk(m, jumps.by_turn, -1) == [*reversed(ends[:-1]), 1]


@pytest.mark.parametrize("name", GAMES)
def test_rounds(model, name):
    m = ready(model(name))
    points = m.curve.points
    ends = [
        p.seq for p, q in zip(points, [*points[1:], None], strict=True)
        if q is None or q.round != p.round
    ]  # fmt: skip
    assert walk(m, jumps.by_round, 1) == ends
    assert walk(m, jumps.by_round, -1) == [*reversed(ends[:-1]), 1]


@pytest.mark.parametrize("name", GAMES)
def test_decisions_of_the_viewer_or_the_mover(model, name):
    m = ready(model(name))
    starts = [x for i, x in enumerate(m.lines) if x.by and not (i and m.lines[i - 1].more)]
    m.look(2)
    both(m, jumps.by_decision, [x.seq for x in starts if x.by == 2])
    m.look(None)
    m.go(starts[0].seq)
    found = jumps.by_decision(m, 1)
    assert found == next(x.seq for x in starts[1:] if x.by == starts[0].by)


@pytest.mark.parametrize("name", GAMES)
def test_scorings(model, name):
    m = ready(model(name))
    known = [m.game.rules.scores(m.source.replay.at(seq)) for seq in range(1, m.last + 1)]
    wanted = [s for s in range(2, m.last + 1) if known[s - 1] != known[s - 2]]
    assert wanted
    both(m, jumps.by_scoring, wanted)
    kinds = {type(m.lines[s - 1].data) for s in wanted}
    for viewer in m.viewers[1:]:  # who may not know the points sees the events all the same
        m.look(viewer)
        both(m, jumps.by_scoring, [x.seq for x in m.lines if type(x.data) in kinds])


def test_events_of_a_type(model):
    m = ready(model())
    kind = m.lines[30].type
    m.go(31)
    every = [x.seq for x in m.lines if x.type == kind]
    assert jumps.by_type(m, 1) == next(s for s in every if s > 31)
    assert jumps.by_type(m, -1) == max((s for s in every if s < 31), default=None)


def test_marks_and_notes_go_round(model):
    m = model()
    m.go(50)
    assert jumps.by_mark(m) is None
    m.marks, m.notes = {10, 60}, {20: ["hm"], 10_000: ["beyond"]}
    assert [jumps.by_mark(m, way) for way in (1, -1)] == [60, 20]
    m.go(60)
    assert jumps.by_mark(m) == 10


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("120", 120),
        (" 7 ", 7),
        ("0", "0 | 1 to 303"),
        ("99999", "99999 | 1 to 303"),
        ("t99999", "turn 99999"),
        ("50%", 152),
        ("0%", 1),
        ("100%", 303),
        ("999%", 303),
        ("", "120"),
        ("-3", "120"),
        ("t", "120"),
        ("²", "120"),
        ("9" * 40, "120"),
    ],
)
def test_places(model, text, found):
    m = model()
    got = jumps.line_meant(m, text)
    if isinstance(found, int):
        assert got == found
    else:
        assert tells(got, found)


def test_turns_by_number(model):
    m = model()
    for run in m.source.turns:
        assert jumps.line_meant(m, f"t{run.number}") == run.last
    missing = jumps.line_meant(m, "t9999")
    m.source.done = False
    unread = jumps.line_meant(m, "t9999")
    assert tells(unread, "turn 9999") and unread != missing  # it may still come
    assert jumps.line_meant(m, "9999") == 9999
    m.go(9999)
    assert m.goal == 9999
    m.go(m.last)
    assert jumps.by_turn(m, 1) == END


def test_search_finds_words_players_types_and_rules(model):
    m = model()
    m.notes = {77: ["a clever idea"]}

    def find(text, way=1, at=1):
        m.go(at)
        return [s for s in jumps.search(m, text, way) if isinstance(s, int)]

    sold = [x.seq for x in m.lines if x.type == "sold"]
    assert find("SOLD") == [sold[0]]
    assert find("sold", -1) == [sold[-1]]
    assert find("sold", 1, sold[0]) == [sold[1]]
    assert find("sold", 1, sold[-1]) == [sold[0]]  # round the end
    assert find("black tide")[0] in [x.seq for x in m.lines if "tide" in m.say(x.data).lower()]
    assert find("clever") == [77]
    assert find("osa-29")
    assert find("osa-999") == []
    assert find("nothing like this") == []
    ana = find("ana", 1, 60)[0]
    assert m.lines[ana - 1].by == 1 or "Ana" in m.row(ana).words


def test_search_sees_only_what_the_viewer_sees(model):
    m = model("splash")
    hidden = next(
        x
        for x in m.lines
        if m.game.secrets.redact(x.data, 0) != x.data and getattr(x.data, "seat", 0)
    )
    told = m.say(hidden.data)
    m.look(0)
    assert m.say(m.event(hidden.seq)) != told
    assert not jumps.holds(m, hidden.seq, told.lower())


def test_a_search_counts_all_hits(model):
    m = model()
    sold = [x.seq for x in m.lines if x.type == "sold"]
    for at, way in ((1, 1), (sold[2], 1), (sold[2], -1)):
        m.go(at)
        *_, hits = jumps.search(m, "sold", way)
        assert hits.lines == sold
        assert hits.fits(m, "sold")
        assert not hits.fits(m, "buys")
    assert hits.position_text(m, sold[2]) == f"3 of {len(sold)}"
    assert (hits.next(sold[2], 1), hits.next(sold[2], -1)) == (sold[3], sold[1])
    assert (hits.next(sold[-1], 1), hits.next(1, -1)) == (sold[0], sold[-1])
    m.look(0)
    assert not hits.fits(m, "sold")
