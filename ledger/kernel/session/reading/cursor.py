"""Taking the lines of a session's body apart, one by one: player, move, time, remark."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.game.interface import Game
from ledger.kernel.log.events import Reader
from ledger.kernel.session.faults import Faults
from ledger.kernel.session.lines.players import is_player, take_player
from ledger.kernel.session.lines.remarks import find_private
from ledger.kernel.session.words.keywords import KEYWORDS, in_english
from ledger.kernel.session.words.typed_words import Word, needs, split_words
from ledger.kernel.times import read_time

_NUMBERED = re.compile(r"\d+[.)]\Z")
"""How people number their lines; a player's name that looks like this is quoted."""


class Move(NamedTuple):
    """One line of the body, taken apart; `to`: who alone may read its remark."""

    number: int
    source: str
    time: str | None
    seat: int | None
    words: list[Word]
    comment: str | None
    to: Reader | None = None


class Cursor:
    """A place in a session: `next` is the line to be read, `clock` the last time that was given."""

    def __init__(
        self,
        source: Sequence[str],
        game: Game,
        names: Sequence[str],
        faults: Faults,
        *,
        after: int,
        clock: str | None,
    ) -> None:
        """Start after the last line of the header."""
        self.source, self.game, self.names = source, game, names
        self.next, self.clock = after, clock
        self.starts = (*KEYWORDS, *game.slots)
        self._untranslated = (*KEYWORDS, *game.seat_slots)
        self._faults = faults

    def read(self) -> Move | None:
        """Return the next line that isn't empty; None at the end."""
        while self.next < len(self.source):
            number = self.next + 1
            text = self.source[self.next]
            self.next += 1
            column = 1
            try:
                words, comment = split_words(text)
                if not words and comment is None:
                    continue
                time = None
                if words and words[0].text.startswith("@"):
                    column = words[0].column
                    time = self._time(words.pop(0), number, text)
                if len(words) > 1 and _NUMBERED.match(words[0].text):
                    del words[0]
                seat = None
                if (private := find_private(words, comment, self.names)) is not None:
                    return Move(number, text, time, private.seat, [], comment, private.to)
                if words and (
                    not self._is_start(words[0]) or is_player(words, self.names, self.game)
                ):
                    seat, words = take_player(words, self.names)
                return Move(number, text, time, seat, self._english(words), comment)
            except LedgerError as e:
                e.line, e.source, e.column = e.line or number, text, e.column or column
                raise
        return None

    def read_again(self, move: Move) -> None:
        """Go back, so that this line is read again."""
        self.next = move.number - 1

    def _time(self, word: Word, number: int, text: str) -> str | None:
        """Read a time; one that is wrong doesn't stop the reading, as no position depends on it."""
        try:
            self.clock = read_time(word.text, self.clock)
        except Malformed as e:
            e.line, e.source, e.column = number, text, word.column
            self._faults.add(e)
            return None
        return self.clock

    def _is_start(self, word: Word) -> bool:
        """Whether a word starts a line that isn't a player's move."""
        return in_english(word, self.game).text.lower() in self.starts

    def _english(self, words: list[Word]) -> list[Word]:
        """Translate a move into the notation's own words, but not texts and players' names."""
        out = [in_english(w, self.game) for w in words]
        whole = not out or out[0].text.lower() not in self._untranslated
        return out if whole else [out[0], *words[1:]]


def split_inline(move: Move, words: list[Word]) -> tuple[list[Word], Move | None]:
    """Split off what was drawn or rolled: `reroll 1 3 -> G B`."""
    for i, word in enumerate(words):
        if word.text == "->":
            if i + 1 == len(words):
                raise needs(word, "what was drawn or rolled")
            return words[:i], move._replace(words=words[i:])
    return words, None
