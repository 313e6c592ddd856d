"""Creating a log with some of its events changed, and a new chain."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import UNSET

from ledger.kernel.log.codec import Head, stamp
from ledger.kernel.log.events import Entry, Event, Line, Sealed, groups


def restamp(
    lines: Sequence[Line], change: Callable[[Event], Event], *, times: bool = True
) -> tuple[list[Line], bytes]:
    """Return a log and its bytes, with every event replaced by what `change` returns.

    Without `times`, the lines have no times.
    """
    head, out, raw = Head(), list[Line](), list[bytes]()
    for group in groups(lines):
        entries = [
            Entry(
                data=head.seal() if isinstance(line.data, Sealed) else change(line.data),
                turn=line.turn,
                by=line.by,
                at=line.at if times else None,
                waived=() if line.waived is UNSET else line.waived,
            )
            for line in group
        ]
        stamped, text, head = stamp(head, entries)
        out += stamped
        raw.append(text)
    return out, b"".join(raw)
