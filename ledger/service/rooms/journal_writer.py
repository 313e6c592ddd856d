"""Where the service writes the library's journal; open only while there is something to write."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic, sleep
from typing import TypeVar

from ledger.kernel.errors import Locked
from ledger.kernel.log.codec import read
from ledger.library.journal import describe
from ledger.library.library import Library
from ledger.library.writer import LibraryWriter, Taken

T = TypeVar("T")
KEPT = 2.0
"""Seconds that the journal stays open after the last use: new games come in bursts."""
PATIENCE = 5.0
"""Seconds to wait for another program that writes to the library."""


class JournalWriter:
    """Enters games into the library; called from threads, one at a time."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._writer: LibraryWriter | None = None
        self._used = 0.0
        self._mutex = threading.Lock()

    def add(self, id: str, game: str, data: bytes) -> Taken:
        """Put a new log on its shelf and into the journal, durably."""
        log = describe(read(data).lines, len(data))
        return self._write(lambda w: w.add_log(f"id:{game}:{id}", id, log, data))

    def grew(self, id: str, data: bytes) -> None:
        """Note in the journal that a log was played on."""
        log = describe(read(data).lines, len(data))
        self._write(lambda w: w.grew(id, log))

    def _write(self, work: Callable[[LibraryWriter], T]) -> T:
        with self._mutex:
            writer = self._open()
            try:
                done = work(writer)
                writer.flush()
            except BaseException:
                self._close()
                raise
            self._used = monotonic()
            return done

    def _open(self) -> LibraryWriter:
        until = monotonic() + PATIENCE
        while self._writer is None:
            try:
                self._writer = self._library.writing()
            except Locked:
                if monotonic() > until:
                    raise
                sleep(0.1)
        return self._writer

    def rest(self) -> None:
        """Let others write when there was nothing to do for a while."""
        with self._mutex:
            if monotonic() - self._used > KEPT:
                self._close()

    def close(self) -> None:
        """Let go of the journal."""
        with self._mutex:
            self._close()

    def _close(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.__exit__(Exception, None, None)  # everything is flushed already
