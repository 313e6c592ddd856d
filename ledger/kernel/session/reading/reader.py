"""Reading a session into a log; every error points at line and column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple, NoReturn

from ledger.kernel.errors import Illegal, LedgerError, Malformed
from ledger.kernel.game.interface import Command, Game
from ledger.kernel.log.events import groups
from ledger.kernel.play.chance import Recorded
from ledger.kernel.play.position import Position
from ledger.kernel.play.table import Table
from ledger.kernel.session.adjust_lines import read_adjust
from ledger.kernel.session.faults import Faults
from ledger.kernel.session.keyword_lines import check_result, read_undo, rest_of
from ledger.kernel.session.keywords import KEYWORDS
from ledger.kernel.session.moves import OVER, can_be_read, check_answer, hint, read_words
from ledger.kernel.session.players import no_player
from ledger.kernel.session.quoting import unescape
from ledger.kernel.session.waivers import explain_waivers, take_waivers
from ledger.kernel.session.words import Word, blamed, needs

from .cursor import Cursor, Move, split_inline
from .draw_lines import DrawLines
from .header import SessionHead, read_header
from .recovery import as_meant
from .static_checks import Known, look_on, others


class Session(NamedTuple):
    """As much of a session file as could be read, and the error that stopped the reading."""

    table: Table
    error: LedgerError | None


def read_session(text: str, *, file: str | None = None, game: Game | None = None) -> Table:
    """Read a session file into a table.

    If it has errors, raise the first one. Its `more` are errors of later lines, but only those that
    are wrong no matter what the earlier lines meant.
    """
    reader = _Reader(text, game)
    try:
        return reader.run()
    except LedgerError as e:
        for error in (e, *e.more):
            error.file = error.file or file
        if box := _earlier_box(reader, e.line):
            e.hint = f"it fits {box}, the standard box before: add `box: {box}` to the header"
        raise


def _earlier_box(reader: _Reader, wrong: int | None) -> str | None:
    """Return the earlier standard box with which a line that can't be read would be right."""
    if reader.body is None or wrong is None:
        return None
    game, source = reader.body.head.game, reader.source
    if any(line.lower().startswith("box:") for line in source[: reader.body.head.end]):
        return None
    for id in list(game.boxes)[1:]:
        try:
            _Reader("\n".join((f"box: {id}", *source)), game).run()
        except LedgerError as e:
            if e.line is not None and e.line <= wrong + 1:
                continue
        return id
    return None


def read_lenient(text: str, *, file: str | None = None, game: Game | None = None) -> Session:
    """Read a session up to its first error, and turn every line from there on into a note."""
    try:
        return Session(read_session(text, file=file, game=game), None)
    except LedgerError as e:
        reader = _Reader(text, game, patient=False)
        with suppress(LedgerError):
            reader.run()
        table = None if reader.body is None else reader.body.with_rest_as_notes()
        if e.line is None or table is None:
            raise  # there is no game without players or set-up
        return Session(table, e)


class _Reader:
    """Reads a file: first the header, then the body."""

    def __init__(self, text: str, game: Game | None, *, patient: bool = True) -> None:
        # not splitlines(), which also splits at characters that may be part of a note
        self.source = re.split(r"\r\n?|\n", text.removeprefix("\ufeff").rstrip("\r\n"))
        self.game = game
        self.faults = Faults(patient=patient)
        self.body: _Body | None = None

    def run(self) -> Table:
        """Read the whole file; then raise the first error, with the others in its `more`."""
        try:
            head = read_header(self.source, self.game)
            self.faults.add(*head.wrong)
            self.body = _Body(self.source, head, self.faults)
            table = self.body.read()
            if table is not None and not self.faults.found:
                return table
        except LedgerError as e:
            self.faults.add(e)
            if self.body is not None:
                self.body.look_on(e.line)
        raise self.faults.first() from None


