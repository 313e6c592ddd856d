"""Following games live with server-sent events, starting from any line."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from time import monotonic
from typing import Any, NotRequired, TypedDict, Unpack

import msgspec

from ledger.kernel.errors import LedgerError
from ledger.protocol.errors import problem_details
from ledger.service.http.asgi import connection_of
from ledger.service.open_games.open_game import OpenGame

from .viewer_stream import ViewerGroup, ViewerStream

HEARTBEAT_SECONDS = 15.0
"""Seconds between heartbeats."""
SLOW_READER_SECONDS = 8.0
"""Seconds that a reader may take for one message before it is cut off; it may reconnect."""
CHECK_SECONDS = 1.0
"""Seconds between checks whether a reader is too slow or its token was revoked."""
MAX_PIECE = 64 * 1024
"""The largest piece sent at once to a reader of a long history, in bytes."""

Send = Callable[[dict[str, Any]], Awaitable[None]]
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
END = b"event: end\ndata: {}\n\n"
BEAT = b": beat\n"
"""A heartbeat as a comment. With an empty line after it, some libraries would take it for a message
without data.
"""
BEAT_EVENT = b"event: beat\ndata: {}\n\n"
"""A heartbeat for pages in a browser, which can't see comments."""


class Reader(TypedDict):
    """What a stream needs to know about its reader: whether its token is valid, and how slow it may
    be.
    """

    valid: Callable[[], bool]
    heartbeat: float
    slow_reader: float
    dropped: Callable[[], None]
    beat: NotRequired[bytes]


class LiveStream(ABC):
    """A response that continues until the reader leaves, is too slow, or may see no more."""

    def __init__(
        self,
        *,
        valid: Callable[[], bool],
        heartbeat: float,
        slow_reader: float,
        dropped: Callable[[], None],
        beat: bytes = BEAT,
    ) -> None:
        self._beat = beat
        self._heartbeat, self._slow_reader = heartbeat, slow_reader
        self._valid, self._dropped = valid, dropped
        self._news = asyncio.Event()
        self._sending: float | None = None
        self._due = self._over = self._too_slow = False
        self._last_beat = monotonic()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        waiting = await self._readers()
        disconnecting = asyncio.ensure_future(_disconnected(receive))
        sending = asyncio.ensure_future(self._send_groups(send))
        waiting.add(self._news)
        timer = _RepeatingTimer(
            min(CHECK_SECONDS, self._heartbeat, self._slow_reader),
            lambda: self._check_reader(sending),
        )
        try:
            await asyncio.wait({disconnecting, sending}, return_when=asyncio.FIRST_COMPLETED)
            connection = connection_of(scope)
            if self._too_slow and connection is not None:
                connection.abort()  # closing would wait until everything is read
                await disconnecting
        finally:
            timer.stop()
            waiting.discard(self._news)
            for task in (disconnecting, sending):
                task.cancel()
                with suppress(asyncio.CancelledError, OSError):
                    await task

    def _check_reader(self, sending: asyncio.Task[None]) -> None:
        """Check token, heartbeat and slow reading; a timer per message would cost too much."""
        now = monotonic()
        if self._sending is not None and now - self._sending > self._slow_reader:
            self._sending = None
            self._too_slow = True
            self._dropped()
            sending.cancel()
        elif not self._valid():
            self._over = True
            self._news.set()
        elif now - self._last_beat > self._heartbeat:
            self._last_beat = now
            self._due = True
            self._news.set()

    async def _send(self, send: Send, message: dict[str, Any]) -> None:
        """Send a message; `_check_reader` watches how long that takes."""
        self._sending = monotonic()
        await send(message)
        self._sending = None

    async def _wait_for_news(self, send: Send) -> None:
        """Wait for news, after sending a heartbeat if one is due."""
        if self._due:
            self._due = False
            await self._send(send, body_part(self._beat))
        await self._news.wait()

    @property
    def _ended(self) -> bool:
        """Whether the reader may see no more."""
        return self._over or not self._valid()

    @abstractmethod
    async def _readers(self) -> set[asyncio.Event]:
        """Return the set of events that are set when there is news."""

    @abstractmethod
    async def _send_groups(self, send: Send) -> None:
        """Send the headers and everything after them, until the stream ends."""


class EventStream(LiveStream):
    """One reader of one viewer's stream; it ends with the game."""

    def __init__(
        self, open_game: OpenGame, viewer: int | None, after: int, **reader: Unpack[Reader]
    ) -> None:
        super().__init__(**reader)
        self.open_game, self.viewer, self.after = open_game, viewer, after
        self._stream: ViewerStream

    async def _readers(self) -> set[asyncio.Event]:
        self._stream = await self.open_game.stream_of(self.viewer)
        self.open_game.runtime.on_follow(self.open_game.id)
        return self._stream.waiting

    async def _send_groups(self, send: Send) -> None:
        stream = self._stream
        await self._send(send, {"type": "http.response.start", "status": 200, "headers": HEADERS})
        failed = False
        while True:
            self._news.clear()
            if self._ended:
                break
            groups = stream.after(self.after)
            if groups is None:
                groups = (await self.open_game.history(self.viewer)).after(self.after)
            for piece, last in _pieces(groups):
                await self._send(send, body_part(piece))
                self.after = last
            if self.after < stream.head.seq:
                continue
            if stream.head.sealed:
                await self._send(send, body_part(END))
                break
            if self.open_game.log.trouble is not None and not failed:
                failed = True
                await self._send(
                    send, body_part(_failed(self.open_game.log.trouble, stream.head.seq))
                )
            if self.open_game.closed:
                break
            await self._wait_for_news(send)
        await self._send(send, body_part(b"", more=False))


class _RepeatingTimer:
    """Calls something at regular intervals, without a task of its own."""

    def __init__(self, seconds: float, work: Callable[[], None]) -> None:
        self._seconds, self._work = seconds, work
        self._loop = asyncio.get_running_loop()
        self._next = self._loop.call_later(seconds, self._run)

    def _run(self) -> None:
        self._next = self._loop.call_later(self._seconds, self._run)
        self._work()

    def stop(self) -> None:
        self._next.cancel()


def body_part(data: bytes, *, more: bool = True) -> dict[str, Any]:
    """Return a part of a body; with `more`, it isn't the last one."""
    return {"type": "http.response.body", "body": data, "more_body": more}


def _pieces(groups: list[ViewerGroup]) -> Iterator[tuple[bytes, int]]:
    """Join messages into pieces of bounded size, each with the last line in it."""
    part: list[bytes] = []
    size = last = 0
    for group in groups:
        message = group.message
        if part and size + len(message) > MAX_PIECE:
            yield b"".join(part), last
            part, size = [], 0
        part.append(message)
        size, last = size + len(message), group.last
    if part:
        yield b"".join(part), last


def _failed(trouble: LedgerError, version: int) -> bytes:
    body = msgspec.json.encode(problem_details(trouble, version=version))
    return b"event: failed\ndata: %b\n\n" % body


async def _disconnected(receive: Callable[[], Awaitable[dict[str, Any]]]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
