"""What the journal of the library says of the games that are played here."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from time import monotonic

from ledger.kernel.errors import LedgerError
from ledger.library.library import Library
from ledger.store.folder import FolderStore

from .journal_writer import JournalWriter
from .room import Room, Runtime

UPDATE_SECONDS = 10.0
"""Seconds for which questions over all games may be behind those that go on."""


class GameJournal:
    """Tells the journal how far games are: when they end, when nobody plays, or when asked."""

    def __init__(self, library: Library, store: FolderStore, runtime: Runtime) -> None:
        self.library, self._store, self._means = library, store, runtime
        self.writer = JournalWriter(library)
        self._known: dict[str, int] = {}
        self._updated = 0.0

    def lines(self, id: str) -> int:
        """Return how far a game is by the journal; 0: it does not know the game."""
        entry = self.library.catalogue.entries.get(id)
        return 0 if entry is None else entry.lines

    def add(self, id: str, game: str, data: bytes | None = None) -> None:
        """Enter a new log; without its bytes, one that stands on its shelf already."""
        self.writer.add(id, game, self._bytes(id) if data is None else data)

    def opened(self, room: Room) -> None:
        """Remember how far the journal knows a game: to its end, if it has ended before."""
        if room.head.sealed:
            self._known.setdefault(room.id, room.head.seq)

    def closed(self, id: str) -> None:
        """Forget it."""
        self._known.pop(id, None)

    async def update(self, room: Room) -> None:
        """Let the journal know how far a game is; what is wrong with it others say."""
        seq = room.head.seq
        if (room.writing or room.head.sealed) and self._known.get(room.id) != seq:
            with suppress(LedgerError, OSError):
                await self._means.in_thread(lambda: self._grew(room.id))
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
            for id in await self._means.in_thread(ahead):
                with suppress(LedgerError, OSError):
                    await self._means.in_thread(partial(self._grew, id))

    def _grew(self, id: str) -> None:
        self.writer.grew(id, self._bytes(id))

    def _bytes(self, id: str) -> bytes:
        return b"".join(raw + b"\n" for raw in self._store.read(id))
