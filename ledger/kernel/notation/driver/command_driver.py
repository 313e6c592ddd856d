"""The driver without words: commands and values go in, the live game changes, replies come out.

It holds the open question (a move, a chance result, or yes or no) and the move that is waiting for
results. It has no clock, disk or terminal. It is all that a phone needs; `driver` adds typed lines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from ledger.kernel.errors import BY_CODE, Illegal, Impossible, LedgerError, Malformed
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Opened, Reader
from ledger.kernel.message import Message
from ledger.kernel.notation.lines.waivers import explain_waivers, not_waivable
from ledger.kernel.notation.moves.move_reader import check_answer, with_legal_moves
from ledger.kernel.play.decide import decide
from ledger.kernel.play.opening import decide_opening
from ledger.kernel.play.position import Position
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Recorded, RecordedResult
from ledger.kernel.rules.command import Command, State
from ledger.kernel.rules.decision import Decision
from ledger.kernel.verify.blame import blame

from .pending_move import Note, PendingMove, Waived
from .questions import Question
from .replies import Change, Draft, NoteLine, Notice, Reply


class Offer(NamedTuple):
    """A refused move that may be recorded as a house rule."""

    pending: PendingMove
    error: LedgerError


class Loss(NamedTuple):
    """A move or set-up that was started but not recorded, and why.

    If it `waits`, it can be resumed: the lines typed for it are still valid.
    """

    why: Literal["against_the_rules", "waits", "results_are_missing"]
    what: Message


class CommandDriver:
    """A live game and the open question.

    Start from what `open_game` returns, or continue with a `Table`. `now` returns the time to
    record; `at` is the time of the set-up. `house_rule` allows waivers and corrections. With
    `live`, the answers come from a person, who is asked whether the set-up is right, whether to end
    the game and when to seal it; otherwise there are no questions except those that a session file
    answers. `offers`: a refused move can be recorded as a house rule after a "yes", if house rules
    are allowed. `eager`: a certain result is taken without asking for it.

    Every method that changes something raises a `LedgerError` if the change is refused, and then
    nothing has changed.
    """

    seat: int | None = None
    """The seat to use where no player is named; by default, the seat being asked."""

    def __init__(
        self,
        game: Game,
        start: Opened | Table,
        *,
        now: Callable[[], str | None],
        at: str | None = None,
        house_rule: bool = False,
        live: bool = False,
        offers: bool = True,
        eager: bool = True,
    ) -> None:
        self.game, self.now = game, now
        self.house_rule, self.live = house_rule, live
        self.table: Table | None = start if isinstance(start, Table) else None
        self.opened: Opened = start if isinstance(start, Opened) else start.lines[0].data
        self.names = [s.name for s in self.opened.seats]
        self.box = game.boxes.of_log(self.opened)
        self.pending: PendingMove | None = None
        self.offer: Offer | None = None
        self.ending: str | None = None
        self.done = False
        self.loss: Loss | None = None
        self.replies: list[Reply] = []
        self.certain: list[RecordedResult] = []
        self._at, self._offers, self._eager = at, offers and house_rule, eager
        self._question: Question | None = None

    # --- what is open

    @property
    def question(self) -> Question:
        """The open question."""
        if self._question is None:
            self._question = self._asked()
        return self._question

    def _asked(self) -> Question:
        if self.offer is not None:
            move = self.offer.pending.typed
            return Question("house rule", rule=self.offer.error.rule, move=move)
        if self.ending is not None:
            return Question("end")
        if self.pending is not None:
            return Question("set-up") if self.checking else self.pending.question()
        if self.table is None or self.over:
            return Question("seal")
        seat, ask, rule = self.game.rules.awaiting(self.table.state)[0]
        return Question("move", seat, ask, rule)

    @property
    def draft(self) -> State:
        """The state to display, including the decided part of a move or set-up that is waiting for
        results.
        """
        draft = None if self.pending is None else self.pending.draft
        return self.position.state if draft is None else draft

    @property
    def checking(self) -> bool:
        """Whether the set-up is complete but hasn't been confirmed yet."""
        return self.pending is not None and self.pending.need is None

    @property
    def over(self) -> bool:
        """Whether the game has ended; its log may still be open."""
        return self.table is not None and self.table.over

    @property
    def at_prompt(self) -> bool:
        """Whether lines are typed at a prompt, which can also display things."""
        return False

    @property
    def playing(self) -> Table:
        """The live game; raises `Illegal` until it is set up."""
        if self.table is None:
            raise Illegal("the set-up isn't complete yet")
        return self.table

    @property
    def position(self) -> Position:
        """The current position; until the set-up is complete, the empty table."""
        if self.table is not None:
            return Position(self.game, self.table.state, self.names)
        return Position(self.game, self.game.start(self.opened), self.names)

    def asked_seat(self) -> int:
        """Return the seat whose move it is; during the set-up, seat 1."""
        asked = () if self.table is None else self.game.rules.awaiting(self.table.state)
        return asked[0].seat if asked else 1

    def legal(self) -> list[str]:
        """Return the legal moves of the seat being asked, as they are typed."""
        if self.table is None or self.over:
            return []
        seat = self.game.rules.awaiting(self.table.state)[0].seat
        return [
            self.game.words.write(c, self.names)
            for c in self.game.rules.legal_moves(self.table.state, seat)
        ]

    # --- what goes in

    def start(self) -> list[Reply]:
        """Start the set-up, unless the game is already set up."""

        def act() -> None:
            if self.table is None:
                self.go(self._pending(None, at=self._at))

        return self._guarded(act)

    def do(self, command: Command, *, waive: Waived = ()) -> list[Reply]:
        """Carry out a command as if it had been typed: same checks, same chance questions."""

        def act() -> None:
            self.refuse_while_pending()
            self.offer = self.ending = None
            with with_legal_moves(self.playing.position, command):
                check_answer(self.playing.position, command)
            self.go(self._pending(command, waive))

        return self._guarded(act)

    def answer(self, values: Sequence[str | None]) -> list[Reply]:
        """Answer a question about a chance result, with all of its values or the first few.

        None is a value that nobody saw.
        """

        def act() -> None:
            p = self._waiting()
            asked = p.asked
            if not values:
                raise Malformed("give at least one value")
            try:
                if None in values and not asked.need.unseen:
                    raise Impossible(
                        "everybody can see these: name each value", rule=asked.need.rule
                    )
                complete = p.answer(tuple(values))
            except LedgerError as e:
                p.explain(e, asked)
                e.column = None  # nothing was typed
                raise
            self._go_on(p, complete=complete)

        return self._guarded(act)

    def take_back(self) -> list[Reply]:
        """Take back the last chance result of the move or set-up in progress."""

        def act() -> None:
            if not self._waiting(checking=True).take_back():
                raise Illegal("there is nothing to take back yet")
            self.ask()

        return self._guarded(act)

    def confirm(self, yes: bool) -> list[Reply]:
        """Answer a yes-or-no question."""
        return self._guarded(lambda: self.confirmed(yes))

    def confirmed(self, yes: bool) -> None:
        """Carry out a yes or a no."""
        if self.offer is not None:
            (refused, error), self.offer = self.offer, None
            if yes:
                refused.waive = (*refused.waive, error.rule or "")
                self.go(refused)
            else:
                self.replies.append(Notice("not_recorded"))
        elif self.ending is not None:
            reason, self.ending = self.ending, None
            if yes:
                self.end_game(reason, self.now())
            else:
                self.replies.append(Notice("game_goes_on"))
                self.ask()
        elif not self.checking or self.pending is None:
            raise Illegal("there is no yes-or-no question to answer now")
        elif yes:
            self.record(self.pending)
        elif self.pending.take_back():
            self.replies.append(Notice("result_dropped"))
            self.ask()

    def end_game(self, reason: str, at: str | None) -> None:
        """End the game unfinished."""
        if self.pending is not None:
            self.drop_pending()
        table = self.playing
        first = table.head.seq + 1
        table.abandon(reason, at=at)
        self.moved(first)

    def close(self) -> list[Reply]:
        """Stop as at the end of the input: seal a game that is over, drop an incomplete move."""
        return self._guarded(self.leave)

    def _guarded(self, act: Callable[[], None]) -> list[Reply]:
        """Run an action; undo it if the result can't be written or the game's code fails."""
        self.replies, self._question = [], None
        before = 0 if self.table is None else self.table.head.seq
        try:
            act()
        except LedgerError:
            raise
        except (UnicodeEncodeError, OverflowError, RecursionError):
            # an escape may mean something that can't be written to a file
            self._restore(before)
            raise Malformed("this can't be written to a file") from None
        except BY_CODE as e:
            fault = blame(e, self.game, self.table.lines if self.table is not None else ())
            if not isinstance(fault, LedgerError):
                raise
            self.forget()
            self._restore(before)
            raise fault from e
        finally:
            self._question = None
        return self.replies

    def _restore(self, seq: int) -> None:
        self.replies = []
        if seq:
            self.roll_back(seq)

    def roll_back(self, seq: int) -> None:
        """Discard the lines of the log after this one, which couldn't be written."""
        self.table, self._question = self.playing.back_to(seq), None

    def forget(self) -> None:
        """Discard a move in progress and all questions about it."""
        self.pending = self.offer = self.ending = self._question = None

    def _waiting(self, *, checking: bool = False) -> PendingMove:
        if self.pending is None or (self.pending.need is None and not checking):
            raise Illegal("no results are being asked for; `undo` takes back the last move")
        return self.pending

    def refuse_while_pending(self) -> None:
        """Raise `Illegal` if a move is waiting for its results."""
        if self.pending is not None:
            raise Illegal("complete {what} first, or drop it with `back`", what=self.pending.what)

    # --- results

    def _go_on(self, p: PendingMove, *, complete: bool) -> None:
        """Record a move whose results are complete, or ask for the next one."""
        if complete:
            self.complete(p)
        else:
            self.ask()

    def unseen_if_left_out(self, p: PendingMove) -> bool:
        """Record a move or set-up without the results it needs, if nobody could see any of them.

        Return whether it was recorded.
        """
        answers = p.answers
        if not p.leave_unseen(all_seats=True):
            p.go_back_to(answers)
            return False
        self.record(p)
        return True

    # --- deciding

    def _pending(
        self, command: Command | None, waive: Waived = (), at: str | None = None
    ) -> PendingMove:
        """Return a command, or the set-up, to be decided with the chance results still to come."""
        pending = PendingMove(
            self.game,
            self.names,
            self._decided(command),
            command=command,
            waive=waive,
            at=at,
            box=self.box,
        )
        pending.eager = self._eager
        return pending

    def _decided(self, command: Command | None) -> Callable[[Recorded, Waived], Decision]:
        game = self.game
        if command is None:
            return lambda chance, _: decide_opening(game, self.opened, chance)
        return lambda chance, waive: decide(game, self.playing.state, command, chance, waive=waive)

    def go(self, p: PendingMove) -> None:
        """Decide as much as possible with what is known so far."""
        complete = self._run(p)
        self.pending = p
        self._go_on(p, complete=complete)

    def _run(self, p: PendingMove) -> bool:
        """Decide a move; if it is refused, offer a house rule that would allow it."""
        if p.command is None:
            return p.run()
        try:
            with with_legal_moves(self.playing.position, p.command):
                return p.run()
        except Illegal as e:
            if self._offers and not isinstance(e, Impossible):
                if p.waivable(e):
                    self.offer = Offer(p, e)
                else:
                    e.text = not_waivable(e.text)
            else:
                explain_waivers(e, p.waive)
            raise

    def complete(self, p: PendingMove) -> None:
        """Record a complete move; a complete set-up is first shown to a person, if there is one."""
        if p.command is None and p.given and self.live:
            assert p.decision is not None  # noqa: S101
            self.replies.append(Draft(p.decision.state))
        else:
            self.record(p)

    def record(self, p: PendingMove) -> None:
        """Add a complete move or set-up to the live game."""
        at = p.at or self.now()
        first = 1 if self.table is None else self.table.head.seq + 1
        if p.command is None:
            self.table = Table.open(self.game, self.opened, Recorded(p.given), at=at)
        else:
            assert p.decision is not None  # noqa: S101
            self.playing.enter(p.decision, by=p.command.seat, at=at)
        self.pending, self.certain = None, p.certain
        self._enter_notes(p.remarks(at))
        self.moved(first)

    def _enter_notes(self, notes: Sequence[Note]) -> None:
        for note in notes:
            self.playing.note(note.text, seat=note.seat, to=note.to, at=note.at)

    def moved(self, first: int) -> None:
        """Reply that the position has changed, with new lines starting at `first`."""
        self.replies.append(Change(first, self.playing.head.seq))
        self.ask()

    def ask(self) -> None:
        """Ask the open question, unless it is simply whose move it is."""
        if self.over or (self.pending is not None and self.pending.need is not None):
            self._question = None
            self.replies.append(self.question)

    # --- what waits, and leaving

    def drop_pending(self) -> None:
        """Discard the move that needs results, or start the set-up again."""
        if self.table is None:
            assert self.pending is not None  # noqa: S101
            self.pending.go_back_to([])
        else:
            self._drop_move()
        self.ask()

    def _drop_move(self) -> None:
        p, self.pending = self.pending, None
        if p is not None and self.table is not None:
            self._enter_notes(p.notes)

    def note(self, text: str, seat: int | None, at: str | None, to: Reader | None = None) -> None:
        """Add a remark, perhaps for one reader only; during a move, it waits for the move."""
        at = at or self.now()
        if self.pending is not None:
            self.pending.note(Note(text, seat, at, to))
            self.replies.append(Notice("note_waits"))
            return
        first = self.playing.head.seq + 1
        self.playing.note(text, seat=seat, to=to, at=at)
        self.replies.append(NoteLine(first))

    def leave(self) -> None:
        """Seal a game that is over; an incomplete move isn't recorded."""
        if self.pending is not None and self.pending.need is not None and not self.live:
            self.unseen_if_left_out(self.pending)
        if self.offer is not None:
            self.loss = Loss("against_the_rules", self.offer.pending.what)
        elif self.pending is not None and self.pending.command is not None and self.live:
            self.loss = Loss("waits", self.pending.what)
            self.pending = None
        elif self.pending is not None:
            self.loss = Loss("results_are_missing", self.pending.what)
        self.offer = self.ending = None
        self._drop_move()
        self.seal_if_over()
        self.done = True

    def seal_if_over(self) -> None:
        """Seal the log if the game is over, so that nothing more can be added."""
        if self.over and not self.playing.head.sealed:
            table = self.playing
            table.seal(at=table.lines[-1].at)
            self.done = True
