"""The real server, in a process of its own."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
from pathlib import Path

from ledger.client.client import Client


class RealServer:
    """`ledger serve` in a process of its own."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder, self.options = folder, options
        self.port = 0
        self.start()
        self.admin = Client(
            self.url, (folder / "library" / ".service" / "admin-token").read_text().strip()
        )

    def start(self) -> None:
        """Start it, where it was before."""
        place = ["--library", self.folder / "library", "--log", self.folder / "log"]
        words = [*place, "--port", str(self.port), "--rate", "0", "--cpu", "0", *self.options]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ledger.cli", "serve", *map(str, words)],
            stderr=subprocess.PIPE,
            text=True,
        )
        for line in self.process.stderr:
            if found := re.search(r" at (http://127.0.0.1:(\d+))\b", line):
                self.url, self.port = found[1], int(found[2])
                self._wait()
                return
        raise AssertionError("the server did not start")

    def _wait(self) -> None:
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.02)

    def stop(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=20)

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=20)

    def table(self, game: str, players: int = 2):
        """Start a game, and return it as an admin sees it."""
        return self.admin.create(game, ["Ana", "Bartek", "Celina", "Dora"][:players])

    def token(self, table, viewer: int | None) -> str:
        """Return the token of a seat, a spectator (0) or a referee (None)."""
        role = "referee" if viewer is None else "seat" if viewer else "spectator"
        return self.admin.make_token(role, game=table.id, seat=viewer or None).token

    def file(self, table, viewer: int | None) -> Path:
        """Return a file with such a token."""
        path = self.folder / f"{table.id}-{viewer}.token"
        path.write_text(self.token(table, viewer) + "\n")
        return path
