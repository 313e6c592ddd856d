"""What bots that think are made of."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from ledger.kernel.game.game import Bot, Game
from ledger.kernel.rules.command import Command

S = TypeVar("S")
P = TypeVar("P")
T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


class ThinkingBot(Bot, Generic[S, P]):
    """A bot with a method for each phase, named in `phases`: `{"end of turn": finish}`.

    While it thinks, it has the state `s`, its `seat` and the player `p` there. `w` is what it
    believes things are worth; it can be made with another such object.
    """

    phases: ClassVar[Mapping[str, Callable[[Any], Command]]] = {}
    w: Any = None
    s: S
    p: P
    seat: int

    def __init__(self, weights: Any = None) -> None:
        self.w = weights or self.w

    def choose(self, game: Game, state: Any, seat: int, rng: random.Random) -> Command:
        """Return the command to play."""
        return self.phases[state.phase](self.at(state, seat))

    def at(self, state: Any, seat: int) -> Self:
        """Return a bot that thinks about a position of a seat."""
        mind = type(self)(self.w)
        mind.s, mind.seat, mind.p = state, seat, state.players[seat - 1]
        mind.prepare()
        return mind

    def prepare(self) -> None:
        """Work out what its methods need at this position; there may be nothing."""


class Option(NamedTuple):
    """A command and what it brings, as a bot believes."""

    gain: float
    command: Command


def best_of(things: Iterable[T], gain: Callable[[T], float], above: float = -math.inf) -> T | None:
    """Return what brings most, if that is more than `above`; of equal things the first."""
    found: T | None = None
    for thing in things:
        brings = gain(thing)
        if brings > above:
            found, above = thing, brings
    return found


class Rater(ThinkingBot[S, P]):
    """A bot that rates all legal moves, by a method for each command: `{Move: rate_move}`.

    While it does, `best` is what the best of the moves so far brings.
    """

    ratings: ClassVar[Mapping[type[Command], Callable[[Any, Any], float]]] = {}
    best = -math.inf

    def choose(self, game: Game, state: Any, seat: int, rng: random.Random) -> Command:
        """Return the legal command that brings most; of equal ones the first."""
        mind, rates = self.at(state, seat), self.ratings
        found: Command | None = None
        for command in game.rules.legal_moves(state, seat):
            gain = rates[type(command)](mind, command)
            if found is None or gain > mind.best:
                found, mind.best = command, gain
        if found is None:
            raise ValueError("there is nothing to choose from")
        return found


class Memo(dict[K, V]):
    """Answers that are worked out once: `worth[card]` asks the function only the first time."""

    def __init__(self, find: Callable[[K], V]) -> None:
        super().__init__()
        self.find = find

    def __missing__(self, key: K) -> V:
        value = self[key] = self.find(key)
        return value


class Counts:
    """How many there are of several kinds, 255 of each at most, in one number.

    Such numbers can be added, compared and looked up in a table: `counts.of(cubes) + one["red"]`.
    """

    def __init__(self, *kinds: str) -> None:
        self.one = {kind: 1 << 8 * i for i, kind in enumerate(kinds)}

    def of(self, amounts: Iterable[tuple[str, int]]) -> int:
        """Return these amounts as one number."""
        one = self.one
        return sum([one[kind] * n for kind, n in amounts])

    def each(self, counts: int) -> bytes:
        """Return how many there are of each kind, in their order."""
        return counts.to_bytes(len(self.one), "little")


def shifted(values: Sequence[T], rng: random.Random | None) -> Sequence[T]:
    """Return all values in their order, from a random one on; without chance, from the first."""
    if rng is None:
        return values
    n = int(rng.random() * len(values))
    return (*values[n:], *values[:n])


def picked(values: Sequence[T], count: int, rng: random.Random) -> tuple[T, ...]:
    """Return `count` of these values, in random order."""
    if count > 1:
        return tuple(rng.sample(values, count))
    return (rng.choice(values),) if count else ()  # as `sample` would, but sooner
