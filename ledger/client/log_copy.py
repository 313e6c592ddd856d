"""A file with a copy of a game's log from a server, which can grow along with the game."""

from __future__ import annotations

import threading
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from ledger.kernel.errors import LedgerError
from ledger.kernel.message import Message, Text
from ledger.kernel.text.reasons import why
from ledger.protocol.errors import Unreachable

if TYPE_CHECKING:
    from .client import TableClient
    from .stream import Stream

GONE = Message("the server can't be reached; trying again")
NOTABLE = 1.0
"""How many seconds a connection must be lost before it is reported."""


class LogCopy:
    """A game's log as its viewer may see it, copied to a file."""

    def __init__(self, table: TableClient, path: Path) -> None:
        self.table, self.path = table, path
        self._stream: Stream | None = None
        self._broken_since = 0.0
        self._ended = False
        self._refused: Text = ""
        path.write_bytes(b"".join(raw + b"\n" for raw in table.events()))

    def keep_growing(self) -> None:
        """Add new lines from the server to the file, in the background."""
        threading.Thread(target=self._grow, args=(self._lines(),), daemon=True).start()

    def _lines(self) -> int:
        return self.path.read_bytes().count(b"\n")

    @property
    def trouble(self) -> Text:
        """What prevents new lines from arriving; "" if nothing does."""
        if self._refused or self._ended:
            return self._refused
        broken = self._stream is not None and not self._stream.connected
        since = self._broken_since = (self._broken_since or monotonic()) if broken else 0.0
        return GONE if broken and monotonic() - since > NOTABLE else ""

    def _grow(self, last: int) -> None:
        """Follow the game to its end, however often the connection is lost."""
        try:
            with self.path.open("ab", buffering=0) as file:
                while not self._ended:
                    self._stream = self.table.stream(last)
                    with suppress(Unreachable):
                        for group in self._stream:
                            file.write(b"".join(raw + b"\n" for raw in group))
                            last += len(group)
                        self._ended = True
        except (LedgerError, OSError) as e:  # readers of the file have what came so far
            self._refused = e.text if isinstance(e, LedgerError) else why(e)
