"""Deciding a command: rules read the state, refuse or emit events, and see the effect at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Generic

from ledger.kernel.errors import Illegal, Impossible, NeedsOutcome
from ledger.kernel.game.interface import Command, Game, Question, S, State
from ledger.kernel.log.events import Ended, Entry, Event

from .chance import Chance
from .piles import Pile


class Decision(Generic[S]):
    """What the rules make of one command.

    `state` is the decision's own draft, of the game's own type. Each emitted event is folded into
    it at once, so the rules always see the position as it is by then.
    """

    __slots__ = (
        "_evolve",
        "chance",
        "events",
        "game",
        "state",
        "turns",
        "waive",
        "waived",
    )

    def __init__(self, game: Game, draft: S, chance: Chance, waive: Collection[str] = ()) -> None:
        self.game = game
        self.state = draft
        self.chance = chance
        self.waive = waive
        self.waived: list[str] = []
        self.events: list[Event] = []
        self.turns: list[int] = []
        self._evolve = game.evolvers

    def need(self, rule: str, condition: object, sentence: str) -> None:
        """Refuse the command by a rule unless the condition holds or the table waived that rule."""
        if not condition:
            if rule not in self.waive:
                raise Illegal(sentence, rule=rule)
            if rule not in self.waived:
                self.waived.append(rule)

    def must(self, rule: str, condition: object, sentence: str) -> None:
        """Refuse what can't be done with the pieces on the table; no house rule can waive this."""
        if not condition:
            raise Illegal(sentence, rule=rule)

    def emit(self, event: Event) -> None:
        """Record a fact and fold it into the draft."""
        state = self.state
        self.events.append(event)
        self._evolve[type(event)](state, event)
        self.turns.append(state.turn)  # type: ignore[attr-defined]

    def accept(self, command: Command, **more: Any) -> None:
        """Record that what a player asked for was done, by the event that the move begins with.

        It has every choice of the player by itself; `more` are its other fields.
        """
        self.emit(self.game.moves[type(command)].accepted(command, more))

    def draw(
        self, pile: Pile, count: int, slot: str, *, rule: str, seat: int | None = None
    ) -> tuple[str | None, ...]:
        """Ask chance for the next cards of a pile, which perhaps nobody sees."""
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
        """Ask chance for the next cards of a pile, which everybody sees.

        Whoever records a game is told where each of them goes (`places`), and a `remark`: a text
        for the catalogue, whose gaps are filled.
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
        """Ask what somebody shows who chose it in secret.

        It is what they chose, if that is known; if not (`None`), it is one of `among`, and the
        record says which. The event that says it has a field with this slot as its `chance`. It is
        always text: turn it into a number if that field has one.
        """
        faces = [str(value)] if value is not None else [str(face) for face in among]
        return self.chance.roll(faces, 1, slot, seat, rule)[0]

    def entries(self, *, by: int | None = None, at: str | None = None) -> list[Entry]:
        """Return its events as a group, ready to be written."""
        waived = tuple(self.waived)
        return [
            Entry(data=e, turn=t, by=by, at=at, waived=waived)
            for e, t in zip(self.events, self.turns, strict=True)
        ]

    def end(self) -> None:
        """End the game with the outcome that the rules compute."""
        result = self.game.outcome(self.state)
        if result is None:
            raise AssertionError("the game has no outcome yet")
        self.emit(Ended(reason=result.reason, ranking=result.ranking, scores=result.scores))


def decide(
    game: Game,
    state: State,
    command: Command,
    chance: Chance,
    *,
    waive: Collection[str] = (),
    own: bool = False,
    asked: Sequence[Question] | None = None,
) -> Decision:
    """Decide a command on a state, which may be changed only if the caller says so (`own`).

    `asked` is what `game.awaiting` says of the state, if the caller knows it already.
    """
    d = Decision(game, state if own else game.copy(state), chance, waive)
    if asked is None:
        asked = game.awaiting(state)
    if not asked:
        raise Illegal("the game is over")
    seat, ask, rule = asked[0]
    if command.seat != seat and game.question_for(state, command.seat) is None:
        raise Illegal(f"it is up to seat {seat} now ({ask}), not seat {command.seat}", rule=rule)
    if type(command) not in (game.answers.get(ask) or game.answers_to(ask)):
        raise Illegal(
            f"seat {command.seat} has to answer {ask} now, "
            f"and {type(command).__name__} doesn't answer that",
            rule=rule,
        )
    game.decide(d, command)
    return d
