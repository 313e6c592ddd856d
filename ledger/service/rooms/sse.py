"""A game followed live: server-sent events, from any line on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from time import monotonic
from typing import Any

import msgspec

from ledger.kernel.errors import LedgerError
from ledger.protocol.schemas import Error, Refusal

from .room import Room
from .viewer_stream import Eyes, Shown

BEAT = 15.0
"""Seconds between signs of life."""
SLOW = 10.0
"""Seconds that a reader may take for one message; then it is sent away and may come back."""
LOOK = 1.0
"""Seconds between looks whether a reader is too slow or its token was revoked."""
PIECE = 64 * 1024
"""Bytes that are sent at once to somebody who reads a long history."""

Send = Callable[[dict[str, Any]], Awaitable[None]]
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
END = b"event: end\ndata: {}\n\n"


class Stream:
    """An answer that goes on: one reader of one viewer's stream."""

    def __init__(
        self,
        room: Room,
        viewer: int | None,
        after: int,
        *,
        valid: Callable[[], bool],
        beat: float,
        slow: float,
        dropped: Callable[[], None],
    ) -> None:
        self.room, self.viewer, self.after = room, viewer, after
        self._valid, self._beat, self._slow, self._dropped = valid, beat, slow, dropped
        self._news = asyncio.Event()
        self._sending: float | None = None
        self._due = self._over = False
        self._told = monotonic()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Tell groups until the game ends, the reader leaves, or it is too slow."""
        eyes = await self.room.see(self.viewer)
        leaving = asyncio.ensure_future(_left(receive))
        telling = asyncio.ensure_future(self._tell(eyes, send))
        eyes.waiting.add(self._news)
        look = _Every(min(LOOK, self._beat, self._slow), lambda: self._look(telling))
        try:
            await asyncio.wait({leaving, telling}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            look.stop()
            eyes.waiting.discard(self._news)
            for task in (leaving, telling):
                task.cancel()
                with suppress(asyncio.CancelledError, OSError):
                    await task

    def _look(self, telling: asyncio.Task[None]) -> None:
        """Look what no message tells: a timer for each message would cost more than it."""
        now = monotonic()
        if self._sending is not None and now - self._sending > self._slow:
            self._sending = None
            self._dropped()
            telling.cancel()
        elif not self._valid():
            self._over = True
            self._news.set()
        elif now - self._told > self._beat:
            self._told = now
            self._due = True
            self._news.set()

    async def _tell(self, eyes: Eyes, send: Send) -> None:
        await self._send(send, {"type": "http.response.start", "status": 200, "headers": HEADERS})
        failed = False
        while True:
            self._news.clear()
            if self._over or not self._valid():
                break
            groups = eyes.after(self.after)
            if groups is None:
                groups = (await self.room.history(self.viewer)).after(self.after)
            for piece, last in _pieces(groups):
                await self._send(send, _body(piece))
                self.after = last
            if self.after < eyes.head.seq:
                continue
            if eyes.head.sealed:
                await self._send(send, _body(END))
                break
            if self.room.trouble is not None and not failed:
                failed = True
                await self._send(send, _body(_failed(self.room.trouble, eyes.head.seq)))
            if self.room.closed:
                break
            if self._due:
                self._due = False
                await self._send(send, _body(b": beat\n\n"))
            await self._news.wait()
        await self._send(send, _body(b"", more=False))

    async def _send(self, send: Send, message: dict[str, Any]) -> None:
        """Send; how long that takes is looked at elsewhere, and nobody else waits for it."""
        self._sending = monotonic()
        await send(message)
        self._sending = None


class _Every:
    """Does something again and again, without a task of its own."""

    def __init__(self, seconds: float, work: Callable[[], None]) -> None:
        self._seconds, self._work = seconds, work
        self._loop = asyncio.get_running_loop()
        self._next = self._loop.call_later(seconds, self._run)

    def _run(self) -> None:
        self._next = self._loop.call_later(self._seconds, self._run)
        self._work()

    def stop(self) -> None:
        """Do it no more."""
        self._next.cancel()


def _body(data: bytes, *, more: bool = True) -> dict[str, Any]:
    return {"type": "http.response.body", "body": data, "more_body": more}


def _pieces(groups: list[Shown]) -> Iterator[tuple[bytes, int]]:
    """Join messages into pieces of bounded size, each with the line that it ends at."""
    part: list[bytes] = []
    size = last = 0
    for group in groups:
        if part and size + len(group.message) > PIECE:
            yield b"".join(part), last
            part, size = [], 0
        part.append(group.message)
        size, last = size + len(group.message), group.last
    if part:
        yield b"".join(part), last


def _failed(trouble: LedgerError, version: int) -> bytes:
    error = Error(kind=trouble.kind, message=trouble.message, hint=trouble.hint)
    body = msgspec.json.encode(Refusal(error=error, version=version))
    return b"event: failed\ndata: %b\n\n" % body


async def _left(receive: Callable[[], Awaitable[dict[str, Any]]]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
