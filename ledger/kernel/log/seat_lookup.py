"""Finding the seat or viewer that somebody names."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.kernel.errors import Illegal, Malformed

from .events import RECORDER, Opened, Reader

SPECTATOR = 0
"""The viewer who sees only what everybody may see; other viewers are a seat's number, or None,
who sees everything."""


def find_seat(names: Sequence[str], text: str) -> int:
    """Return the seat meant by a number, a name, or the beginning of just one name."""
    if text in names:
        return list(names).index(text) + 1
    low = text.strip().lower()
    if low.isdecimal() and 1 <= int(low) <= len(names):
        return int(low)
    hits = [i for i, n in enumerate(names, 1) if n.lower() == low]
    hits = hits or [i for i, n in enumerate(names, 1) if low and n.lower().startswith(low)]
    if len(hits) == 1:
        return hits[0]
    seats = ", ".join(f"{i} {n}" for i, n in enumerate(names, 1))
    raise Malformed(
        "{text!r} isn't a seat of this game", hint="seats: {seats}", text=text, seats=seats
    )


def find_reader(names: Sequence[str], text: str) -> Reader:
    """Return who may read a remark: the seat that is meant, or the recorder."""
    return RECORDER if text not in names and text.lower() == RECORDER else find_seat(names, text)


def find_viewer(names: Sequence[str], text: str) -> int:
    """Return the seat that is meant, or 0 for a spectator."""
    nobody = text not in names and text.strip().lower() in ("spectator", "0")
    return SPECTATOR if nobody else find_seat(names, text)


def viewer_of(opened: Opened, text: str | None) -> int | None:
    """Return who looks at a log; a seat's own log can only be seen by that seat."""
    own = opened.view
    if text is None:
        return own
    wanted = find_viewer([s.name for s in opened.seats], text)
    if own is not None and wanted != own:
        raise Illegal(
            "this file contains only what seat {seat} saw"
            if own
            else "this file contains only what a spectator saw",
            seat=own,
        )
    return wanted
