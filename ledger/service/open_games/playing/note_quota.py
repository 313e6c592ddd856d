"""How many remarks a seat may write in a game: enough for any evening, too few to fill a disk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ledger.kernel.errors import Illegal
from ledger.kernel.log.events import Line, Noted
from ledger.kernel.message import Message

MOST_NOTES = 500
MOST_CHARACTERS = 100_000
_REFEREE = Message("a referee of the game can still write notes")


class NoteQuota:
    """What the seats of a game have written so far. A referee may always write."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._notes: Counter[int | None] = Counter()
        self._characters: Counter[int | None] = Counter()
        self.count(lines)

    def count(self, lines: Iterable[Line]) -> None:
        for line in lines:
            if isinstance(line.data, Noted):
                self._notes[line.by] += 1
                self._characters[line.by] += len(line.data.text)

    def check(self, seat: int | None, text: str) -> None:
        """Raise `Illegal` if a seat has used up its quota."""
        if self._notes[seat] >= MOST_NOTES:
            raise Illegal(
                "you have written {count} notes in this game, which is the limit",
                hint=_REFEREE,
                count=MOST_NOTES,
            )
        if self._characters[seat] + len(text) > MOST_CHARACTERS:
            left = max(0, MOST_CHARACTERS - self._characters[seat])
            raise Illegal(
                "your notes in this game are almost at the limit: you have {count} characters left",
                hint=_REFEREE,
                count=left,
            )
