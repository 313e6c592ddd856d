"""Cubes counted by level, and the work that is in them: how the bots see a hold."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from ..box import CUBES
from ..rules.cubes import LEVEL
from ..setup import Amounts

Hold = list[int]
"""How many cubes there are of each level."""


def level(cubes: Iterable[tuple[str, int]]) -> Hold:
    """Cubes by level."""
    out = [0] * len(CUBES)
    for k, n in cubes:
        out[LEVEL[k]] += n
    return out


def worth(cubes: Amounts) -> int:
    """Cubes by the work that is in them: one for a yellow cube and one for each upgrade."""
    return sum((LEVEL[k] + 1) * n for k, n in cubes)


def changed(hold: Hold, gone: Iterable[str], came: Iterable[str] = ()) -> Hold:
    """A hold without some cubes and with others."""
    out = hold.copy()
    for k in gone:
        out[LEVEL[k]] -= 1
    for k in came:
        out[LEVEL[k]] += 1
    return out


def traded(hold: Hold, give: Amounts, get: Amounts, times: int) -> Hold:
    """A hold after some exchanges."""
    out = hold.copy()
    for k, n in give:
        out[LEVEL[k]] -= n * times
    for k, n in get:
        out[LEVEL[k]] += n * times
    return out


@functools.lru_cache(maxsize=1 << 15)
def work(hold: tuple[int, ...], cost: tuple[int, ...]) -> float:
    """What is missing to pay a price; cubes left over help, lower ones by upgrades."""
    spare = [have - n for have, n in zip(hold, cost, strict=True)]
    total = 0.0
    for i in range(len(spare) - 1, -1, -1):
        while spare[i] < 0:
            spare[i] += 1
            total += i + 1
            for j in range(i - 1, -1, -1):
                if spare[j] > 0:
                    spare[j] -= 1
                    total -= j + 1
                    break
            else:
                for j in range(i + 1, len(spare)):
                    if spare[j] > 0:
                        spare[j] -= 1
                        total -= 0.6 * (i + 1)
                        break
    return total
