"""Session notation becomes a log; every error points at line and column."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import NamedTuple

from ledger.kernel.errors import Illegal, LedgerError, Malformed
from ledger.kernel.game.interface import Command, Game, State
from ledger.kernel.log.events import groups
from ledger.kernel.play.chance import Recorded
from ledger.kernel.play.position import Position
from ledger.kernel.play.table import Table

from .cursor import MOST, Move, blamed, split_inline
from .header import read_header
from .keywords import check_result, read_adjust, read_undo, rest_of
from .recovery import MendedLines
from .static_checks import others
from .suggest import Word, needs
from .waivers import explain_waivers, take_waivers
from .words import KEYWORDS, OVER, check_answer, hint, no_player, read_words, unescape


class Session(NamedTuple):
    """What could be read of a session file, and the error at which reading stopped."""

    table: Table
    error: LedgerError | None


def read_session(text: str, *, file: str | None = None, game: Game | None = None) -> Table:
    """Read a session file into a table; errors point at line and column.

    The error that is raised is the first; its `more` are those of later lines, as far as they
    are wrong whatever was meant by the lines before.
    """
    try:
        return _Reader(text, game).run()
    except LedgerError as e:
        for error in (e, *e.more):
            error.file = error.file or file
        raise


def read_lenient(text: str, *, file: str | None = None, game: Game | None = None) -> Session:
    """Read a session up to its first error; from there on every line becomes a note."""
    try:
        return Session(read_session(text, file=file, game=game), None)
    except LedgerError as e:
        reader = _Reader(text, game, patient=False)
        with suppress(LedgerError):
            reader.run()
        if e.line is None or not hasattr(reader, "table"):
            raise  # without players or set-up there is no game
        reader.keep_rest()
        return Session(reader.table, e)


def _tail(inline: Move | None) -> str:
    """Return what was typed behind a move: ` -> R G`."""
    return "" if inline is None else "".join(f" {w.text}" for w in inline.words)


def _place(error: LedgerError) -> tuple[int, int]:
    """Return where an error stands among others; what misses a next line, behind all of its own."""
    return error.line or 0, error.column or sys.maxsize


class _Reader(MendedLines):
    def run(self) -> Table:
        """Read header and body; then raise the first error with all others."""
        try:
            self._read()
        except LedgerError as e:
            self.errors.append(e)
            if not self.patient:
                raise
            if self.names:
                self._look_on(e.line)
        if self.errors:
            every = [x for e in self.errors for x in self._with_more(e)]
            first, *more = sorted(every, key=_place)
            first.more = more[:MOST]
            raise first from None
        return self.table

    def _read(self) -> None:
        head = read_header(self.source, self.game)
        if head.wrong and not self.patient:
            raise head.wrong[0]
        self.errors += head.wrong
        opened = self.opened = head.opened
        game = self.game = head.game
        self.next, self.clock = head.end, head.clock
        self.names = [s.name for s in opened.seats]
        self.bare = game.start(opened)
        told = any(text.strip() for text in self.source[head.end :])
        if not head.sure or (head.wrong and not told):
            self._look_on(head.end)  # with another option the moves could be right
            return

        def set_up(chance: Recorded) -> None:
            self.table = Table.open(game, opened, chance, at=head.at)

        self._with_chance(set_up, "in the set-up")
        while (move := self._next_move()) is not None:
            self._take(move)
        # No decline is supplied at the end: a log that waits there for an answer is open.
        if self.table.over and not self.table.head.sealed and not self.errors:
            self.table.seal(at=self.table.lines[-1].at)

    def _next_move(self) -> Move | None:
        self.start = self.next
        return self._move()

    def keep_rest(self) -> None:
        """Keep what was not read as notes, line by line."""
        for text in self.source[self.start :]:
            if text.strip():
                self.table.note(text.strip())

    def _line(self, move: Move) -> None:
        table = self.table
        if not move.words:
            if move.comment is None:
                error = needs(Word(move.source.rstrip(), 1), "a move")
                if move.seat is not None:
                    error.hint = hint(table.position, move.seat)
                raise error
            table.note(unescape(move.comment), seat=move.seat, at=move.time)
            return
        first = move.words[0]
        word = first.text.lower()
        if word in KEYWORDS and (move.seat is None or word in ("undo", "adjust")):
            self._keyword(word, move)
        elif word in self._game.slots:
            # chance for a question that was answered by silence
            no = self._declinable()
            if no is None:
                last = [line.data for line in groups(table.lines[-64:])[-1]]
                rule, why = self._game.undrawn(last, word) or (None, None)
                message = why or f"nothing is to be drawn or rolled here: leave out `{word}`"
                raise Illegal(message, rule=rule, column=first.column)
            self.next = move.number - 1
            self._do(no, (), None)
            return
        elif move.seat is None:
            self._say_who(move)
            no_player(first, self.names)
        else:
            self._command(move)
        if move.comment is not None:
            table.note(unescape(move.comment), at=move.time)

    def _say_who(self, move: Move) -> None:
        """Refuse a move without a player, if it is one."""
        asked = self._game.awaiting(self.table.state)
        first = move.words[0]
        if not asked or not self._fits(asked[0].seat, move.words):
            return
        text = " ".join(w.text for w in move.words)
        raise Malformed(
            f"{first.text!r} is no player: say who moves",
            column=first.column,
            hint=f"did you mean `{self.names[asked[0].seat - 1]} {text}`?",
        )

    def _keyword(self, word: str, move: Move) -> None:
        table = self.table
        if word == "undo":
            table.undo(read_undo(move.words), by=move.seat, at=move.time)
        elif word == "abandon":
            table.abandon(unescape(rest_of(move.words, move.source)), at=move.time)
        elif word == "result":
            self._result(move)
        else:
            patches, reason = read_adjust(move.words, move.source)
            table.adjust(patches, reason, by=move.seat, at=move.time)

    def _result(self, move: Move) -> None:
        while (no := self._declinable()) is not None:
            self._do(no, (), None)
        check_result(self.table.position, move.words[1:])

    def _command(self, move: Move) -> None:
        words, waive = take_waivers(move.words, self._game)
        words, inline = split_inline(move, words)
        assert move.seat is not None  # noqa: S101
        first: tuple[LedgerError, State] | None = None  # and the position in which it came
        hopeless = False  # no decline of others makes this the right answer
        while True:
            table = self.table
            asked = self._game.awaiting(table.state)
            try:
                if not asked:
                    raise Illegal(OVER, column=move.words[0].column)
                if not words:
                    name = self.names[move.seat - 1]
                    raise needs(Word(name, move.words[0].column - len(name)), "a move")
                command = read_words(table.position, move.seat, words)
                fits = isinstance(command, self._game.answers[asked[0].ask])
                hopeless = fits and command.seat not in [q.seat for q in asked]
                check_answer(table.position, command, move.words[0].column)
                break
            except LedgerError as e:
                if first is None:
                    e.more = others(self._reading(table.state, move.seat), words, e)
                first = first or (e, table.state)
                no = self._declinable()
                if no is None or hopeless:
                    raise self._hinted(*first, words, waive, inline) from None
            try:
                self._do(no, (), None)
            except LedgerError:
                if isinstance(first[0], Malformed) or move.seat == no.seat:
                    raise self._hinted(*first, words, waive, inline) from None
                raise
        try:
            self._do(command, waive, move.time, inline)
        except Illegal as e:
            if e.line is None:
                e.column = e.column or blamed(e.message, words)
                here = self.table.position
                e.hint = e.hint or hint(here, command.seat, words, tail=_tail(inline))
                explain_waivers(e, waive)
            raise

    def _hinted(
        self,
        error: LedgerError,
        state: State,
        words: list[Word],
        waive: tuple[str, ...],
        inline: Move | None,
    ) -> LedgerError:
        """Add what was probably meant and what would be legal, and why no waiver helps."""
        there = Position(self._game, state, self.names)
        if asked := there.asked:
            error.hint = hint(there, asked[0].seat, words, error.hint, tail=_tail(inline))
        if isinstance(error, Illegal):
            explain_waivers(error, waive, order=True)
        return error

    def _declinable(self) -> Command | None:
        if self.table.over:
            return None
        return self._game.decline(self.table.state)

    def _do(
        self,
        command: Command,
        waive: tuple[str, ...],
        at: str | None,
        inline: Move | None = None,
    ) -> None:
        self._with_chance(
            lambda chance: self.table.do(command, chance, waive=waive, at=at),
            f"after `{self._game.write(command)}`",
            inline,
        )
