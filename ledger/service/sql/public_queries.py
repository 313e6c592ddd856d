"""Queries on the whole library by those who may ask, over what any spectator could see."""

from __future__ import annotations

import threading
from pathlib import Path

from ledger.index.library_index import Index
from ledger.index.query.sandbox import SandboxReply, SandboxRequest
from ledger.kernel.errors import LedgerError
from ledger.library.library import ReadableLibrary
from ledger.protocol.errors import Busy

from .public_mirror import PublicMirror
from .queries import Queries, unavailable

PATIENCE = 5.0
"""Seconds that a query waits for games to be taken in."""


class PublicQueries(Queries):
    """The public side of a library, kept in a folder of its own."""

    def __init__(
        self, library: ReadableLibrary, folder: Path, *, patience: float = PATIENCE
    ) -> None:
        self._copy = PublicMirror(library, folder)
        self._index = Index(self._copy.library)
        self._patience = patience
        self._writing = threading.Lock()
        self._ready: str | None = None
        self._asked = self.running = 0
        self._counting = threading.Lock()

    @property
    def waiting(self) -> int:
        """How many queries are waiting for their turn."""
        return max(self._asked - self.running, 0)

    def _answer(self, request: SandboxRequest) -> SandboxReply:
        self._refresh(self._patience)
        return self._index.ask_in_sandbox(request, refresh=False)

    def _look_again(self) -> None:
        self._ready = None

    def refresh(self) -> int:
        """Take in what has changed; return the number of games."""
        return self._refresh(None)

    def _refresh(self, patience: float | None) -> int:
        if self._fresh():
            return 0
        if not self._writing.acquire(timeout=-1 if patience is None else patience):
            raise Busy(
                "the games are still being loaded for queries", hint="ask again in a few seconds"
            )
        try:
            if self._fresh():
                return 0
            taken = self._copy.refresh()
            self._index.refresh()
            self._ready = self._copy.library.version
        except (LedgerError, OSError) as e:
            raise unavailable() from e
        finally:
            self._writing.release()
        return taken

    def _fresh(self) -> bool:
        try:
            return self._copy.fresh() and self._ready == self._copy.library.version
        except OSError:
            return False
