"""Reading a session a second time to find out what is wrong with it: all errors, and their causes.

Each line is blamed for itself, unless an earlier line explains the error better (`look_back`).
Reading continues after a line whose meaning is clear in spite of its error (`recovery`); otherwise
the rest is checked as far as possible without knowing the position (`static_checks`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from ledger.kernel.errors import Illegal, Impossible, LedgerError, Malformed, NeedsOutcome
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Line
from ledger.kernel.message import Message
from ledger.kernel.notation.driver.pending_move import PendingMove, Waived
from ledger.kernel.notation.error_list import Faults
from ledger.kernel.notation.lines.typed_line import TypedLine
from ledger.kernel.notation.lines.waivers import explain_waivers
from ledger.kernel.notation.moves.move_reader import hint, wrong_word
from ledger.kernel.notation.session.header import SessionHead, read_header
from ledger.kernel.notation.session.session_driver import (
    MissingResult,
    MoveWords,
    SessionDriver,
)
from ledger.kernel.notation.session.session_file import driver_of, feed_lines, read_source
from ledger.kernel.play.position import Position
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Recorded, Seeded, outcomes
from ledger.kernel.rules.command import Command
from ledger.kernel.rules.decision import Decision
from ledger.kernel.words.typed_words import Word, split_words

from .look_back import END, MOVES_BACK, NumberedLine, look_back
from .recovery import as_meant
from .static_checks import PossibleResults, check_line, other_errors

_GUESSES = 8
"""How many results to try for a move whose result wasn't given."""


class _Mark(NamedTuple):
    """A place between two moves: the number of lines read so far and in the log, and the clock."""

    next: int
    seq: int
    clock: str | None


class Diagnosis:
    """What is wrong with a session that can't be read.

    `error` is the first error, with all others in its `more`; `driver` has what could be read, or
    is None if the header has too many errors for that.
    """

    def __init__(self, source: Sequence[str], game: Game | None, error: LedgerError) -> None:
        """Find out more about the error that stopped the plain reading."""
        self.source = source
        self.driver: SessionDriver | None = None
        self._faults = Faults()
        self._body: _Body | None = None
        self._read(game)
        self.error = self._faults.first() if self._faults.found else error

    def _read(self, game: Game | None) -> None:
        try:
            head = read_header(self.source, game)
            self._faults.add(*head.wrong)
            self._body = _Body(self.source, head, self._faults)
            self.driver = self._body.driver
            self._body.read()
        except LedgerError as e:
            self._faults.add(e if self._body is None else self._body.explained(e))
            if self._body is not None:
                self._body.look_on(e.line)

    def table_with_notes(self) -> Table | None:
        """Return the game up to the first error, with a note for each line from there on.

        Return None if the error is in the header or in the set-up.
        """
        return None if self._body is None else self._body.with_rest_as_notes(self.error.line or 0)

    def try_earlier_boxes(self) -> None:
        """Suggest an earlier standard box if the wrong line would be right with it."""
        if self._body is None or self.error.line is None:
            return
        game, end = self._body.head.game, self._body.head.end
        if any(line.lower().startswith("box:") for line in self.source[:end]):
            return
        for id in list(game.boxes)[1:]:
            if _fits((f"box: {id}", *self.source), game, after=self.error.line + 1):
                self.error.advice = Message(
                    "it fits {id}, the previous standard box: add `box: {id}` to the header", id=id
                )
                return


def _fits(source: Sequence[str], game: Game, *, after: int) -> bool:
    """Whether a session can be read, at least beyond this line."""
    try:
        read_source(source, game)
    except LedgerError as e:
        line = Diagnosis(source, game, e).error.line
        return line is None or line > after
    return True


class _PatientDriver(SessionDriver):
    """Learns which chance results are possible, and records each place between two moves.

    A wrong time doesn't stop it, as no position depends on times.
    """

    results: PossibleResults
    note_place: Callable[[], None]
    note_error: Callable[[LedgerError], None]

    def time_of(self, word: Word) -> str | None:
        try:
            return super().time_of(word)
        except Malformed as e:
            e.column = word.column
            self.note_error(e)
            return None

    def _decided(self, command: Command | None) -> Callable[[Recorded, Waived], Decision]:
        decided = super()._decided(command)

        def learning(chance: Recorded, waive: Waived) -> Decision:
            try:
                return decided(chance, waive)
            except NeedsOutcome as need:
                self.results.learn(need.slot, need.options)
                raise

        return learning

    def begin_line(self) -> None:
        """Record the place before a line."""
        self.note_place()


