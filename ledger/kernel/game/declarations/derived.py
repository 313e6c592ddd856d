"""What follows from a game's declarations, wherever the game has no function of its own."""

from __future__ import annotations

import dataclasses
import functools
import operator
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, get_type_hints

from ledger.kernel.errors import DeclarationError
from ledger.kernel.game.faults import place_of_class
from ledger.kernel.game.interface import Bot, Command, Game, Question, Resource, State
from ledger.kernel.game.outcome import Outcome, rank
from ledger.kernel.game.views import TableView
from ledger.kernel.log.events import Event, fields, tag
from ledger.kernel.text.sentences import USUAL, Sentence, Sentences, Teller, When, when

from . import marks
from .found import find_bots, find_named, find_parts
from .moves import arguments

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ledger.kernel.session.moves.forms import Notation

Scores = Callable[[Any], tuple[int | None, ...]]


class Declared:
    """Everything about a game that its types, moves and fields say by themselves."""

    def __init__(
        self,
        game: Game,
        state: type,
        modules: Sequence[ModuleType],
        upcasts: Mapping[type[Event], Any],
        asks: Mapping[str, str | Callable[[Any], str]],
    ) -> None:
        found = find_parts(modules, upcasts.keys())
        self.game, self.state, self.asks, self.modules = game, state, asks, modules
        self.moves, self.evolve = found.moves, found.evolve
        self.names = {f.name for f in dataclasses.fields(state)}
        for name in ("setup", "turn", "over"):
            if name not in self.names:
                raise DeclarationError(
                    f"{state.__name__} has no field {name!r}; every state needs `setup`, "
                    "`turn: int = 0` and `over: bool = False`",
                    place_of_class(state),
                )

    # --- moves

    @property
    def answers(self) -> dict[str, tuple[type[Command], ...]]:
        """The commands that answer each question."""
        out: dict[str, tuple[type[Command], ...]] = {}
        for kind, move in self.moves.items():
            for ask in move.answers:
                if self.asks and ask not in self.asks:
                    known = ", ".join(map(repr, self.asks))
                    say = f"{kind.__name__} answers {ask!r}, but the game asks only {known}"
                    raise DeclarationError(f"{say}; see `asks`", move.place)
                out[ask] = (*out.get(ask, ()), kind)
        return out

    @property
    def verbs(self) -> dict[str, str]:
        """What a button says for each verb that says so."""
        out: dict[str, str] = {}
        for move in self.moves.values():
            out |= {move.name: move.button} if isinstance(move.button, str) else move.button
        return {verb: text for verb, text in out.items() if text}

    @property
    def command_of(self) -> dict[type, Callable[[Any], Command]]:
        """What makes a command of each event that a move begins with."""
        out: dict[type, Callable[[Any], Command]] = {}
        for move in self.moves.values():
            for event in move.events:
                if event not in self.evolve:
                    say = f"{event.__name__} isn't one of the events in the game's modules"
                    raise DeclarationError(say, move.place)
                out[event] = move.command_of(event)
        return out

    @functools.cached_property
    def notation(self) -> Notation:
        """How the moves are typed."""
        from ledger.kernel.session.moves.plain_forms import notation_of

        return notation_of(self.moves.values())

    @property
    def slots(self) -> tuple[str, ...]:
        """The results of chance that people write down, by the events that hold them."""
        return _slots(self.evolve)

    @property
    def inline_slots(self) -> tuple[str, ...]:
        """Those that are part of the event that a move begins with: they are written behind it."""
        return _slots(event for move in self.moves.values() for event in move.events)

    def legal(self, state: State, seat: int) -> Iterator[Command]:
        """Yield the commands of a seat: all that the arguments can be and the rules accept."""
        from ledger.kernel.play.offers import offered

        return offered(self.game, self.moves.values(), state, seat)

    def decline(self, state: State) -> Command | None:
        """Return the command that says no to the first question, if there is one."""
        asked = self.game.awaiting(state)
        for kind, move in self.moves.items() if asked else ():
            if move.declines and asked[0].ask in move.answers:
                seat = asked[0].seat
                return kind(seat=seat) if move.declines is True else move.declines(state, seat)
        return None

    def check_arguments(self) -> None:
        """Refuse a command of which nobody can say what its arguments can be."""
        for kind in self.moves:
            for a in arguments(kind):
                if not a.known:
                    raise DeclarationError(
                        f"{kind.__name__}.{a.name} doesn't say what it can be; write "
                        f"`{a.name}: Annotated[…, one_of(lambda s, x: …)]`, or give the game a "
                        "`legal` of its own",
                        place_of_class(kind),
                    )

    @property
    def bots(self) -> dict[str, Bot]:
        """The bots in the game's modules."""
        return find_bots(self.modules)

    # --- questions

    def awaiting(self, to_active: Collection[str]) -> Callable[[State], tuple[Question, ...]]:
        """Who is asked what: `phase` says what, if there is one, and `asked` or `active` whom."""
        if not self.asks:
            raise DeclarationError(
                "who is asked what? Give the game `asks`, the questions with the rules behind "
                'them: `asks={"turn": "NIM-02"}`, or a function `awaiting`'
            )
        asks, phases, only = self.asks, "phase" in self.names, next(iter(self.asks))
        by_list = {ask for ask in asks if "asked" in self.names and ask not in to_active}
        one = get_type_hints(self.state).get("asked") is int
        question = functools.cache(lambda *facts: (Question(*facts),))  # asked again and again
        seats = range(1, max(self.game.meta.players) + 1)
        ready = {  # mostly the active player is asked, always by the same rule
            ask: {seat: question(seat, ask, rule) for seat in seats}
            for ask, rule in asks.items()
            if isinstance(rule, str) and ask not in by_list
        }
        nobody: dict[int, tuple[Question, ...]] = {}

        def awaiting(s: State) -> tuple[Question, ...]:
            ask = s.phase if phases else only
            if s.over:
                return ()
            if (found := ready.get(ask, nobody).get(s.active)) is not None:
                return found
            if ask not in asks:
                return ()
            rule, asked = asks[ask], s.asked if ask in by_list else s.active
            if not isinstance(rule, str):
                rule = rule(s)
            if ask in by_list and not one:
                return tuple([Question(seat, ask, rule) for seat in asked])
            return question(asked, ask, rule) if asked else ()

        return awaiting

    # --- the end

    def scores(
        self, score: Callable[[State, int], int | None] | None, resources: Iterable[Resource]
    ) -> Scores:
        """What counts the points of all seats: the players' own, if nothing else does."""
        points = next((r.key for r in resources if r.is_score), "")
        fields = {field.name: field.kind for field in marks.players_fields(self.state)}
        if score is None and (points in fields or hasattr(marks.player_type(self.state), points)):
            own = operator.attrgetter(points)
            if fields.get(points, int) is int:
                return lambda s: tuple(map(own, s.players))
            return lambda s: tuple(marks.amount(own(p)) for p in s.players)
        if score is None:
            say = "how is it scored? Give the game `score(state, seat)`, or `scores(state)`"
            raise DeclarationError(f"{say}, or a player's `resource(…, is_score=True)`")

        def scores(s: State) -> tuple[int | None, ...]:
            return tuple(score(s, seat) for seat in range(1, s.setup.players + 1))

        return scores

    def outcome(
        self,
        ended: Callable[[State], str | None] | None,
        scores: Scores,
        tie_breaks: Callable[[State, int], Any] | None,
        ranked_by: tuple[str, ...],
    ) -> Callable[[State], Outcome | None]:
        """What ranks the seats once the game has ended: by points, then by what breaks ties."""
        if ended is None or not ranked_by:
            raise DeclarationError(
                "when does it end, and who wins? Give the game `ended(state)`, which returns the "
                'reason or None, and `ranked_by=("NIM-03",)`, the rule by which points are ranked '
                "and, second, the one for ties; or a function `outcome`"
            )
        best = 1 if self.game.meta.highest_wins else -1

        def outcome(s: State) -> Outcome | None:
            reason = ended(s)
            if reason is None:
                return None
            points = scores(s)
            keys: list[Any] = [best * (n or 0) for n in points]
            tied = len(set(keys)) < len(keys)
            if tie_breaks is not None:
                keys = [(key, tie_breaks(s, seat)) for seat, key in enumerate(keys, 1)]
            return Outcome(reason, rank(keys), points, ranked_by[-1 if tied else 0])

        return outcome

    # --- what players have, and what they see

    @property
    def resources(self) -> tuple[Resource, ...]:
        """What is counted of each player's."""
        return marks.resources_of(self.state)

    @property
    def holdings(self) -> Callable[[State], list[tuple[int, ...]]]:
        """What counts it."""
        return marks.holdings_of(self.state)

    def forget(self, state: State, viewer: int) -> None:
        """Remove the things that a seat can't know."""
        self._forget(state, viewer)

    @functools.cached_property
    def _forget(self) -> Callable[[State, int], None]:
        return marks.forget_of(self.state)

    def viewing(
        self, view: Callable[..., Any] | None, scores: Scores
    ) -> Callable[[State, int | None], Any]:
        """What makes a view: the game's function or its `View`, or the marks of state fields."""
        if view is None:
            own = find_named(self.modules, ["View"]).get("View")
            if isinstance(own, type) and issubclass(own, TableView):
                return own.by(self.game)
            return marks.view_of(self.state, self.game, scores)
        code = getattr(view, "__code__", None)
        if code is None or code.co_argcount < 3:
            return view

        @functools.wraps(view)
        def given_the_game(s: State, viewer: int | None) -> Any:
            return view(s, viewer, self.game)

        return given_the_game

    def draw(self, view: Any, width: int, names: Sequence[str]) -> RenderableType:
        """Draw everything that a view says."""
        from ledger.kernel.text.picture import Board
        from ledger.kernel.text.plain_board import PlainBoard

        return Board(PlainBoard, view, width, names)

    # --- words

    def sentences(self, more: Sentences, teller: type[Teller]) -> Sentences:
        """The sentences that events say, after those that the game tells under a condition."""
        own: dict[Any, Any] = dict(more)
        for event in self.evolve:
            for key, sentence in said_by(event):
                _check_gaps(event, sentence, teller)
                own.setdefault(key, sentence)
        return own


