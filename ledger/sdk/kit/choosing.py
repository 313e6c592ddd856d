"""Choosing at random, and what a bot believes that a choice brings."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from ledger.kernel.rules.command import Command

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
    """Return `count` of these values, in random order."""
    if count > 1:
        return tuple(rng.sample(values, count))
    return (rng.choice(values),) if count else ()  # as `sample` would, but sooner
