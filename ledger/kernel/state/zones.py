"""Where things lie in a game, by the words that players have for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

Names: TypeAlias = Callable[[Any], Iterable[str]] | Iterable[str]
"""Names of things: given the setup, a field of it (`"cards"`), or always the same."""


class Zone(NamedTuple):
    """A part of the position that a table may correct by its name: `adjust Ola lira 5`.

    `path` leads to it in the state; with `/players/*/…` every player has one. It can be a number, a
    name, several names, or any of these under `keys`: `adjust ship red 3`. `names` are what can lie
    there; if `seats`, they are players. Pieces come from its `supply`, and go back there: numbers
    or piles of the state. `also` has the paths that always say the same; `empty` is what stands for
    nothing there (None under a key: the key is gone); `several` can lie under each key.
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
        """Return the path of a player's own one, key by key."""
        return keys(self.path, seat)


class ZoneMark(NamedTuple):
    """What a field of a state says of the zone that it is; its path is not known yet."""

    zone: Zone
    inside: str
    each: tuple[str, ...]

    def zones(self, owner: str, field: str) -> Iterator[Zone]:
        """Yield the zones of a field, given the path of what it is a field of."""
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
    """Say that a field of the state, or of a player, is a part that a table may correct.

    Its `word` is the name of the field, unless another is given; all else is as in `Zone`, with
    fields instead of paths: `supply="deck"`. A field that holds more than one has several such
    marks, each for what lies `inside` it (`"cards/hand"`). A number for `each` of some kinds is a
    zone of its own; `*` stands for the kind in the supply.
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
    """Return the steps of a path, for a player if there is one for each."""
    return path.replace("*", str((seat or 1) - 1)).split("/")[1:]


def look(state: Any, steps: Iterable[str]) -> Any:
    """Return what is at a path of a state."""
    for step in steps:
        if isinstance(state, dict):
            state = state[step]
        else:
            state = state[int(step)] if isinstance(state, list) else getattr(state, step)
    return state


def put(state: Any, steps: list[str], value: Any) -> None:
    """Put a value at a path of a state."""
    *way, last = steps
    node = look(state, way)
    if isinstance(node, dict):
        node[last] = value
    elif isinstance(node, list):
        node[int(last)] = value
    else:
        setattr(node, last, value)
