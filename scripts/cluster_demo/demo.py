"""The cluster of the demonstration: a database, services, bots that play, and readers."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from ledger.client import Client
from ledger.client.bot_player import BotPlayer, Move
from ledger.kernel.errors import LedgerError
from ledger.service.auth.postgres_tokens import PostgresTokens
from ledger.store.postgres import Database
from ledger.system.memory import resident
from scripts.campaigns.proxies import free_port
from scripts.postgres_server import running

from .front import Front

GAMES = ("osaka", "istanbul", "century", "klongs")
NAMES = ("Ana", "Bartek", "Celina", "Dario")
STARTING = 60.0


class Service:
    """A service, a process of its own."""

    def __init__(self, address: str, front: int, folder: Path) -> None:
        self._address, self.port, self._front = address, free_port(), front
        self._told = (folder / "services.log").open("ab")
        self.kills = 0
        self.process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        words = ["serve", "--store", self._address, "--port", str(self.port), "--rate", "0"]
        words += ["--allow-host", f"127.0.0.1:{self._front}", "--log", os.devnull]
        command = [sys.executable, "-m", "ledger.cli", *words]
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=self._told)

    def answers(self) -> bool:
        """Whether it is there."""
        with suppress(httpx.TransportError):
            return httpx.get(f"http://127.0.0.1:{self.port}/ready", timeout=2).is_success
        return False

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait()
        self.kills += 1

    def start_again(self) -> None:
        """Start it after that."""
        self.process = self._start()

    def cpu(self) -> float:
        """Return the seconds of processor time it has had; 0 if it is away."""
        try:
            facts = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return sum(map(int, facts[11:13])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Return how much memory it has."""
        return 0.0 if self.process.poll() is not None else resident(self.process.pid) / 1e6

    def close(self) -> None:
        """End it in peace."""
        self.process.terminate()
        self.process.wait()
        self._told.close()


class Demo:
    """Everything that runs; what it has done so far can be looked at any time."""

    def __init__(self, services: list[Service], front: Front, admin: str, delay: float) -> None:
        self.services, self.front, self.delay = services, front, delay
        self._admin = admin
        self.moves: deque[Move] = deque(maxlen=12)
        self.played = self.read = self.ended = self.resumed = 0
        self.readers: list[dict[str, Any]] = []
        self.trouble = ""
        """What somebody was told last who had to try again."""
        self.faults: list[str] = []
        self._mutex = threading.Lock()
        self._stop = threading.Event()

    @property
    def url(self) -> str:
        """Where everybody asks: the proxy."""
        return f"http://127.0.0.1:{self.front.port}"

    def client(self, token: str) -> Client:
        """Return somebody who asks through the proxy."""
        return Client(self.url, token)

    def start(self, games: int, readers: int) -> None:
        """Let bots play some games at once, each with some readers."""
        for n in range(games):
            threading.Thread(target=self._games, args=(n, readers), daemon=True).start()

    def _games(self, n: int, readers: int) -> None:
        """Play one game after another."""
        number = 0
        while not self._stop.is_set():
            try:
                self._game(f"{GAMES[n % 4]}-{n}-{number}", GAMES[n % 4], readers)
                number += 1
            except LedgerError as e:  # a process was killed under our hands: once more
                self._trouble(e)
                time.sleep(0.5)

    def _game(self, id: str, name: str, readers: int) -> None:
        admin = self.client(self._admin)
        players = list(NAMES[: 2 + len(id) % 2])
        with suppress(LedgerError):  # it may be there already: the answer was lost
            admin.create(name, [*players], id=id)
        tokens = [
            admin.make_token("seat", game=id, seat=seat).token
            for seat in range(1, len(players) + 1)
        ]
        spectator = admin.make_token("spectator", game=id).token
        seen = [{"game": id, "lines": 0, "done": False} for _ in range(readers)]
        self.readers += seen
        for one in seen:
            threading.Thread(target=self._follow, args=(spectator, id, one), daemon=True).start()
        bots = [threading.Thread(target=self._bot, args=(t, id), daemon=True) for t in tokens]
        for bot in bots:
            bot.start()
        for bot in bots:
            bot.join()
        with self._mutex:
            self.ended += 1

    def _bot(self, token: str, id: str) -> None:
        while not self._stop.is_set():
            try:
                table = self.client(token).game(id)
                BotPlayer(table, delay=self.delay, on_move=self._moved, notice=self._trouble).play()
                return
            except LedgerError as e:
                self._trouble(e)
                time.sleep(0.5)

    def _moved(self, move: Move) -> None:
        with self._mutex:
            self.moves.append(move)
            self.played += 1

    def _follow(self, token: str, id: str, seen: dict[str, Any]) -> None:
        """Read a game to its end, and note every line that doesn't follow the one before."""
        try:
            for group in self.client(token).game(id).stream(notice=self._trouble):
                with self._mutex:
                    seen["lines"] += len(group)
                    self.read += len(group)
            seen["done"] = True
        except LedgerError as e:
            if not self._stop.is_set():
                self.faults.append(f"a reader of {id}: {e.message}")

    def _trouble(self, error: LedgerError) -> None:
        with self._mutex:
            self.resumed += 1
            self.trouble = error.message

    def strike(self, rng: random.Random) -> Service:
        """Kill a service."""
        service = rng.choice(self.services)
        service.kill()
        return service

    def stop(self) -> None:
        """Let nobody begin anything new."""
        self._stop.set()

    def check(self) -> list[str]:
        """Say what is wrong: nobody played, or a reader of a game that is over lacks lines."""
        admin = self.client(self._admin)
        if not self.played:
            self.faults.append(f"nobody could play: {self.trouble}")
        for id in {one["game"] for one in self.readers if one["done"]}:
            lines = len(admin.game(id).events())
            for one in self.readers:
                if one["game"] == id and one["done"] and one["lines"] != lines:
                    self.faults.append(f"a reader of {id} has {one['lines']} lines of {lines}")
        return self.faults


@contextmanager
def cluster(folder: Path, services: int, delay: float) -> Iterator[Demo]:
    """Yield a cluster that is ready, and clear it away."""
    with running() as server:
        address = server.address()
        with Database(address) as database:
            admin, _ = PostgresTokens(database).make("admin")
        port = free_port()
        started = [Service(address, port, folder) for _ in range(services)]
        try:
            until = time.monotonic() + STARTING
            while not all(service.answers() for service in started):
                if time.monotonic() > until:
                    raise RuntimeError((folder / "services.log").read_text())
                time.sleep(0.2)
            front = Front(port, [service.port for service in started])
            try:
                yield Demo(started, front, admin, delay)
            finally:
                front.close()
        finally:
            for service in started:
                service.close()
