"""The driver for session files: lines name their players, and may leave out what the next line
implies.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple, NoReturn

from ledger.kernel.errors import Illegal, LedgerError, Malformed, NeedsOutcome
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Opened, groups
from ledger.kernel.message import Message
from ledger.kernel.notation.driver.driver import Driver, only_at_prompt, remark_text
from ledger.kernel.notation.driver.pending_move import Note, PendingMove, Waived
from ledger.kernel.notation.lines.draws import ChanceWords, NothingDrawn
from ledger.kernel.notation.lines.keyword_lines import check_result
from ledger.kernel.notation.lines.players import no_player
from ledger.kernel.notation.lines.typed_line import (
    TypedLine,
    keyword_after_name,
    read_line,
    split_inline,
)
from ledger.kernel.notation.lines.waivers import take_waivers
from ledger.kernel.notation.moves.move_reader import OVER, can_be_read, check_answer, read_words
from ledger.kernel.notation.words.keywords import Keyword
from ledger.kernel.play.decide import decide
from ledger.kernel.play.position import Position
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Recorded, Seeded, outcomes
from ledger.kernel.rules.command import Command, State
from ledger.kernel.rules.decision import Decision
from ledger.kernel.words.typed_words import Word, needs


class MissingResult(Malformed):
    """The line with the result of a move is missing.

    `stops` is true if the session, or the game, ends there and no part of the result was given.
    """

    stops = False


class MoveWords(NamedTuple):
    """A player's line: the words of the move, the rules waived for it, the results after `->`."""

    line: TypedLine
    seat: int
    words: list[Word]
    waive: tuple[str, ...]
    inline: list[Word]

    @property
    def tail(self) -> str:
        """The text after the move: ` -> R G`."""
        return "".join(f" {w.text}" for w in self.inline)


class Attempt(NamedTuple):
    """The last thing attempted, a move or a result, for explaining an error.

    A move has a `command` if it could be parsed; a result has `values` if its words could.
    """

    move: MoveWords | None = None
    command: Command | None = None
    asked: ChanceWords | None = None
    words: Sequence[Word] = ()
    values: bool = False


