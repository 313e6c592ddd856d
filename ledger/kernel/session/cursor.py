"""The lines of a session, taken apart: who says what, when, and what cannot be read at all."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import NamedTuple

from ledger.kernel.errors import Ambiguous, LedgerError, Malformed
from ledger.kernel.game.interface import Game, State
from ledger.kernel.log.events import Opened
from ledger.kernel.play.position import Position
from ledger.kernel.play.table import Table
from ledger.kernel.times import read_time

from .keywords import raise_all
from .static_checks import Known, check_keyword, others
from .suggest import Word, needs
from .waivers import take_waivers
from .words import KEYWORDS, in_english, no_player, read_words, split_words, take_player

_NUMBERED = re.compile(r"\d+[.)]\Z")
"""How people number their lines; a player who is called so stands in quotes."""
MOST = 50
"""Errors that are told of one file."""


class Move(NamedTuple):
    """One line of the body, taken apart."""

    number: int
    source: str
    time: str | None
    seat: int | None
    words: list[Word]
    comment: str | None


class Lines:
    """Reads line by line from where it stands; `table` is the game as far as it was read.

    `patient`: goes on behind an error, to find all `errors` of a file. `bare` is the position
    before the set-up.
    """

    def __init__(self, text: str, game: Game | None, *, patient: bool = True) -> None:
        # not splitlines(): a note may hold other characters that some take for the end of a line
        self.source = re.split(r"\r\n?|\n", text.removeprefix("\ufeff").rstrip("\r\n"))
        self.game = game
        self.start = self.next = 0
        self.clock: str | None = None
        self.names: list[str] = []
        self.patient = patient
        self.errors: list[LedgerError] = []
        self.opened: Opened
        self.bare: State
        self.table: Table

    def _move(self) -> Move | None:
        """Return the next line of the body that says something."""
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
                if words and not self._is_start(words[0]):
                    seat, words = take_player(words, self.names)
                return Move(number, text, time, seat, self._english(words), comment)
            except LedgerError as e:
                e.line, e.source, e.column = e.line or number, text, e.column or column
                raise
        return None

    def _time(self, word: Word, number: int, text: str) -> str | None:
        """Read when something was; the position does not depend on it."""
        try:
            time = read_time(word.text, self.clock)
        except Malformed as e:
            if not self.patient:
                raise
            e.line, e.source, e.column = number, text, word.column
            self.errors.append(e)
            return None
        self.clock = time
        return time

    def _look_on(self, line: int | None) -> None:
        """Find lines behind a wrong one that no position makes right; then all is read."""
        self.next = max(self.next, line or 0)
        while len(self.errors) <= MOST:
            try:
                move = self._move()
                if move is None:
                    break
                if move.words:
                    self._readable(move)
            except (Malformed, Ambiguous) as e:
                e.line = e.line or self.next
                e.source = e.source or self.source[e.line - 1]
                self.errors.append(e)
        self.next = len(self.source)

    def _readable(self, move: Move) -> None:
        """Refuse a line that is wrong wherever it stands."""
        word = move.words[0].text.lower()
        if word in self._game.slots:
            raise_all(list(self.known.strangers(word, move.seat, move.words[1:])))
        elif word in KEYWORDS and (move.seat is None or word in ("undo", "adjust")):
            check_keyword(word, move.words, move.source, self.names)
        elif move.seat is None:
            no_player(move.words[0], self.names)
        else:
            self._readable_move(move.seat, move)

    def _readable_move(self, seat: int, move: Move) -> None:
        words, _ = take_waivers(move.words, self._game)
        words, inline = split_inline(move, words)
        if not words:
            return
        read = self._reading(self.table.state if hasattr(self, "table") else self.bare, seat)
        try:
            read(words)
        except Malformed as e:
            e.more = others(read, words, e)
            raise
        if inline is not None and len(self._game.inline_slots) == 1:
            slot = self._game.inline_slots[0]
            raise_all(list(self.known.strangers(slot, seat, inline.words[1:])))

    def _reading(self, state: State, seat: int) -> Callable[[list[Word]], object]:
        """Return what reads a move of somebody."""
        return lambda words: read_words(Position(self._game, state, self.names), seat, words)

    @functools.cached_property
    def known(self) -> Known:
        """What can come in this game."""
        return Known(self._game, self.opened, self.names)

    def _with_more(self, e: LedgerError) -> list[LedgerError]:
        """Return an error and those that came with it, each with its place."""
        for one in e.more:
            one.line, one.source = one.line or e.line, one.source or e.source
        out, e.more = [e, *e.more], []
        return out

    def _is_start(self, word: Word) -> bool:
        return in_english(word, self._game).text.lower() in self._starts()

    def _english(self, words: list[Word]) -> list[Word]:
        """Put a move into the notation's own words; texts and players' names stay as they are."""
        out = [in_english(w, self._game) for w in words]
        names = (*KEYWORDS, *self._game.seat_slots)
        return [out[0], *words[1:]] if out and out[0].text.lower() in names else out

    def _starts(self) -> tuple[str, ...]:
        """Words that begin a line which is no player's move."""
        return (*KEYWORDS, *self._game.slots)

    @property
    def _game(self) -> Game:
        assert self.game is not None  # noqa: S101
        return self.game


def blamed(message: str, words: list[Word]) -> int:
    """Return the column of the word that an error speaks of first, else of the first one."""
    at = {w.text.strip(",*").lower(): w.column for w in reversed(words[1:])}
    named = re.findall(r"[\w$:-]+", message.lower())
    return next((at[x] for x in (*named, "?") if x in at), words[0].column)


def split_inline(move: Move, words: list[Word]) -> tuple[list[Word], Move | None]:
    """Split off what was drawn or rolled: `reroll 1 3 -> G B`."""
    for i, word in enumerate(words):
        if word.text == "->":
            if i + 1 == len(words):
                raise needs(word, "what was drawn or rolled")
            return words[:i], move._replace(words=words[i:])
    return words, None
