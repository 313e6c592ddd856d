"""From CPU times of two trees to ratios and a verdict."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

LIMIT = 0.95
"""The least speed that is accepted, as a part of the speed before."""


@dataclass(slots=True)
class Times:
    """What was measured of one thing: CPU seconds per unit, before and after, in turns."""

    before: list[float] = field(default_factory=list)
    after: list[float] = field(default_factory=list)
    error: str | None = None

    @property
    def typical(self) -> tuple[float, float]:
        """A typical time before and after."""
        return typical(self.before), typical(self.after)

    @property
    def ratio(self) -> float:
        """The speed now as a part of the speed before: 2 is twice as fast."""
        before, after = self.typical
        return before / after

    def passes(self, limit: float = LIMIT) -> bool:
        """Whether it was measured in both trees and is fast enough."""
        return self.error is None and self.ratio >= limit


def typical(times: Sequence[float]) -> float:
    """Return the mean of the faster half but its very best.

    Whatever else the machine does can only slow a run down, so that the fast ones tell more; the
    single best one is luck as often as not.
    """
    fast = sorted(times)[: (len(times) + 1) // 2]
    return statistics.fmean(fast[1:] or fast)


def together(parts: Iterable[Times]) -> float:
    """Return the ratio of several things done one after the other."""
    pairs = [t.typical for t in parts if t.error is None]
    return sum(a for a, _ in pairs) / sum(b for _, b in pairs)


def too_slow(found: Mapping[str, Times], limit: float = LIMIT) -> list[str]:
    """Return what does not pass."""
    return [name for name, times in found.items() if not times.passes(limit)]
