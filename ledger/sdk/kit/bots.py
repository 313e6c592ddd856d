"""Building blocks for bots that think."""

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
    """A bot with a method for each phase, listed in `phases`: `{"end of turn": finish}`.

    While it is thinking, `s` is the state, `seat` its seat and `p` the player in that seat. `w`
    holds the values it gives to things; pass different ones to make a bot that plays differently.
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
        """Return a bot ready to think about a position from a seat's point of view."""
        mind = type(self)(self.w)
        mind.s, mind.seat, mind.p = state, seat, state.players[seat - 1]
        mind.prepare()
        return mind

    def prepare(self) -> None:
        """Work out what the methods need to know about this position; does nothing by default."""


class Option(NamedTuple):
    """A command and how much the bot expects to gain by it."""

    gain: float
    command: Command


def best_of(things: Iterable[T], gain: Callable[[T], float], above: float = -math.inf) -> T | None:
    """Return what gains most, provided that is more than `above`; the first one wins a tie."""
    found: T | None = None
    for thing in things:
        brings = gain(thing)
        if brings > above:
            found, above = thing, brings
    return found


class Rater(ThinkingBot[S, P]):
    """A bot that rates every legal move, with a method for each command: `{Move: rate_move}`.

    Meanwhile, `best` is the gain of the best move found so far.
    """

    ratings: ClassVar[Mapping[type[Command], Callable[[Any, Any], float]]] = {}
    best = -math.inf

    def choose(self, game: Game, state: Any, seat: int, rng: random.Random) -> Command:
        """Return the legal command with the greatest gain; the first one wins a tie.

        Raises `ValueError` if there are no legal commands.
        """
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
    """A cache of results: `worth[card]` calls the function only the first time."""

    def __init__(self, find: Callable[[K], V]) -> None:
        super().__init__()
        self.find = find

    def __missing__(self, key: K) -> V:
        value = self[key] = self.find(key)
        return value


class Counts:
    """Counts of several kinds of things, at most 255 of each, packed into one number.

    Such numbers can be added, compared and looked up in a table: `counts.of(cubes) + one["red"]`.
    """

    def __init__(self, *kinds: str) -> None:
        self.one = {kind: 1 << 8 * i for i, kind in enumerate(kinds)}

    def of(self, amounts: Iterable[tuple[str, int]]) -> int:
        """Return these amounts packed into one number."""
        one = self.one
        return sum([one[kind] * n for kind, n in amounts])

    def each(self, counts: int) -> bytes:
        """Return the count of each kind, in the order of the kinds."""
        return counts.to_bytes(len(self.one), "little")


def shifted(values: Sequence[T], rng: random.Random | None) -> Sequence[T]:
    """Return all values in order, starting at a random one; without `rng`, unchanged.

    >>> shifted(("a", "b", "c"), None)
    ('a', 'b', 'c')
    >>> import random
    >>> shifted(("a", "b", "c"), random.Random(1))
    ('a', 'b', 'c')
    """
    if rng is None:
        return values
    n = int(rng.random() * len(values))
    return (*values[n:], *values[:n])


def picked(values: Sequence[T], count: int, rng: random.Random) -> tuple[T, ...]:
    """Return `count` of these values, in random order."""
    if count > 1:
        return tuple(rng.sample(values, count))
    return (rng.choice(values),) if count else ()  # as `sample` would, but faster
