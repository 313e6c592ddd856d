"""Random and complete choices."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from ledger.kernel.game.interface import Command

T = TypeVar("T")


class Option(NamedTuple):
    """A command and what it brings, as a bot believes."""

    gain: float
    command: Command


def shifted(values: Sequence[T], rng: random.Random | None) -> Sequence[T]:
    """Return all values in their order, from a random one on; without chance, from the first."""
    if rng is None:
        return values
    n = int(rng.random() * len(values))
    return (*values[n:], *values[:n])


def picked(values: Sequence[T], count: int, rng: random.Random) -> tuple[T, ...]:
    """Return so many of these values, in random order."""
    if count > 1:
        return tuple(rng.sample(values, count))
    return (rng.choice(values),) if count else ()  # as `sample` would, but sooner


def choices(
    groups: Iterable[Sequence[T]], least: int = 0, most: int | None = None
) -> Iterator[tuple[T, ...]]:
    """Yield every choice, none first; of the things of a group, which are alike, the first few.

    `least` and `most` say how many things are chosen.
    """
    parts = [[group[:n] for n in range(len(group) + 1)] for group in groups]
    for chosen in itertools.product(*parts):
        some = tuple(itertools.chain.from_iterable(chosen))
        if least <= len(some) and (most is None or len(some) <= most):
            yield some
