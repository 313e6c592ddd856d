"""The floor: an empty dispatch loop, and how long a bare interpreter takes to start."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from platform import python_implementation, python_version
from statistics import median
from time import perf_counter

from ._rate import always, best_rate

EVENTS = 10_000
START_RUNS = 11


@dataclass(frozen=True, slots=True)
class Event:
    """An event with one field."""

    value: int


class Rolled(Event):
    """A kind of event."""

    __slots__ = ()


class Moved(Event):
    """A kind of event."""

    __slots__ = ()


class Drew(Event):
    """A kind of event."""

    __slots__ = ()


class Scored(Event):
    """A kind of event."""

    __slots__ = ()


State = dict[str, int]


def nothing(state: State, event: Event) -> None:
    """Do nothing."""


KINDS: tuple[type[Event], ...] = (Rolled, Moved, Drew, Scored)
TABLE: dict[type[Event], Callable[[State, Event], None]] = dict.fromkeys(KINDS, nothing)


def available() -> str | None:
    """None: nothing has to be installed."""
    return None


def version() -> str:
    """The interpreter and its version."""
    return f"{python_implementation()} {python_version()}"


def dispatch(events: list[Event]) -> int:
    """Send every event to its no-op function."""
    state: State = {}
    table = TABLE
    for event in events:
        table[event.__class__](state, event)
    return len(events)


def start_ms(code: str, runs: int = START_RUNS) -> float:
    """Median milliseconds of `python -c code` over `runs` processes, after one warm-up."""
    times: list[float] = []
    for _ in range(runs + 1):
        start = perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        times.append(perf_counter() - start)
    return median(times[1:]) * 1000


def measure(seconds: float, repeats: int = 3) -> dict[str, float]:
    """Events per second of the empty loop, and start times in milliseconds."""
    rng = random.Random(1)
    events: list[Event] = [rng.choice(KINDS)(n) for n in range(EVENTS)]
    result = {
        "dispatch_events_per_s": best_rate(dispatch, seconds, repeats, always(events)),
        "start_pass_ms": start_ms("pass"),
    }
    if find_spec("typer") and find_spec("rich"):
        result["start_typer_rich_ms"] = start_ms("import typer, rich")
    return result
