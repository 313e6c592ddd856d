"""Reading a session into a log; every error points at line and column."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple, NoReturn

from ledger.kernel.errors import Illegal, LedgerError, Malformed, NeedsOutcome
from ledger.kernel.game.interface import Command, Game, State
from ledger.kernel.log.events import Line, groups
from ledger.kernel.play.chance import Chance, Recorded, Seeded, outcomes
from ledger.kernel.play.decide import Decision, decide
from ledger.kernel.play.position import Position
from ledger.kernel.play.table import Table
from ledger.kernel.session.faults import Faults
from ledger.kernel.session.lines.adjust_lines import read_adjust
from ledger.kernel.session.lines.draws import Asked
from ledger.kernel.session.lines.keyword_lines import check_result, read_undo, rest_of
from ledger.kernel.session.lines.players import no_player
from ledger.kernel.session.lines.waivers import explain_waivers, take_waivers
from ledger.kernel.session.moves.move_reader import (
    OVER,
    can_be_read,
    check_answer,
    done_already,
    hint,
    read_words,
    wrong_word,
)
from ledger.kernel.session.words.keywords import KEYWORDS
from ledger.kernel.session.words.quoting import unescape
from ledger.kernel.session.words.typed_words import Word, needs, split_words

from .cursor import Cursor, Move, split_inline
from .draw_lines import DrawLines, GuessedDraws, Untold
from .header import SessionHead, read_header
from .look_back import END, MOVES_BACK, look_back
from .recovery import as_meant
from .static_checks import Known, check_line, look_on, others

_GUESSES = 8
"""How many results are tried for a move whose result nobody told."""


class Session(NamedTuple):
    """As much of a session file as could be read, and the error that stopped the reading.

    `remarks` say what was taken for granted that nobody wrote.
    """

    table: Table
    error: LedgerError | None = None
    remarks: tuple[str, ...] = ()


def read_session(text: str, *, file: str | None = None, game: Game | None = None) -> Table:
    """Read a session file into a table.

    If it has errors, raise the first one. Its `more` are errors of later lines, but only those that
    are wrong no matter what the earlier lines meant.
    """
    return read_remarked(text, file=file, game=game).table


def read_remarked(text: str, *, file: str | None = None, game: Game | None = None) -> Session:
    """Read a session file, like `read_session`, and say what was taken for granted in it."""
    reader = _Reader(text, game)
    try:
        return Session(reader.run(), None, reader.remarks())
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
    reader = _Reader(text, game)
    try:
        return Session(reader.run(), None, reader.remarks())
    except LedgerError as e:
        for error in (e, *e.more):
            error.file = error.file or file
        table = None if reader.body is None else reader.body.with_rest_as_notes(e.line or 0)
        if table is None:
            raise  # there is no game without players or set-up
        return Session(table, e, reader.remarks())


class _Reader:
    """Reads a file: first the header, then the body."""

    def __init__(self, text: str, game: Game | None) -> None:
        # not splitlines(), which also splits at characters that may be part of a note
        self.source = re.split(r"\r\n?|\n", text.removeprefix("\ufeff").rstrip("\r\n"))
        self.game = game
        self.faults = Faults(patient=True)
        self.body: _Body | None = None

    def remarks(self) -> tuple[str, ...]:
        """Say what was taken for granted: cards that nobody saw, a turn that hasn't begun."""
        if self.body is None or self.body.play is None:
            return ()
        out = []
        if n := self.body.draws.unseen:
            one = "1 hidden card has no line: taken as not seen"
            out.append(one if n == 1 else f"{n} hidden cards have no line: taken as not seen")
        if stopped := self.body.play.stopped:
            out.append(
                f"line {stopped.number}: left out, since what comes after it wasn't written down; "
                "the game is open before it"
            )
        return tuple(out)

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
            self.faults.add(e if self.body is None else self.body.explained(e))
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
        self._marks: list[_Mark] = []

    def read(self) -> Table | None:
        """Return the game, or None if the header is too wrong to judge any move."""
        head, cursor = self.head, self.cursor
        told = any(text.strip() for text in self.source[head.end :])
        self.draws.may_miss = told
        if not head.sure or (head.wrong and not told):
            self.look_on(head.end)  # with the right options the moves may be right
            return None
        play = self._set_up()
        while True:
            self._marks.append(_Mark(cursor.next, play.table.head.seq, cursor.clock))
            move = cursor.read()
            if move is None:
                break
            play.take(move)
        # No decline is added at the end: a log that is waiting for an answer there is still open.
        table = play.table
        if table.over and not table.head.sealed and not self.faults.found:
            table.seal(at=table.lines[-1].at)
        return table

    def _set_up(self) -> _Play:
        head = self.head

        def set_up(chance: Chance) -> _Play:
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

    def explained(self, error: LedgerError) -> LedgerError:
        """Return the error of an earlier line, if that explains this one; otherwise the same."""
        line = error.line or 0
        marks = [mark for mark in self._marks if mark.next < line]
        if not marks or any((e.line or 0) <= line for e in self.faults.found):
            return error
        cursor = self._cursor(self.source, marks[-MOVES_BACK:][0], Faults(patient=True))
        moves: list[Move] = []
        try:
            while (move := cursor.read()) is not None and move.number <= line:
                moves.append(move)
            if moves[-1].number == line and moves[-1].words:
                check_line(moves[-1], self._empty, self.known)
        except LedgerError:
            return error  # this line is wrong in any position
        if isinstance(error, Untold) and self._only_untold(marks[-1], moves):
            return error
        return look_back(error, moves, self.known.names, self._reach)

    def _only_untold(self, mark: _Mark, moves: Sequence[Move]) -> bool:
        """Whether the last line could follow the move before it, whose result nobody told."""
        assert self.play is not None  # noqa: S101
        move, last = (next(m for m in moves if m.number > mark.next), moves[-1])
        if move is last or move.seat is None or move.words[0].text.lower() in self.head.game.slots:
            return move is last
        for seed in range(_GUESSES):
            table = self.play.table.back_to(mark.seq)
            play = _Play(table, GuessedDraws(self.cursor, self.known, seed), Faults(patient=False))
            with suppress(LedgerError):
                play.take(move)
                if play.could_take(last, table.lines[mark.seq :]):
                    return True
        return False

    def _reach(self, number: int, text: str) -> int:
        """Return the line where the reading would stop if one line said something else."""
        assert self.play is not None  # noqa: S101
        mark = self._mark(number)
        source = [*self.source[: number - 1], text, *self.source[number:]]
        faults = Faults(patient=False)
        cursor = self._cursor(source, mark, faults)
        play = _Play(self.play.table.back_to(mark.seq), DrawLines(cursor, self.known), faults)
        try:
            while (move := cursor.read()) is not None:
                play.take(move)
        except LedgerError as e:
            return e.line or cursor.next
        return END

    def _cursor(self, source: Sequence[str], mark: _Mark, faults: Faults) -> Cursor:
        game, names = self.head.game, self.known.names
        return Cursor(source, game, names, faults, after=mark.next, clock=mark.clock)

    def _mark(self, number: int) -> _Mark:
        """Return the place before the move that a line belongs to."""
        at = bisect_left(self._marks, number, key=lambda mark: mark.next)
        return next(m for m in self._marks if m.next == self._marks[at - 1].next)

    def with_rest_as_notes(self, line: int) -> Table | None:
        """Return the game up to the move that a line belongs to, with a note for each line since.

        There is none if that line belongs to the set-up.
        """
        if self.play is None or not self._marks or self._marks[0].next >= line:
            return None
        mark = self._mark(line)
        table = self.play.table.back_to(mark.seq)
        for text in self.source[mark.next :]:
            if text.strip():
                table.note(text.strip())
        return table


