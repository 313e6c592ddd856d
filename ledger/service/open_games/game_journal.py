"""Keeps the library's journal up to date with the games being played here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from time import monotonic

from ledger.kernel.errors import LedgerError
from ledger.kernel.replay.log_reader import read
from ledger.library.journal.facts import LogFacts, describe
from ledger.library.journal.game_list import GameFilter
from ledger.library.library import ReadableLibrary
from ledger.service.backend import GameListing, Journal
from ledger.service.open_games.open_game import OpenGame, Runtime
from ledger.store.store import Store

UPDATE_SECONDS = 10.0
"""How many seconds behind the running games a query about all games may be.

Each update adds a line to the journal for every game with new moves.
"""
BATCH = 256
"""How many games' progress is recorded together."""


class GameJournal:
    """Records the length of games in the journal: at their end, when idle, or on request."""

    def __init__(
        self, journal: Journal, listing: GameListing, store: Store, runtime: Runtime
    ) -> None:
        self.journal, self._listing = journal, listing
        self._store, self._runtime = store, runtime
        self._known: dict[str, int] = {}
        self._updated = 0.0

    def knows(self, id: str) -> bool:
        return bool(self._listing.some([id]))

    def add(self, id: str, game: str, data: bytes | None = None) -> None:
        """Add a new log to the journal; without `data`, one that is in the store already."""
        self.journal.add(id, game, self._bytes(id) if data is None else data)

    def opened(self, open_game: OpenGame) -> None:
        """Remember that the journal has the whole game, if it was over before being opened."""
        if open_game.log.head.sealed:
            self._known.setdefault(open_game.id, open_game.log.head.seq)

    def closed(self, id: str) -> None:
        self._known.pop(id, None)

    def is_up_to_date(self, open_game: OpenGame) -> bool:
        """Return whether the journal has all of a game, or another process has to record it."""
        ours = open_game.log.writing or open_game.log.head.sealed
        return not ours or self._known.get(open_game.id) == open_game.log.head.seq

    async def update(self, open_games: Iterable[OpenGame]) -> None:
        """Record the progress of games; errors are reported elsewhere."""
        todo = [open_game for open_game in open_games if not self.is_up_to_date(open_game)]
        for start in range(0, len(todo), BATCH):
            heads = {r.id: (r.log.head.seq, r.log.head.digest) for r in todo[start : start + BATCH]}
            with suppress(LedgerError, OSError):
                self._known |= await self._runtime.in_thread(self._record, heads)

    async def update_all(self, open_games: Iterable[OpenGame]) -> None:
        """Record every open game's progress, so that queries about the whole library see it."""
        if monotonic() - self._updated > UPDATE_SECONDS:
            self._updated = monotonic()
            await self.update(list(open_games))

    async def catch_up(self, library: ReadableLibrary) -> None:
        """Record the progress that games had made before the service died."""
        with suppress(LedgerError, OSError):
            pages = self._listing.pages(GameFilter(unsealed=True), BATCH)
            while page := await self._runtime.in_thread(next, pages, None):
                grown = await self._runtime.in_thread(library.grown, page)
                await self._runtime.in_thread(self._record, dict.fromkeys(grown, (0, "")))

    def _record(self, heads: Mapping[str, tuple[int, str]]) -> dict[str, int]:
        """Record the progress of games unless the journal has it; return how many lines it has of
        each.
        """
        logs: dict[str, LogFacts] = {}
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
