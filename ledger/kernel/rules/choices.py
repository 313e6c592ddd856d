"""Every way to choose some of several things."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


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
