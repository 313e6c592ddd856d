"""Timing helper shared by every peer."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import TypeVar

T = TypeVar("T")


def always(value: T) -> Callable[[], T]:
    """A `make` for best_rate that gives the same value every time."""
    return lambda: value


def best_rate(
    job: Callable[[T], int], seconds: float, repeats: int, make: Callable[[], T]
) -> float:
    """Best rate (ops/s) of `repeats` runs, each timing `job(make())` for about `seconds`.

    `job` returns how many operations it did; the time spent in `make` is not counted.
    """
    best = 0.0
    for _ in range(max(1, repeats)):
        done, spent = 0, 0.0
        while spent < seconds or not done:
            arg = make()
            start = perf_counter()
            ops = job(arg)
            spent += perf_counter() - start
            if ops <= 0:
                raise ValueError("a timed job must do at least one operation")
            done += ops
        best = max(best, done / spent)
    return best
