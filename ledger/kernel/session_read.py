"""Session notation becomes a log; every error points at line and column."""

from __future__ import annotations

from typing import NamedTuple

from .chance import Recorded
from .errors import Illegal, LedgerError, Malformed
from .events import groups
from .game import Command, Game
from .notation import KEYWORDS, hint, take_waivers, unescape
from .session_chance import ChanceLines
from .session_head import read_header
from .session_lines import Move, blamed, split_inline
from .session_words import check_result, read_adjust
from .table import Table


class Session(NamedTuple):
    """What could be read of a session file, and the error at which reading stopped."""

    table: Table
    error: LedgerError | None


def read_session(text: str, *, file: str | None = None, game: Game | None = None) -> Table:
    """Read a session file into a table; errors point at line and column.

    The error that is raised is the first; its `more` are those of later lines that are wrong
    whatever the position there.
    """
    try:
        return _Reader(text, game).run()
    except LedgerError as e:
        for error in (e, *e.more):
            error.file = error.file or file
        raise


def read_lenient(text: str, *, file: str | None = None, game: Game | None = None) -> Session:
    """Read a session up to its first error; from there on every line becomes a note."""
    reader = _Reader(text, game)
    try:
        return Session(reader.run(), None)
    except LedgerError as e:
        for error in (e, *e.more):
            error.file = error.file or file
        if e.line is None or not hasattr(reader, "table"):
            raise  # without players or set-up there is no game
        reader.keep_rest()
        return Session(reader.table, e)


class _Reader(ChanceLines):
    def run(self) -> Table:
        """Read header and body."""
        head = read_header(self.source, self.game)
        opened = head.opened
        game = self.game = head.game
        self.next, self.clock = head.end, head.clock
        self.names = [s.name for s in opened.seats]

        def set_up(chance: Recorded) -> None:
            self.table = Table.open(game, opened, chance, at=head.at)

        self._with_chance(set_up, "the set-up")
        while self._step():
            pass
        # No decline is supplied at the end: a log that waits there for an answer is open.
        if self.table.over and not self.table.head.sealed:
            self.table.seal(at=self.table.lines[-1].at)
        return self.table

    def _step(self) -> bool:
        """Read one line of the body with what belongs to it; False: there is none left."""
        self.start = self.next
        try:
            if (move := self._move()) is None:
                return False
            try:
                self._line(move)
            except LedgerError as e:
                if e.line is None:
                    e.line = move.number
                    e.column = e.column or (move.words[0].column if move.words else 1)
                e.source = e.source or self.source[e.line - 1]
                raise
        except LedgerError as e:
            e.more = self._later_errors(e)
            raise
        return True

    def keep_rest(self) -> None:
        """Keep what was not read as notes, line by line."""
        for text in self.source[self.start :]:
            if text.strip():
                self.table.note(text.strip())

    def _line(self, move: Move) -> None:
        table = self.table
        if not move.words:
            if move.comment is None:
                raise Malformed("a move is missing", column=len(move.source.rstrip()) + 1)
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
                message = why or "nothing is to be drawn or rolled here"
                raise Illegal(message, rule=rule, column=first.column)
            self.next = move.number - 1
            self._do(no, (), None)
            return
        elif move.seat is None:
            self._say_who(move)
            self._no_player(first)
        else:
            self._command(move)
        if move.comment is not None:
            table.note(unescape(move.comment), at=move.time)

    def _say_who(self, move: Move) -> None:
        """Refuse a move without a player, if it is one."""
        asked = self._game.awaiting(self.table.state)
        if not asked:
            return
        first = move.words[0]
        try:
            self._game.read(self.table.state, asked[0].seat, move.words)
        except LedgerError:
            return
        text = " ".join(w.text for w in move.words)
        raise Malformed(
            f"{first.text!r} is no player: say who moves",
            column=first.column,
            hint=f"did you mean `{self.names[asked[0].seat - 1]} {text}`?",
        )

    def _keyword(self, word: str, move: Move) -> None:
        table = self.table
        last = move.words[-1]
        start = move.words[1].column - 1 if move.words[1:] else len(move.source)
        rest = move.source[start : last.column - 1 + len(last.text)]
        if word == "undo":
            if rest and not (rest.isdecimal() and len(rest) < 10):
                raise Malformed(
                    "write `undo`, or `undo N` to go back to line N of the log",
                    column=move.words[-1].column,
                )
            table.undo(int(rest) if rest else None, by=move.seat, at=move.time)
        elif word == "abandon":
            table.abandon(unescape(rest), at=move.time)
        elif word == "result":
            self._result(move)
        else:
            patches, reason = read_adjust(rest, move.words[0].column)
            table.adjust(patches, reason, by=move.seat, at=move.time)

    def _result(self, move: Move) -> None:
        while (no := self._declinable()) is not None:
            self._do(no, (), None)
        check_result(self._game.outcome(self.table.state), self.names, move.words[1:])

    def _command(self, move: Move) -> None:
        words, waive = take_waivers(move.words, self._game)
        words, inline = split_inline(move, words)
        first_error: LedgerError | None = None
        hopeless = False  # no decline of others makes this the right answer
        while True:
            table = self.table
            asked = self._game.awaiting(table.state)
            try:
                if not asked:
                    raise Illegal("the game is over", column=move.words[0].column)
                if not words:
                    raise Malformed("a move is missing", column=move.words[0].column)
                assert move.seat is not None  # noqa: S101
                command = self._game.read(table.state, move.seat, words)
                ask = asked[0]
                if command.seat != ask.seat:
                    name = self.names[ask.seat - 1]
                    fits = isinstance(command, self._game.answers[ask.ask])
                    hopeless = fits and command.seat not in [q.seat for q in asked]
                    raise Illegal(
                        f"it is {name} who is asked now ({ask.ask})",
                        rule=ask.rule,
                        column=move.words[0].column,
                    )
                if not isinstance(command, self._game.answers[ask.ask]):
                    raise Illegal(
                        f"{self.names[ask.seat - 1]} is asked: {ask.ask}",
                        rule=ask.rule,
                        column=move.words[0].column,
                    )
                break
            except LedgerError as e:
                first_error = first_error or e
                no = self._declinable()
                if asked and (no is None or hopeless or isinstance(e, Malformed)):
                    first_error.hint = first_error.hint or hint(table, asked[0].seat, words)
                if no is None or hopeless:
                    raise first_error from None
            try:
                self._do(no, (), None)
            except LedgerError:
                if isinstance(first_error, Malformed) or move.seat == no.seat:
                    raise first_error from None
                raise
        try:
            self._do(command, waive, move.time, inline)
        except Illegal as e:
            if e.line is None:
                e.column = e.column or blamed(e.message, words)
                e.hint = e.hint or hint(self.table, command.seat, words)
            raise

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
            self._game.write(command),
            inline,
        )
