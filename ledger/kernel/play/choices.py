"""Choices among things of which some are alike."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def choices(groups: Iterable[Sequence[T]]) -> Iterator[tuple[T, ...]]:
    """Yield every choice, none first; of the things of a group, which are alike, the first few."""
    parts = [[group[:n] for n in range(len(group) + 1)] for group in groups]
    for chosen in itertools.product(*parts):
        yield tuple(itertools.chain.from_iterable(chosen))
