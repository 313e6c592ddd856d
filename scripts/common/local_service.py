"""Services on this machine, each a process of its own, for as long as something needs them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

from scripts import ROOT, free_port

Where = tuple[str, ...]
"""Where a library is, as options of a command: `--library FOLDER` or `--store ADDRESS`."""
PATIENCE = 300.0
"""Seconds until a service must answer."""


class Service:
    """A program that serves at a port of its own; it may be killed, and started again there."""

    def __init__(self, *words: object, module: str = "ledger.cli", log: Path | None = None) -> None:
        """Start `python -m MODULE WORDS --port N`; what it says on stderr goes to a file."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        words = (sys.executable, "-m", module, *words, "--port", self.port)
        self._command = [str(word) for word in words]
        self._log = log or Path(os.devnull)
        self._spent = 0.0
        self.start()

    def start(self) -> None:
        """Start it, at first or after a kill."""
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                self._command, cwd=ROOT, stdin=subprocess.DEVNULL, stderr=log
            )

    @property
    def ended(self) -> bool:
        """Whether its process is over."""
        return self.process.poll() is not None

    def ready(self) -> None:
        """Wait until it can be used."""
        wait_for(self.url, self.look_after)

    def look_after(self) -> None:
        """Notice that it has ended."""
        if self.ended:
            raise RuntimeError(f"the service at {self.url} has ended: see {self._log}")

    def kill(self) -> None:
        """End it at once."""
        self._spent = self.cpu()
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """End it in peace."""
        self.process.terminate()
        self.process.wait()

    def cpu(self) -> float:
        """Return the seconds of processor that it has used, before it was killed too."""
        try:
            stat = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return self._spent
        return self._spent + (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def started(where: Where) -> Iterator[Service]:
    """Start a service, which may not answer yet."""
    service = Service("serve", *where, "--rate", "0", "--cpu", "0", "--log", os.devnull)
    try:
        yield service
    finally:
        service.stop()


def wait_for(url: str, look_after: Callable[[], None] = lambda: None) -> None:
    """Wait until a service can be used; `look_after` is done again and again meanwhile."""
    until = time.monotonic() + PATIENCE
    while True:
        with suppress(httpx.TransportError):
            if httpx.get(f"{url}/ready", timeout=5).is_success:
                return
        if time.monotonic() > until:
            raise RuntimeError(f"the service at {url} doesn't answer")
        look_after()
        time.sleep(0.05)


def admin_token(where: Where) -> str:
    """Return a new token of an admin."""
    words = [sys.executable, "-m", "ledger.cli", "token", "new", "--role", "admin", *where]
    made = subprocess.run(words, capture_output=True, check=True, text=True)
    return made.stdout.strip().splitlines()[-1]


def first_token(folder: Path) -> str:
    """Return the token of the admin of a library that is served."""
    return (folder / ".service" / "admin-token").read_text().strip()


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, str]]:
    """Serve a library in a folder; gives its address and an admin's token."""
    with started(("--library", str(folder))) as service:
        service.ready()
        yield service.url, first_token(folder)
