"""Means, shares and their differences, each with its confidence interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev

import msgspec

CONFIDENCE = 0.95
"""The probability that the true value is inside the interval."""
_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
_FEW = (12.706, 4.303, 3.182)
"""Student's quantiles for 1, 2 and 3 degrees of freedom, where the series below is too rough."""


class Estimate(msgspec.Struct, frozen=True):
    """A mean, its interval (None if there are too few games), and the number of games."""

    mean: float
    low: float | None
    high: float | None
    games: int


def mean_of(values: Sequence[float]) -> Estimate | None:
    """Return the mean of some values with Student's interval; None if there aren't any values."""
    if not values:
        return None
    mean = fmean(values)
    if len(values) == 1:
        return Estimate(mean, None, None, 1)
    reach = _student(len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return Estimate(mean, mean - reach, mean + reach, len(values))


def mean_difference(pairs: Sequence[tuple[float, float]]) -> Estimate | None:
    """Return by how much the first of each pair exceeds the second on average.

    Both games of a pair have the same luck, which cancels out.
    """
    return mean_of([a - b for a, b in pairs])


def share_of(values: Sequence[float]) -> Estimate | None:
    """Return the mean of values from 0 to 1 with Wilson's interval, which stays within 0 and 1."""
    if not values:
        return None
    n, p = len(values), fmean(values)
    middle = (p + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
    reach = _Z * math.sqrt(p * (1 - p) / n + _Z**2 / (4 * n**2)) / (1 + _Z**2 / n)
    return Estimate(p, max(middle - reach, 0.0), min(middle + reach, 1.0), n)


def share_difference(a: Estimate | None, b: Estimate | None) -> Estimate | None:
    """Return the difference between two shares with Newcombe's interval, built from Wilson's."""
    if a is None or b is None or None in (a.low, a.high, b.low, b.high):
        return None
    mean = a.mean - b.mean
    below = math.hypot(a.mean - (a.low or 0.0), (b.high or 0.0) - b.mean)
    above = math.hypot((a.high or 0.0) - a.mean, b.mean - (b.low or 0.0))
    return Estimate(mean, mean - below, mean + above, min(a.games, b.games))


def _student(freedom: int) -> float:
    """Return the quantile of Student's distribution (Abramowitz and Stegun 26.7.5)."""
    if freedom <= len(_FEW):
        return _FEW[freedom - 1]
    z, n = _Z, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )
