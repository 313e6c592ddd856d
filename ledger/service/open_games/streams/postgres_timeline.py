"""The order in which the games of a library grew, in PostgreSQL: the same for all processes."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import psycopg

from ledger.kernel.errors import LedgerError
from ledger.service.backend import Growth
from ledger.service.open_games.open_game import Runtime
from ledger.store.postgres.database import Connection, Database
from ledger.store.postgres.timeline import assign_offsets

ROWS = 1000
"""How many growths are read at once."""
KEPT = 4096
"""How many growths are kept in memory for readers."""
SOON = 0.005
"""Seconds until the next attempt at groups that others were storing at the same time."""
TRIES = 20


class PostgresTimeline:
    """The timeline as this process sees it; for use on the event loop."""

    def __init__(self, database: Database, runtime: Runtime) -> None:
        self._database, self._runtime = database, runtime
        self.waiting: set[asyncio.Event] = set()
        self._connection: Connection | None = None
        self._working = asyncio.Lock()
        self._noted = False
        self._task: asyncio.Task[None] | None = None
        self._recent: deque[Growth] = deque(maxlen=KEPT)
        self._seen = 0

    @property
    def wants_keeping(self) -> bool:
        """Whether anybody is reading it here."""
        return bool(self.waiting)

    # --- assigning offsets --------------------------------------------------------------------

    async def keep(self, heads: Callable[[], Mapping[str, int]]) -> None:
        """Assign an offset to everything that doesn't have one yet."""
        await self.flush()

    def opened(self, game: str, last: int) -> None:
        """Do nothing: only what has been stored counts."""

    def grew(self, game: str, last: int) -> None:
        """Note that there may be something new, here or in another process."""
        self._noted = True
        if self.waiting and self._task is None:
            self._task = asyncio.ensure_future(self._flush_soon())

    async def _flush_soon(self) -> None:
        tries = 0
        while self._noted and tries < TRIES:
            self._noted = False
            with suppress(LedgerError):  # housekeeping tries again
                if await self._assign_offsets():
                    self._noted = True
                    tries += 1
                    await asyncio.sleep(SOON)
        self._task = None

    async def flush(self) -> None:
        """Assign an offset to everything that doesn't have one yet, then wake the readers."""
        for _ in range(TRIES):
            if not await self._assign_offsets():
                return
            await asyncio.sleep(SOON)

    async def _assign_offsets(self) -> bool:
        """Assign offsets and read what is new; return whether some groups have to wait."""
        async with self._working:
            more, new = await self._runtime.in_thread(self._advance, self._seen)
            self._recent += new
            if new:
                self._seen = new[-1].offset
        if new:
            self.wake()
        return more

    def _advance(self, seen: int) -> tuple[bool, list[Growth]]:
        try:
            if self._connection is None or self._connection.closed:
                self._connection = self._database.connect()
            more = assign_offsets(self._connection)
            rows = self._connection.execute(
                "select game, first, last, place from ledger.timeline "
                "where place > greatest(%s, (select max(place) from ledger.timeline) - %s) "
                "order by place",
                [seen, KEPT],
            ).fetchall()
        except psycopg.Error as e:
            if self._connection is not None:
                self._connection.close()
            raise self._database.failure(e) from None
        return more, [Growth(*row) for row in rows]

    async def close(self) -> None:
        if self._task is not None:
            await self._task
        async with self._working:
            if self._connection is not None:
                await self._runtime.in_thread(self._connection.close)
        self.wake()

    def wake(self) -> None:
        for news in self.waiting:
            news.set()

    # --- reading ------------------------------------------------------------------------------

    async def after(self, offset: int) -> list[Growth]:
        """Return the next growths after an offset; an empty list at the end."""
        if offset >= self._seen:
            return []
        if self._recent[0].offset <= offset + 1:
            return [growth for growth in self._recent if growth.offset > offset]
        return await self._ask(
            "select game, first, last, place from ledger.timeline where place > %s "
            "order by place limit %s",
            offset,
            ROWS,
        )

    async def latest(self, wanted: Callable[[Growth], bool]) -> Growth | None:
        """Return the last growth for which `wanted` is true."""
        offset = self._seen + 1
        while True:
            some = await self._ask(
                "select game, first, last, place from ledger.timeline where place < %s "
                "order by place desc limit %s",
                offset,
                ROWS,
            )
            for growth in some:
                if wanted(growth):
                    return growth
            if not some:
                return None
            offset = some[-1].offset

    async def holding(self, game: str, line: int) -> Growth | None:
        """Return the growth that contains this line of a game."""
        some = await self._ask(
            "select game, first, last, place from ledger.timeline "
            "where game = %s and first <= %s order by first desc limit 1",
            game,
            line,
        )
        return next((growth for growth in some if line <= growth.last), None)

    async def _ask(self, query: Any, *values: object) -> list[Growth]:
        rows = await self._runtime.in_thread(self._database.ask, query, values)
        return [Growth(*row) for row in rows]
