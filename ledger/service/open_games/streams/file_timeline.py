"""The order in which the games of a library grew, in a file: the source of the stream of all games.

The file is in the service's folder. It has a line for each group of events: the game, and the first
and last line of the group in its log. Nobody sees a group before its line here is durable, so the
order and the offsets are the same after a restart. The file is started when the stream is first
used; from then on the service keeps it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from ledger.kernel.errors import Failed, LedgerError, Locked
from ledger.kernel.text.reasons import why
from ledger.library.library import ReadableLibrary
from ledger.service.backend import GameListing, Growth
from ledger.service.open_games.open_game import Runtime
from ledger.store.files import Files, RealFiles, write_all
from ledger.store.store import Store
from ledger.store.timeline import GrowthLine, parse_growth

BLOCK = 64 * 1024
"""How many bytes of the file are read at once."""
WAITING = 1000
"""How many lines are collected while nobody is listening."""


class FileTimeline:
    """The timeline in a file, kept by one service at a time; for use on the event loop."""

    def __init__(
        self,
        path: Path,
        library: ReadableLibrary,
        listing: GameListing,
        store: Store,
        runtime: Runtime,
        files: Files | None = None,
    ) -> None:
        self.path, self._runtime, self._files = path, runtime, files or RealFiles()
        self._library, self._listing, self._store = library, listing, store
        self._version: str | None = (
            None  # version of the library as of the last look at all of its games
        )
        self.waiting: set[asyncio.Event] = set()
        self._fds: tuple[int, int] | None = None  # the file, and the lock on it
        self._last: dict[str, int] = {}
        self._new: list[bytes] = []
        self._written = self._durable = 0
        self._working = asyncio.Lock()
        self._flush: asyncio.Task[None] | None = None
        self._flushing: set[asyncio.Task[None]] = set()

    @property
    def is_open(self) -> bool:
        """Whether this service is keeping it."""
        return self._fds is not None

    def last(self, game: str) -> int:
        """Return the last line of a game in the timeline; 0 if it has none."""
        return self._last.get(game, 0)

    @property
    def wants_keeping(self) -> bool:
        """Whether somebody is reading it, or it exists and nobody is keeping it."""
        return bool(self.waiting) or (not self.is_open and self.path.exists())

    # --- writing ----------------------------------------------------------------------------

    async def keep(self, heads: Callable[[], Mapping[str, int]]) -> None:
        """Keep it from now on, or take in what others wrote; `heads` returns how long games are
        here.
        """
        new = not self.is_open
        if new:
            await self.open()
        version = await self._runtime.in_thread(lambda: self._library.version)
        if new or version != self._version:
            lines = await self._runtime.in_thread(self._listing.lines)
            lines |= {id: last for id, last in heads().items() if id in lines}
            if new and await self._runtime.in_thread(self._is_older, lines):
                await self.clear()
            for id, last in lines.items():
                self.grew(id, last)
            self._version = version
        await self.flush()

    def _is_older(self, lines: Mapping[str, int]) -> bool:
        """Return whether the timeline is ahead of the games, because the library was restored."""
        for id, last in lines.items():
            told = self.last(id)
            if last < told:  # the journal may be behind the log
                with suppress(LedgerError):
                    if self._store.head(id).seq < told:
                        return True
        return False

    async def open(self) -> None:
        """Start keeping it; raise `Locked` if another process does."""
        async with self._working:
            if self._fds is None:
                await self._runtime.in_thread(self._open)

    def _open(self) -> None:
        files, path = self._files, self.path
        try:
            path.parent.mkdir(mode=0o700, exist_ok=True)
            lock = files.lock(path.with_name(path.name + ".lock"))
        except BlockingIOError as e:
            raise Locked("process {pid} keeps the timeline", pid=e.strerror or "?") from None
        except OSError as e:
            raise _failed(e) from e
        try:
            try:
                fd = files.open(path, "append")
            except FileNotFoundError:
                fd = files.open(path, "private")
                files.sync_folder(path.parent)
            self._load(fd)
        except OSError as e:
            files.close(lock)
            raise _failed(e) from e
        self._fds = fd, lock

    def _load(self, fd: int) -> None:
        """Read how far every game has got; cut off an incomplete last line, which nobody saw."""
        at, self._last = 0, {}
        for growth in self._growths(fd, 0, self._files.size(fd)):
            self._last[growth.game] = growth.last
            at = growth.offset
        self._files.truncate(fd, at)
        self._files.fdatasync(fd)
        self._written = self._durable = at
        self._new.clear()

    def opened(self, game: str, last: int) -> None:
        """Note how long an opened game is: opening may have sealed it, or found others' lines."""
        if self.last(game):
            self.grew(game, last)

    def grew(self, game: str, last: int) -> None:
        known = self.last(game)
        if self._fds is None or last <= known:
            return
        self._last[game] = last
        self._new.append(GrowthLine(game, known + 1, last).written())
        if (self.waiting or len(self._new) > WAITING) and self._flush is None:
            self._flush = asyncio.ensure_future(self._flush_soon())

    async def _flush_soon(self) -> None:
        while self._new and self._fds is not None:
            with suppress(LedgerError):  # readers wait until it can be written again
                await self.flush()
        self._flush = None

    async def flush(self) -> None:
        """Make everything durable, then wake the readers.

        A reader who leaves in the meantime doesn't stop it, since others are waiting for it, too.
        """
        task = asyncio.ensure_future(self._flush_now())
        self._flushing.add(task)
        task.add_done_callback(self._flushed)
        await asyncio.shield(task)

    def _flushed(self, task: asyncio.Task[None]) -> None:
        self._flushing.discard(task)
        if not task.cancelled():
            task.exception()  # there may be nobody waiting any more

    async def _flush_now(self) -> None:
        async with self._working:
            if self._fds is None or (not self._new and self._durable == self._written):
                return
            new, self._new = self._new, []
            try:
                await self._runtime.in_thread(self._write, self._fds[0], b"".join(new))
            except OSError as e:
                self._let_go()  # whatever is missing is found in the logs when it is next opened
                raise _failed(e) from e
        self.wake()

    def _write(self, fd: int, data: bytes) -> None:
        write_all(self._files, fd, data)
        self._written += len(data)
        self._files.fdatasync(fd)
        self._durable = self._written

    async def clear(self) -> None:
        """Empty it; earlier cursors are refused from now on."""
        async with self._working:
            if self._fds is not None:
                await self._runtime.in_thread(self._empty, self._fds[0])

    def _empty(self, fd: int) -> None:
        try:
            self._files.truncate(fd, 0)
            self._load(fd)
        except OSError as e:
            raise _failed(e) from e

    async def close(self) -> None:
        """Stop keeping it, so that another service can."""
        with suppress(LedgerError):
            await self.flush()
        async with self._working:
            self._let_go()
        self.wake()

    def _let_go(self) -> None:
        fds, self._fds = self._fds, None
        for fd in fds or ():
            self._files.close(fd)

    def wake(self) -> None:
        for news in self.waiting:
            news.set()

    # --- reading ----------------------------------------------------------------------------

    async def after(self, offset: int) -> list[Growth]:
        """Return the next growths after an offset; an empty list at the end."""
        if self._fds is None or offset >= self._durable:
            return []
        return await self._runtime.in_thread(
            self._between, offset, min(self._durable, offset + BLOCK)
        )

    async def latest(self, wanted: Callable[[Growth], bool]) -> Growth | None:
        """Return the last growth for which `wanted` is true."""
        if self._fds is None:
            return None
        return await self._runtime.in_thread(self._latest, self._durable, wanted)

    async def holding(self, game: str, line: int) -> Growth | None:
        """Return the growth that contains this line of a game."""
        return await self.latest(lambda g: g.game == game and g.first <= line <= g.last)

    def _latest(self, end: int, wanted: Callable[[Growth], bool]) -> Growth | None:
        with self._reading() as fd:
            while end > 0:
                start = max(end - BLOCK, 0)
                if start:  # begin after the line that is cut off
                    start += self._files.read(fd, start, end - start).index(b"\n") + 1
                found = [growth for growth in self._growths(fd, start, end) if wanted(growth)]
                if found:
                    return found[-1]
                end = start
        return None

    def _between(self, offset: int, end: int) -> list[Growth]:
        with self._reading() as fd:
            return list(self._growths(fd, offset, end))

    @contextmanager
    def _reading(self) -> Iterator[int]:
        """Open the file for reading; the descriptor for writing may be closed at any time."""
        fd = self._files.open(self.path, "read")
        try:
            yield fd
        finally:
            self._files.close(fd)

    def _growths(self, fd: int, offset: int, end: int) -> Iterator[Growth]:
        """Yield the complete lines between two offsets."""
        while offset < end:
            *lines, _ = self._files.read(fd, offset, min(BLOCK, end - offset)).split(b"\n")
            if not lines:
                return
            for line in lines:
                offset += len(line) + 1
                yield Growth(*parse_growth(line), offset)


def _failed(e: OSError) -> Failed:
    return Failed("the timeline of all games can't be written: {reason}", reason=why(e))
