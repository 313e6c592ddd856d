"""Bytes: what damage does to a log, and what is still read."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from common.refusals import refuses, tells
from ledger.kernel.errors import Malformed
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import find_game
from ledger.kernel.log.codec import Head, chained, encode, headers, read_opened, stamp
from ledger.kernel.log.events import Ended, Entry, Event, Noted, Opened, Retracted, Sealed, Seat
from ledger.kernel.play.opening import open_game
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.replay import fold
from ledger.kernel.verify.verify import Report, verify_bytes

from ..logs import finished, group, line_of, played, sealed, started


class Danced(Event, frozen=True, kw_only=True):
    """An event of a version to come."""

    seat: int


def line_at(data: bytes, position: int) -> int:
    """Return the number of the line that holds a byte."""
    return data.count(b"\n", 0, position) + 1


def seal_at(data: bytes) -> int:
    """Return where the last line begins."""
    return data.rindex(b"\n", 0, len(data) - 1) + 1


def assert_damage(data: bytes, line: int) -> Report:
    report = verify_bytes(data)
    assert report.verdict in ("damaged", "unreadable")
    (problem,) = report.problems
    assert problem.line == line, f"{problem} instead of line {line}"
    if report.verdict == "damaged":
        assert problem.kind == "digest"
    else:
        assert line == 1
    return report


# --- changed ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("comma", "key", "spelt"),
    [
        (b",", b'"digest":"', str.upper),
        (b", ", b'"digest":"', str.lower),
        (b",", b'"digest": "', str.lower),
        (b",", b'"diges\\u0074":"', str.lower),
    ],
    ids=["capitals", "blank before", "blank within", "escaped"],
)
def test_a_digest_that_is_right_but_spelt_otherwise_is_damage(
    splash: Game, comma: bytes, key: bytes, spelt: Callable[[str], str]
) -> None:
    *before, last = played(splash, 1).bytes().splitlines(keepends=True)
    body, prev = last[: last.rindex(b',"digest":"')], read(b"".join(before)).lines[-1].digest
    raw = body + comma + key + b"0" * 32 + b'"}'
    digest = spelt(chained(prev, raw)).encode()
    forged = b"".join(before) + raw.replace(b"0" * 32, digest) + b"\n"
    reading = read(forged)
    assert reading.error is not None
    assert reading.head.seq == len(before)


@pytest.mark.parametrize("flip", [1, 32, 128], ids=["bit", "case", "high"])
def test_every_changed_byte_before_the_seal_is_found_at_its_line(splash: Game, flip: int) -> None:
    data = sealed(splash, 1).bytes()
    for at in range(seal_at(data)):
        spoilt = bytearray(data)
        spoilt[at] ^= flip
        assert_damage(bytes(spoilt), line_at(data, at))


@pytest.mark.parametrize(
    "byte", [b"\n", b" ", b"\x00", b'"'], ids=["newline", "space", "nul", "quote"]
)
def test_changed_bytes_in_a_long_log_are_found_at_their_line(osaka: Game, byte: bytes) -> None:
    data = sealed(osaka, 30).bytes()
    rng = random.Random(1)
    for at in rng.sample(range(seal_at(data)), 60):
        if data[at : at + 1] != byte:
            assert_damage(data[:at] + byte + data[at + 1 :], line_at(data, at))


def test_a_changed_seal_is_never_accepted(splash: Game) -> None:
    data = sealed(splash, 1).bytes()
    for at in range(seal_at(data), len(data)):
        spoilt = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        report = verify_bytes(spoilt)
        assert report.verdict == "damaged"
        assert report.problems[-1].line == line_at(data, seal_at(data))


def test_removed_repeated_and_swapped_lines_are_found(splash: Game) -> None:
    lines = sealed(splash, 6).bytes().splitlines(keepends=True)
    for i in range(len(lines) - 1):
        assert_damage(b"".join(lines[:i] + lines[i + 1 :]), i + 1)
        assert_damage(b"".join([*lines[: i + 1], lines[i], *lines[i + 1 :]]), i + 2)
        if i < len(lines) - 2:
            swapped = [*lines[:i], lines[i + 1], lines[i], *lines[i + 2 :]]
            assert_damage(b"".join(swapped), i + 1)


def test_a_line_from_another_game_is_found(splash: Game) -> None:
    a, b = (sealed(splash, 6, seed).bytes().splitlines(keepends=True) for seed in (1, 2))
    assert_damage(b"".join([*a[:5], b[5], *a[6:]]), 6)


def test_added_bytes_and_blank_lines_are_found(splash: Game) -> None:
    lines = sealed(splash, 3).bytes().splitlines(keepends=True)
    for extra in (b"\n", b" \n", b"{}\n", b"\r\n"):
        assert_damage(b"".join([*lines[:4], extra, *lines[4:]]), 5)
    assert_damage(b"".join(lines).replace(b"\n", b"\r\n"), 1)


def test_what_follows_a_seal_is_an_error(splash: Game) -> None:
    table = sealed(splash)
    _, more, _ = group(table.head, Noted(text="one more thing"))
    reading = read(table.bytes() + more)
    assert reading.error is not None
    assert (reading.error.problem, reading.error.line) == ("schema", len(table.lines) + 1)
    assert reading.head == table.head


# --- cut --------------------------------------------------------------------------------------


@pytest.mark.parametrize("closed", [False, True], ids=["open", "sealed"])
def test_a_cut_at_every_byte_recovers_the_groups_before_it(splash: Game, closed: bool) -> None:
    table = sealed(splash, 2) if closed else played(splash, 2)
    data = table.bytes()
    first = data.index(b"\n")
    ends: list[tuple[int, int]] = [(0, 0)]  # bytes and lines up to each group end
    at = 0
    for line, raw in zip(table.lines, data.splitlines(keepends=True), strict=True):
        at += len(raw)
        if not line.more:
            ends.append((at, line.seq))
    for cut in range(len(data)):
        if cut < first:
            with pytest.raises(Malformed):
                read(data[:cut])
            continue
        reading = read(data[:cut])
        size, count = max(e for e in ends if e[0] <= cut)
        assert (reading.size, len(reading.lines), reading.head.seq) == (size, count, count)
        assert reading.lines == table.lines[:count]
        assert reading.open
        if size == cut:
            assert reading.error is None
        else:
            assert reading.error is not None
            assert reading.error.problem == "torn"
            assert reading.error.line > count


def test_garbage_at_the_end_is_torn_not_damage(splash: Game) -> None:
    data = played(splash, 3).bytes()
    for tail in (b"\x00" * 512, b"{", b"garbage\n", b"\x00\n\x00\n", data[-90:]):
        reading = read(data + tail)
        assert reading.error is not None
        assert reading.error.problem == "torn"
        assert reading.size == len(data)


def test_damage_has_a_good_group_behind_it(splash: Game) -> None:
    table = played(splash, 4)
    data = table.bytes()
    lines = data.splitlines(keepends=True)
    reading = read(b"".join([*lines[:5], lines[5].replace(b'"seat":', b'"sent":'), *lines[6:]]))
    assert reading.error is not None
    assert (reading.error.problem, reading.error.line) == ("digest", 6)
    assert fold(splash, reading.lines) == table.replay().at(len(reading.lines))


@pytest.mark.parametrize(("after", "problem"), [(None, "digest"), (0, "torn"), (1, "digest")])
def test_a_group_written_in_one_flush_proves_nothing_before_it(
    splash: Game, after: int | None, problem: str
) -> None:
    """`after` names the last line that was safe when a group was written."""
    table = started(splash)
    safe = table.head.seq
    _, first, head = group(table.head, Noted(text="first"))
    _, second, _ = group(head, Noted(text="second"), after=None if after is None else safe + after)
    reading = read(table.bytes() + first.replace(b"first", b"f\x00rst") + second)
    assert reading.error is not None
    assert (reading.error.problem, reading.error.line) == (problem, safe + 1)
    assert len(reading.lines) == safe


def test_after_stands_on_the_last_line_of_its_group(splash: Game) -> None:
    table = started(splash)
    lines, raw, _ = group(table.head, Noted(text="a"), Noted(text="b"), after=4, key="k")
    assert [line.after for line in lines] == [msgspec.UNSET, 4]
    assert [line.key for line in lines] == ["k", msgspec.UNSET]
    assert read(table.bytes() + raw).error is None


# --- open and closed --------------------------------------------------------------------------


def test_a_log_without_its_seal_is_open(splash: Game) -> None:
    table = played(splash, 3)
    assert read(table.bytes()).open
    report = verify_bytes(table.bytes())
    assert (report.verdict, report.open, report.problems) == ("legal", True, ())


def test_a_game_that_ended_without_a_seal_is_open(splash: Game) -> None:
    table = finished(splash)
    assert isinstance(table.lines[-1].data, Ended)
    report = verify_bytes(table.bytes())
    assert (report.verdict, report.open) == ("legal", True)
    assert report.assurance is not None
    assert (report.assurance.end, report.assurance.over) == ("open", True)
    (problem,) = report.problems
    assert (problem.kind, problem.line) == ("unsealed", len(table.lines))
    assert tells(problem.message, "ledger record")
    table.seal()
    report = verify_bytes(table.bytes())
    assert (report.verdict, report.problems) == ("legal", ())


def test_a_seal_that_names_another_head_is_a_mismatch(splash: Game) -> None:
    table = finished(splash)
    for wrong in (
        Sealed(head="0" * 32, lines=table.head.seq),
        Sealed(head=table.head.digest, lines=3),
    ):
        _, raw, _ = stamp(table.head, [Entry(data=wrong, turn=table.lines[-1].turn)])
        report = verify_bytes(table.bytes() + raw)
        assert report.verdict == "illegal"
        assert report.problems[-1].kind == "mismatch"


# --- other versions ---------------------------------------------------------------------------


def test_an_unknown_event_leaves_the_good_prefix(splash: Game) -> None:
    table = played(splash, 3)
    _, raw, head = group(table.head, Danced(seat=1))
    _, note, _ = group(head, Noted(text="nice"))
    reading = read(table.bytes() + raw + note)
    assert reading.lines == table.lines
    assert reading.error is not None
    assert (reading.error.problem, reading.error.seq) == ("schema", len(table.lines) + 1)
    assert "danced" in reading.error.message
    report = verify_bytes(table.bytes() + raw + note)
    assert report.verdict == "damaged"
    assert [p.kind for p in report.problems] == ["schema"]
    assert [h.type for h in headers(table.bytes() + raw + note)][-2:] == ["danced", "noted"]


def test_a_field_of_a_newer_version_is_a_schema_error(splash: Game) -> None:
    table = played(splash, 1)
    body = (
        b'{"type":"noted","seq":%d,"cmd":%d,"more":false,"turn":1,"by":null,"at":null,'
        b'"data":{"text":"x","mood":"good"}'
    ) % (table.head.seq + 1, table.head.cmd + 1)
    reading = read(table.bytes() + line_of(table.head.digest, body))
    assert reading.error is not None
    assert reading.error.problem == "schema"
    assert "mood" in reading.error.message


@pytest.mark.parametrize("field", ["seq", "cmd"])
def test_a_line_out_of_order_is_a_schema_error_though_its_digest_is_right(
    splash: Game, field: str
) -> None:
    table = played(splash, 1)
    wrong = msgspec.structs.replace(table.head, **{field: getattr(table.head, field) + 1})
    _, raw, _ = group(wrong, Noted(text="x"))
    reading = read(table.bytes() + raw)
    assert reading.error is not None
    assert reading.error.problem == "schema"
    assert "expected line" in reading.error.message


def test_a_log_is_opened_once(splash: Game) -> None:
    table = played(splash, 1)
    _, raw, _ = group(table.head, table.lines[0].data)
    reading = read(table.bytes() + raw)
    assert reading.error is not None


def test_a_future_format_asks_for_a_newer_program(splash: Game) -> None:
    opened = msgspec.structs.replace(open_game(splash, ["Ana", "Bartek"]), format=2)
    _, raw, _ = group(Head(), opened)
    with refuses(Malformed, "2 | 1") as e:
        read(raw)
    assert e.value.line == 1
    newer = raw.replace(b'"game":', b'"mood":"good","game":')
    with pytest.raises(Malformed, match="newer version"):
        read(newer)


def test_another_rules_edition_is_a_warning(splash: Game) -> None:
    table = played(splash, 2)
    old = msgspec.structs.replace(table.lines[0].data, rules="splash/0")
    head, raw = Head(), b""
    for lines in (table.lines[:4], table.lines[4:]):
        entries = [
            Entry(data=old if isinstance(x.data, Opened) else x.data, turn=x.turn, by=x.by)
            for x in lines
        ]
        stamped, text, head = stamp(
            head, entries[: next((i + 1 for i, x in enumerate(lines) if not x.more))]
        )
        raw += text
        del stamped
    report = verify_bytes(raw)
    assert [p.kind for p in report.problems] == ["edition"]
    assert report.verdict == "legal"


def test_an_unknown_box_says_which(splash: Game) -> None:
    opened = msgspec.structs.replace(open_game(splash, ["Ana", "Bartek"]), box="f" * 32)
    _, raw, _ = group(Head(), opened)
    report = verify_bytes(raw)
    assert report.verdict == "damaged"
    assert "f" * 32 in report.problems[0].message


# --- not a log at all -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "empty"),
        (b"\n", "empty"),
        (b"   \n\n", "empty"),
        (b"\x00\xff\xfe\x01" * 64, ""),
        (b"GIF89a", ""),
        (b"game: osaka\nplayers: Ana, Bartek\n", "session"),
        (b"\n game: osaka\n", "session"),
        (b"[]\n", ""),
        (b"{}\n", ""),
        (b'{"type":"opened"}\n', ""),
        (b'{"type":"opened","data":{"format":1}}\n', ""),
        (b'{"type":"noted","data":{"format":1}}\n', "opened | starts"),
        (b'{"type":"opened","data":{"format":"1"}}\n', ""),
        ("game: osaka\nplayers: Ana, Bartek\n".encode("utf-16"), ""),
        (b"[" * 100_000, ""),
        (b'{"type":"opened","data":{"format":1,"x":' + b"[" * 100_000, ""),
    ],
)
def test_what_is_no_log_is_told_in_a_sentence(data: bytes, why: str) -> None:
    with refuses(Malformed, why):
        read(data)
    assert verify_bytes(data).verdict == "unreadable"


def test_a_log_of_another_game(splash: Game, osaka: Game) -> None:
    data = started(splash).bytes()
    with refuses(Malformed, "splash | osaka"):
        read(data, game=osaka)


def test_a_log_of_a_game_that_is_not_installed_can_still_be_listed(splash: Game) -> None:
    opened = Opened(game="chess", rules="chess/1", box="", seats=(Seat(name="Ana"),))
    _, raw, head = group(Head(), opened)
    _, more, _ = group(head, Danced(seat=1))
    with refuses(Malformed, "chess"):
        read(raw + more, file="x.jsonl")
    assert [h.type for h in headers(raw + more)] == ["opened", "danced"]
    assert read_opened(raw.splitlines()[0]).game == "chess"


def test_deep_nesting_is_an_error_of_its_line(splash: Game) -> None:
    table = played(splash, 1)
    body = (
        b'{"type":"adjusted","seq":%d,"cmd":%d,"more":false,"turn":1,"by":null,"at":null,'
        b'"data":{"reason":"","patches":[{"path":"/turn","value":%s}]}'
    ) % (table.head.seq + 1, table.head.cmd + 1, b"[" * 100_000 + b"]" * 100_000)
    reading = read(table.bytes() + line_of(table.head.digest, body))
    assert reading.lines == table.lines
    assert reading.error is not None
    assert reading.error.problem == "schema"
    assert verify_bytes(table.bytes() + line_of(table.head.digest, body)).verdict == "damaged"
    assert len(headers(table.bytes() + line_of(table.head.digest, body))) >= len(table.lines)


def test_a_huge_line_is_refused_fast(splash: Game) -> None:
    table = played(splash, 1)
    huge = b"x" * 8_000_000
    began = time.perf_counter()
    with pytest.raises(Malformed):
        read(huge)
    reading = read(table.bytes() + huge + b"\n")
    assert reading.lines == table.lines
    assert reading.error is not None
    assert reading.error.line == len(table.lines) + 1
    _, note, _ = group(table.head, Noted(text=huge.decode()))
    reading = read(table.bytes() + note)
    assert reading.error is not None
    assert reading.error.problem == "schema"
    assert time.perf_counter() - began < 2


def test_many_short_lines_of_garbage_are_refused_fast(splash: Game) -> None:
    data = played(splash, 1).bytes()
    began = time.perf_counter()
    assert read(data + b"x\n" * 200_000).error is not None
    assert time.perf_counter() - began < 3


# --- round trips ------------------------------------------------------------------------------


def test_lines_are_written_with_their_type_first_and_digest_last(splash: Game) -> None:
    for raw in sealed(splash).bytes().splitlines():
        names = list(msgspec.json.decode(raw))
        assert names[0] == "type"
        assert names[-1] == "digest"
        assert names[1:7] == ["seq", "cmd", "more", "turn", "by", "at"]


def test_text_of_any_kind_survives(splash: Game) -> None:
    table = played(splash, 1)
    for text in ('"', "\\", "\n\r\t\x00\x7f", "ż\u2028\U0001f41f", "</script>", ""):
        table.note(text)
    reading = read(table.bytes())
    assert reading.error is None
    assert [x.data.text for x in reading.lines if isinstance(x.data, Noted)][-2:] == [
        "</script>",
        "",
    ]
    assert encode(reading.lines) == table.bytes()


def test_a_retraction_into_nowhere_is_refused_not_crashed_on(splash: Game) -> None:
    table = played(splash, 2)
    for to in (0, -3, table.head.seq + 1, table.head.seq + 50, 2):
        turn = table.lines[-1].turn
        _, raw, _ = stamp(table.head, [Entry(data=Retracted(to=to), turn=turn)])
        report = verify_bytes(table.bytes() + raw)
        assert report.verdict in ("illegal", "damaged")
        assert report.problems[-1].line == table.head.seq + 1


def test_an_old_version_of_an_event_is_read_as_the_new_one() -> None:
    """Two steps, so that a log may skip a version."""
    from ledger.kernel.log.events import line_type
    from ledger.kernel.replay.log_reader import upcast

    class Sold(Event, frozen=True, kw_only=True):
        price: int

    class Sold2(Event, frozen=True, kw_only=True):
        price: int
        count: int

    class Sold3(Event, frozen=True, kw_only=True):
        total: int

    osaka = find_game("osaka")
    upcasts: Any = {
        Sold: lambda x: Sold2(price=x.price, count=1),
        Sold2: lambda x: Sold3(total=x.price * x.count),
    }
    old = replace(osaka, rules=replace(osaka.rules, upcasts=upcasts))

    def line(data: Any) -> Any:
        return line_type(type(data))(
            seq=1, cmd=0, more=False, turn=0, by=1, at=None, data=data, digest="d", key="k"
        )

    assert [line(x).type for x in (Sold(price=1), Sold2(price=1, count=2))] == ["sold", "sold.2"]
    new = upcast(old, [line(Sold(price=3)), line(Sold2(price=3, count=2)), line(Sold3(total=9))])
    assert [x.data for x in new] == [Sold3(total=3), Sold3(total=6), Sold3(total=9)]
    assert {(x.type, x.key, x.digest) for x in new} == {("sold.3", "k", "d")}
