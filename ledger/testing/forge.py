"""Change events of a log and stamp it again, so that only the rules can expose the forgery."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ledger.kernel.log.codec import Head, stamp
from ledger.kernel.log.events import Entry, Event, Line, Sealed, groups
from ledger.kernel.verify.verify import Problem, Report, verify_bytes


def change(line: Line, **fields: Any) -> Event:
    """Return a line's event with some fields changed."""
    changed: Event = msgspec.structs.replace(line.data, **fields)
    return changed


def forge(
    lines: Sequence[Line],
    events: dict[int, Sequence[Event]] | None = None,
    headers: dict[int, dict[str, Any]] | None = None,
    cut: int | None = None,
) -> bytes:
    """Return a log in which the events of some lines are replaced by none, one or several others.

    `events` and `headers` give the new events and header fields by line number; `cut` ends the log
    after the group that contains that line. All digests and the seal are valid.
    """
    head, out = Head(), b""
    for group in groups(lines):
        entries: list[Entry] = []
        for line in group:
            new = (events or {}).get(line.seq, (line.data,))
            header: dict[str, Any] = {"turn": line.turn, "by": line.by, "at": line.at}
            header |= (headers or {}).get(line.seq, {})
            if isinstance(line.data, Sealed):
                new = [Sealed(head=head.digest, lines=head.seq)]
            entries += [Entry(data=x, **header) for x in new]
        if entries:
            _, raw, head = stamp(head, entries)
            out += raw
        if cut is not None and group[-1].seq >= cut:
            break
    return out


def judge(data: bytes) -> tuple[Report, Problem]:
    """Verify a forged log, and assert that it is illegal for exactly one reason.

    Return the report and that problem.
    """
    report = verify_bytes(data)
    assert report.verdict == "illegal", report
    problem, *rest = [p for p in report.problems if p.kind not in ("house-rule", "torn")]
    assert not rest, report
    assert problem.seq == problem.line
    return report, problem


def restamp(
    lines: Sequence[Line], change: Callable[[Line, Entry], Entry] = lambda line, entry: entry
) -> tuple[list[Line], bytes]:
    """Change the entries of a log; return its new lines and bytes, with valid digests and seal."""
    out: list[Line] = []
    raw = b""
    head = Head()
    for group in groups(lines):
        entries = []
        for line in group:
            waived = line.waived or ()
            data = line.data
            if isinstance(data, Sealed):
                data = Sealed(head=head.digest, lines=head.seq)
            entry = Entry(data=data, turn=line.turn, by=line.by, at=line.at, waived=waived)
            entries.append(change(line, entry))
        stamped, text, head = stamp(head, entries)
        out += stamped
        raw += text
    return out, raw
