"""Where things lie in a game, by the words that players have for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple


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
