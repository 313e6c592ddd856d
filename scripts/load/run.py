"""A load run: a server, a load maker and gauges, each beside the other."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Self

import msgspec

from scripts import ROOT

from .check import Checked, check
from .play import Told

PATIENCE = 60.0
"""Seconds that the server gets to start and to stop."""
TOLD = 10
"""Seconds between two words about how far a run is."""
PROBES = 10
"""Bare flushes a second, beside the load."""


class Shape(NamedTuple):
    """How much load; a rate of 0 is full speed."""

    games: int
    readers: int
    rate: float
    sync: bool = True
    fresh: bool = False


class Second(NamedTuple):
    """The server in one second: its memory in MB, and its share of a processor."""

    memory: float
    cpu: float


class Figures(NamedTuple):
    """What a run gave."""

    told: Told
    checked: Checked
    appends: list[float]
    stored: list[float]
    flushes: list[float]
    seconds: list[Second]


class Server:
    """The server, a process of its own on one port and one library."""

    def __init__(self, folder: Path, *, sync: bool = True) -> None:
        self.library, self.figures = folder / "library", folder / "appends.json"
        self._sync = sync
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._log = (folder / "server.log").open("ab")
        self.process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        words = [str(self.library), str(self.port), str(self.figures)]
        words += [] if self._sync else ["--no-sync"]
        return subprocess.Popen(
            [sys.executable, "-m", "scripts.load.server", *words], cwd=ROOT, stderr=self._log
        )

    def ready(self) -> None:
        """Wait until it answers."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/ready", timeout=5):
                    return
            except (OSError, urllib.error.URLError):
                if self.process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError(f"no server: see {self._log.name}") from None
                time.sleep(0.02)

    def kill(self) -> None:
        """End it at once and start it again."""
        self.process.kill()
        self.process.wait()
        self.process = self._start()

    def stop(self) -> tuple[list[float], list[float]]:
        """Stop it as people do; return how long its appends took, in all and in the store."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)
        whole, stored = msgspec.json.decode(self.figures.read_bytes(), type=list[list[float]])
        return whole, stored


class Maker:
    """The load maker, a process of its own."""

    def __init__(self, folder: Path, server: Server, shape: Shape) -> None:
        self._report = folder / "load.json"
        words = [str(server.port), str(server.library / ".service" / "admin-token")]
        words += [str(self._report), "--games", str(shape.games)]
        words += ["--readers", str(shape.readers), "--rate", str(shape.rate)]
        words += ["--fresh"] if shape.fresh else []
        self._process = subprocess.Popen(
            [sys.executable, "-m", "scripts.load.play", *words],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def ready(self) -> None:
        """Wait until everybody is at the table."""
        self._expect(b"ready")

    def stop(self) -> Told:
        """Let it end, and return what it saw."""
        assert self._process.stdin is not None  # noqa: S101
        self._process.stdin.write(b"stop\n")
        self._process.stdin.flush()
        self._expect(b"done")
        self._process.wait()
        return msgspec.json.decode(self._report.read_bytes(), type=Told)

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def _expect(self, word: bytes) -> None:
        assert self._process.stdout is not None  # noqa: S101
        said = self._process.stdout.readline().strip()
        if said != word:
            raise RuntimeError(f"the load maker said {said!r} instead of {word!r}")


class Gauges:
    """Looks at the server each second, and measures bare flushes on the same disk."""

    def __init__(self, folder: Path, server: Server) -> None:
        self.seconds: list[Second] = []
        self.flushes: list[float] = []
        self._file, self._server = folder / "bare", server
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=t) for t in (self._look, self._flush)]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _look(self) -> None:
        before = self._used()
        while before is not None and not self._stop.wait(1.0):
            now = self._used()
            if now is None:
                return
            self.seconds.append(Second(now[1], (now[0] - before[0]) / (now[2] - before[2])))
            before = now

    def _used(self) -> tuple[float, float, float] | None:
        """Return the seconds of processor, the memory in MB, and when that was."""
        try:
            folder = Path(f"/proc/{self._server.process.pid}")
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            pages = int((folder / "statm").read_text().split()[1])
        except OSError:
            return None
        ticks = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return ticks, pages * os.sysconf("SC_PAGE_SIZE") / 1e6, time.monotonic()

    def _flush(self) -> None:
        fd = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        try:
            while not self._stop.wait(1 / PROBES):
                start = time.perf_counter()
                os.write(fd, b"x" * 250)
                os.fdatasync(fd)
                self.flushes.append(time.perf_counter() - start)
        finally:
            os.close(fd)


def measure(
    folder: Path, shape: Shape, seconds: float, say: Callable[[str], None] = lambda text: None
) -> Figures:
    """Run a load against a server of its own, and check everything behind it; `say` how far."""
    say(f"opening {shape.games} games for {shape.readers} readers")
    server = Server(folder, sync=shape.sync)
    try:
        server.ready()
        maker = Maker(folder, server, shape)
        maker.ready()
        with Gauges(folder, server) as gauges:
            left = seconds
            while left > 0:
                say(f"playing, {left:.0f} s to go")
                time.sleep(min(left, TOLD))
                left -= TOLD
        say("letting the readers catch up")
        told = maker.stop()
        appends = server.stop()
    finally:
        server.process.kill()
    say("checking every log and what every reader saw")
    return Figures(told, check(server.library, told), *appends, gauges.flushes, gauges.seconds)


def killed(
    folder: Path,
    shape: Shape,
    kills: int,
    most: float,
    say: Callable[[str], None] = lambda text: None,
) -> Figures:
    """Run a load, end the server at random moments, check everything behind it; `say` how far."""
    say(f"opening {shape.games} games for {shape.readers} readers")
    server = Server(folder)
    try:
        server.ready()
        maker = Maker(folder, server, shape)
        maker.ready()
        for n in range(kills):
            say(f"kill {n + 1} of {kills}")
            time.sleep(random.uniform(0.05, most))
            server.kill()
            server.ready()
        time.sleep(most)
        say("letting the readers catch up")
        told = maker.stop()
        appends = server.stop()
    finally:
        server.process.kill()
    say("checking every log and what every reader saw")
    return Figures(told, check(server.library, told), *appends, [], [])


def quantile(values: list[float], part: float) -> float:
    """Return the value that so much of all values lies below."""
    if not values:
        return float("nan")
    return sorted(values)[min(int(len(values) * part), len(values) - 1)]
