"""Behind an error: going on where it is clear what was meant, so that all errors are found."""

from __future__ import annotations

from abc import abstractmethod

from ledger.kernel.errors import LedgerError, Malformed

from .cursor import Move
from .draw_lines import ChanceLines
from .suggest import Word, nearest
from .words import legal_moves


class MendedLines(ChanceLines):
    """Takes lines one after the other, misspelt ones as they were meant."""

    @abstractmethod
    def _line(self, move: Move) -> None:
        """Do what a line says."""

    def _take(self, move: Move) -> None:
        """Do what a line says; go on behind an error where it is clear what was meant."""
        before = self.table.head.seq
        try:
            self._line(move)
        except LedgerError as e:
            if e.line is None:
                e.line = move.number
                e.column = e.column or (move.words[0].column if move.words else 1)
            e.source = e.source or self.source[e.line - 1]
            if not self.patient:
                raise
            if move.words and move.words[0].text.lower() == "result":
                self.errors.append(e)  # the position does not depend on it
                return
            fresh = e.line == move.number and self.table.head.seq == before
            meant = self._meant(move) if fresh and isinstance(e, Malformed) else None
            if meant is None:
                raise
            self.errors.append(e)
            try:
                self._line(meant)
            except LedgerError as again:
                if again.line in (None, move.number):  # it was not meant after all
                    self._look_on(e.line)
                    return
                raise

    def _meant(self, move: Move) -> Move | None:
        """Return a misspelt line as it was meant, if there is no doubt."""
        asked = self._game.awaiting(self.table.state)
        if not asked or not move.words:
            return None
        if move.seat is None:
            if self._fits(asked[0].seat, move.words):
                return move._replace(seat=asked[0].seat)
            name = nearest(move.words[0].text, self.names)
            if name is None or not move.words[1:]:
                return None
            return move._replace(seat=self.names.index(name) + 1, words=move.words[1:])
        text = " ".join(w.text for w in move.words)
        near = (nearest(text, legal_moves(self.table.position, move.seat)) or "").split()
        typed = [w.text.lower() for w in move.words]
        other = [a for a, b in zip(near, typed, strict=False) if a.lower() != b]
        if len(near) != len(typed) or len(other) != 1:
            return None  # one word may be misspelt, the rest stands
        return move._replace(words=[Word(x, 1) for x in near])

    def _fits(self, seat: int, words: list[Word]) -> bool:
        """Whether words can be read as somebody's move."""
        try:
            self._game.read(self.table.state, seat, words)
        except LedgerError:
            return False
        return True
