"""A service on this machine for as long as something needs one."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

Where = tuple[str, ...]
"""Where a library is, as options of a command: `--library FOLDER` or `--store ADDRESS`."""
PATIENCE = 300.0
"""Seconds until a service must answer."""


@contextmanager
def started(where: Where) -> Iterator[tuple[str, int]]:
    """Start a service, which may not answer yet; gives its address and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["serve", *where, "--port", str(port), "--rate", "0", "--log", os.devnull]
    command = [sys.executable, "-m", "ledger.cli", *words]
    server = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        yield f"http://127.0.0.1:{port}", server.pid
    finally:
        server.terminate()
        server.wait()


def wait_for(url: str) -> None:
    """Wait until a service can be used."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            if httpx.get(f"{url}/ready").is_success:
                return
        except httpx.TransportError:
            pass
        if time.monotonic() > until:
            raise RuntimeError(f"the service at {url} doesn't answer")
        time.sleep(0.05)


def admin_token(where: Where) -> str:
    """Return a new token of an admin."""
    words = [sys.executable, "-m", "ledger.cli", "token", "new", "--role", "admin", *where]
    made = subprocess.run(words, capture_output=True, check=True, text=True)
    return made.stdout.strip().splitlines()[-1]


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, str]]:
    """Serve a library in a folder; gives its address and an admin's token."""
    with started(("--library", str(folder))) as (url, _):
        wait_for(url)
        yield url, (folder / ".service" / "admin-token").read_text().strip()
