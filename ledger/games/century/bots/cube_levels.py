"""How the bots see a hold: its cubes packed into one number, and the work that went into them."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from ledger.sdk.kit import Counts

from ..box import CUBES
from ..rules.cubes import LEVEL
from ..setup import Amounts

COUNTS = Counts(*CUBES)
Hold = int
"""The number of cubes of each level, packed into one integer."""
_N = len(CUBES)
_HELP = [(i, [*reversed(range(i)), *range(i + 1, _N)]) for i in reversed(range(_N))]
"""Each level, from the highest down, with the levels that can fill in for it.

The next lower levels come first, then the higher ones.
"""


def cubes(names: Iterable[str]) -> Hold:
    """Return the hold made up of these cubes."""
    return sum([COUNTS.one[k] for k in names])


@functools.lru_cache(maxsize=1 << 10)
def traded(give: Amounts, get: Amounts, times: int) -> Hold:
    """Return how a hold changes if this trade is made `times` times."""
    return (COUNTS.of(get) - COUNTS.of(give)) * times


def worth(cubes: Amounts) -> int:
    """Return the work in these cubes: one unit for a yellow cube, plus one per upgrade."""
    return sum((LEVEL[k] + 1) * n for k, n in cubes)


@functools.lru_cache(maxsize=1 << 15)
def work(hold: Hold, cost: Hold) -> float:
    """Return the work still needed to pay a price.

    Spare cubes reduce it: lower ones by the work already in them, higher ones by part of what the
    missing cube is worth.
    """
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