class _Body:
    """Reads what follows the header: the set-up, then the moves, which go to `play`."""

    def __init__(self, source: Sequence[str], head: SessionHead, faults: Faults) -> None:
        self.source, self.head, self.faults = source, head, faults
        game, opened = head.game, head.opened
        names = [s.name for s in opened.seats]
        self.cursor = Cursor(source, game, names, faults, after=head.end, clock=head.clock)
        self.known = Known(game, opened, names)
        self.draws = DrawLines(self.cursor, self.known)
        self.play: _Play | None = None
        self._empty = Position(game, game.start(opened), names)
        self._start = 0

    def read(self) -> Table | None:
        """Return the game, or None if the header is too wrong to judge any move."""
        head, cursor = self.head, self.cursor
        told = any(text.strip() for text in self.source[head.end :])
        if not head.sure or (head.wrong and not told):
            self.look_on(head.end)  # with the right options the moves may be right
            return None
        play = self._set_up()
        self._start = cursor.next
        while (move := cursor.read()) is not None:
            play.take(move)
            self._start = cursor.next
        # No decline is added at the end: a log that is waiting for an answer there is still open.
        table = play.table
        if table.over and not table.head.sealed and not self.faults.found:
            table.seal(at=table.lines[-1].at)
        return table

    def _set_up(self) -> _Play:
        head = self.head

        def set_up(chance: Recorded) -> _Play:
            table = Table.open(head.game, head.opened, chance, at=head.at)
            self.play = _Play(table, self.draws, self.faults)
            return self.play

        play, remarks = self.draws.answer(set_up, "in the set-up")
        play.note(remarks)
        return play

    def look_on(self, after: int | None) -> None:
        """Find errors after a line that don't depend on what was played."""
        position = self._empty if self.play is None else self.play.position
        look_on(self.cursor, position, self.known, self.faults, after)

    def with_rest_as_notes(self) -> Table | None:
        """Return the game as far as it was read, with a note for each line that wasn't."""
        if self.play is None:
            return None
        table = self.play.table
        for text in self.source[self._start :]:
            if text.strip():
                table.note(text.strip())
        return table


class _Typed(NamedTuple):
    """A player's line: the words of the move, the rules waived for it, the results after `->`."""

    move: Move
    seat: int
    words: list[Word]
    waive: tuple[str, ...]
    inline: Move | None

    @property
    def tail(self) -> str:
        """What was typed after the move: ` -> R G`."""
        return "" if self.inline is None else "".join(f" {w.text}" for w in self.inline.words)