class _Mark(NamedTuple):
    """A place between two moves: the lines read so far, those in the log, and the clock."""

    next: int
    seq: int
    clock: str | None


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
        self.stopped: Move | None = None
        self._told: set[int] = set()

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
            if isinstance(e, Untold) and e.stops and self._turn_is_over(move):
                self.stopped = move
                return
            self._hint_at_quotes(move, e)
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

    def _turn_is_over(self, move: Move) -> bool:
        """Whether a move only passes the turn on, and what isn't told belongs to the next one."""
        state = self.table.state
        try:
            assert move.seat is not None  # noqa: S101
            command = self._answer(self._typed(move, move.seat))
            assert command is not None  # noqa: S101
            d = decide(self.game, self.table.state, command, Seeded(0))
        except LedgerError:
            return False
        turns = [t for t, x in zip(d.turns, d.events, strict=True) if outcomes([x])]
        return turns[0] > self.game.turn(state)

    def _hint_at_quotes(self, move: Move, error: LedgerError) -> None:
        """Say how to write a player's name that was taken for another word."""
        first = split_words(move.source)[0][:1]
        for name in self.names:
            if move.seat is None and [w.text.lower() for w in first] == [name.lower()]:
                quoted = f'if you mean the player, write "{name}" in quotes'
                error.hint = f"{quoted}; {error.hint}" if error.hint else quoted

    def _try(self, meant: Move) -> None:
        """Do what a line probably meant; if that fails too, the rest can't be played."""
        try:
            self._line(meant)
        except LedgerError as e:
            if e.line not in (None, meant.number):
                raise
            draws = self.draws
            look_on(draws.cursor, self.position, draws.known, self.faults, meant.number)

    def could_take(self, move: Move, group: Sequence[Line]) -> bool:
        """Whether a line answers the open question, or tells a result of the last group."""
        slot = move.words[0].text.lower()
        if slot in self.game.slots:
            told = outcomes([line.data for line in group], named=True)
            return slot in [given.slot for given in told]
        try:
            return move.seat is None or bool(self._answer(self._typed(move, move.seat)))
        except LedgerError:
            return False

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
            nos, need = self._unwritten()
            self._enter(nos)
            try:
                check_result(self.position, move.words[1:])
            except Illegal as e:
                if need is not None:  # perhaps the game ends after that
                    e.hint = f"{self._untold(need, self.table.state).message}; {e.hint}"
                raise
        else:
            said = read_adjust(self.position, move.words, move.source)
            table.adjust(
                said.patches, said.reason, from_box=said.from_box, by=move.seat, at=move.time
            )

    def _unasked_draw(self, slot: str, move: Move) -> None:
        """Decline a question that the session left unanswered: the draw belongs to the decline."""
        nos, need = self._unwritten()
        if need is None or need.slot != slot:
            last = [line.data for line in groups(self.table.lines[-64:])[-1]]
            rule, why = self.game.undrawn(last, slot) or (None, None)
            if self.table.over:
                raise Illegal(OVER, column=move.words[0].column)
            for asked, wanted in self.draws.left_out:  # that is no line of theirs
                at = move.words[0].column
                raise Malformed(wanted, column=at, rule=asked.need.rule, hint=asked.hint())
            message = why or f"nothing is drawn or rolled here: leave out `{slot}`"
            raise Illegal(message, rule=rule, column=move.words[0].column)
        self._enter(nos)
        self.draws.cursor.read_again(move)
        no = self._decline(self.table.state)
        assert no is not None  # noqa: S101
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
        typed = self._typed(move, seat)
        command = self._answer(typed)
        if command is None:
            return
        words, waive = typed.words, typed.waive
        try:
            self._do(command, waive, move.time, typed.inline)
        except Illegal as e:
            if e.line is None:
                e.column = e.column or wrong_word(self.position, seat, words, e, waive)
                e.hint = e.hint or hint(self.position, command.seat, words, tail=typed.tail)
                explain_waivers(e, waive)
            raise

    def _typed(self, move: Move, seat: int) -> _Typed:
        words, waive = take_waivers(move.words, self.game)
        words, inline = split_inline(move, words)
        return _Typed(move, seat, words, waive, inline)

    def _answer(self, typed: _Typed) -> Command | None:
        """Read a move that answers the current question, adding declines that were left out.

        There is none if it says what followed by itself from the last move.
        """
        position = self.position
        try:
            return self._read_answer(typed, position)
        except LedgerError as e:
            if self._done_already(typed):
                return None
            e.more = others(position, typed.seat, typed.words, e)
            error = e
        nos: list[Decision] = []
        here = position
        while not self._hopeless(typed, here) and (no := self._decline(here.state)) is not None:
            try:
                nos.append(decide(self.game, here.state, no, Recorded()))
            except NeedsOutcome as need:
                if self._follows(typed, here, no):
                    raise self._untold(need, here.state) from None
                break
            here = here._replace(state=nos[-1].state)
            with suppress(LedgerError):
                command = self._read_answer(typed, here)
                self._enter(nos)
                return command
        raise _hinted(error, position, typed)

    def _done_already(self, typed: _Typed) -> bool:
        """Whether a line says what followed by itself; each such event may be told once."""
        if not typed.words or typed.waive or typed.inline is not None:
            return False
        seq = done_already(self.position, self.table.lines, typed.seat, typed.words)
        if seq is None or seq in self._told:
            return False
        self._told.add(seq)
        return True

    def _follows(self, typed: _Typed, position: Position, no: Command) -> bool:
        """Whether a move could come after a "no" and some result of chance that isn't told."""
        try:
            state = decide(self.game, position.state, no, Seeded(0)).state
            self._read_answer(typed, position._replace(state=state))
        except LedgerError:
            return False
        return True

    def _hopeless(self, typed: _Typed, position: Position) -> bool:
        """Whether a move answers the open question, but nobody will ask its player that."""
        asked = position.asked
        try:
            command = self._read(typed, position)
        except LedgerError:
            return False
        answers = isinstance(command, self.game.answers_to(asked[0].ask))
        return answers and command.seat not in [q.seat for q in asked]

    def _read_answer(self, typed: _Typed, position: Position) -> Command:
        """Read a move that answers the open question of a position."""
        command = self._read(typed, position)
        check_answer(position, command, typed.move.words[0].column)
        return command

    def _read(self, typed: _Typed, position: Position) -> Command:
        """Read the move at a position."""
        at = typed.move.words[0].column
        if position.over:
            raise Illegal(OVER, column=at)
        if not typed.words:
            name = self.names[typed.seat - 1]
            raise needs(Word(name, at - len(name)), "a move")
        return read_words(position, typed.seat, typed.words)

    def _decline(self, state: State) -> Command | None:
        """Return the command that declines the open question, if it may be left unanswered."""
        return self.game.decline(state) if self.game.awaiting(state) else None

    def _unwritten(self) -> tuple[list[Decision], NeedsOutcome | None]:
        """Decline all that may be left unanswered, up to the first result of chance."""
        nos: list[Decision] = []
        state = self.table.state
        while (no := self._decline(state)) is not None:
            try:
                nos.append(decide(self.game, state, no, Recorded()))
            except NeedsOutcome as need:
                return nos, need
            state = nos[-1].state
        return nos, None

    def _untold(self, need: NeedsOutcome, state: State) -> Malformed:
        """Return the error for a result of chance that is needed if a question is declined."""
        asked = Asked(need, self.game, self.names)
        say = asked.wanted(f"after `{self.game.write(self.game.decline(state))}`")
        return Malformed(say, rule=need.rule, hint=asked.hint())

    def _enter(self, nos: Sequence[Decision]) -> None:
        """Record answers that the session left out."""
        for no in nos:
            self.table.enter(no, by=self.game.command_of(no.events).seat)

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
        error.hint = hint(
            position, asked[0].seat, typed.words, error.hint, tail=typed.tail, by=typed.seat
        )
    if isinstance(error, Illegal):
        explain_waivers(error, typed.waive, order=True)
    return error
