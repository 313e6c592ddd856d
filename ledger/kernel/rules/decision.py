"""A decision: what the rules make of one command, event by event."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol

from ledger.kernel.errors import Illegal, Impossible, NeedsOutcome, TooMuch
from ledger.kernel.log.events import Ended, Entry, Event
from ledger.kernel.message import Text, as_message
from ledger.kernel.state.piles import Pile
from ledger.kernel.type_variables import S

from .chance import Chance
from .command import Command, Evolve, Question
from .moves import Move
from .outcome import Outcome

MOST_EVENTS = 20_000
"""The maximum number of events in a move."""


class Deciding(Protocol):
    """What a decision needs from the rules."""

    @property
    def evolvers(self) -> Mapping[type, Evolve]:
        """The functions that apply events to the state, by event type."""

    @property
    def by_command(self) -> Mapping[type[Command], Move]:
        """The moves, by the commands they decide."""

    @property
    def outcome(self) -> Any:
        """How a game ended: a function of the state that returns an `Outcome`, or None."""


class Decision(Generic[S]):
    """What the rules make of one command.

    `state` is the decision's own draft, of the game's own type. Each emitted event is folded into
    it immediately, so the rules always see the position including the events so far.
    """

    __slots__ = (
        "_evolve",
        "chance",
        "events",
        "rules",
        "state",
        "turns",
        "waive",
        "waived",
    )

    def __init__(
        self, rules: Deciding, draft: S, chance: Chance, waive: Collection[str] = ()
    ) -> None:
        self.rules = rules
        self.state = draft
        self.chance = chance
        self.waive = waive
        self.waived: list[str] = []
        self.events: list[Event] = []
        self.turns: list[int] = []
        self._evolve = rules.evolvers

    def need(self, rule: str, condition: object, sentence: Text, **values: object) -> None:
        """Refuse the command by a rule unless the condition holds or the players waived that rule.

        The sentence is a template, filled with the values. Raises `Illegal`.
        """
        if not condition:
            if rule not in self.waive:
                raise Illegal(as_message(sentence, values), rule=rule)
            if rule not in self.waived:
                self.waived.append(rule)

    def must(self, rule: str, condition: object, sentence: Text, **values: object) -> None:
        """Raise `Illegal` for what is impossible with the pieces on the table; no house rule can
        waive this.
        """
        if not condition:
            raise Illegal(as_message(sentence, values), rule=rule)

    def emit(self, event: Event) -> None:
        """Record a fact and fold it into the draft.

        Raises `TooMuch` if a move has more than `MOST_EVENTS` events: a rule that repeats as often
        as a number in the box says could otherwise use up all memory.
        """
        state = self.state
        if len(self.events) >= MOST_EVENTS:
            raise TooMuch("a move can't have more than {most} events", most=MOST_EVENTS)
        self.events.append(event)
        self._evolve[type(event)](state, event)
        self.turns.append(state.turn)  # type: ignore[attr-defined]

    def accept(self, command: Command, **more: Any) -> None:
        """Record that a command was carried out, with the event that starts the move.

        The event takes every choice from the command; `more` are its other fields.
        """
        self.emit(self.rules.by_command[type(command)].accepted(command, more))

    def draw(
        self, pile: Pile, count: int, slot: str, *, rule: str, seat: int | None = None
    ) -> tuple[str | None, ...]:
        """Draw the next cards of a pile, which possibly nobody sees."""
        try:
            return tuple(self.chance.draw(pile, count, slot, seat, rule))
        except NeedsOutcome as need:
            need.unseen = True
            raise

    def seen(
        self,
        pile: Pile,
        count: int,
        slot: str,
        *,
        rule: str,
        seat: int | None = None,
        places: Sequence[str] = (),
        remark: str = "",
        **gaps: object,
    ) -> tuple[str, ...]:
        """Draw the next cards of a pile, which everyone sees.

        When a game is recorded, the question says where each of them goes (`places`), with a
        `remark`: a text in the catalogue, whose gaps are filled.
        """
        try:
            cards = self.chance.draw(pile, count, slot, seat, rule)
        except NeedsOutcome as need:
            need.places = tuple(places)[-need.count :] if len(places) == count else ()
            need.remark, need.gaps = remark, gaps
            raise
        if None in cards:
            raise Impossible("these cards are face up: name each of them", rule=rule)
        return tuple(cards)  # type: ignore[arg-type]

    def reveal(
        self, value: object, among: Iterable[object], slot: str, *, rule: str, seat: int
    ) -> str:
        """Return what a player reveals after choosing it in secret.

        This is `value`, the player's choice, if it is known; if it is None, it is one of `among`,
        and the record says which. The event that reports it has a field whose `chance` is this
        slot. The result is always a string: convert it if the field is a number.
        """
        faces = [str(value)] if value is not None else [str(face) for face in among]
        return self.chance.roll(faces, 1, slot, seat, rule)[0]

    def entries(self, *, by: int | None = None, at: str | None = None) -> list[Entry]:
        """Return the events as a group of entries, ready to be written."""
        waived = tuple(self.waived)
        return [
            Entry(data=e, turn=t, by=by, at=at, waived=waived)
            for e, t in zip(self.events, self.turns, strict=True)
        ]

    def end(self) -> None:
        """End the game with the outcome that the rules compute."""
        result: Outcome | None = self.rules.outcome(self.state)
        if result is None:
            raise AssertionError("the game has no outcome yet")
        self.emit(Ended(reason=result.reason, ranking=result.ranking, scores=result.scores))


def game_over() -> Illegal:
    """Return the error for a command when there are no open questions."""
    return Illegal("the game is over")


def not_asked(command: Command, question: Question) -> Illegal:
    """Return the error for a command from a seat that isn't being asked."""
    seat, ask, rule = question
    return Illegal(
        "it's seat {seat}'s turn ({ask}), not seat {seat2}'s",
        rule=rule,
        seat=seat,
        ask=ask,
        seat2=command.seat,
    )


def no_answer(command: Command, question: Question) -> Illegal:
    """Return the error for a command that doesn't answer the open question."""
    _, ask, rule = question
    return Illegal(
        "seat {seat} has to answer {ask} now, and {name} isn't an answer to that",
        rule=rule,
        seat=command.seat,
        ask=ask,
        name=type(command).__name__,
    )
