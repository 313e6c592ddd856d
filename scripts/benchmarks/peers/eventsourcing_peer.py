"""eventsourcing: an aggregate made again from its events, decoded or stored."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from scripts.benchmarks.inside import Job

EVENTS = 300


def new_events() -> list[Any]:
    """The EVENTS events of a fresh aggregate, its creation included."""
    game = import_module(".eventsourcing_game", __package__).Game(seats=4)
    for turn in range(EVENTS - 1):
        game.score(seat=turn % 4, points=turn % 7)
    return list(game.collect_events())


def rebuild() -> Job:
    """Make the aggregate from a list of events."""
    events = new_events()

    def job() -> int:
        game: Any = None
        for each in events:
            game = each.mutate(game)
        if game.version != len(events) or game.turn != len(events) - 1:
            raise ValueError("the aggregate was not rebuilt in full")
        return len(events)

    return job


def repository_get() -> Job:
    """Get the stored aggregate from the repository in memory: no cache, no snapshot."""
    env = {"PERSISTENCE_MODULE": "eventsourcing.popo"}
    app = import_module("eventsourcing.application").Application(env=env)
    events = new_events()
    app.save(*events)

    def job() -> int:
        return int(app.repository.get(events[0].originator_id).version)

    return job


JOBS: dict[str, Callable[[], Job]] = {
    "eventsourcing rebuild": rebuild,
    "eventsourcing repository": repository_get,
}
