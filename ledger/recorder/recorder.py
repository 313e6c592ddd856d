"""The recorder: a line goes in, the table changes, replies come out. No terminal, no disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from ledger.kernel.errors import Illegal, Impossible, LedgerError, Malformed
from ledger.kernel.game.faults import blame
from ledger.kernel.game.interface import Game
from ledger.kernel.log.events import Opened, Reader
from ledger.kernel.play.chance import Given, Recorded
from ledger.kernel.play.decide import Decision
from ledger.kernel.play.opening import decide_opening
from ledger.kernel.play.position import Position
from ledger.kernel.play.table import Table
from ledger.kernel.session.lines.draws import DRAWS_NOTHING
from ledger.kernel.text.narrate import last_move, own_word, spoken

from .keyword_actions import Unexplained
from .keywords import KEYWORDS, foreign_words
from .line_reader import answer_yes_or_no, read_line, unseen_if_left_out
from .pending_move import Note, PendingMove, Waived, asked_label, question
from .replies import Ask, Board, Fault, Reply, Rows, Say
from .translations import translated
from .typed_moves import told_what_is_legal

if TYPE_CHECKING:
    from .keyword_actions import KeywordLine

LONGEST = 100_000
"""The longest line that is read, in characters."""


class Offer(NamedTuple):
    """A refused move that may be recorded as a house rule."""

    pending: PendingMove
    error: LedgerError


class Recorder:
    """A game at the table and the open question: a move, a chance result, or yes or no.

    `live` if a person answers, who is asked whether the set-up is right and when to seal.
    `local` if times are typed in local time, not in UTC.
    """

    def __init__(
        self,
        game: Game,
        start: Opened | Table,
        *,
        now: Callable[[], str | None],
        at: str | None = None,
        house_rule: bool = False,
        live: bool = False,
        local: bool = False,
        lang: str = "en",
    ) -> None:
        self.game, self.now, self.lang = game, now, lang
        self.house_rule, self.live, self.local = house_rule, live, local
        self.table: Table | None = start if isinstance(start, Table) else None
        opened: Opened = start if isinstance(start, Opened) else start.lines[0].data
        self.names = [s.name for s in opened.seats]
        self.words = (*(word.name for word in KEYWORDS), *foreign_words(lang))
        self.pending: PendingMove | None = None
        self.certain: list[Given] = []
        self.offer: Offer | None = None
        self.ending: KeywordLine | None = None
        self.refused: LedgerError | None = None
        self.done = False
        self.lost: str | None = None
        self.out: list[Reply] = []
        self._opened, self.clock = opened, at
        self.box = game.box_of(opened)
        if self.table is not None:
            times = [line.at for line in self.table.lines if line.at is not None]
            self.clock = times[-1] if times else opened.started

    # --- what is open

    @property
    def checking(self) -> bool:
        """Whether the set-up is complete but the user hasn't said yet that it is right."""
        return self.pending is not None and self.pending.need is None

    @property
    def yes_or_no(self) -> bool:
        """Whether the open question is a yes or no question."""
        return self.offer is not None or self.ending is not None or self.checking

    @property
    def over(self) -> bool:
        """Whether the game has ended; its log may still be open."""
        return self.table is not None and self.table.over

    @property
    def prompt(self) -> str:
        """The prompt: who is asked, and for what."""
        if self.offer is not None:
            ask = translated("record it anyway as a house rule ({})? [y/N]", self.lang)
            return f"{ask.format(self.offer.error.rule)} "
        if self.ending is not None:
            return f"{translated('end the game unfinished? [y/N]', self.lang)} "
        if self.checking:
            return f"{translated('is the set-up right? [Y/n]', self.lang)} "
        if self.pending is not None and self.pending.need is not None:
            return f"{asked_label(self.pending, self.lang)}> "
        if self.table is None or self.over:
            return f"{translated('Enter seals the log, undo goes back', self.lang)}> "
        first = self.game.awaiting(self.table.state)[0]
        return f"{self.names[first.seat - 1]}, {own_word(self.game, first.ask, self.lang)}> "

    def position(self) -> Position:
        """Return the position; before the set-up, that of the empty table."""
        if self.table is not None:
            return self.table.position
        return Position(self.game, self.game.start(self._opened), self.names)

    @property
    def setup(self) -> Any:
        """What the rules look up in this game; None before the set-up is done."""
        return None if self.table is None else self.table.state.setup

    def asked_seat(self) -> int:
        """Return whose move it is; during the set-up, seat 1 stands for anybody."""
        asked = () if self.table is None else self.game.awaiting(self.table.state)
        return asked[0].seat if asked else 1

    def legal(self) -> list[str]:
        """Return the legal moves of whoever is asked, as they are typed."""
        if self.table is None or self.over:
            return []
        seat = self.game.awaiting(self.table.state)[0].seat
        return [self.game.write(c) for c in self.game.legal(self.table.state, seat)]

    # --- lines

    def start(self) -> list[Reply]:
        """Ask the first question."""
        self.out = []
        if self.table is None:
            self.go(PendingMove(self.game, self.names, self._set_up, at=self.clock, box=self.box))
        else:
            seq = self.table.head.seq
            self.out += [Board(self.table.state), Rows(last_move(self.table.lines, seq), seq)]
            self.ask()
        return self.out

    def feed(self, line: str) -> list[Reply]:
        """Take one typed line and return the replies."""
        self.out = []
        before = 0 if self.table is None else self.table.head.seq
        try:
            if len(line) > LONGEST:
                raise Malformed(f"this line is longer than {LONGEST:,} characters")
            try:
                line.encode()
            except UnicodeEncodeError:
                raise Malformed("this line isn't UTF-8 text") from None
            if not answer_yes_or_no(self, line.strip()):
                read_line(self, line)
        except LedgerError as e:
            self.refused = self.refused if isinstance(e, Unexplained) else e
            e.source = line if e.column is not None and e.source is None else e.source
            self.out.append(Fault(e))
        except (UnicodeEncodeError, OverflowError, RecursionError):
            # an escape may mean something that can't be written to a file
            if before:
                self.roll_back(before)
            self.out = [Fault(Malformed("this can't be written to a file"))]
        except Exception as e:
            fault = blame(e, self.game, self.table.lines if self.table is not None else ())
            if not isinstance(fault, LedgerError):
                raise
            self.forget()
            if before:
                self.roll_back(before)
            self.out = [Fault(fault)]
        return self.out

    def close(self) -> list[Reply]:
        """Leave without a word, as when the input ends."""
        self.out = []
        self.leave()
        return self.out

    def leave(self) -> None:
        """Seal a game that is over; a half-entered move isn't recorded."""
        if self.pending is not None and self.pending.need is not None and not self.live:
            unseen_if_left_out(self, self.pending)
        if self.offer is not None:
            self.lost = f"{self.offer.pending.what} isn't recorded: it is against the rules"
        elif self.pending is not None and self.pending.command is not None and self.live:
            self.lost = f"{self.what} is waiting for its results: you'll be asked when you go on"
            self.pending = None
        elif self.pending is not None:
            self.lost = f"{self.what} isn't recorded: its results are missing"
        self.offer = self.ending = None
        self._drop_move()
        self.seal_if_over()
        self.done = True

    @property
    def what(self) -> str:
        """What to call the move or set-up in progress in messages."""
        return "" if self.pending is None else self.pending.what

    def forget(self) -> None:
        """Forget a move in progress and all questions about it."""
        self.pending = self.offer = self.ending = None

    def roll_back(self, seq: int) -> None:
        """Forget lines that couldn't be written."""
        self.table = self.playing.back_to(seq)

    # --- deciding

    def _set_up(self, chance: Recorded, waive: Waived) -> Decision:
        return decide_opening(self.game, self._opened, chance)

    def go(self, p: PendingMove) -> None:
        """Decide as much as is known so far."""
        try:
            if p.command is None:
                complete = p.run()
            else:
                with told_what_is_legal(self.playing.position, p.command):
                    complete = p.run()
        except Illegal as e:
            if self.house_rule and p.command is not None and not isinstance(e, Impossible):
                if p.waivable(e):
                    self.offer = Offer(p, e)
                else:
                    e.message += "; no house rule can allow it: the pieces don't"
            raise
        if p.inline:
            if complete:
                raise Malformed(DRAWS_NOTHING, column=p.inline[0].column)
            complete = p.answer(p.inline, partly=False)
            p.inline = []
        self.pending = p
        if complete:
            self.complete(p)
        else:
            self.ask()

    def complete(self, p: PendingMove) -> None:
        """Record a complete move; let the user check a complete set-up first."""
        if p.command is None and p.given and self.live:
            assert p.decision is not None  # noqa: S101
            self.out.append(Board(p.decision.state))
        else:
            self.record(p)

    def record(self, p: PendingMove) -> None:
        """Enter a complete move or set-up into the table."""
        chance, at = Recorded(p.given), p.at or self.now()
        first = 1 if self.table is None else self.table.head.seq + 1
        if p.command is None:
            self.table = Table.open(self.game, self._opened, chance, at=at)
        else:
            self.playing.do(p.command, chance, waive=p.waive, at=at)
        self.pending, self.certain = None, p.certain
        for note in p.notes:
            self.playing.note(note.text, seat=note.seat, to=note.to, at=note.at)
        if p.remark is not None:
            self.playing.note(p.remark, at=at)
        self.moved(first)

    def moved(self, first: int) -> None:
        """Show what has changed from line `first` on."""
        table = self.playing
        self.out += [Board(table.state), Rows(first, table.head.seq)]
        self.ask()

    def ask(self) -> None:
        """Ask the open question, if the prompt doesn't say enough."""
        if self.pending is not None and self.pending.need is not None:
            self.out.append(Ask(question(self.pending, self.lang)))
        elif self.over:
            self.out.append(Say(spoken("The game is over.", self.lang), "bold"))

    @property
    def playing(self) -> Table:
        """The table, once it is set up."""
        if self.table is None:
            raise Illegal("the set-up isn't complete yet")
        return self.table

    # --- what the keywords need

    def drop_pending(self) -> None:
        """Forget the move that needs results, or start the set-up again."""
        if self.table is None:
            assert self.pending is not None  # noqa: S101
            self.pending.go_back_to([])
        else:
            self._drop_move()
        self.ask()

    def _drop_move(self) -> None:
        p, self.pending = self.pending, None
        if p is not None and self.table is not None:
            for note in p.notes:
                self.table.note(note.text, seat=note.seat, to=note.to, at=note.at)

    def note(self, text: str, seat: int | None, at: str | None, to: Reader | None = None) -> None:
        """Add a remark, perhaps for one reader alone; during a move it is recorded with that."""
        at = at or self.now()
        if self.pending is not None:
            self.pending.notes.append(Note(text, seat, at, to))
            text = translated("Noted; it will be recorded with the rest.", self.lang)
            self.out.append(Say(text, "dim"))
            return
        first = self.playing.head.seq + 1
        self.playing.note(text, seat=seat, to=to, at=at)
        self.out.append(Rows(first, first))

    def seal_if_over(self) -> None:
        """Close the log of a game that has ended; nothing can be added after that."""
        if self.over and not self.playing.head.sealed:
            table = self.playing
            table.seal(at=table.lines[-1].at)
            self.done = True
