"""The order in which games were played, as far as it is known."""

from __future__ import annotations

from ledger.kernel.results import PlayRecord
from ledger.library.journal.catalogue import GameEntry

from .merge import COPY, moment

_ENTERED = "entryDate"
"""In `extra` of a BG Stats play: when somebody entered it."""
_DIGITS = 12


def chronology(entry: GameEntry) -> tuple[str, str, str, int]:
    """Return what sorts games: day, time, when they were entered, and when they came here."""
    date, _, time = (entry.date or "").partition("T")
    played = entry.played
    if played is not None:
        time = played.time or ""
    return date, time or "~", entered(played) or "", entry.line


def entered(played: PlayRecord | None) -> str | None:
    """Return when a play was entered at its source: a time, or a number that grows."""
    if played is None:
        return None
    if (at := moment(played.extra.get(_ENTERED))) is not None:
        return at
    if played.source == COPY and played.key.isdecimal():
        return played.key.rjust(_DIGITS, "0")
    return None
