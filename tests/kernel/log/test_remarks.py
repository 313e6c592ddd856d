"""Who may read a remark: nobody else's stream holds it, nor any trace of it."""

from __future__ import annotations

import json

import pytest

from ledger import find_game, open_game
from ledger.kernel.errors import Illegal, LedgerError
from ledger.kernel.log.codec import encode
from ledger.kernel.log.events import RECORDER, Entry, Noted
from ledger.kernel.notation.session.session_reader import read_session
from ledger.kernel.notation.session.session_writer import write_session
from ledger.kernel.play.table import Table
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.redact import redact
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.verify.verify import verify_bytes

SECRET = "Bartek holds the thief"
VIEWERS = (0, 1, 2, 3)


def game_with(*remarks: dict, undo: bool = False, names=("Ana", "Bartek", "Celina")) -> Table:
    """Return some turns of Klongs, with a remark after each of the first ones."""
    game = find_game("klongs")
    opened = open_game(game, names)
    table = Table.open(game, opened, Seeded(4))
    rest = list(remarks)
    for _ in range(8):
        seat = game.rules.awaiting(table.state)[0].seat
        table.do(next(game.rules.legal_moves(table.state, seat)), Seeded(3))
        if rest and rest[0] is not None:
            table.note(**rest.pop(0))
        elif rest:
            rest.pop(0)
        if undo:
            table.undo()
            table.do(next(game.rules.legal_moves(table.state, seat)), Seeded(3))
    return table


@pytest.mark.parametrize("undo", [False, True])
@pytest.mark.parametrize(
    ("remark", "readers"),
    [
        ({"text": SECRET}, {0, 1, 2, 3}),
        ({"text": SECRET, "to": RECORDER}, set()),
        ({"text": SECRET, "to": RECORDER, "seat": 2}, {2}),
        ({"text": SECRET, "to": 1}, {1}),
        ({"text": SECRET, "to": 1, "seat": 3}, {1, 3}),
    ],
)
def test_whoever_may_not_read_a_remark_has_the_stream_of_a_game_without_it(
    remark: dict, readers: set[int], undo: bool
) -> None:
    with_it, without = game_with(None, remark, undo=undo), game_with(undo=undo)
    assert SECRET in with_it.bytes().decode()
    assert verify_bytes(with_it.bytes()).verdict == "legal"
    for viewer in VIEWERS:
        lines, data = redact(with_it.game, with_it.lines, viewer)
        assert (SECRET in data.decode()) == (viewer in readers)
        if viewer not in readers:
            assert data == redact(without.game, without.lines, viewer)[1]
        assert verify_bytes(data).problems == ()
        assert read(data).lines == lines


def test_a_remark_that_is_taken_back_leaves_no_trace_either() -> None:
    plain, told = game_with(), game_with()
    head = told.head.seq
    told.note(SECRET, to=RECORDER)
    told.undo(head)
    told.undo(head + 1)  # and back again
    assert redact(told.game, told.lines, 1)[1] == redact(plain.game, plain.lines, 1)[1]
    for table in (plain, told):
        table.undo()
    assert redact(told.game, told.lines, 1)[1] == redact(plain.game, plain.lines, 1)[1]


def test_old_remarks_are_for_everybody_and_written_as_ever() -> None:
    table = game_with({"text": "for all"})
    (noted,) = [x for x in table.lines if isinstance(x.data, Noted)]
    raw = table.bytes().splitlines()[noted.seq - 1]
    assert json.loads(raw)["data"] == {"text": "for all", "seat": None}
    assert all(noted.data.readable_by(viewer) for viewer in VIEWERS)


def test_a_remark_is_for_a_seat_that_exists() -> None:
    table = game_with()
    with pytest.raises(Illegal):
        table.note("?", to=4)
    table._append([Entry(data=Noted(text="?", to=4), turn=table.lines[-1].turn)], None)
    report = verify_bytes(table.bytes())
    assert (report.verdict, report.problems[0].kind) == ("illegal", "mismatch")


@pytest.mark.parametrize(
    "names", [("Ana", "Bartek", "Celina"), ("For", "recorder", "for recorder")]
)
def test_a_session_says_who_may_read_a_remark(names: tuple[str, ...]) -> None:
    remarks = [
        {"text": SECRET, "to": RECORDER},
        {"text": "a # b", "to": 2},
        {"text": "for Ana", "seat": 1, "to": 3},
        {"text": "mine", "seat": 3, "to": RECORDER},
        {"text": "hm", "seat": 2, "to": 1},
        {"text": "for all", "seat": 1},
    ]
    table = game_with(*remarks, names=names)
    text = write_session(table.game, table.lines)
    assert read_session(text).bytes() == encode(table.lines)
    if names[0] == "Ana":
        assert "for recorder # " in text
        assert "Ana for Celina # for Ana" in text
    for viewer in VIEWERS:
        seen, data = redact(table.game, table.lines, viewer)
        own = write_session(table.game, seen)
        assert (SECRET in own) is False
        assert read_session(own).bytes() == data


def test_a_reader_who_is_no_player_is_blamed() -> None:
    table = game_with({"text": SECRET, "to": 2})
    text = write_session(table.game, table.lines).replace("for Bartek #", "for Bob #")
    with pytest.raises(LedgerError, match="Bob") as e:
        read_session(text)
    assert e.value.kind == "malformed"
