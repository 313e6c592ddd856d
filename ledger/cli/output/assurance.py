"""What a verdict stands on, and the fingerprints of sealed logs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ledger.kernel.text.departures import box_text, options_text, some

if TYPE_CHECKING:
    from ledger.kernel.log.assurance import Assurance, BoxUsed
    from ledger.kernel.log.codec import Head


def assurance_line(found: Assurance) -> str:
    """Return what a verdict stands on, in one line."""
    from ledger.kernel.text.safe import safe

    return safe("; ".join(_parts(found)))


def _parts(found: Assurance) -> Iterator[str]:
    yield "open (only the seal is missing)" if found.over and found.end == "open" else found.end
    yield _box(found.box)
    yield f"options {options_text(found.options)}" if found.options else "usual options"
    if found.waived:
        yield f"waived: {some(f'{x.rule} (line {x.line})' for x in found.waived)}"
    if found.corrected:
        yield f"corrected by hand: {some(f'line {x.line} ({x.reason})' for x in found.corrected)}"
    if not (found.waived or found.corrected):
        yield "nothing waived or corrected"
    if found.view is not None:
        yield f"seat {found.view}'s log" if found.view else "a spectator's log"
    if found.unseen:
        seen = "hidden" if found.view is not None else "nobody saw"
        yield f"{seen}: {some(f'{n} {name}' for name, n in found.unseen.items())}"
    else:
        yield "everything seen"
    if found.fingerprint is not None:
        yield f"fingerprint {found.fingerprint}"


def _box(box: BoxUsed) -> str:
    which = "standard box" if box.standard else box_text(box.differs)
    return f"{which}, defaults in {box.defaults} of {box.tables} tables"


def tell_fingerprint(head: Head, *, of: str = "") -> None:
    """Print the fingerprint of a log that was sealed just now; `of`: what it is, if not the log."""
    from ledger.kernel.log.fingerprint import fingerprint

    from .console import say

    say(f"{of or 'sealed'}: fingerprint {fingerprint(head.digest)} (`ledger verify --fingerprint`)")
