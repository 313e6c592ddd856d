"""Peer: eventsourcing. Rebuilding an aggregate from its events, and appending events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import version as dist_version
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ._rate import always, best_rate

EVENTS = 300


def available() -> str | None:
    """None when the peer can be measured, else why it cannot."""
    if find_spec("eventsourcing"):
        return None
    return "python package 'eventsourcing' is not installed"


def version() -> str:
    """The peer's version."""
    return "eventsourcing " + dist_version("eventsourcing")


def new_events(style: str = "Game") -> list[Any]:
    """The EVENTS events of a fresh aggregate, its creation included."""
    game = getattr(import_module(".eventsourcing_game", __package__), style)(seats=4)
    for turn in range(EVENTS - 1):
        game.score(seat=turn % 4, points=turn % 7)
    return list(game.collect_events())


def rebuild(events: list[Any]) -> int:
    """Reconstruct an aggregate by mutating from its list of events."""
    game: Any = None
    for each in events:
        game = each.mutate(game)
    if game.version != len(events) or game.turn != len(events) - 1:
        raise ValueError("the aggregate was not rebuilt in full")
    return len(events)


@contextmanager
def application(sqlite: bool) -> Iterator[Any]:
    """An application on the in-memory (POPO) recorder or on a fresh SQLite file."""
    with TemporaryDirectory() as folder:
        env = {"PERSISTENCE_MODULE": "eventsourcing.popo"}
        if sqlite:
            env = {
                "PERSISTENCE_MODULE": "eventsourcing.sqlite",
                "SQLITE_DBNAME": str(Path(folder, "events.db")),
            }
        app = import_module("eventsourcing.application").Application(env=env)
        try:
            yield app
        finally:
            app.close()


def loader(app: Any) -> Callable[[Any], int]:
    """A job that gets one stored aggregate through the repository (no cache, no snapshot)."""

    def load(aggregate_id: Any) -> int:
        return int(app.repository.get(aggregate_id).version)

    return load


def saver(app: Any, batch: int) -> Callable[[list[Any]], int]:
    """A job that saves ready-made events, `batch` of them a call."""

    def save(events: list[Any]) -> int:
        for start in range(0, len(events), batch):
            app.save(*events[start : start + batch])
        return len(events)

    return save


def measure(seconds: float, repeats: int = 3) -> dict[str, float]:
    """Events per second of rebuilding (domain and repository) and of saving."""
    result: dict[str, float] = {}
    for name, style in (("rebuild", "Game"), ("rebuild_decorated", "DecoratedGame")):
        events = new_events(style)
        rate = best_rate(rebuild, seconds, repeats, always(events))
        result[f"{name}_events_per_s"] = rate
    for store in ("popo", "sqlite"):
        with application(store == "sqlite") as app:
            events = new_events()
            app.save(*events)
            rate = best_rate(loader(app), seconds, repeats, always(events[0].originator_id))
            result[f"repository_get_{store}_events_per_s"] = rate
        for batch in (1, EVENTS):
            with application(store == "sqlite") as app:
                rate = best_rate(saver(app, batch), seconds, repeats, new_events)
                result[f"append_{store}_batch{batch}_events_per_s"] = rate
    return result
