"""A hold as the bots see it: its cubes in one number, and the work that is in them."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from ledger.sdk.kit import Counts

from ..box import CUBES
from ..rules.cubes import LEVEL
from ..setup import Amounts

COUNTS = Counts(*CUBES)
Hold = int
"""How many cubes there are of each level."""
_N = len(CUBES)
_HELP = [(i, [*reversed(range(i)), *range(i + 1, _N)]) for i in reversed(range(_N))]
"""Each level from the highest on, with those that help out: the next lower ones, then higher."""


def cubes(names: Iterable[str]) -> Hold:
    """Cubes that are named one by one."""
    return sum([COUNTS.one[k] for k in names])


@functools.lru_cache(maxsize=1 << 10)
def traded(give: Amounts, get: Amounts, times: int) -> Hold:
    """What some exchanges change in a hold."""
    return (COUNTS.of(get) - COUNTS.of(give)) * times


def worth(cubes: Amounts) -> int:
    """Cubes by the work that is in them: one for a yellow cube and one for each upgrade."""
    return sum((LEVEL[k] + 1) * n for k, n in cubes)


@functools.lru_cache(maxsize=1 << 15)
def work(hold: Hold, cost: Hold) -> float:
    """What is missing to pay a price; cubes left over help, lower ones by upgrades."""
    have, price = COUNTS.each(hold), COUNTS.each(cost)
    spare = [n - m for n, m in zip(have, price, strict=True)]
    total = 0.0
    for i, others in _HELP:
        while spare[i] < 0:
            spare[i] += 1
            total += i + 1
            for j in others:
                if spare[j] > 0:
                    spare[j] -= 1
                    total -= j + 1 if j < i else 0.6 * (i + 1)
                    break
    return total
