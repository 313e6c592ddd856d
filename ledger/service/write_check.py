"""Whether the library can be written, found out by trying; a result is good for a moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic

from ledger.kernel.errors import Failed
from ledger.kernel.message import Message, Text
from ledger.kernel.text.reasons import why
from ledger.library.stores.log_files import GAMES
from ledger.store.files import Files, RealFiles, write_all

PROBE = ".probe"
"""The file that is written next to the logs, and removed again."""
SIZE = 64 * 1024
"""Its size in bytes: a disk with less room than that is full."""
GOOD_FOR = 1.0
"""How many seconds a result is kept."""
PATIENCE = 2.0
"""Seconds after which a disk or database that doesn't respond counts as not writable."""


class WriteCheck:
    """Tries to write when asked, and remembers the result for a moment."""

    def __init__(
        self, probe: Callable[[], Text | None], *, clock: Callable[[], float] = monotonic
    ) -> None:
        """Use `probe` to try writing: it returns what prevents it, and may take a long time."""
        self._probe, self._clock = probe, clock
        self._looked = -GOOD_FOR
        self._problem: Text | None = None
        self._doubted = False
        self._running: asyncio.Task[Text | None] | None = None
        self._began = 0.0

    async def problem(self) -> Text | None:
        """Return why nothing can be written, or None if all is well."""
        if self._running is None and self._clock() - self._looked < GOOD_FOR:
            return self._problem
        if self._running is None:
            self._running = asyncio.ensure_future(asyncio.to_thread(self._probe))
            self._running.add_done_callback(self._note)
            self._began = monotonic()
        left = PATIENCE - (monotonic() - self._began)
        try:
            return await asyncio.wait_for(asyncio.shield(self._running), max(left, 0))
        except TimeoutError:
            self._problem = Message("it doesn't answer")
            return self._problem

    def doubt(self) -> None:
        """Check again before the next write, because one has failed."""
        self._doubted, self._looked = True, self._clock() - GOOD_FOR

    async def ensure(self, *, always: bool = False) -> None:
        """Raise `Failed` if nothing can be written; check only if the last check or write failed.

        So only the first write waits in vain. With `always`, check in any case, for example before
        something that may take a long time.
        """
        if always or self._doubted or self._problem is not None:
            problem = await self.problem()
            if problem is not None:
                failure = Failed("the library can't be written now: {reason}", reason=problem)
                failure.may_pass = True
                raise failure

    def _note(self, done: asyncio.Task[Text | None]) -> None:
        self._running, self._looked, self._doubted = None, self._clock(), False
        if not done.cancelled():
            self._problem = done.result()


def disk_probe(library: Path, files: Files | None = None) -> Callable[[], Text | None]:
    """Return a probe that writes a small file next to the logs, flushes it and removes it."""
    disk = files or RealFiles()

    def probe() -> Text | None:
        games = library / GAMES
        path = (games if disk.exists(games) else library) / PROBE
        try:
            try:
                fd = disk.open(path, "new")
                try:
                    write_all(disk, fd, bytes(SIZE))
                    disk.fdatasync(fd)
                finally:
                    disk.close(fd)
            finally:
                with suppress(OSError):
                    disk.remove(path)
        except OSError as e:
            return why(e)
        return None

    return probe
