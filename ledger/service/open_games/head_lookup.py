"""Batches concurrent lookups of where logs end into one call to the store."""

from __future__ import annotations

import asyncio

from ledger.kernel.log.codec import Head
from ledger.service.open_games.open_game import Runtime
from ledger.store.store import Store


class HeadLookup:
    """Collects lookups while a call is running; for use on the event loop."""

    def __init__(self, store: Store, runtime: Runtime) -> None:
        self._store, self._runtime = store, runtime
        self._waiting: dict[str, asyncio.Future[Head | None]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def ask(self, id: str) -> Head | None:
        """Return the end of a game's log, or None if there is no such game."""
        found = self._waiting.get(id)
        if found is None:
            found = self._waiting[id] = asyncio.get_running_loop().create_future()
        if self._asking is None:
            self._asking = asyncio.ensure_future(self._ask_all())
        return await asyncio.shield(found)

    async def _ask_all(self) -> None:
        while self._waiting:
            asked, self._waiting = self._waiting, {}
            try:
                heads = await self._runtime.in_thread(self._store.heads, list(asked))
            except Exception as e:
                for answer in asked.values():
                    answer.set_exception(e)
                    answer.exception()  # the client may have gone
            else:
                for id, answer in asked.items():
                    answer.set_result(heads.get(id))
        self._asking = None
