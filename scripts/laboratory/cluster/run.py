"""PostgreSQL, services over it and clients, while things go wrong; then everything is checked.

The checker knows only what clients saw: what was answered, what readers read, and the logs as each
service exports them at the end.
"""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import httpx

from scripts.common import postgres_server
from scripts.common.local_service import Service, admin_token
from scripts.common.postgres_server import Server
from scripts.laboratory.load.check import check_game
from scripts.laboratory.load.clients import GameTold, Load, Told
from scripts.laboratory.load.run import playing

from .proxy import Proxy

Say = Callable[[str], None]
DATABASE = "games"


class Shape(NamedTuple):
    """How much there is of everything; `broken`: a fault of the services that must be found."""

    services: int = 3
    games: int = 300
    readers: int = 1500
    rate: float = 0.1
    """Commands a second of a game."""
    seconds: float = 1200.0
    seed: int = 1
    faults: bool = True
    broken: str | None = None


class Figures(NamedTuple):
    """What a run gave."""

    told: Told
    events: int
    happened: dict[str, int]
    cpu: float
    wrong: list[str]


class Node(Service):
    """A service, a process of its own, with a proxy between it and its database."""

    def __init__(self, server: Server, folder: Path, broken: str | None) -> None:
        self.proxy = Proxy(_socket(server))
        address = (
            f"postgresql://{postgres_server.USER}@127.0.0.1:{self.proxy.port}/{DATABASE}"
            "?target_session_attrs=read-write"
        )
        words = (address, *(("--break", broken) if broken else ()))
        super().__init__(
            *words, module="scripts.laboratory.cluster.server", log=folder / "service.log"
        )

    def look_after(self) -> None:
        """Start it again if it has ended, since its database was away."""
        if self.ended:
            self.start()


class Cluster:
    """A primary with its standby, and services; what can happen to them."""

    def __init__(self, primary: Server, folder: Path, shape: Shape) -> None:
        self.primary, self._rng = primary, random.Random(shape.seed)
        self.standby = primary.add_standby()
        primary.new_database(DATABASE)
        self.services = [Node(primary, folder, shape.broken) for _ in range(shape.services)]
        self.happened: dict[str, int] = {}

    def strike(self) -> None:
        """Let one thing go wrong, and mend it."""
        faults = [self.kill, self.kill, self.pause, self.pause, self.cut, self.mute, self.crash]
        fault = self._rng.choice([*faults, self.fail_over])
        self.happened[fault.__name__] = self.happened.get(fault.__name__, 0) + 1
        fault()

    def _one(self) -> Node:
        return self._rng.choice(self.services)

    def kill(self) -> None:
        """`kill -9` of a service, which comes back a moment later."""
        service = self._one()
        service.kill()
        time.sleep(self._rng.uniform(0, 3))
        service.start()

    def pause(self) -> None:
        """A service stands still for a while, and goes on as if nothing had happened."""
        service = self._one()
        service.process.send_signal(signal.SIGSTOP)
        time.sleep(self._rng.uniform(1, 12))
        service.process.send_signal(signal.SIGCONT)

    def cut(self) -> None:
        """All connections of a service to its database end, and none can be made for a while."""
        service = self._one()
        service.proxy.set("cut")
        time.sleep(self._rng.uniform(0.5, 5))
        service.proxy.set("open")

    def mute(self) -> None:
        """Nothing comes through any more, though the connections stand."""
        service = self._one()
        service.proxy.set("mute")
        time.sleep(self._rng.uniform(0.5, 9))
        service.proxy.set("cut" if self._rng.random() < 0.5 else "open")
        time.sleep(0.2)
        service.proxy.set("open")

    def crash(self) -> None:
        """`pg_ctl stop -m immediate`, and a start."""
        self.primary.stop("immediate")
        time.sleep(self._rng.uniform(0, 2))
        self.primary.start()

    def fail_over(self) -> None:
        """The primary is lost; the standby takes its place and gets a standby of its own."""
        self.primary.stop("immediate")
        self.standby.promote()
        self.primary = self.standby
        for service in self.services:
            service.proxy.target = _socket(self.primary)
            service.proxy.set("cut")
            service.proxy.set("open")
        self.standby = self.primary.add_standby()

    def close(self) -> None:
        """End all services."""
        for service in self.services:
            service.kill()
            service.proxy.close()


