"""Slow work for many people, shared out fairly: heavy users only hold up themselves."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Hashable
from concurrent.futures import Executor
from contextlib import suppress
from typing import Any, TypeVar

from ledger.protocol.errors import Busy

T = TypeVar("T")


class FairQueue:
    """Runs work in a few threads, with users taking turns; for use on one event loop.

    Nobody ever occupies every place: one is kept free for the next newcomer. While others are
    waiting, nobody has more than one.
    """

    def __init__(
        self, places: int, *, each: int, most: int, patience: float, pool: Executor
    ) -> None:
        """Set the limits: `each` and `most` are how many one user and all together may have running
        or waiting.

        `pool` has a thread for each place, and is closed along with the queue.
        """
        self._each, self._most, self._patience = each, most, patience
        self._at_once = max(places - 1, 1)
        self._free = places
        self._pool = pool
        self._waiting: dict[Hashable, deque[asyncio.Future[None]]] = {}
        self._running: Counter[Hashable] = Counter()

    @property
    def waiting(self) -> int:
        """How many are waiting for their turn."""
        return sum(map(len, self._waiting.values()))

    @property
    def running(self) -> int:
        """How many are running."""
        return self._running.total()

    async def run(self, who: Hashable, work: Callable[[], T]) -> T:
        """Wait for a turn and do the work; raise `Busy` if there is too much to do."""
        mine = self._waiting.setdefault(who, deque())
        full = self.waiting + self.running >= self._most
        if full or len(mine) + self._running[who] >= self._each:
            self._forget(who)
            raise _busy()
        turn = asyncio.get_running_loop().create_future()
        mine.append(turn)
        self._give_turns()
        try:
            async with asyncio.timeout(self._patience):
                await turn
        except BaseException as e:
            if turn.done() and not turn.cancelled():
                self._leave(who)
            else:
                with suppress(ValueError):  # it has already been removed
                    mine.remove(turn)
                self._forget(who)
            raise _busy() if isinstance(e, TimeoutError) else e from None
        done = asyncio.get_running_loop().run_in_executor(self._pool, work)
        done.add_done_callback(lambda future: self._done(who, future))
        return await asyncio.shield(done)  # the place stays taken until the work is done

    def _give_turns(self) -> None:
        while self._free and (who := self._next()) is not None:
            waiting = self._waiting.pop(who)
            turn = waiting.popleft()
            if waiting:
                self._waiting[who] = waiting
            if turn.cancelled():
                continue  # its owner has just gone
            self._free -= 1
            self._running[who] += 1
            turn.set_result(None)

    def _next(self) -> Hashable | None:
        """Return who is next: of those with the least running, whoever has waited longest."""
        able = [who for who in self._waiting if self._running[who] < self._at_once]
        return min(able, key=lambda who: self._running[who], default=None)

    def _done(self, who: Hashable, future: asyncio.Future[Any]) -> None:
        if not future.cancelled():
            future.exception()  # the caller may have gone
        self._leave(who)

    def _leave(self, who: Hashable) -> None:
        self._free += 1
        self._running[who] -= 1
        if who in self._waiting:
            self._waiting[who] = self._waiting.pop(who)  # after all others
        self._forget(who)
        self._give_turns()

    def _forget(self, who: Hashable) -> None:
        if not self._running[who]:
            del self._running[who]
        if not self._waiting.get(who, True):
            del self._waiting[who]

    def close(self) -> None:
        """Accept no more work."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _busy() -> Busy:
    return Busy("too many questions at once", hint="ask again in a few seconds")
