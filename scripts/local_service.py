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


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, str]]:
    """Serve a library; gives its address and an admin's token."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    words = ["serve", "--library", str(folder), "--port", str(port), "--rate", "0"]
    command = [sys.executable, "-m", "ledger.cli", *words, "--log", os.devnull]
    server = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            try:
                httpx.get(f"{url}/health")
                break
            except httpx.TransportError:
                time.sleep(0.1)
        yield url, (folder / ".service" / "admin-token").read_text().strip()
    finally:
        server.terminate()
        server.wait()