class _Play:
    """Plays the lines of a session on a table, one by one."""

    def __init__(self, table: Table, draws: DrawLines, faults: Faults) -> None:
        self.table, self.draws, self.faults = table, draws, faults
        self.game, self.names = table.game, table.position.names

    @property
    def position(self) -> Position:
        """The current position."""
        return Position(self.game, self.table.state, self.names)

    def take(self, move: Move) -> None:
        """Do what a line says; after an error, go on if it is clear what the line meant."""
        before = self.table.head.seq
        try:
            self._line(move)
        except LedgerError as e:
            if e.line is None:
                e.line = move.number
                e.column = e.column or (move.words[0].column if move.words else 1)
            e.source = e.source or self.draws.cursor.source[e.line - 1]
            if not self.faults.patient:
                raise
            if move.words and move.words[0].text.lower() == "result":
                self.faults.add(e)  # the position doesn't depend on it
                return
            fresh = e.line == move.number and self.table.head.seq == before
            meant = as_meant(move, self.position) if fresh and isinstance(e, Malformed) else None
            if meant is None:
                raise
            self.faults.add(e)
            self._try(meant)

    def _try(self, meant: Move) -> None:
        """Do what a line probably meant; if that fails too, the rest can't be played."""
        try:
            self._line(meant)
        except LedgerError as e:
            if e.line not in (None, meant.number):
                raise
            draws = self.draws
            look_on(draws.cursor, self.position, draws.known, self.faults, meant.number)

    def _line(self, move: Move) -> None:
        """Do what a line says."""
        if not move.words:
            self._remark(move)
            return
        first = move.words[0]
        word = first.text.lower()
        if word in KEYWORDS and (move.seat is None or word in ("undo", "adjust")):
            self._keyword(word, move)
        elif word in self.game.slots:
            self._unasked_draw(word, move)
            return  # this line will be read again
        elif move.seat is None:
            self._nobody(move)
        else:
            self._move(move, move.seat)
        if move.comment is not None:
            self.table.note(unescape(move.comment), at=move.time)

    def note(self, remarks: Sequence[Move]) -> None:
        """Add remarks that have lines of their own."""
        for move in remarks:
            text = unescape(move.comment or "")
            self.table.note(text, seat=move.seat, to=move.to, at=move.time)

    def _remark(self, move: Move) -> None:
        """Add a remark; refuse a line with nothing but a player's name."""
        if move.comment is None:
            error = needs(Word(move.source.rstrip(), 1), "a move")
            if move.seat is not None:
                error.hint = hint(self.position, move.seat)
            raise error
        self.note([move])

    def _keyword(self, word: str, move: Move) -> None:
        table = self.table
        if word == "undo":
            table.undo(read_undo(move.words), by=move.seat, at=move.time)
        elif word == "abandon":
            table.abandon(unescape(rest_of(move.words, move.source)), at=move.time)
        elif word == "result":
            while (no := self._decline()) is not None:
                self._do(no)
            check_result(self.position, move.words[1:])
        else:
            said = read_adjust(self.position, move.words, move.source)
            table.adjust(
                said.patches, said.reason, from_box=said.from_box, by=move.seat, at=move.time
            )

    def _unasked_draw(self, slot: str, move: Move) -> None:
        """Decline a question that the session left unanswered: the draw belongs to the decline."""
        no = self._decline()
        if no is None:
            last = [line.data for line in groups(self.table.lines[-64:])[-1]]
            rule, why = self.game.undrawn(last, slot) or (None, None)
            message = why or f"nothing is drawn or rolled here: leave out `{slot}`"
            raise Illegal(message, rule=rule, column=move.words[0].column)
        self.draws.cursor.read_again(move)
        self._do(no)

    def _nobody(self, move: Move) -> NoReturn:
        """Refuse a line that doesn't start with a player; suggest one if the rest is a move."""
        position, first = self.position, move.words[0]
        asked = position.asked
        if asked and can_be_read(position, asked[0].seat, move.words):
            text = " ".join(w.text for w in move.words)
            raise Malformed(
                f"{first.text!r} isn't a player: say who moves",
                column=first.column,
                hint=f"did you mean `{self.names[asked[0].seat - 1]} {text}`?",
            )
        no_player(first, self.names)

    def _move(self, move: Move, seat: int) -> None:
        """Play a player's move."""
        words, waive = take_waivers(move.words, self.game)
        words, inline = split_inline(move, words)
        typed = _Typed(move, seat, words, waive, inline)
        command = self._answer(typed)
        try:
            self._do(command, waive, move.time, inline)
        except Illegal as e:
            if e.line is None:
                e.column = e.column or blamed(e.message, words)
                e.hint = e.hint or hint(self.position, command.seat, words, tail=typed.tail)
                explain_waivers(e, waive)
            raise

    def _answer(self, typed: _Typed) -> Command:
        """Read a move that answers the current question, adding declines that were left out."""
        first: tuple[LedgerError, Position] | None = None  # with the position it came up in
        while True:
            position = self.position
            hopeless = False  # no matter who declines, this can't be the right answer
            try:
                command = self._read(typed, position)
                asked = position.asked
                fits = isinstance(command, self.game.answers[asked[0].ask])
                hopeless = fits and command.seat not in [q.seat for q in asked]
                check_answer(position, command, typed.move.words[0].column)
                return command
            except LedgerError as e:
                if first is None:
                    e.more = others(position, typed.seat, typed.words, e)
                first = first or (e, position)
                no = self._decline()
                if no is None or hopeless:
                    raise _hinted(*first, typed) from None
            try:
                self._do(no)
            except LedgerError:
                if isinstance(first[0], Malformed) or typed.seat == no.seat:
                    raise _hinted(*first, typed) from None
                raise

    def _read(self, typed: _Typed, position: Position) -> Command:
        """Read the move at a position."""
        at = typed.move.words[0].column
        if position.over:
            raise Illegal(OVER, column=at)
        if not typed.words:
            name = self.names[typed.seat - 1]
            raise needs(Word(name, at - len(name)), "a move")
        return read_words(position, typed.seat, typed.words)

    def _decline(self) -> Command | None:
        """Return the command that declines the open question, if it may be left unanswered."""
        return None if self.table.over else self.game.decline(self.table.state)

    def _do(
        self,
        command: Command,
        waive: tuple[str, ...] = (),
        at: str | None = None,
        inline: Move | None = None,
    ) -> None:
        """Play a command with the draws and rolls that the next lines give."""
        _, remarks = self.draws.answer(
            lambda chance: self.table.do(command, chance, waive=waive, at=at),
            f"after `{self.game.write(command)}`",
            inline,
        )
        self.note(remarks)


def _hinted(error: LedgerError, position: Position, typed: _Typed) -> LedgerError:
    """Add to an error what was probably meant, what is legal, and why a waiver doesn't help."""
    if asked := position.asked:
        error.hint = hint(position, asked[0].seat, typed.words, error.hint, tail=typed.tail)
    if isinstance(error, Illegal):
        explain_waivers(error, typed.waive, order=True)
    return error
