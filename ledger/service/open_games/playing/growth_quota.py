"""How much people may add to a log besides moves: enough for any evening, too little to fill a
disk.

The length of a game limits the moves that count. Nothing limits notes, take-backs, and the moves
they take back, so each seat has one quota for all of these together. The referees of a game share
one that is much larger.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from ledger.kernel.errors import Illegal
from ledger.kernel.log.events import Line, Noted, Retracted
from ledger.kernel.message import Message


class Limits(NamedTuple):
    """How many lines, and how many characters in notes, may be added to one game."""

    lines: int
    characters: int


SEAT = Limits(1_000, 100_000)
"""What each seat may add."""
REFEREES = Limits(20_000, 2_000_000)
"""What all referees of a game may add together."""
_REFEREE = Message("a referee of the game can still write notes and take moves back")


class GrowthQuota:
    """What people have added to the log of a game so far, besides the moves that count.

    Referees, who have no seat, count as one.
    """

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
        """Raise `Illegal` if this note would exceed the quota of a seat, or of the referees."""
        self._check_lines(seat, 1)
        self._check_characters(seat, len(text))

    def check_undo(self, seat: int | None, taken_back: Iterable[Line]) -> None:
        """Raise `Illegal` if taking back these lines would exceed the quota."""
        lines = list(taken_back)
        self._check_lines(seat, 1 + len(lines))
        remarks = (len(x.data.text) for x in lines if isinstance(x.data, Noted) and x.by != seat)
        self._check_characters(seat, sum(remarks))

    def _check_lines(self, seat: int | None, more: int) -> None:
        count = self._lines[seat]
        if count + more <= _limits(seat).lines:
            return
        if seat is None:
            raise Illegal(
                "the referees' notes and the moves they took back fill {count} lines of this "
                "game, and there may be {limit}",
                count=count,
                limit=REFEREES.lines,
            )
        raise Illegal(
            "your notes and the moves you took back fill {count} lines of this game, which is "
            "the limit",
            hint=_REFEREE,
            count=count,
        )

    def _check_characters(self, seat: int | None, more: int) -> None:
        left = max(0, _limits(seat).characters - self._characters[seat])
        if more <= left:
            return
        if seat is None:
            raise Illegal(
                "the referees' notes in this game are almost at the limit: {count} characters are "
                "left",
                count=left,
            )
        raise Illegal(
            "your notes in this game are almost at the limit: you have {count} characters left",
            hint=_REFEREE,
            count=left,
        )


def _limits(seat: int | None) -> Limits:
    return REFEREES if seat is None else SEAT
