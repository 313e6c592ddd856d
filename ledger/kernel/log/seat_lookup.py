"""Finding the seat or viewer that a string refers to."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.kernel.errors import Illegal, Malformed

from .events import RECORDER, Opened, Reader

SPECTATOR = 0
"""The viewer who sees only what everyone may see. Other viewers are a seat's number, or None, who
sees everything.
"""


def find_seat(names: Sequence[str], text: str) -> int:
    """Return the seat given by a number, a name, or the beginning of exactly one name.

    Raises `Malformed`, which lists the seats, if there is no such seat.
    """
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
    """Return who may read a remark: a seat, given as in `find_seat`, or the recorder."""
    return RECORDER if text not in names and text.lower() == RECORDER else find_seat(names, text)


def find_viewer(names: Sequence[str], text: str) -> int:
    """Return a seat, given as in `find_seat`, or 0 for a spectator."""
    nobody = text not in names and text.strip().lower() in ("spectator", "0")
    return SPECTATOR if nobody else find_seat(names, text)


def viewer_of(opened: Opened, text: str | None) -> int | None:
    """Return the viewer of a log; a log with one seat's view can only be seen as that seat.

    Raises `Illegal` for any other viewer, and `Malformed` if there is no such seat.
    """
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
