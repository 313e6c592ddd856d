"""What bots that think are made of."""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Callable, Iterable
from typing import Any, Generic, Self, TypeVar

from ledger.kernel.game.declarations.moves import types_of
from ledger.kernel.game.interface import Bot, Command, Game

S = TypeVar("S")
P = TypeVar("P")
T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


class ThinkingBot(Bot, Generic[S, P]):
    """A bot with a method for each phase, named like it: `end_of_turn` for "end of turn".

    While it thinks, it has the state `s`, its `seat` and the player `p` there. `w` is what it
    believes things are worth; it can be made with another such object.
    """

    w: Any = None
    s: S
    p: P
    seat: int

    def __init__(self, weights: Any = None) -> None:
        self.w = weights or self.w

    def choose(self, game: Game, state: Any, seat: int, rng: random.Random) -> Command:
        """Return the command to play."""
        answer: Callable[[], Command] = getattr(self.at(state, seat), _METHODS[state.phase])
        return answer()

    def at(self, state: Any, seat: int) -> Self:
        """Return a bot that thinks about a position of a seat."""
        mind = type(self)(self.w)
        mind.s, mind.seat, mind.p = state, seat, state.players[seat - 1]
        mind.prepare()
        return mind

    def prepare(self) -> None:
        """Work out what its methods need at this position; there may be nothing."""


def best_of(things: Iterable[T], gain: Callable[[T], float], above: float = -math.inf) -> T | None:
    """Return what brings most, if that is more than `above`; of equal things the first."""
    found: T | None = None
    for thing in things:
        brings = gain(thing)
        if brings > above:
            found, above = thing, brings
    return found


class Rater(ThinkingBot[S, P]):
    """A bot that rates all legal moves, by a method for each kind: `def move(self, x: Move)`.

    While it does, `best` is what the best of the moves so far brings.
    """

    best = -math.inf

    def choose(self, game: Game, state: Any, seat: int, rng: random.Random) -> Command:
        """Return the legal command that brings most; of equal ones the first."""
        kind: type = type(self)
        mind, rates = self.at(state, seat), _rates(kind)
        found: Command | None = None
        for command in game.legal(state, seat):
            gain = rates[type(command)](mind, command)
            if found is None or gain > mind.best:
                found, mind.best = command, gain
        if found is None:
            raise ValueError("there is nothing to choose from")
        return found


@functools.cache
def _rates(rater: type) -> dict[type[Command], Callable[[Any, Any], float]]:
    """Return the method that rates each kind of command, by the type of its parameter."""
    out = {}
    for function in vars(rater).values():
        code = getattr(function, "__code__", None)
        if code is not None and code.co_argcount == 2:
            for kind in types_of(function, code.co_varnames[1]):
                if isinstance(kind, type) and issubclass(kind, Command):
                    out[kind] = function
    return out


class Memo(dict[K, V]):
    """Answers that are worked out once: `worth[card]` asks the function only the first time."""

    def __init__(self, find: Callable[[K], V]) -> None:
        super().__init__()
        self.find = find

    def __missing__(self, key: K) -> V:
        value = self[key] = self.find(key)
        return value


_METHODS: Memo[str, str] = Memo(lambda phase: phase.replace(" ", "_"))


class Counts:
    """How many there are of several kinds, 255 of each at most, in one number.

    Such numbers can be added, compared and looked up in a table: `counts.of(cubes) + one["red"]`.
    """

    def __init__(self, *kinds: str) -> None:
        self.one = {kind: 1 << 8 * i for i, kind in enumerate(kinds)}

    def of(self, amounts: Iterable[tuple[str, int]]) -> int:
        """Return so many of each kind as one number."""
        one = self.one
        return sum([one[kind] * n for kind, n in amounts])

    def each(self, counts: int) -> bytes:
        """Return how many there are of each kind, in their order."""
        return counts.to_bytes(len(self.one), "little")