class SessionDriver(Driver):
    """Takes the lines in a session's body, one by one.

    A line can leave out a result that is certain or that nobody could see, and a "no" to a question
    that may be left unanswered, if the following line implies it. `unseen` counts the hidden cards
    that were left out, and `stopped` is the line of a final move that was left out because what
    follows from it wasn't recorded. Errors are raised without hints, which a diagnosis adds.
    """

    def __init__(
        self,
        game: Game,
        start: Opened | Table,
        *,
        at: str | None = None,
        clock: str | None = None,
        may_leave_out: bool = True,
    ) -> None:
        super().__init__(game, start, now=lambda: None, at=at, house_rule=True)
        self.clock = clock
        self.number = 0
        self.unseen = 0
        self.stopped: int | None = None
        self.attempt = Attempt()
        self.left_out: list[tuple[ChanceWords, Message]] = []
        self._may_leave_out = may_leave_out
        self._pending_since = 0
        self._bare: tuple[int, TypedLine] | None = None

    # --- lines

    def begin(self) -> None:
        """Start the set-up."""
        self.go(self._pending(None, at=self._at))

    def take(self, number: int, text: str) -> None:
        """Carry out a line; `number` is its number in the file. Raises `LedgerError`."""
        self.number = number
        self.take_line(self.typed_line(text))

    def take_line(self, line: TypedLine) -> None:
        """Carry out a parsed line."""
        self.replies.clear()
        self.attempt = Attempt()
        self._take(line)

    def finish(self) -> None:
        """Handle the end of the file: seal a game that is over.

        Raises `MissingResult` if a result is needed that can't be left out.
        """
        if self.pending is not None:
            self._leave_out(self.pending, None)
        # No decline is added at the end: a log that is waiting for an answer there is still open.
        if self.over and not self.playing.head.sealed:
            self.playing.seal(at=self.playing.lines[-1].at)

    def typed_line(self, text: str) -> TypedLine:
        """Parse a line into its components; the player's name must be unambiguous."""
        return read_line(text, self.names, self.game, taken=self._is_own_word)

    def _is_own_word(self, word: str) -> bool:
        return word in self.game.rules.verbs or word in (
            m.name for m in self.game.rules.by_command.values()
        )

    def _take(self, line: TypedLine) -> None:
        at = None if line.time is None else self.time_of(line.time)
        bare = not line.words and line.comment is None and (line.typed or line.time)
        if self.pending is not None and bare:
            # as in 0.2, a time or a name by itself is an empty remark before a result
            self._bare = self._bare or (self.number, line)
            self.note("", line.seat, at)
            return
        if not line.typed:
            if line.comment is not None:
                self.note(remark_text(line.comment), None, at)
            elif line.time is not None:
                raise needs(Word(line.source.rstrip(), 1), "a move")
            return
        keyword = line.keyword
        if line.to is not None or line.is_remark:
            self.note(remark_text(line.comment or ""), line.seat, at, line.to)
            return
        if keyword is not None and keyword.effect != "changes":
            raise only_at_prompt(line, keyword)
        if self.pending is not None and (keyword is None or keyword.name not in ("note", "back")):
            self._leave_out(self.pending, line)
            if self.pending is not None:
                self._result(self.pending, line, at)
                return
        self.begin_line()
        if keyword is not None:
            self._do_keyword(line, keyword, at)
        elif line.first in self.game.words.slots:
            self._unasked_result(line)
        else:
            self._move(line, at)

    def begin_line(self) -> None:
        """Do nothing; a diagnosis overrides this to record each place between two moves."""

    def _do_keyword(self, line: TypedLine, keyword: Keyword, at: str | None) -> None:
        if keyword.name == "result":
            self._check_result(line)
            if line.comment is not None:
                self.note(remark_text(line.comment), None, at)
        else:
            super()._do_keyword(line, keyword, at)

    def _check_result(self, line: TypedLine) -> None:
        nos, need = self._unwritten()
        self._enter(nos)
        try:
            check_result(self.position, line.words[1:])
        except Illegal as e:
            if need is not None:  # perhaps the game ends after that
                missing = self._missing_after_no(need, self.position.state).text
                e.advice = Message.join("; ", filter(None, (missing, e.advice)))
            raise

    # --- results

    def _result(self, p: PendingMove, line: TypedLine, at: str | None) -> None:
        if len(line.words) == 1:
            raise self._missing(p, line)
        complete = self._read_values(p, line.words[1:])
        self._bare = None
        if line.comment is not None:
            p.note(Note(remark_text(line.comment), None, at), of_result=True)
        if complete:
            self.record(p)

    def _read_values(self, p: PendingMove, words: Sequence[Word]) -> bool:
        asked = p.asked
        self.attempt = Attempt(asked=asked, words=words)
        values, read = asked.read(words)
        self.attempt = Attempt(asked=asked, words=read, values=True)
        return p.answer(values, read)

    def _leave_out(self, p: PendingMove, line: TypedLine | None) -> None:
        """Treat results as unseen up to the one that a line gives, or until no more are needed."""
        while (need := p.need) is not None and not (line and _gives(line, need)):
            if not need.certain and not (need.unseen and self._may_leave_out):
                self._stop(p, line)
                return
            if not need.certain:
                self.left_out.append((p.asked, p.asked.wanted(self._what(p))))
            self._refuse_bare()
            p.leave_out()
        if p.need is None:
            self.record(p)

    def _refuse_bare(self) -> None:
        """Refuse an earlier line with only a time or a name if no result follows it."""
        if self._bare is not None:
            (number, line), self._bare = self._bare, None
            error = needs(Word(line.source.rstrip(), 1), "a move")
            error.line = number
            raise error

    def _stop(self, p: PendingMove, line: TypedLine | None) -> None:
        """Leave a move out if the session, or the game, stops before what follows from it."""
        error = self._missing(p, line)
        if not (error.stops and self._ends_turn(p)):
            raise error
        self.pending, self.stopped = None, self._pending_since

    def _ends_turn(self, p: PendingMove) -> bool:
        """Whether a move only ends the turn, so that its chance results belong to the next one."""
        if p.command is None:
            return False
        state = self.playing.state
        try:
            d = decide(self.game, state, p.command, Seeded(0), waive=p.waive)
        except LedgerError:
            return False
        turns = [t for t, x in zip(d.turns, d.events, strict=True) if outcomes([x])]
        return turns[0] > self.game.rules.turn(state)

    def _missing(self, p: PendingMove, line: TypedLine | None) -> MissingResult:
        """Return the error for a line that isn't the result needed."""
        asked = p.asked
        wanted = asked.wanted(self._what(p), p.given)
        word = None if line is None else (line.words or line.typed)[0]
        if line is None or word is None:
            say = Message("the session ends too early: {wanted}", wanted=wanted)
        elif _gives(line, asked.need):
            say = Message("nothing follows `{label}`: {wanted}", label=asked.label, wanted=wanted)
        elif line.seat is not None or _changes(line) or line.first in self.game.words.slots:
            say = wanted
        else:
            say = Message(
                "{word!r} isn't a player or a draw; {wanted}", word=word.text, wanted=wanted
            )
        column = None if word is None else word.column
        error = MissingResult(say, column=column, rule=asked.need.rule, hint=asked.hint())
        ends = line is None or (line.keyword is not None and line.keyword.name == "abandon")
        error.stops = ends and not p.given
        return error

    def _what(self, p: PendingMove) -> Message:
        return Message("in the set-up" if p.command is None else "after {move}", move=p.what)

    def _unasked_result(self, line: TypedLine) -> None:
        """Decline a question that the session left unanswered, if the result belongs to that."""
        nos, need = self._unwritten()
        column = line.words[0].column
        if need is None or need.slot != line.first:
            if self.over:
                raise Illegal(OVER, column=column)
            for asked, wanted in self.left_out:  # this line isn't for any of them
                raise Malformed(wanted, column=column, rule=asked.need.rule, hint=asked.hint())
            last = [x.data for x in groups(self.playing.lines[-64:])[-1]]
            rule, why = self.game.words.undrawn(last, line.first) or (None, None)
            nothing = Message(
                "nothing is drawn or rolled here: leave out `{slot}`", slot=line.first
            )
            raise Illegal(why or nothing, rule=rule, column=column)
        self._enter(nos)
        no = self._decline(self.position.state)
        assert no is not None  # noqa: S101
        self.go(self._pending(no))
        self._take(line)

    # --- moves

    def _move(self, line: TypedLine, at: str | None) -> None:
        if line.seat is None:
            self._nobody(line)
        move = self.words_of(line, line.seat)
        self.attempt = Attempt(move)
        try:
            command = self._answer(move)
        except LedgerError:
            if (keyword := keyword_after_name(line)) is None:
                raise
            self._do_keyword(line, keyword, at)
            return
        if command is None:
            if line.comment is not None:
                self.note(remark_text(line.comment), None, at)
            return
        self.attempt = Attempt(move, command)
        p = self._pending(command, move.waive, at)
        p.inline = move.inline
        p.remark = None if line.comment is None else remark_text(line.comment)
        self.go(p)

    def words_of(self, line: TypedLine, seat: int) -> MoveWords:
        """Split a player's line into move, waivers and results."""
        if not line.words:
            raise needs(Word(line.source.rstrip(), 1), "a move")
        words, waive = take_waivers(line.words, self.game)
        words, inline = split_inline(words)
        return MoveWords(line, seat, words, waive, inline)

    def _nobody(self, line: TypedLine) -> NoReturn:
        """Raise the error for a line without a player; suggest one if the rest is a move."""
        position, first = self.position, line.words[0]
        asked = position.asked
        if asked and can_be_read(position, asked[0].seat, line.words):
            text = " ".join(w.text for w in line.words)
            raise Malformed(
                "{text!r} isn't a player: say who moves",
                column=first.column,
                hint="did you mean `{names} {text2}`?",
                text=first.text,
                names=self.names[asked[0].seat - 1],
                text2=text,
            )
        no_player(first, self.names)

    def _answer(self, move: MoveWords) -> Command | None:
        """Read a move that answers the current question, adding declines that were left out.

        Return None if the line only repeats an automatic consequence of the last move.
        """
        position = self.position
        try:
            return self._read_answer(move, position)
        except LedgerError as e:
            error = e
        plain = move.words and not move.waive and not move.inline
        if plain and self._repeats(move.seat, move.words):
            return None
        nos: list[Decision] = []
        here = position
        while not self._hopeless(move, here) and (no := self._decline(here.state)) is not None:
            try:
                nos.append(decide(self.game, here.state, no, Recorded()))
            except NeedsOutcome as need:
                if self._follows(move, here, no):
                    raise self._missing_after_no(need, here.state) from None
                break
            here = here._replace(state=nos[-1].state)
            with suppress(LedgerError):
                command = self._read_answer(move, here)
                self._enter(nos)
                return command
        raise error

    def could_answer(self, line: TypedLine) -> bool:
        """Whether a player's line answers the open question."""
        try:
            seat = line.seat
            return seat is None or bool(self._answer(self.words_of(line, seat)))
        except LedgerError:
            return False

    def _follows(self, move: MoveWords, position: Position, no: Command) -> bool:
        """Whether a move could come after a "no" and some chance result that isn't given."""
        try:
            state = decide(self.game, position.state, no, Seeded(0)).state
            self._read_answer(move, position._replace(state=state))
        except LedgerError:
            return False
        return True

    def _hopeless(self, move: MoveWords, position: Position) -> bool:
        """Whether a move answers the open question, but isn't by a player being asked it."""
        asked = position.asked
        try:
            command = self._read(move, position)
        except LedgerError:
            return False
        answers = isinstance(command, self.game.rules.answers_to(asked[0].ask))
        return answers and command.seat not in [q.seat for q in asked]

    def _read_answer(self, move: MoveWords, position: Position) -> Command:
        """Read a move that answers the open question in a position."""
        command = self._read(move, position)
        check_answer(position, command, move.line.words[0].column)
        return command

    def _read(self, move: MoveWords, position: Position) -> Command:
        """Read the move in a position."""
        at = move.line.words[0].column
        if position.over:
            raise Illegal(OVER, column=at)
        if not move.words:
            name = self.names[move.seat - 1]
            raise needs(Word(name, at - len(name)), "a move")
        return read_words(position, move.seat, move.words)

    # --- what may be left unanswered

    def _decline(self, state: State) -> Command | None:
        """Return the command that declines the open question, if it may be left unanswered."""
        return self.game.rules.decline_move(state) if self.game.rules.awaiting(state) else None

    def _unwritten(self) -> tuple[list[Decision], NeedsOutcome | None]:
        """Decline all questions that may be left unanswered, up to the first chance result."""
        nos: list[Decision] = []
        state = self.playing.state
        while (no := self._decline(state)) is not None:
            try:
                nos.append(decide(self.game, state, no, Recorded()))
            except NeedsOutcome as need:
                return nos, need
            state = nos[-1].state
        return nos, None

    def _missing_after_no(self, need: NeedsOutcome, state: State) -> Malformed:
        """Return the error for a chance result that is needed if a question is declined."""
        asked = ChanceWords(need, self.game, self.names)
        no = self.game.rules.decline_move(state)
        decline = "" if no is None else self.game.words.write(no, self.names)
        say = asked.wanted(Message("after {move}", move=f"`{decline}`"))
        return Malformed(say, rule=need.rule, hint=asked.hint())

    def _enter(self, nos: Sequence[Decision]) -> None:
        """Record declines that the session left out."""
        for no in nos:
            self.playing.enter(no, by=self.game.rules.command_of(no.events).seat)

    # --- deciding

    def _pending(
        self, command: Command | None, waive: Waived = (), at: str | None = None
    ) -> PendingMove:
        p = super()._pending(command, waive, at)
        p.eager = p.partly = False
        return p

    def go(self, p: PendingMove) -> None:
        """Decide a move, using the results given on its own line."""
        self.left_out, self._bare = [], None
        self._pending_since = self.number
        complete = p.run()
        if p.inline:
            if complete:
                raise NothingDrawn(p.inline[0].column)
            complete = self._read_values(p, p.inline[1:])
        self.pending = p
        if complete:
            self.record(p)

    def record(self, p: PendingMove) -> None:
        """Add a complete move or set-up to the live game."""
        super().record(p)
        self.unseen += sum(asked.need.count for asked, _ in self.left_out)

    def moved(self, first: int) -> None:
        """Do nothing: there is no one to reply to."""

    def ask(self) -> None:
        """Do nothing: the next line is the answer."""


def _changes(line: TypedLine) -> bool:
    return line.keyword is not None and line.keyword.effect == "changes"


def _gives(line: TypedLine, need: NeedsOutcome) -> bool:
    """Whether a line is meant to give this result."""
    return line.first == need.slot and line.seat in (None, need.seat)
