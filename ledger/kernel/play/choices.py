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


def shifted(values: Sequence[T], rng: random.Random) -> tuple[T, ...]:
    """Return all values in their order, from a random one on."""
    n = int(rng.random() * len(values))
    return (*values[n:], *values[:n])


def choices(groups: Iterable[Sequence[T]]) -> Iterator[tuple[T, ...]]:
    """Yield every choice, none first; of the things of a group, which are alike, the first few."""
    parts = [[group[:n] for n in range(len(group) + 1)] for group in groups]
    for chosen in itertools.product(*parts):
        yield tuple(itertools.chain.from_iterable(chosen))
