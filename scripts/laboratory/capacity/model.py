"""The capacity model: measured figures and a load in, what it takes out. Nothing here measures."""

from __future__ import annotations

from typing import NamedTuple

import msgspec


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was measured, and by what; CPU in milliseconds of one core, sizes in bytes."""

    idle_ms: float
    command_ms: float
    delivery_ms: float
    hint_ms: float
    wake_ms: float
    room_bytes: float
    viewer_bytes: float
    groups_per_second: float
    database_ms: float
    events_per_command: float
    events_per_game: float
    log_bytes: float
    folder_bytes: float
    postgres_bytes: float
    lake_bytes: float
    stream_bytes: float
    fold_ms: float
    lake_game_ms: float
    list_bytes: float


class Load(msgspec.Struct, frozen=True):
    """Games that are played at once, commands of each in a minute, who watches each."""

    games: int
    commands_per_minute: float = 4.0
    readers: float = 3.0
    kept_games: float = 20.0
    """How many games are in the library for each that is being played."""
    follow_seconds: float = 600.0
    """How often the lake is brought up to date."""


class Limits(msgspec.Struct, frozen=True):
    """What we let a machine do: a core is busy that much, and a process has that many streams.

    `database_cores`: of the machine on which PostgreSQL takes changes.
    """

    busy: float = 0.6
    database_cores: int = 32
    streams_per_process: int = 2_000
    days: int = 30


class Need(NamedTuple):
    """What a part of the system needs for a load, and how many of one of them it would take.

    `parts` above 1 of something of which there is only one is where it breaks.
    """

    name: str
    value: float
    unit: str
    parts: float = 0.0


def commands(load: Load) -> float:
    """Return how many commands there are in a second."""
    return load.games * load.commands_per_minute / 60


def service_ms(figures: Figures, readers: float) -> float:
    """Return the CPU of a service for one command: decided once, told to everybody who reads."""
    return figures.command_ms + readers * figures.delivery_ms


def measured_ms(figures: Figures, readers: float, rate: float) -> float:
    """Return what a service that has so many commands a second should use for each, in all."""
    return service_ms(figures, readers) + figures.idle_ms / rate


def processes(figures: Figures, load: Load, limits: Limits) -> float:
    """Return how many service processes it takes; each hears of what is followed there."""
    own = commands(load) * (service_ms(figures, load.readers) + figures.hint_ms) / 1000  # cores
    by_cpu = own / (limits.busy - figures.idle_ms / 1000)
    by_streams = load.games * load.readers / limits.streams_per_process
    return max(by_cpu, by_streams, 1.0)


def needs(figures: Figures, load: Load, limits: Limits | None = None) -> list[Need]:
    """Return what every part needs."""
    limits = limits or Limits()
    rate = commands(load)
    count = processes(figures, load, limits)
    events = rate * figures.events_per_command
    a_day = events * 86_400
    memory = load.games * (figures.room_bytes + load.readers * figures.viewer_bytes)
    kept = load.games * load.kept_games
    changed = min(load.games, rate * load.follow_seconds) / load.follow_seconds
    folded = changed * (figures.events_per_game * figures.fold_ms + figures.lake_game_ms) / 1000
    appends = rate * figures.database_ms / 1000
    # a notification wakes every session of the database that listens to whatever channel
    wakes = rate * count * figures.wake_ms / 1000
    database = limits.database_cores * limits.busy
    return [
        Need("commands", rate, "a second"),
        Need("service processes", count, "processes"),
        Need("memory of open games and viewers", memory, "bytes"),
        Need("streams out", rate * figures.events_per_command * load.readers
             * figures.stream_bytes, "bytes a second"),
        Need("PostgreSQL, appends", rate, "groups a second", rate / figures.groups_per_second),
        Need("PostgreSQL, CPU of appends", appends, "cores", appends / database),
        Need("PostgreSQL, CPU of hints", wakes, "cores", wakes / database),
        Need(f"PostgreSQL, {limits.days} days", a_day * limits.days * figures.postgres_bytes,
             "bytes"),
        Need("PostgreSQL, the list of games", kept * figures.list_bytes, "bytes"),
        Need(f"lake, {limits.days} days", a_day * limits.days * figures.lake_bytes, "bytes"),
        Need("lake, one writer", folded, "cores", folded / limits.busy),
    ]  # fmt: skip


def first_to_break(found: list[Need]) -> Need | None:
    """Return the part of which one is no longer enough, and most of all; None if all will do."""
    worst = max(found, key=lambda need: need.parts)
    return worst if worst.parts > 1 else None


class Run(NamedTuple):
    """A run of `scripts/lab load`: games and readers, commands a second, CPU of each, memory."""

    games: int
    readers: int
    readers_of_a_game: float
    rate: float
    ms: float
    megabytes: float


def fit(few: Run, readers: Run, faster: Run) -> dict[str, float]:
    """Return the figures of a service that follow from three runs; what can't be is no figure.

    The second has more readers than the first, and the third more games and commands a second.
    """
    delivery = (readers.ms - few.ms) / (readers.readers_of_a_game - few.readers_of_a_game)
    idle = (few.ms - faster.ms) / (1 / few.rate - 1 / faster.rate)
    viewer = (readers.megabytes - few.megabytes) * 1e6 / (readers.readers - few.readers)
    more = (faster.megabytes - few.megabytes) * 1e6 - (faster.readers - few.readers) * viewer
    found = {
        "idle_ms": idle,
        "command_ms": few.ms - idle / few.rate - few.readers_of_a_game * delivery,
        "delivery_ms": delivery,
        "room_bytes": more / (faster.games - few.games),
        "viewer_bytes": viewer,
    }
    if wrong := [f"{name} {value:.3g}" for name, value in found.items() if value <= 0]:
        raise ValueError(f"this can't be: {', '.join(wrong)}; the machine was too busy, try again")
    return found