class _GuessingDriver(SessionDriver):
    """Guesses every chance result, to see what could follow; the seed decides the guesses."""

    seed = 0

    def go(self, p: PendingMove) -> None:
        """Play a move with guessed results."""
        assert p.command is not None  # noqa: S101
        self.playing.do(p.command, Seeded(self.seed), waive=p.waive, at=p.at)


class _Body:
    """Reads everything after the header, continuing after errors."""

    def __init__(self, source: Sequence[str], head: SessionHead, faults: Faults) -> None:
        self.source, self.head, self.faults = source, head, faults
        self.driver = driver = driver_of(head, source, _PatientDriver)
        self.names = driver.names
        self.results = PossibleResults(head.game, head.opened, self.names)
        driver.results = self.results
        driver.note_place, driver.note_error = self._note_place, self._note_error
        self._marks: list[_Mark] = []
        self._empty = Position(head.game, head.game.start(head.opened), self.names)
        self._clock = driver.clock
        self._at = head.end
        self._meant = 0

    def read(self) -> None:
        """Read as far as it makes sense."""
        head, driver = self.head, self.driver
        empty = not any(text.strip() for text in self.source[head.end :])
        if not head.sure or (head.wrong and empty):
            self.look_on(head.end)  # with the right options the moves may be right
            return
        try:
            driver.begin()
            while self._at < len(self.source):
                driver.number = self._at + 1
                self._clock = driver.clock
                line = self._line(self._at + 1)
                self._at += 1
                self._take(line)
            driver.number = len(self.source)
            if self._meant != driver.number:
                driver.finish()
        except LedgerError as e:
            e.line = e.line or driver.number
            if e.source is None and driver.table is not None:
                e.source = self.source[e.line - 1]
            raise

    def _line(self, number: int) -> TypedLine:
        text = self.source[number - 1]
        try:
            return self.driver.typed_line(text)
        except LedgerError as e:
            e.line, e.source = e.line or number, text
            e.column = e.column or split_words(text)[0][0].column
            raise

    def _take(self, line: TypedLine) -> None:
        """Carry out a line; after an error, continue if it is clear what the line meant."""
        driver = self.driver
        number = driver.number
        try:
            driver.take_line(line)
        except LedgerError as e:
            self._explain(line, e)
            stuck = driver.pending is not None
            if not stuck and (line.first == "result" or _says(line, "result")):
                self.faults.add(e)  # the position doesn't depend on it
                return
            fresh = not stuck and self._marks[-1:] == [self._place()]
            meant = as_meant(line, driver.position) if fresh and isinstance(e, Malformed) else None
            if meant is None:
                raise
            self.faults.add(e)
            self._try(meant, number)

    def _try(self, meant: TypedLine, number: int) -> None:
        """Carry out what a line probably meant; if that fails too, the rest can't be played."""
        self._meant = number
        try:
            self.driver.take_line(meant)
        except LedgerError:
            self.look_on(number)
            self._at = len(self.source)

    def _note_place(self) -> None:
        self._marks.append(self._place())

    def _place(self) -> _Mark:
        return _Mark(self.driver.number - 1, self.driver.playing.head.seq, self._clock)

    def _note_error(self, error: LedgerError) -> None:
        number = self.driver.number
        error.line, error.source = number, self.source[number - 1]
        self.faults.add(error)

    # --- what an error is about

    def _explain(self, line: TypedLine, error: LedgerError) -> None:
        """Add to an error its place, the wrong word, and what would be right."""
        attempt = self.driver.attempt
        if attempt.asked is not None:
            if not attempt.values:
                attempt.asked.explain(error, attempt.words)
            elif isinstance(error, Impossible) and attempt.words:
                attempt.asked.explain(error, attempt.words)
                need = attempt.asked.need
                found = self.results.strangers(need.slot, need.seat, attempt.words)
                error.more = [x for x in found if x.column != error.column]
        elif attempt.move is not None and not isinstance(error, MissingResult):
            self._explain_move(attempt.move, attempt.command, error)
        elif line.seat and not line.words and not isinstance(error, MissingResult):
            error.advice = hint(self.driver.position, line.seat)
        if self.driver.pending is None:
            self._hint_at_quotes(line, error)
        if error.line is None:
            error.line = self.driver.number
            error.column = error.column or (line.words[0].column if line.words else 1)
        error.source = error.source or self.source[error.line - 1]

    def _explain_move(self, move: MoveWords, command: Command | None, error: LedgerError) -> None:
        position = self.driver.position
        if command is None:
            error.more = error.more or other_errors(position, move.seat, move.words, error)
            if asked := position.asked:
                error.advice = hint(
                    position, asked[0].seat, move.words, error.advice, tail=move.tail, by=move.seat
                )
            if isinstance(error, Illegal):
                explain_waivers(error, move.waive, order=True)
        elif isinstance(error, Illegal):
            error.column = error.column or wrong_word(
                position, move.seat, move.words, error, move.waive
            )
            error.advice = error.advice or hint(position, command.seat, move.words, tail=move.tail)
            explain_waivers(error, move.waive)

    def _hint_at_quotes(self, line: TypedLine, error: LedgerError) -> None:
        """Suggest quotes for a player's name that was taken for another word."""
        first = split_words(line.source)[0][:1]
        for name in self.names:
            if line.seat is None and [w.text.lower() for w in first] == [name.lower()]:
                quoted = Message('if you mean the player, write "{name}" in quotes', name=name)
                error.advice = Message.join("; ", filter(None, (quoted, error.advice)))

    # --- which line is to blame

    def look_on(self, after: int | None) -> None:
        """Find errors after a line that don't depend on the position."""
        position = self._empty if self.driver.table is None else self.driver.position
        for number in range(max(self._at, after or 0) + 1, len(self.source) + 1):
            if self.faults.full:
                break
            self.driver.number = number
            try:
                line = self._line(number)
                if line.time is not None:
                    self.driver.time_of(line.time)
                if line.words:
                    check_line(line, position, self.results)
            except LedgerError as e:
                if isinstance(e, Illegal):
                    continue
                e.line, e.source = e.line or number, e.source or self.source[number - 1]
                self.faults.add(e)

    def explained(self, error: LedgerError) -> LedgerError:
        """Return the error in an earlier line that explains this error; if there is none, this
        error.
        """
        line = error.line or 0
        marks = [mark for mark in self._marks if mark.next < line]
        if not marks or any((e.line or 0) <= line for e in self.faults.found):
            return error
        try:
            lines = self._lines(marks[-MOVES_BACK:][0].next, line)
            if lines[-1].number == line and lines[-1].line.words:
                check_line(lines[-1].line, self._empty, self.results)
        except LedgerError:
            return error  # this line is wrong in any position
        if isinstance(error, MissingResult) and self._only_missing(marks[-1], lines):
            return error
        return look_back(error, lines, self.names, self._reach)

    def _lines(self, after: int, last: int) -> list[NumberedLine]:
        """Return the non-empty lines after one, up to and including another."""
        found = (NumberedLine(n, self._line(n)) for n in range(after + 1, last + 1))
        return [x for x in found if x.line.typed or x.line.comment is not None]

    def _only_missing(self, mark: _Mark, lines: Sequence[NumberedLine]) -> bool:
        """Whether the last line could follow the previous move, whose result wasn't given."""
        move, last = next(x for x in lines if x.number > mark.next), lines[-1]
        line = move.line
        if move is last or line.seat is None or line.first in self.head.game.words.slots:
            return move is last
        for seed in range(_GUESSES):
            driver = _GuessingDriver(self.head.game, self.driver.playing.back_to(mark.seq))
            driver.seed = seed
            with suppress(LedgerError):
                driver.take_line(line._replace(time=None))
                if _could_follow(driver, last.line, driver.playing.lines[mark.seq :]):
                    return True
        return False

    def _reach(self, number: int, text: str) -> int:
        """Return the line where reading would stop if one line were replaced by this text."""
        mark = self._mark(number)
        source = [*self.source[: number - 1], text, *self.source[number:]]
        table = self.driver.playing.back_to(mark.seq)
        driver = SessionDriver(self.head.game, table, clock=mark.clock)
        try:
            feed_lines(driver, source, mark.next)
        except LedgerError as e:
            return e.line or driver.number
        return END

    def _mark(self, number: int) -> _Mark:
        """Return the place before the move that a line belongs to."""
        at = bisect_left(self._marks, number, key=lambda mark: mark.next)
        return next(m for m in self._marks if m.next == self._marks[at - 1].next)

    def with_rest_as_notes(self, line: int) -> Table | None:
        """Return the game up to the move that a line belongs to, with a note for each line since.

        Return None if that line belongs to the set-up.
        """
        if self.driver.table is None or not self._marks or self._marks[0].next >= line:
            return None
        mark = self._mark(line)
        table = self.driver.table.back_to(mark.seq)
        for text in self.source[mark.next :]:
            if text.strip():
                table.note(text.strip())
        return table


def _says(line: TypedLine, keyword: str) -> bool:
    return line.keyword is not None and line.keyword.name == keyword


def _could_follow(driver: SessionDriver, line: TypedLine, group: Sequence[Line]) -> bool:
    """Whether a line answers the open question, or gives a result in the last group."""
    if line.first in driver.game.words.slots:
        given = outcomes([x.data for x in group], named=True)
        return line.first in [x.slot for x in given]
    return driver.could_answer(line)
