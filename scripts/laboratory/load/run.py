"""A load: services, clients in a process of their own, and a check of everything they saw."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from ledger.system.memory import resident
from scripts import ROOT
from scripts.common.local_service import Service, first_token

from .check import Checked, check
from .clients import Load, Told

Say = Callable[[str], None]
TOLD = 10
"""Seconds between two words about how far a run is."""


class Shape(NamedTuple):
    """How much load there is: games, readers in all, and commands a second of a game (0: no end).

    `kills`: how often the service is killed, at random moments at most `most` seconds apart.
    """

    games: int
    readers: int
    rate: float
    seconds: float = 0.0
    kills: int = 0
    most: float = 2.0
    seed: int = 1


class Figures(NamedTuple):
    """What a run gave; the CPU in seconds of the service while it was played, the memory in MB."""

    told: Told
    checked: Checked
    cpu: float
    memory: float


class Clients:
    """The process of clients that play and read."""

    def __init__(self, process: subprocess.Popen[bytes], report: Path) -> None:
        self._process, self._report = process, report
        self._expect(b"ready")

    def _expect(self, word: bytes) -> None:
        assert self._process.stdout is not None  # noqa: S101
        said = self._process.stdout.readline().strip()
        if said != word:
            raise RuntimeError(f"the clients said {said!r} instead of {word!r}")

    def stopped(self, on_stop: Callable[[], None] = lambda: None) -> Told:
        """Let them stop, and return what they saw; before their readers catch up, `on_stop`."""
        assert self._process.stdin is not None  # noqa: S101
        self._process.stdin.write(b"stop\n")
        self._process.stdin.flush()
        self._expect(b"stopped")
        on_stop()
        self._expect(b"done")
        return msgspec.json.decode(self._report.read_bytes(), type=Told)

    def kill(self) -> None:
        """End them at once."""
        self._process.kill()


@contextmanager
def playing(load: Load) -> Iterator[Clients]:
    """Let clients play; yields when all games are open."""
    process = subprocess.Popen(
        [sys.executable, "-m", "scripts.laboratory.load.clients", msgspec.json.encode(load)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        yield Clients(process, Path(load.report))
    finally:
        process.kill()
        process.wait()


def run(folder: Path, shape: Shape, say: Say = lambda text: None) -> Figures:
    """Run a load against a service over a folder, and check everything; `say` how far."""
    library, log = folder / "library", folder / "service.log"
    options = ("--rate", "0", "--cpu", "0", "--log", os.devnull)
    service = Service("serve", "--library", library, *options, log=log)
    try:
        service.ready()
        say(f"opening {shape.games} games for {shape.readers} readers")
        load = Load(
            ports=[service.port],
            admin=first_token(library),
            report=str(folder / "told.json"),
            games=shape.games,
            readers=shape.readers,
            rate=shape.rate,
            seed=shape.seed,
        )
        with playing(load) as clients:
            cpu = service.cpu()
            _pass_time(service, shape, say)
            cpu, memory = service.cpu() - cpu, resident(service.process.pid) / 1e6
            say("letting the readers catch up")
            told = clients.stopped()
    finally:
        service.stop()
    say("checking every log and what every reader saw")
    return Figures(told, check(library, told), cpu, memory)


def _pass_time(service: Service, shape: Shape, say: Say) -> None:
    """Let the clients play, or kill the service under their hands."""
    rng = random.Random(shape.seed)
    for n in range(shape.kills):
        say(f"kill {n + 1} of {shape.kills}")
        time.sleep(rng.uniform(0.05, shape.most))
        service.kill()
        service.start()
        service.ready()
    left = shape.seconds
    while left > 0:
        say(f"playing, {left:.0f} s to go")
        time.sleep(min(left, TOLD))
        left -= TOLD


def quantile(values: list[float], part: float) -> float:
    """Return the value below which this part of all values is."""
    if not values:
        return float("nan")
    return sorted(values)[min(int(len(values) * part), len(values) - 1)]


def spread(values: list[float]) -> dict[str, float]:
    """Return quantiles of seconds, in milliseconds."""
    parts = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p99.9": 0.999}
    return {name: round(quantile(values, part) * 1000, 2) for name, part in parts.items()}
