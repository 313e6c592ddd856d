"""Verification: what is refused, where, and by which rule."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import msgspec
import pytest

from common.refusals import tells
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import offered
from ledger.kernel.log.codec import Head, stamp
from ledger.kernel.log.events import Ended, Entry, Line, Noted, Patch, Retracted, groups
from ledger.kernel.play.table import Table
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.redact import redact
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.state.patch import diff
from ledger.kernel.verify.verify import EXIT, Report, compare_stream, verify_bytes

from ..logs import finished, played, sealed


def rewrite(lines: list[Line], changes: dict[int, dict[str, Any]]) -> bytes:
    """Write a log anew; `changes` replaces fields of the events on some lines."""
    head, raw = Head(), b""
    for group in groups(lines):
        entries = [
            Entry(
                data=msgspec.structs.replace(x.data, **changes.get(x.seq, {})),
                turn=x.turn,
                by=x.by,
                at=x.at,
            )
            for x in group
        ]
        _, text, head = stamp(head, entries)
        raw += text
    return raw


def only(report: Report) -> Any:
    (problem,) = report.problems
    return problem


def lines_of(table: Table, name: str) -> list[Line]:
    return [line for line in table.lines if line.type == name]


def test_a_changed_consequence_names_line_field_and_rule(splash: Game) -> None:
    table = finished(splash)
    line = lines_of(table, "scored.2")[1]
    report = verify_bytes(rewrite(table.lines, {line.seq: {"points": 7}}), "game.jsonl")
    problem = only(report)
    assert (report.file, report.verdict) == ("game.jsonl", "illegal")
    assert (problem.line, problem.kind, problem.rule) == (line.seq, "mismatch", "PLG-09")
    right = line.data.points
    assert tells(problem.message, f"scored | 2.points | 7 | {right}")


def test_a_move_against_the_rules_names_the_rule(splash: Game) -> None:
    table = played(splash, 6)
    line = lines_of(table, "threw")[0]
    mine = [x.data for x in table.lines[: line.seq - 1] if getattr(x.data, "seat", 0) == 1]
    other = next(s for s in ("S1", "S2", "S3", "S4") if not any(s in str(x) for x in mine))
    problem = only(verify_bytes(rewrite(table.lines, {line.seq: {"stone": other}})))
    assert (problem.line, problem.kind, problem.rule) == (line.seq, "illegal", "PLG-05")
    assert problem.message == f"there is no {other} in your hand"


def test_a_draw_that_cannot_be(splash: Game) -> None:
    table = played(splash, 3)
    problem = only(
        verify_bytes(
            rewrite(table.lines, {2: {"stones": ("S1",) * 3}, 3: {"stones": ("S1", "S9", "S1")}})
        )
    )
    assert (problem.line, problem.kind, problem.rule) == (3, "impossible", "PLG-02")


def test_more_or_fewer_chance_results_than_the_rules_ask_for(splash: Game) -> None:
    table = finished(splash)
    line = next(x for x in lines_of(table, "rolled") if len(x.data.faces) > 1)
    fewer = only(verify_bytes(rewrite(table.lines, {line.seq: {"faces": line.data.faces[1:]}})))
    assert (fewer.kind, fewer.rule) == ("mismatch", "PLG-08")
    more = only(
        verify_bytes(rewrite(table.lines, {line.seq: {"faces": (*line.data.faces, "miss")}}))
    )
    assert (more.line, more.kind, more.rule) == (line.seq, "mismatch", "PLG-08")


def test_events_left_out_or_added(splash: Game) -> None:
    table = finished(splash)
    big = next(g for g in groups(table.lines)[1:] if len(g) > 3)

    def log(group: list[Line]) -> bytes:
        head, raw = Head(), b""
        for g in [*groups(table.lines[: big[0].seq - 1]), group]:
            entries = [Entry(data=x.data, turn=x.turn, by=x.by) for x in g]
            _, text, head = stamp(head, entries)
            raw += text
        return raw

    missing = only(verify_bytes(log(list(big[:-1]))))
    assert (missing.kind, missing.line) == ("mismatch", big[-2].seq)
    assert tells(missing.message, "turned")
    extra = only(verify_bytes(log([*big, big[-1]])))
    assert (extra.kind, extra.line, extra.rule) == ("mismatch", big[-1].seq + 1, "PLG-03")
    assert tells(extra.message, "turned")
    other = only(verify_bytes(log([*big[:-1], big[0]])))
    assert tells(other.message, "turned")
    alone = only(verify_bytes(log([big[1]])))
    assert alone.kind == "illegal"


@pytest.mark.parametrize(
    ("change", "legal"),
    [
        ({"reason": "luck"}, True),
        ({"ranking": ((1,), (2,))}, False),
        ({"scores": (3, None)}, False),
    ],
)
def test_the_end_of_a_game_given_up(splash: Game, change: dict, legal: bool) -> None:
    table = sealed(splash)
    at = table.lines[-2].seq
    # the seal follows from the line before it, so it is left out here
    report = verify_bytes(rewrite(table.lines[:-1], {at: change}))
    if legal:
        assert [p.kind for p in report.problems] == ["unsealed"]
    else:
        assert report.problems[0].kind == "mismatch"
        assert report.verdict == "illegal"


def test_a_wrong_result_names_the_rule_that_decides_it(splash: Game) -> None:
    table = finished(splash)
    line = table.lines[-1]
    assert isinstance(line.data, Ended)
    wrong = tuple(s + 1 for s in line.data.scores if s is not None)
    report = verify_bytes(rewrite(table.lines, {line.seq: {"scores": wrong}}))
    assert report.problems[0].rule == "PLG-11"
    assert report.problems[0].line == line.seq


@pytest.mark.parametrize(
    ("at", "good"),
    [
        ("2026-03-01T18:30:00.000Z", True),
        ("2024-02-29T23:59:59.999Z", True),
        ("2026-02-30T18:30:00.000Z", False),
        ("2026-03-01T25:30:00.000Z", False),
        ("2026-03-01 18:30", False),
        ("2026-03-01T18:30:00.000Z\n", False),
        ("", False),
    ],
)
def test_times_are_checked(splash: Game, at: str, good: bool) -> None:
    table = played(splash, 1)
    table.note("now", at=at)
    report = verify_bytes(table.bytes())
    assert (report.verdict == "legal") is good
    if not good:
        assert (only(report).kind, only(report).line) == ("schema", len(table.lines))


@pytest.mark.parametrize("seat", [0, 3, -1])
def test_only_who_sits_there_can_remark(splash: Game, seat: int) -> None:
    table = played(splash, 1)
    _, raw, _ = stamp(
        table.head, [Entry(data=Noted(text="x", seat=seat), turn=table.lines[-1].turn)]
    )
    assert verify_bytes(table.bytes() + raw).verdict == "illegal"


def test_remarks_and_retractions_stand_alone(splash: Game) -> None:
    table = played(splash, 1)
    turn = table.lines[-1].turn
    for pair in ((Noted(text="a"), Noted(text="b")), (Retracted(to=4), Retracted(to=4))):
        _, raw, _ = stamp(table.head, [Entry(data=x, turn=turn) for x in pair])
        problem = only(verify_bytes(table.bytes() + raw))
        assert problem.line == table.head.seq + 2


def test_damage_after_a_take_back_is_told_at_its_own_line(splash: Game) -> None:
    table = played(splash, 3)
    table.undo()
    table.do(splash.rules.random_move(table.state, random.Random(1)), Seeded(1))
    last = groups(table.lines)[-1][0]
    field = "stone" if hasattr(last.data, "stone") else "seat"
    wrong: Any = "S9" if field == "stone" else 9
    problem = only(verify_bytes(rewrite(table.lines, {last.seq: {field: wrong}})))
    assert problem.line == last.seq


def test_a_correction_is_a_house_rule(splash: Game) -> None:
    table = played(splash, 2)
    table.adjust([Patch(path="/points/0", value=11)], "we forgot a splash")
    report = verify_bytes(table.bytes())
    assert report.verdict == "legal"
    assert (only(report).kind, only(report).line) == ("house-rule", len(table.lines))
    assert "we forgot a splash" in only(report).message
    _, raw, _ = stamp(
        table.head,
        [
            Entry(
                data=msgspec.structs.replace(table.lines[-1].data, patches=(Patch(path="/x"),)),
                turn=table.lines[-1].turn,
            )
        ],
    )
    assert verify_bytes(table.bytes() + raw).verdict == "illegal"


def test_an_end_that_was_adjusted_away_needs_no_seal(splash: Game) -> None:
    table = finished(splash)
    before = table.replay().at(groups(table.lines)[-2][-1].seq)
    table.adjust(diff(table.state, before), "we had one stone left")
    report = verify_bytes(table.bytes())
    assert (report.verdict, report.open) == ("legal", True)
    assert [p.kind for p in report.problems] == ["house-rule"]


def test_verdicts_have_exit_codes() -> None:
    assert EXIT == {
        "legal": 0,
        "possible": 0,
        "illegal": 1,
        "damaged": 1,
        "unchecked": 2,
        "unreadable": 2,
    }


def test_a_stream_is_compared_with_the_full_log(splash: Game) -> None:
    table = played(splash, 6)
    full = read(table.bytes())
    _, raw = redact(splash, table.lines, 1)
    assert compare_stream(full, raw) is None
    problem = compare_stream(full, table.bytes())
    assert problem is not None
    longer = played(splash, 8)
    _, more = redact(splash, longer.lines, 1)
    problem = compare_stream(full, more)
    assert problem is not None
    _, other = redact(splash, played(splash, 6, seed=2).lines, 1)
    problem = compare_stream(full, other)
    assert problem is not None
    assert tells(problem.message, "1")
    cut = compare_stream(full, raw[:-20])
    assert cut is not None
    assert cut.kind == "torn"


def test_progress_counts_lines(splash: Game) -> None:
    seen: list[int] = []
    data = sealed(splash).bytes()
    verify_bytes(data, progress=seen.append)
    assert seen[-1] == data.count(b"\n")
    assert seen == sorted(seen)


def test_an_edition_that_never_was_excuses_nothing(splash: Game) -> None:
    table = finished(splash)
    line = lines_of(table, "scored.2")[1]
    raw = rewrite(table.lines, {1: {"rules": "splash/99"}, line.seq: {"points": 7}})
    report = verify_bytes(raw)
    assert report.verdict == "illegal"
    assert [p.kind for p in report.problems[:2]] == ["edition", "mismatch"]


def test_a_game_of_an_earlier_edition_may_differ(splash: Game) -> None:
    meta = msgspec.structs.replace(splash.meta, past=("splash/0",))
    later = dataclasses.replace(splash, meta=meta)
    table = finished(later)
    table.seal()
    line = lines_of(table, "scored.2")[1]
    raw = rewrite(table.lines, {1: {"rules": "splash/0"}, line.seq: {"points": 7}})
    with offered(later):
        report = verify_bytes(raw)
    assert [p.kind for p in report.problems] == ["edition", "edition"]
    assert report.verdict == "possible", "today's rules cannot call it legal"
