"""How much a seat may add to a log besides moves: enough for any evening, too little to fill a
disk.

The length of a game limits the moves that count. Nothing limits notes, take-backs, and the moves
they take back, so each seat has one quota for all of these together. Referees have none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ledger.kernel.errors import Illegal
from ledger.kernel.log.events import Line, Noted, Retracted
from ledger.kernel.message import Message

MOST_LINES = 1000
MOST_CHARACTERS = 100_000
_REFEREE = Message("a referee of the game can still write notes and take moves back")


class GrowthQuota:
    """What the seats of a game have added to its log so far, besides the moves that count."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._lines: Counter[int | None] = Counter()
        self._characters: Counter[int | None] = Counter()
        standing: list[Line] = []
        for line in lines:
            taken: list[Line] = []
            if isinstance(line.data, Retracted):
                while standing and standing[-1].seq > line.data.to:
                    taken.append(standing.pop())
            else:
                standing.append(line)
            self.count([line], taken)

    def count(self, lines: Iterable[Line], taken_back: Iterable[Line] = ()) -> None:
        """Count new lines, and those that they take back.

        Other people's remarks that are taken back with a move are written again, and don't count
        against their authors.
        """
        for line in lines:
            if isinstance(line.data, Noted):
                self._lines[line.by] += 1
                self._characters[line.by] += len(line.data.text)
            elif isinstance(line.data, Retracted):
                self._lines[line.by] += 1
                for old in taken_back:
                    self._lines[line.by] += 1
                    if isinstance(old.data, Noted):
                        self._lines[old.by] -= 1
                        self._characters[old.by] -= len(old.data.text)
                        self._characters[line.by] += len(old.data.text)

    def check_note(self, seat: int | None, text: str) -> None:
        """Raise `Illegal` if this note would exceed a seat's quota."""
        self._check_lines(seat, 1)
        self._check_characters(seat, len(text))

    def check_undo(self, seat: int | None, taken_back: Iterable[Line]) -> None:
        """Raise `Illegal` if taking back these lines would exceed a seat's quota."""
        lines = list(taken_back)
        self._check_lines(seat, 1 + len(lines))
        remarks = (len(x.data.text) for x in lines if isinstance(x.data, Noted) and x.by != seat)
        self._check_characters(seat, sum(remarks))

    def _check_lines(self, seat: int | None, more: int) -> None:
        if self._lines[seat] + more > MOST_LINES:
            raise Illegal(
                "your notes and the moves you took back fill {count} lines of this game, which is "
                "the limit",
                hint=_REFEREE,
                count=self._lines[seat],
            )

    def _check_characters(self, seat: int | None, more: int) -> None:
        if self._characters[seat] + more > MOST_CHARACTERS:
            raise Illegal(
                "your notes in this game are almost at the limit: you have {count} characters left",
                hint=_REFEREE,
                count=max(0, MOST_CHARACTERS - self._characters[seat]),
            )
