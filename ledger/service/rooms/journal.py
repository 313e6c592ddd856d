"""The library's journal: it learns of new games, and how far the games played here have come."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from time import monotonic, sleep
from typing import TypeVar

from ledger.kernel.errors import LedgerError, Locked
from ledger.kernel.log.codec import read
from ledger.library.interface import ReadableLibrary
from ledger.library.journal import Log, LogGrew, describe
from ledger.library.library import Library
from ledger.library.writer import LibraryWriter
from ledger.store.interface import Store

from .interface import GameListing, Journal
from .room import Room, Runtime

T = TypeVar("T")
UPDATE_SECONDS = 10.0
"""Seconds for which questions over all games may be behind those that go on: each time, the
journal grows by a line for each game that was played."""
KEPT = 2.0
"""Seconds that the journal stays open after the last use: new games come in bursts."""
PATIENCE = 5.0
"""Seconds to wait for another program that writes to the library."""
BATCH = 256
"""Games whose progress is noted together."""


class GameJournal:
    """Tells the journal how far games are: when they end, when nobody plays, or when asked."""

    def __init__(
        self, journal: Journal, listing: GameListing, store: Store, runtime: Runtime
    ) -> None:
        self.journal, self._listing = journal, listing
        self._store, self._runtime = store, runtime
        self._known: dict[str, int] = {}
        self._updated = 0.0

    def knows(self, id: str) -> bool:
        """Whether a game is in the journal."""
        return bool(self._listing.some([id]))

    def add(self, id: str, game: str, data: bytes | None = None) -> None:
        """Enter a new log; without its bytes, one that stands in its folder already."""
        self.journal.add(id, game, self._bytes(id) if data is None else data)

    def opened(self, room: Room) -> None:
        """Remember how far the journal knows a game: to its end, if it has ended before."""
        if room.log.head.sealed:
            self._known.setdefault(room.id, room.log.head.seq)

    def closed(self, id: str) -> None:
        """Forget it."""
        self._known.pop(id, None)

    def is_up_to_date(self, room: Room) -> bool:
        """Whether the journal knows how far a game is, as far as we may tell it."""
        ours = room.log.writing or room.log.head.sealed
        return not ours or self._known.get(room.id) == room.log.head.seq

    async def update(self, rooms: Iterable[Room]) -> None:
        """Let the journal know how far games are; what is wrong with one others say."""
        todo = [room for room in rooms if not self.is_up_to_date(room)]
        for start in range(0, len(todo), BATCH):
            heads = {r.id: (r.log.head.seq, r.log.head.digest) for r in todo[start : start + BATCH]}
            with suppress(LedgerError, OSError):
                self._known |= await self._runtime.in_thread(self._tell, heads)

    async def update_all(self, rooms: Iterable[Room]) -> None:
        """Let it know how far every game is; for who asks questions over all."""
        if monotonic() - self._updated > UPDATE_SECONDS:
            self._updated = monotonic()
            await self.update(list(rooms))

    async def catch_up(self, library: ReadableLibrary) -> None:
        """Enter how far games came before the service died."""
        with suppress(LedgerError, OSError):
            behind = await self._runtime.in_thread(library.behind)
            for start in range(0, len(behind), BATCH):
                heads = dict.fromkeys(behind[start : start + BATCH], (0, ""))
                await self._runtime.in_thread(self._tell, heads)

    def _tell(self, heads: Mapping[str, tuple[int, str]]) -> dict[str, int]:
        """Note how far games are, unless the journal knows it; return what it knows now."""
        logs: dict[str, Log] = {}
        known: dict[str, int] = {}
        entries = self._listing.some(heads)
        for id, (seq, digest) in heads.items():
            entry = entries.get(id)
            if entry is not None and entry.head == digest:
                known[id] = seq
                continue
            with suppress(LedgerError, OSError):
                data = self._bytes(id)
                logs[id] = describe(read(data).lines, len(data))
        if logs:
            self.journal.grew(logs)
        return known | {id: log.lines for id, log in logs.items()}

    def _bytes(self, id: str) -> bytes:
        return b"".join(raw + b"\n" for raw in self._store.read(id))


class LibraryJournal:
    """The journal of a library; open only while there is something to write."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._writer: LibraryWriter | None = None
        self._open = False
        self._used = 0.0
        self._mutex = threading.Lock()

    def add(self, id: str, game: str, data: bytes) -> None:
        """Put a new log into its folder and into the journal, durably."""
        log = describe(read(data).lines, len(data))
        self._write(lambda w: w.add_log(f"id:{game}:{id}", id, log, data))

    def grew(self, logs: Mapping[str, Log]) -> None:
        """Note that logs were played on."""

        def say(writer: LibraryWriter) -> None:
            known = writer.catalogue.entries
            grown = [i for i, log in logs.items() if i in known and known[i].head != log.head]
            writer.say([LogGrew(id=i, log=logs[i]) for i in grown])

        self._write(say)

    def _write(self, work: Callable[[LibraryWriter], T]) -> T:
        with self._mutex:
            try:
                writer = self._opened()
                done = work(writer)
                writer.flush()
            except Locked:
                raise
            except BaseException:
                self._close()
                raise
            self._used = monotonic()
            return done

    def _opened(self) -> LibraryWriter:
        until = monotonic() + PATIENCE
        while True:
            try:
                if self._writer is None:
                    self._writer = self._library.writing()
                elif not self._open:
                    self._writer.resume()
                self._open = True
                return self._writer
            except Locked:
                if monotonic() > until:
                    raise
                sleep(0.1)

    def pause_if_idle(self) -> None:
        """Let others write when there was nothing to do for a while."""
        with self._mutex:
            if self._open and self._writer is not None and monotonic() - self._used > KEPT:
                self._open = False
                self._writer.pause()

    def close(self) -> None:
        """Let go of the journal."""
        with self._mutex:
            self._close()

    def _close(self) -> None:
        writer, self._writer, self._open = self._writer, None, False
        if writer is not None:
            writer.__exit__(Exception, None, None)  # everything is flushed already
