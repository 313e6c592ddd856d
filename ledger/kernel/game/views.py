"""What the views of all games have in common, without depending on Rich."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import (
    Any,
    ClassVar,
    Generic,
    NamedTuple,
    Protocol,
    Self,
    TypeVar,
    cast,
    dataclass_transform,
    get_args,
    get_type_hints,
)

import msgspec

from ledger.kernel.errors import DeclarationError
from ledger.kernel.faults import place_of_class
from ledger.kernel.rules.command import Question, State
from ledger.kernel.rules.outcome import Outcome
from ledger.kernel.rules.rules import Rules as GameRules
from ledger.kernel.state.field_marks import Marked, marked, players_fields, resources_of
from ledger.kernel.state.piles import Pile

_HEAD = frozenset(
    ("setup", "players", "viewer", "phase", "turn", "round", "active", "asked", "seats", "over")
)
"""Fields of a state that every view has anyway, or that no view should have."""


class Asked(msgspec.Struct, frozen=True):
    """An open question: the seat, what it is asked, and the rule for it."""

    seat: int
    ask: str
    rule: str


P = TypeVar("P")
T = TypeVar("T")


class SeatLook(msgspec.Struct, Generic[P], frozen=True):
    """A look at one player, with their place in the ranking.

    `own` says whether the viewer may see everything about the player.
    """

    player: P
    seat: int
    place: int | None
    own: bool
    state: Any = None


class _Computed(NamedTuple):
    """The function that computes a field, and how many arguments it takes."""

    tell: Callable[..., Any]
    takes: int


def computed(tell: Callable[..., T]) -> T:
    """Declare how a field in a view is computed: `coins: int = computed(lambda s, p: …)`.

    The function receives the state; for a field of a seat, the player as well and, if it takes a
    third argument, the `SeatLook`.
    """
    needed = [x for x in inspect.signature(tell).parameters.values() if x.default is x.empty]
    return cast(T, _Computed(tell, len(needed)))


def owner_only(tell: Callable[[Any, Any], T]) -> T | None:
    """Declare the same for a field that only the player's own seat may see; others see None."""
    return computed(lambda s, p, look: tell(s, p) if look.own else None)


class _ViewType(msgspec.StructMeta):
    """Collects the computed fields of a view, which have no defaults: all fields are required."""

    tells: dict[str, _Computed]
    given: tuple[int, ...]

    def __new__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **config: Any
    ) -> Any:
        tells = {key: x for key, x in namespace.items() if isinstance(x, _Computed)}
        rest = {key: x for key, x in namespace.items() if key not in tells}
        view = super().__new__(cls, name, bases, rest, **config)
        said = namespace.get("__annotations__", {})
        inherited = {key: x for key, x in getattr(view, "tells", {}).items() if key not in said}
        view.tells = inherited | tells
        for key, x in tells.items():
            if x.takes not in view.given:
                right = " or ".join(map(str, view.given))
                say = f"what tells `{key}` in `{name}` takes {right} arguments, not {x.takes}"
                raise DeclarationError(say, place_of_class(view))
        return view


@dataclass_transform(frozen_default=True, kw_only_default=True)
class SeatView(msgspec.Struct, frozen=True, kw_only=True, metaclass=_ViewType):
    """What a viewer may see of a player; a game adds fields for what the player has."""

    given: ClassVar[tuple[int, ...]] = (2, 3)
    """The number of arguments: state and player, and perhaps the look."""
    seat: int
    place: int | None

    @classmethod
    def of(cls, look: SeatLook[Any], **told: Any) -> Self:
        """Return the view of a player; fields that aren't given are copied from the player."""
        s, p = look.state, look.player
        told["seat"], told["place"] = look.seat, look.place
        for name, (tell, takes) in cls.tells.items():
            if name not in told:
                told[name] = tell(s, p) if takes == 2 else tell(s, p, look)
        _fill(cls, told, (p,))
        return cls(**told)


@dataclass_transform(frozen_default=True, kw_only_default=True)
class TableView(msgspec.Struct, frozen=True, kw_only=True, metaclass=_ViewType):
    """What a viewer may see of a table; a game adds `seats` and what is on the table.

    `ranking` begins with those who are ahead; if nobody has won, the first group is empty.
    """

    given: ClassVar[tuple[int, ...]] = (1,)
    """The number of arguments: just the state."""
    viewer: int | None
    phase: str
    turn: int
    round: int
    active: int
    asked: tuple[Asked, ...]
    over: bool
    ranking: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, look: Look, **told: Any) -> Self:
        """Return what a viewer sees; fields that aren't given are copied from the state.

        If the state has no field of that name, the value comes from its `setup`, or from the limits
        there. A list becomes a tuple; where the view's field is an `int`, it becomes the number of
        entries.
        """
        s = look.state
        told |= look.facts()
        for name, (tell, _) in cls.tells.items():
            if name not in told:
                told[name] = tell(s)
        _fill(cls, told, (s, s.setup, getattr(s.setup, "limits", None)))
        return cls(**told)

    @classmethod
    def by(cls, rules: GameRules[Any]) -> Callable[[Any, int | None], Any]:
        """Return a function that creates such views; `seats` declares how it shows players.

        Raises `DeclarationError` if the view doesn't declare `seats`.
        """
        seat_view, *_ = get_args(get_type_hints(cls).get("seats")) or (None,)
        if seat_view is None:
            say = f"`{cls.__name__}` says what it tells of players: `seats: tuple[Seat, ...]`"
            raise DeclarationError(say, place_of_class(cls))

        def view(state: Any, viewer: int | None) -> Any:
            return cls.of(Look(state, viewer, rules, seat_view))

        view.__annotations__["return"] = cls  # what OpenAPI describes
        return view


