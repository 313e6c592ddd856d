"""The library's journal: it learns of new games, and how far the games played here have come."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from time import monotonic, sleep
from typing import TypeVar

from ledger.kernel.errors import LedgerError, Locked
from ledger.kernel.log.codec import read
from ledger.library.journal import describe
from ledger.library.library import Library
from ledger.library.writer import LibraryWriter, Taken
from ledger.store.folder import FolderStore

from .room import Room, Runtime

T = TypeVar("T")
UPDATE_SECONDS = 10.0
"""Seconds for which questions over all games may be behind those that go on."""
KEPT = 2.0
"""Seconds that the journal stays open after the last use: new games come in bursts."""
PATIENCE = 5.0
"""Seconds to wait for another program that writes to the library."""


class GameJournal:
    """Tells the journal how far games are: when they end, when nobody plays, or when asked."""

    def __init__(self, library: Library, store: FolderStore, runtime: Runtime) -> None:
        self.library, self._store, self._runtime = library, store, runtime
        self.writer = JournalWriter(library)
        self._known: dict[str, int] = {}
        self._updated = 0.0

    def lines(self, id: str) -> int:
        """Return how far a game is by the journal; 0: it does not know the game."""
        entry = self.library.catalogue.entries.get(id)
        return 0 if entry is None else entry.lines

    def add(self, id: str, game: str, data: bytes | None = None) -> None:
        """Enter a new log; without its bytes, one that stands in its folder already."""
        self.writer.add(id, game, self._bytes(id) if data is None else data)

    def opened(self, room: Room) -> None:
        """Remember how far the journal knows a game: to its end, if it has ended before."""
        if room.log.head.sealed:
            self._known.setdefault(room.id, room.log.head.seq)

    def closed(self, id: str) -> None:
        """Forget it."""
        self._known.pop(id, None)

    async def update(self, room: Room) -> None:
        """Let the journal know how far a game is; what is wrong with it others say."""
        seq = room.log.head.seq
        if (room.log.writing or room.log.head.sealed) and self._known.get(room.id) != seq:
            with suppress(LedgerError, OSError):
                await self._runtime.in_thread(self._grew, room.id)
                self._known[room.id] = seq

    async def update_all(self, rooms: Iterable[Room]) -> None:
        """Let it know how far every game is; for who asks questions over all."""
        if monotonic() - self._updated > UPDATE_SECONDS:
            self._updated = monotonic()
            for room in list(rooms):
                await self.update(room)

    async def catch_up(self) -> None:
        """Enter how far games came before the service died."""

        def ahead() -> list[str]:
            logs = [e for e in self.library.games() if e.kind == "log" and not e.sealed]
            return [e.id for e in logs if e.path and e.path.stat().st_size > e.size]

        with suppress(LedgerError, OSError):
            for id in await self._runtime.in_thread(ahead):
                with suppress(LedgerError, OSError):
                    await self._runtime.in_thread(self._grew, id)

    def _grew(self, id: str) -> None:
        self.writer.grew(id, self._bytes(id))

    def _bytes(self, id: str) -> bytes:
        return b"".join(raw + b"\n" for raw in self._store.read(id))


class JournalWriter:
    """Enters games into the library; called from threads, one at a time.

    The journal is open only while there is something to write.
    """

    def __init__(self, library: Library) -> None:
        self._library = library
        self._writer: LibraryWriter | None = None
        self._used = 0.0
        self._mutex = threading.Lock()

    def add(self, id: str, game: str, data: bytes) -> Taken:
        """Put a new log into its folder and into the journal, durably."""
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

    def close_if_idle(self) -> None:
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
