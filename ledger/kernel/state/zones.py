"""Zones: places in a game where things lie, by the names that players use for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

Names: TypeAlias = Callable[[Any], Iterable[str]] | Iterable[str]
"""Names of things: a function of the setup, one of its fields (`"cards"`), or a fixed list."""


class Zone(NamedTuple):
    """A part of the position that can be corrected by name: `adjust Ola lira 5`.

    `path` is where it is in the state; with `/players/*/…`, every player has one. It can be a
    number, a name, several names, or any of these under `keys`: `adjust ship red 3`. `names` are
    what can be there; with `seats`, they are players. Pieces come from its `supply` and return to
    it: numbers or piles in the state. `also` lists paths that always have the same value; `empty`
    is the value for an empty zone (None under a key: the key is removed); with `several`, each key
    can hold more than one thing.

    >>> Zone("lira", "/players/*/lira", supply=("/bank",)).word
    'lira'
    """

    word: str
    path: str
    names: Callable[[Any], Iterable[str]] | None = None
    keys: Callable[[Any], Iterable[str]] | None = None
    supply: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    empty: Any = ""
    seats: bool = False
    several: bool = False

    @property
    def personal(self) -> bool:
        """Whether every player has one."""
        return "/*/" in self.path

    @property
    def form(self) -> str:
        """How a correction of it is typed."""
        whose = "Ana " if self.personal else ""
        key = "" if self.keys is None else "WHICH "
        if self.seats:
            value = "PLAYER"
        else:
            value = "NUMBER" if self.names is None else "NAME"
        return f"adjust {whose}{self.word} {key}{value}"

    def of(self, seat: int | None) -> list[str]:
        """Return the path of a player's own zone, split into keys."""
        return keys(self.path, seat)


class ZoneMark(NamedTuple):
    """What a field of a state declares about its zone; the path isn't known yet."""

    zone: Zone
    inside: str
    each: tuple[str, ...]

    def zones(self, owner: str, field: str) -> Iterator[Zone]:
        """Yield the zones of a field, given the path of the object it belongs to."""
        zone = self.zone
        path = f"{owner}/{self.inside or field}"
        also = tuple(f"{owner}/{place}" for place in zone.also)
        for key in self.each:
            supply = tuple(place.replace("*", key) for place in zone.supply)
            yield zone._replace(word=key, path=f"{path}/{key}", supply=supply)
        if not self.each:
            yield zone._replace(word=zone.word or field, path=path, also=also)


def zone(
    names: Names | None = None,
    *,
    word: str = "",
    inside: str = "",
    keys: Names | None = None,
    each: Iterable[str] = (),
    supply: str | tuple[str, ...] = (),
    also: str = "",
    empty: Any = "",
    seats: bool = False,
    several: bool = False,
) -> ZoneMark:
    """Declare that a field of the state, or of a player, can be corrected by hand.

    Its `word` is the name of the field unless another is given; everything else is as in `Zone`,
    with fields instead of paths: `supply="deck"`. A field that holds several things has several
    such marks, one for each part `inside` it (`"cards/hand"`). With `each`, a number for each of
    these kinds is a separate zone; `*` is replaced by the kind in the supply.
    """
    places = (supply,) if isinstance(supply, str) else supply
    found = Zone(
        word=word,
        path="",
        names=_of_setup(names),
        keys=_of_setup(keys),
        supply=tuple(f"/{place}" for place in places),
        also=(also,) if also else (),
        empty=empty,
        seats=seats,
        several=several,
    )
    return ZoneMark(found, inside, tuple(each))


def _of_setup(names: Names | None) -> Callable[[Any], Iterable[str]] | None:
    if isinstance(names, str):
        return attrgetter(names)
    return names if names is None or callable(names) else lambda setup: names


def keys(path: str, seat: int | None = None) -> list[str]:
    """Return the steps of a path; if every player has one, that of the given seat."""
    return path.replace("*", str((seat or 1) - 1)).split("/")[1:]


def look(state: Any, steps: Iterable[str]) -> Any:
    """Return the value at a path in a state."""
    for step in steps:
        if isinstance(state, dict):
            state = state[step]
        else:
            state = state[int(step)] if isinstance(state, list) else getattr(state, step)
    return state


def put(state: Any, steps: list[str], value: Any) -> None:
    """Put a value at a path in a state."""
    *way, last = steps
    node = look(state, way)
    if isinstance(node, dict):
        node[last] = value
    elif isinstance(node, list):
        node[int(last)] = value
    else:
        setattr(node, last, value)
