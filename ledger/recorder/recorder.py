"""The recorder: a driver with words for a screen. No terminal, no disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Opened
from ledger.kernel.message import Message, Text
from ledger.kernel.narration.narrate import last_move, spoken
from ledger.kernel.notation.driver import replies as facts
from ledger.kernel.notation.driver.command_driver import Offer
from ledger.kernel.notation.driver.driver import LONGEST, YES, Driver
from ledger.kernel.notation.driver.pending_move import PendingMove
from ledger.kernel.notation.driver.questions import Question
from ledger.kernel.play.position import Position
from ledger.kernel.play.table import Table
from ledger.kernel.text.accents import unaccented

from . import prompts as wording
from .displays import Unexplained, display
from .keyword_help import ADJUST, KEYWORDS, foreign_words
from .replies import Ask, Board, Fault, Reply, Rows, Say

__all__ = ["LONGEST", "Recorder"]


class Recorder:
    """A game at the table and the open question: a move, a chance result, or yes or no.

    `live` if a person is answering, to be asked whether the set-up is right and when to seal.
    `local` if times are typed in local time rather than UTC. The game itself belongs to the
    `driver`.
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
        self.game, self.lang, self.live = game, lang, live
        self.driver = Driver(
            game,
            start,
            now=now,
            at=at,
            house_rule=house_rule,
            live=live,
            local=local,
            show=lambda line: display(self, line),
        )
        self.names, self.box = self.driver.names, self.driver.box
        self.words = (*(word.name for word in KEYWORDS), *foreign_words(lang))
        self.refused: LedgerError | None = None
        self._draft_shown = False
        self._map_shown: str | None = None

    # --- what is open

    @property
    def table(self) -> Table | None:
        """The game in progress; None before the set-up is complete."""
        return self.driver.table

    @property
    def playing(self) -> Table:
        """The game in progress; only available after the set-up."""
        return self.driver.playing

    @property
    def pending(self) -> PendingMove | None:
        """The move or set-up that is waiting for its results."""
        return self.driver.pending

    @property
    def offer(self) -> Offer | None:
        """The refused move that can be recorded as a house rule."""
        return self.driver.offer

    @property
    def question(self) -> Question:
        """The open question, as data."""
        return self.driver.question

    @property
    def checking(self) -> bool:
        """Whether the set-up is complete but the user hasn't confirmed it yet."""
        return self.driver.checking

    @property
    def yes_or_no(self) -> bool:
        """Whether the open question is a yes-or-no question."""
        return self.question.yes_or_no

    @property
    def over(self) -> bool:
        """Whether the game has ended; its log may still be open."""
        return self.driver.over

    @property
    def done(self) -> bool:
        """Whether the recorder has stopped taking lines."""
        return self.driver.done

    @property
    def lost(self) -> Message | None:
        """What was begun but won't be recorded, in words."""
        return None if self.driver.loss is None else wording.loss(self.driver.loss)

    @property
    def what(self) -> Text:
        """What messages call the move or set-up in progress."""
        return "" if self.pending is None else self.pending.what

    @property
    def prompt(self) -> str:
        """The prompt: whose answer is wanted, and to what."""
        return wording.prompt(self.question, self.game, self.names, self.lang)

    def long_question(self) -> str:
        """Return the full question that asks for a chance result."""
        return wording.result_question(self.question, self.game, self.names, self.lang, self.box)

    def position(self) -> Position:
        """Return the position; before the set-up, that of an empty table."""
        return self.driver.position

    @property
    def setup(self) -> Any:
        """What the rules look up in this game; None before the set-up is complete."""
        return None if self.table is None else self.table.state.setup

    def legal(self) -> list[str]:
        """Return the legal moves of the seat to move, as they would be typed."""
        return self.driver.legal()

    # --- lines

    def start(self) -> list[Reply]:
        """Ask the first question."""
        if self.table is None:
            return self._in_words(self.driver.start())
        seq = self.table.head.seq
        return [
            Board(self.table.state),
            Rows(last_move(self.table.lines, seq), seq),
            *self.ask(),
        ]

    def feed(self, line: str) -> list[Reply]:
        """Take one typed line and return the replies; after a `Fault` nothing has changed."""
        confirms = self.checking and unaccented(line.strip()) in ("", *YES)
        self._draft_shown = confirms  # then the board is already on the screen
        try:
            return self._in_words(self.driver.feed(line))
        except LedgerError as e:
            self._explain(e, line)
            self.refused = self.refused if isinstance(e, Unexplained) else e
            return [*self._in_words(self.driver.replies), Fault(e)]

    def close(self) -> list[Reply]:
        """Leave without a closing message, as when the input ends."""
        return self._in_words(self.driver.close())

    def ask(self) -> list[Reply]:
        """Return the open question in full, if the prompt doesn't say enough."""
        question = self.question
        return self._in_words([question] if question.kind in ("result", "seal") else [])

    def forget(self) -> None:
        """Forget a move in progress and all questions about it."""
        self.driver.forget()

    def roll_back(self, seq: int) -> None:
        """Forget lines that couldn't be stored."""
        self.driver.roll_back(seq)

    def _explain(self, error: LedgerError, line: str) -> None:
        """Add a hint to an error where only a prompt can help."""
        words = line.split()
        if isinstance(error, Malformed) and words and words[0].lower() in ADJUST:
            error.hint = Message("`adjust` and `adjust /PATH` show what is where")

    def _in_words(self, replies: list[facts.Reply]) -> list[Reply]:
        return [x for reply in replies for x in self._worded(reply)]

    def _worded(self, reply: facts.Reply) -> list[Reply]:
        if isinstance(reply, facts.Change):
            rows = Rows(reply.first, reply.last)
            if reply.first == 1 and self._draft_shown:
                return [rows]
            return [Board(self.playing.state), rows]
        if isinstance(reply, facts.NoteLine):
            return [Rows(reply.seq, reply.seq)]
        if isinstance(reply, facts.Draft):
            return [Board(reply.state)]
        if isinstance(reply, facts.Display):
            return [*reply.content]
        if isinstance(reply, facts.Notice):
            style = "dim" if reply.why == "note_waits" else "none"
            return [Say(wording.notice(reply.why, self.lang), style)]
        if reply.kind == "result":
            text = wording.result_question(reply, self.game, self.names, self.lang, self.box)
            return [*self._map_for(reply), Ask(text)]
        return [Say(spoken("The game is over.", self.lang), "bold")]

    def _map_for(self, question: Question) -> list[Reply]:
        """Return the board before the first result of a set-up that fills different places."""
        if self.table is not None or len({*question.places}) < 2:
            return []
        before, self._map_shown = self._map_shown, question.ask
        return [] if before == question.ask else [Board(self.driver.draft)]