def campaign(folder: Path, shape: Shape, say: Say) -> Figures:
    """Run everything, and check what came of it."""
    with postgres_server.running() as primary:
        cluster = Cluster(primary, folder, shape)
        try:
            return _campaign(folder, shape, cluster, say)
        finally:
            cluster.close()


def _campaign(folder: Path, shape: Shape, cluster: Cluster, say: Say) -> Figures:
    for service in cluster.services:
        service.ready()
    say(f"opening {shape.games} games for {shape.readers} readers")
    admin = admin_token(("--store", cluster.primary.address(DATABASE)))
    load = Load(
        ports=[service.port for service in cluster.services],
        admin=admin,
        report=str(folder / "told.json"),
        games=shape.games,
        readers=shape.readers,
        rate=shape.rate,
        rough=True,
        seed=shape.seed,
    )
    with playing(load) as clients:
        before = [service.cpu() for service in cluster.services]  # only what play costs
        _play(shape, cluster, say)
        used = sum(s.cpu() for s in cluster.services) - sum(before)
        if shape.faults:  # the last moves are made while one service hears nothing
            cluster.services[0].proxy.set("cut")
            time.sleep(2)

        def catch_up() -> None:
            cluster.services[0].proxy.set("open")
            say("letting the readers catch up")

        told = clients.stopped(catch_up)
    say("checking every log and what every reader saw")
    for service in cluster.services:
        service.ready()
    events, wrong = _check(cluster, admin, told)
    wrong += crashes((folder / "service.log").read_text("utf-8", "replace"))
    return Figures(told, events, cluster.happened, used, [*told.faults, *wrong])


def crashes(log: str) -> list[str]:
    """Return what services said of exceptions that nobody expected."""
    return [f"a service says: Traceback{text[:4000]}" for text in log.split("\nTraceback")[1:]]


def _play(shape: Shape, cluster: Cluster, say: Say) -> None:
    until = time.monotonic() + shape.seconds
    rng = random.Random(shape.seed)
    while (left := until - time.monotonic()) > 0:
        happened = ", ".join(f"{n} {what}" for what, n in cluster.happened.items())
        say(f"{left:.0f} s to go ({happened})")
        time.sleep(min(rng.uniform(1, 6), left))
        for service in cluster.services:
            service.look_after()
        if shape.faults and until - time.monotonic() > 5:
            cluster.strike()


def _check(cluster: Cluster, admin: str, told: Told) -> tuple[int, list[str]]:
    """Hold the logs, as every service tells them, against what clients saw."""
    wrong: list[str] = []
    events = 0
    logs: list[bytes] = []
    with httpx.Client(headers={"Authorization": f"Bearer {admin}"}, timeout=60) as client:
        for game in told.games:
            path = f"/api/v1/games/{game.id}/export"
            answers = [client.get(f"http://127.0.0.1:{s.port}{path}") for s in cluster.services]
            if any(a.status_code != 200 for a in answers):
                wrong.append(f"{game.id}: {[a.status_code for a in answers]}")
            if len({a.content for a in answers}) > 1:
                wrong.append(f"{game.id}: the services tell different logs")
            logs.append(answers[0].content)
    with ProcessPoolExecutor(2) as pool:
        for lines, faults in pool.map(_checked, logs, told.games, chunksize=8):
            events += lines
            wrong += faults
    return events, wrong


def _checked(log: bytes, told: GameTold) -> tuple[int, list[str]]:
    try:
        return check_game(log, told)
    except Exception as e:
        return 0, [f"{told.id}: {e!r}"]


def _socket(server: Server) -> Path:
    return server.home / f".s.PGSQL.{server.port}"
