"""A file with the log of a game on a server, which may grow with it."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

from ledger.kernel.errors import LedgerError

if TYPE_CHECKING:
    from .client import TableClient


class LogCopy:
    """The log of a game as its viewer may see it, copied into a file."""

    def __init__(self, table: TableClient, path: Path) -> None:
        self.table, self.path = table, path
        path.write_bytes(b"".join(raw + b"\n" for raw in table.events()))

    def keep_growing(self) -> None:
        """Add new lines from the server to the file, in the background."""
        threading.Thread(target=self._grow, args=(self._lines(),), daemon=True).start()

    def _lines(self) -> int:
        return self.path.read_bytes().count(b"\n")

    def _grow(self, last: int) -> None:
        try:
            with self.path.open("ab", buffering=0) as file:
                for group in self.table.stream(last):
                    file.write(b"".join(raw + b"\n" for raw in group))
        except (LedgerError, OSError):
            return  # readers of the file have what has come so far