def view_type(name: str, base: type, fields: dict[str, Any]) -> Any:
    """Create a type of views with the given fields."""
    return _ViewType(name, (base,), {"__annotations__": fields}, frozen=True, kw_only=True)


Found = tuple[str, int, Callable[[Any], Any] | None]
"""A field in a view: its name, the index of the source it comes from, and how to convert it."""
_FOUND: dict[type, list[Found]] = {}


def _fill(view: _ViewType, told: dict[str, Any], sources: tuple[object, ...]) -> None:
    """Add the fields of a view that aren't computed yet, from the sources that have them."""
    found = _FOUND.get(view)
    if found is None:
        found = _FOUND[view] = list(_found(view, sources))
    for name, at, fix in found:
        if name not in told:
            value = getattr(sources[at], name)
            told[name] = fix(value) if fix else value


def _found(view: _ViewType, sources: Sequence[object]) -> Iterator[Found]:
    for name, hint in get_type_hints(view).items():
        if name in view.tells:
            continue
        at = next((i for i, source in enumerate(sources) if hasattr(source, name)), None)
        if at is not None:
            fix: Callable[[Any], Any] | None = None if hint in (str, bool) else _plainly
            if hint is int:
                fix = _COUNTED.get(type(getattr(sources[at], name)))
            yield name, at, fix


_COUNTED: dict[type, Callable[[Any], int]] = {list: len, Pile: lambda pile: pile.size}


def _plainly(value: Any) -> Any:
    """Return part of a state as an independent value that can be handed out."""
    if isinstance(value, list):
        return tuple(value)
    return dict(value) if isinstance(value, dict) else value


class Rules(Protocol):
    """What a view needs from a game's rules; a module can provide it."""

    def awaiting(self, state: Any, /) -> tuple[Question, ...]:
        """Return the open questions."""

    def outcome(self, state: Any, /) -> Outcome | None:
        """Return how the game ended; None if it hasn't."""

    def round(self, state: Any, /) -> int:
        """Return the number of the round."""


class Look(msgspec.Struct, frozen=True):
    """A look at a table, by a seat, a spectator (0) or the referee (None)."""

    state: State
    viewer: int | None
    rules: Rules
    seat_view: type[SeatView] | Callable[[Any, SeatLook[Any]], object]

    def facts(self) -> dict[str, Any]:
        """Return the fields of every view: the viewer, the turn, the open questions, seats,
        ranking.
        """
        s, viewer = self.state, self.viewer
        result = self.rules.outcome(s) if s.over else None
        ranking = result.ranking if result else ()
        if result and not result.winners:
            ranking = ((), *ranking)
        place = result.places if result else {}
        players = getattr(s, "players", range(s.setup.players))
        view: Any = self.seat_view
        tell = getattr(view, "of", None) or partial(view, s)
        looks = [
            SeatLook(p, seat, place.get(seat), viewer is None or viewer == seat, s)
            for seat, p in enumerate(players, 1)
        ]
        return {
            "viewer": viewer,
            "phase": getattr(s, "phase", ""),
            "turn": s.turn,
            "round": self.rules.round(s),
            "active": s.active,
            "asked": tuple([Asked(*q) for q in self.rules.awaiting(s)]),
            "over": s.over,
            "ranking": ranking,
            "seats": tuple([tell(look) for look in looks]),
        }


class MarkedView(TableView):
    """A view derived from the marks on the state's fields, for a game that declares no view."""

    @classmethod
    def by(cls, rules: GameRules[Any]) -> Callable[[Any, int | None], Any]:
        """Return a function that creates views with the state's fields, as far as a viewer may see
        them.
        """
        return _marked_views(rules)


def _marked_views(rules: GameRules[Any]) -> Callable[[Any, int | None], Any]:
    state: type = rules.state
    own = [f for f in marked(state) if f.name not in _HEAD and not f.internal]
    theirs = [f for f in players_fields(state) if not f.internal]
    everybody = all(r.public for r in resources_of(state))
    seat_fields = {"score": int | None, **{f.name: Any for f in theirs}}
    seat_type = view_type("Seat", SeatView, seat_fields)
    table_fields = {"seats": tuple[seat_type, ...], **{f.name: Any for f in own}}  # type: ignore[valid-type]
    table_type = view_type("View", TableView, table_fields)

    def view(s: Any, viewer: int | None) -> Any:
        points = rules.scores(s)

        def seat_view(s: Any, look: SeatLook[Any]) -> Any:
            told = look.own or s.over
            values = [(f, getattr(look.player, f.name)) for f in theirs]
            return seat_type(
                seat=look.seat,
                place=look.place,
                score=points[look.seat - 1] if told or everybody else None,
                **{
                    f.name: f.seen(value, look.own if _secret(f) else told, viewer)
                    for f, value in values
                },
            )

        facts = Look(s, viewer, rules, seat_view).facts()
        every = {f.name: f.seen(getattr(s, f.name), viewer is None, viewer) for f in own}
        return table_type(**facts, **every)

    view.__annotations__["return"] = table_type
    return view


def _secret(field: Marked) -> bool:
    return field.secret is not None and field.secret.hidden


def view_maker(view: Callable[..., Any], rules: GameRules[Any]) -> Callable[[Any, int | None], Any]:
    """Return a function that creates views as a game declares them: with a `TableView`, or a
    function.

    Its return annotation is the type of the views. A function that was created from a `TableView`
    for other rules is created again for these.
    """
    declared = getattr(view, "made_from", view)
    if not (isinstance(declared, type) and issubclass(declared, TableView)):
        return declared
    made = declared.by(rules)
    made.__dict__["made_from"] = declared
    return made