def said_by(event: type[Event]) -> Iterator[tuple[type | When, Sentence]]:
    """Yield the sentences of an event's own type: those under a condition, then the plain one."""
    for name, sentence in vars(event).items():
        if name.startswith("says_"):
            yield when(event, *_conditions(event, name)), sentence
    usual = USUAL.get(tag(event), "") if "seat" in event.__struct_fields__ else ""
    if plain := event.says or usual:
        yield event, plain


def _conditions(event: type[Event], name: str) -> list[str | Callable[[Any], bool]]:
    """Return when a sentence is told, by its name: `says_FIELD`, or `says_FIELD_VALUE`."""
    out: list[str | Callable[[Any], bool]] = []
    for word in name.split("_")[1:]:
        if word in event.__struct_fields__:
            out.append(word)
        elif out and isinstance(out[-1], str):
            out.append(_has_value(out.pop(), word))
        else:
            have = ", ".join(event.__struct_fields__)
            say = f"{event.__name__}.{name} is told if {word} says something, but there is no such"
            raise DeclarationError(f"{say} field; there are {have}", place_of_class(event))
    return out


def _has_value(field: Any, value: str) -> Callable[[Any], bool]:
    return lambda x: str(getattr(x, field)) == value


def _check_gaps(event: type[Event], sentence: Sentence, teller: type[Teller]) -> None:
    texts = sentence if isinstance(sentence, tuple) else (sentence,)
    known = {*event.__struct_fields__, *teller.phrases}
    if "seat" not in event.__struct_fields__ and Teller.phrases["name"] is teller.phrases["name"]:
        known.discard("name")
    for text in texts:
        for gap in re.findall(r"{(\w*)", text) if isinstance(text, str) else ():
            if gap not in known:
                have = ", ".join(event.__struct_fields__) or "none"
                say = f"{event.__name__} says {{{gap}}}, but has no such field; it has {have}"
                raise DeclarationError(say, place_of_class(event))


def _slots(events: Iterable[type[Event]]) -> tuple[str, ...]:
    """Return the slots of the results of chance that events hold."""
    return tuple(dict.fromkeys(f.chance for event in events for f in fields(event) if f.chance))
