"""A decision: what the rules make of one command, event by event."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol

from ledger.kernel.errors import Breaks, EventFault, Illegal, Impossible, NeedsOutcome, TooMuch
from ledger.kernel.faults import SourceLine, event_fault, place_inside, place_of
from ledger.kernel.log.events import Entry, Event
from ledger.kernel.message import Message, Text, as_message
from ledger.kernel.meta import Home
from ledger.kernel.state.piles import Pile
from ledger.kernel.state.seen import Looked
from ledger.kernel.type_variables import S

from .asked import Asked, NotingChance, Suspect, first_wrong
from .chance import Chance
from .command import Command, Evolve, Question
from .moves import Move
from .outcome import Outcome, ended_by
from .watch import REPORTS, WatchedFolds

MOST_EVENTS = 20_000
"""The maximum number of events in a move."""


class Deciding(Protocol):
    """What a decision needs from the rules."""

    @property
    def evolvers(self) -> Mapping[type, Evolve]:
        """The functions that apply events to the state, by event type."""

    @property
    def suspects(self) -> Mapping[type, Suspect | None]:
        """What looks at each event before it is recorded."""

    @property
    def by_command(self) -> Mapping[type[Command], Move]:
        """The moves, by the commands they decide."""

    @property
    def home(self) -> Home:
        """The game that they belong to."""

    @property
    def of_0_2(self) -> bool:
        """Whether the game was written for 0.2, which let it do what today is refused."""

    @property
    def copy(self) -> Callable[[Any], Any]:
        """What returns an independent copy of a state."""

    @property
    def outcome(self) -> Any:
        """How a game ended: a function of the state that returns an `Outcome`, or None."""


class Decision(Generic[S]):
    """What the rules make of one command.

    `state` is the decision's own draft, of the game's own type. Each emitted event is folded into
    it immediately, so the rules always see the position including the events so far. Nothing else
    may change it.
    """

    __slots__ = (
        "_chance",
        "_evolve",
        "_suspects",
        "asked",
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
        self._chance = chance
        self.asked: list[Asked] = []
        self.waive = waive
        self.waived: list[str] = []
        self.events: list[Event] = []
        self.turns: list[int] = []
        self._evolve = rules.evolvers
        self._suspects = rules.suspects
        if REPORTS:
            report = REPORTS[-1]
            folds = WatchedFolds(rules.home, rules.evolvers, rules.copy, draft, report)
            self._evolve = folds

    @property
    def chance(self) -> Chance:
        """What chance gives, as lists; `draw`, `seen` and `roll` return what events hold."""
        return NotingChance(self._chance, self.asked)

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

        Raises `EventFault` if the event differs from what chance gave, in its values, slot or
        order, or holds a list where it declares a tuple. Raises `TooMuch` if a move has more than
        `MOST_EVENTS` events: a rule that repeats as often as a number in the box says could
        otherwise use up all memory.
        """
        state, kind = self.state, type(event)
        if len(self.events) >= MOST_EVENTS:
            raise TooMuch("a move can't have more than {most} events", most=MOST_EVENTS)
        try:
            suspect = self._suspects[kind]
        except KeyError:
            raise self._without_fold(kind) from None
        if suspect is not None and suspect(event, self.asked):
            self._look_closely(event)
        self.events.append(event)
        self._evolve[kind](state, event)
        self.turns.append(state.turn)  # type: ignore[attr-defined]

    def _without_fold(self, kind: type[Event]) -> EventFault:
        name, home = kind.__name__, self.rules.home
        what = Message("no fold applies {event}: write `@FOLDS.on({event})` above one", event=name)
        place = place_inside(sys._getframe(1), home.package)
        return event_fault(home, "fold", what, place=place)

    def _look_closely(self, event: Event) -> None:
        wrong = first_wrong(event, self.asked)
        if wrong is not None:
            self._refuse(*wrong)

    def _refuse(self, breaks: Breaks, what: Message, place: SourceLine | None = None) -> None:
        """Refuse what the log would say wrongly; in a game of 0.2, only where it is watched."""
        rules = self.rules
        report = REPORTS[-1] if REPORTS else None
        if report is None and rules.of_0_2:
            return
        place = place or place_inside(sys._getframe(), rules.home.package)
        fault = event_fault(rules.home, breaks, what, place=place)
        if report is None:
            raise fault
        report(fault)

    def finish(self, function: Callable[..., object]) -> None:
        """Refuse a decision, made by a function, that did something which no event says.

        Raises `EventFault` if no event says what chance was asked for; if decisions are watched,
        also if the draft was changed after the last event.
        """
        if self.asked:
            slot = self.asked[0][0]
            what = Message("chance was asked for {slot!r}, and no event says the result", slot=slot)
            self._refuse("chance", what, place_of(function))
        if isinstance(self._evolve, WatchedFolds):
            self._evolve.compare(place=place_of(function))

    def accept(self, command: Command, **more: Any) -> None:
        """Record that a command was carried out, with the event that starts the move.

        The event takes every choice from the command; `more` are its other fields.
        """
        self.emit(self.rules.by_command[type(command)].accepted(command, more))

    def draw(
        self, pile: Pile, count: int, slot: str, *, rule: str, seat: int | None = None
    ) -> tuple[str | None, ...]:
        """Return the next cards of a pile, which possibly nobody sees (None).

        The pile doesn't change: the fold of the event that says so takes the cards from it. Where
        everyone knows what they are, nobody has to type them when a game is recorded. Raises
        `Impossible` if there are too few.
        """
        ahead = pile.ahead()
        try:
            cards = tuple(self._chance.draw(ahead, count, slot, seat, rule))
        except NeedsOutcome as need:
            need.unseen = True
            if (known := ahead.known(count)) is not None:
                need.certain, need.values = True, known[need.told :]
            raise
        if cards:
            self.asked.append((slot, seat, cards))
        return cards

    def look(
        self, at: Looked, slot: str, *, rule: str, seat: int | None = None
    ) -> tuple[str | None, ...]:
        """Return the cards that somebody looks at: `hand.looked_at(s.deck)`.

        What is known of them needn't be typed when a game is recorded. What isn't may remain
        unknown (None), as people at the table don't always write down what they see. The event that
        reports it has a field whose `chance` is this slot, and which says who sees it (`seen_by`).
        """
        return self.draw(at, at.size, slot, rule=rule, seat=seat)

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
        """Return the next cards of a pile, which everyone sees.

        Like `draw`, it leaves the pile as it is.

        When a game is recorded, the question says where each of them goes (`places`), with a
        `remark`: a text in the catalogue, whose gaps are filled.
        """
        ahead = pile.ahead()
        try:
            cards = tuple(self._chance.draw(ahead, count, slot, seat, rule))
        except NeedsOutcome as need:
            if isinstance(ahead, Looked) and (known := ahead.known(count)) is not None:
                need.certain, need.values = True, known[need.told :]
            need.places = tuple(places)[-need.count :] if len(places) == count else ()
            need.remark, need.gaps = remark, gaps
            raise
        if None in cards:
            raise Impossible("these cards are face up: name each of them", rule=rule)
        if cards:
            self.asked.append((slot, seat, cards))
        return cards  # type: ignore[return-value]

    def roll(
        self, faces: Sequence[str], count: int, slot: str, *, rule: str, seat: int | None = None
    ) -> tuple[str, ...]:
        """Return the results of rolling `count` dice with these faces, which everyone sees."""
        return tuple(self.chance.roll(faces, count, slot, seat, rule))

    def reveal(
        self, value: object, among: Iterable[object], slot: str, *, rule: str, seat: int
    ) -> str:
        """Return what a player reveals after choosing it in secret.

        This is `value`, the player's choice, if it is known; if it is None, it is one of `among`,
        and the record says which. The event that reports it has a field whose `chance` is this
        slot. The result is always a string: convert it if the field is a number.
        """
        faces = [str(value)] if value is not None else [str(face) for face in among]
        return self.roll(faces, 1, slot, rule=rule, seat=seat)[0]

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
        self.emit(ended_by(result))


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
