"""The limit of Python: a loop that sends each event to a function that does nothing."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from scripts.benchmarks.inside import Job

EVENTS = 10_000
State = dict[str, int]


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


def nothing(state: State, event: Event) -> None:
    """Do nothing."""


def dispatch() -> Job:
    """Send every event to its function."""
    rng = random.Random(1)
    kinds: tuple[type[Event], ...] = (Rolled, Moved)
    table: dict[type[Event], Callable[[State, Event], None]] = dict.fromkeys(kinds, nothing)
    events = [rng.choice(kinds)(n) for n in range(EVENTS)]

    def job() -> int:
        state: State = {}
        for event in events:
            table[event.__class__](state, event)
        return len(events)

    return job


JOBS: dict[str, Callable[[], Job]] = {"an empty loop": dispatch}
