"""Limits on requests: buckets that refill over time, concurrent places, and turns one by one."""

from __future__ import annotations

import asyncio
import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Literal

MOST = 10_000
"""How many buckets are remembered; the least recently used one is dropped, and starts full."""


class RateLimits:
    """A bucket per key: `rate` drops flow in per second, up to `burst`; 0 means no limit."""

    def __init__(
        self,
        rate: float,
        burst: float | None = None,
        *,
        most: int = MOST,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.rate = rate
        self.burst = max(2 * rate if burst is None else burst, 1.0)
        self.most = most
        self._clock = clock
        self._levels: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._levels)

    @property
    def wait(self) -> int:
        """Whole seconds until an empty bucket has a drop: the same for everybody."""
        return max(1, math.ceil(1 / self.rate)) if self.rate else 1

    def take(self, key: Hashable) -> bool:
        """Take a drop; False if there is none."""
        if not self.rate:
            return True
        took = self.level(key) >= 1
        self.spend(key, 1 if took else 0)
        return took

    def spend(self, key: Hashable, drops: float) -> None:
        """Take drops, even more than there are."""
        self._levels[key] = (self.level(key) - drops, self._clock())
        self._levels.move_to_end(key)
        if len(self._levels) > self.most:
            self._levels.popitem(last=False)

    def empty(self, key: Hashable) -> bool:
        """Return whether there is no drop left."""
        return bool(self.rate) and self.level(key) < 1

    def level(self, key: Hashable) -> float:
        """Return how many drops are left."""
        level, then = self._levels.get(key, (self.burst, 0.0))
        return min(self.burst, level + (self._clock() - then) * self.rate)


class CpuBudgets:
    """Seconds of CPU time per key: `rate` flow in per second, up to `burst`; 0 means no limit.

    The cost of a request is only known when it is done: until then it is on credit.
    """

    def __init__(
        self,
        rate: float,
        burst: float,
        *,
        most: int = MOST,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._limits = RateLimits(rate, burst, most=most, clock=clock)
        self._limits.burst = burst  # even less than one

    def wait(self, key: Hashable) -> int:
        """Return the whole seconds until there is something left to use; 0 if there is now."""
        if not self._limits.rate:
            return 0
        level = self._limits.level(key)
        return 0 if level > 0 else max(1, math.ceil(-level / self._limits.rate))

    def charge(self, key: Hashable, seconds: float) -> None:
        """Subtract what was used."""
        if self._limits.rate:
            self._limits.spend(key, seconds)


class ConcurrencyLimits:
    """Places held at the same time, limited in total and for each key."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.held = 0
        self._by: dict[Hashable, int] = {}

    def take(self, claims: Mapping[Hashable, int]) -> Literal["each", "most"] | None:
        """Take a place for these keys, each with its limit; else return which limit was reached."""
        if self.held >= self.most:
            return "most"
        if any(self._by.get(key, 0) >= each for key, each in claims.items()):
            return "each"
        self.held += 1
        for key in claims:
            self._by[key] = self._by.get(key, 0) + 1
        return None

    def leave(self, keys: Iterable[Hashable]) -> None:
        """Give a place back."""
        self.held -= 1
        for key in keys:
            self._by[key] -= 1
            if not self._by[key]:
                del self._by[key]


class Turns:
    """Turns one by one, `rate` per second, so that a crowd is spread out; 0 means no wait."""

    def __init__(self, rate: float, longest: float = 1.0) -> None:
        self._gap = 1 / rate if rate else 0.0
        self._longest = longest
        self._next = 0.0

    async def wait(self) -> bool:
        """Wait for a turn; return False at once if that would take too long."""
        now = asyncio.get_running_loop().time()
        turn = max(self._next, now)
        if turn - now > self._longest:
            return False
        self._next = turn + self._gap
        if turn > now:
            await asyncio.sleep(turn - now)
        return True


def address_group(address: str) -> str:
    """Return what counts as one sender: for IPv6 the first 64 bits, which a household shares."""
    if ":" not in address:
        return address
    try:
        number = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if number.ipv4_mapped is not None:
        return str(number.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(number) >> 64 << 64, 64)))
