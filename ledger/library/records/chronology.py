"""The order in which games were played, as far as it is known."""

from __future__ import annotations

from ledger.kernel.results import PlayRecord
from ledger.library.journal.catalogue import GameEntry

from .merge import COPY, moment

_ENTERED = "entryDate"
"""A key in `extra` of a BG Stats play: when somebody entered it."""
_DIGITS = 12
_UNKNOWN = "~"
"""A string that sorts after every time and number."""


def chronology(entry: GameEntry) -> tuple[str, str, str]:
    """Return a sort key for games: by day, time, when they were entered, when they came here."""
    date, _, time = (entry.date or "").partition("T")
    if entry.played is not None:
        time = entry.played.time or ""
    return date, time or _UNKNOWN, _tie_break(entry)


def _tie_break(entry: GameEntry) -> str:
    """Return a sort key for games that started at the same time; logs come after results."""
    if entry.played is None:
        return f"{_UNKNOWN} {_UNKNOWN} {entry.id}"
    return f"{entered(entry.played) or _UNKNOWN} {entry.line:0{_DIGITS}} {entry.id}"


def entered(played: PlayRecord) -> str | None:
    """Return when a play was entered at its source: a time, or an ever-increasing number."""
    if (at := moment(played.extra.get(_ENTERED))) is not None:
        return at
    if played.source == COPY and played.key.isdecimal():
        return played.key.rjust(_DIGITS, "0")
    return None
