"""The model shows what a fold of the redacted log would show, without folding it."""

import pytest

from ledger import Replay, Seeded, Table, open_game, redact
from ledger.kernel.log.events import Ended, Patch
from ledger.kernel.narration.narrate import rows, scores
from ledger.tui.log_source import LogSource
from ledger.tui.model import END, Model

from .conftest import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_every_view_equals_the_redacted_log(model, name):
    m = model(name)
    for viewer in m.viewers:
        m.look(viewer)
        lines = m.lines if viewer is None else redact(m.game, m.lines, viewer)[0]
        replay = Replay(m.game, lines)
        told = rows(replay, 1, m.last, m.names, viewer, "en")
        mine = m.rows(1, m.last)
        assert [r.words for r in mine] == [r.words for r in told]
        assert [list(r.changes) for r in mine] == [r.changes for r in told]
        for seq in range(1, m.last + 1, 7):
            assert m.state(seq) == replay.at(seq)
            m.go(seq)
            over = replay.at(seq).over
            assert m.scores() == scores(m.game, replay.at(seq), viewer, over=over)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_private_stays_so_until_the_end(model, name):
    m = model(name)
    if all(r.public for r in m.game.holdings.resources):
        return
    end = next(x.seq for x in m.lines if isinstance(x.data, Ended))
    for viewer in m.viewers[1:]:
        m.look(viewer)
        for seq in range(1, end):
            m.go(seq)
            known = [seat for seat, s in enumerate(m.scores(), 1) if s is not None]
            assert known == ([viewer] if viewer else [])
        m.go(end)
        assert None not in m.scores()


@pytest.mark.parametrize("name", GAMES)
def test_the_curve_is_what_the_states_say(model, name):
    m = model(name)
    for viewer in m.viewers:
        m.look(viewer)
        while m.curve.advance(37):
            pass
        assert [p.seq for p in m.curve.points] == [t.last for t in m.source.turns]
        for point in m.curve.points:
            m.go(point.seq)
            assert point.scores == m.scores()
            assert point.round == m.game.rules.round(m.state())


def test_a_growing_turn_is_counted_once(log):
    data = log().read_bytes().splitlines(keepends=True)
    path = log(data=b"".join(data[:6]))
    source = LogSource(path, growing=True)
    m = Model(source)
    for line in data[6:60]:
        with path.open("ab") as file:
            file.write(line)
        source.poll()
        source.read_all()
        while m.curve.advance():
            pass
    assert [p.seq for p in m.curve.points] == [t.last for t in source.turns]


def test_corrections_are_told_as_the_seat_sees_them(splash, log):
    table = Table.open(splash, open_game(splash, ["Ana", "Bartek"]), Seeded(1))
    patches = [Patch(path="/turn", value=1)]
    table.adjust(patches, "the turn was forgotten")
    m = Model(LogSource(log("splash", table.bytes())))
    for viewer in m.viewers:
        m.look(viewer)
        lines = m.lines if viewer is None else redact(m.game, m.lines, viewer)[0]
        assert m.event(m.last) == lines[-1].data


def test_a_view_tells_no_digest_of_the_whole(model):
    m = model("splash", viewer=1)
    assert m.event(m.last).head == ""
    assert m.event(1).id is None
    assert m.event(1).view == 1


def test_a_seats_own_stream_has_one_view(model, log):
    m = model("splash")
    stream = redact(m.game, m.lines, 2)[1]
    own = Model(LogSource(log("seat", stream)), viewer=None)
    assert (own.viewers, own.viewer) == ([2], 2)
    m.look(2)
    assert [r.words for r in own.rows(1, own.last)] == [r.words for r in m.rows(1, m.last)]


def test_going_beyond_what_is_read(model, monkeypatch):
    m = model()
    lines, m.source.lines[200:] = list(m.source.lines), []
    m.source.done = False
    for goal in (END, 290):
        m.go(goal)
        assert (m.pos, m.goal) == (200, goal)
    m.source.lines += lines[200:250]
    m.arrive()
    assert (m.pos, m.goal) == (250, 290)
    m.source.lines += lines[250:]
    m.arrive()
    assert (m.pos, m.goal) == (290, None)
    m.go(3)
    m.source.done = True
    m.go(100_000)
    assert (m.pos, m.goal) == (m.last, None)


def test_it_opens_where_the_set_up_ends(model):
    m = model()
    assert not m.line.more
    assert all(line.more for line in m.lines[: m.pos - 1])


@pytest.mark.parametrize("name", GAMES)
def test_those_who_may_answer_are_marked_but_not_inside_a_move(model, name):
    m = model(name)
    for seq in range(1, m.last + 1, 5):
        m.go(seq)
        seats = () if m.line.more else range(1, len(m.names) + 1)
        able = [seat for seat in seats if m.game.rules.question_for(m.state(), seat)]
        assert sorted(m.answering()) == able
