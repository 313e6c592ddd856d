"""A game followed live: server-sent events, from any line on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import msgspec

from ..kernel.errors import LedgerError
from .eyes import Eyes, Shown
from .room import Room
from .shapes import Error, Refusal

BEAT = 15.0
"""Seconds between signs of life."""
SLOW = 10.0
"""Seconds that a reader may take for one message; then it is sent away and may come back."""
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

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Tell groups until the game ends, the reader leaves, or it is too slow."""
        eyes = await self.room.see(self.viewer)
        leaving = asyncio.ensure_future(_left(receive))
        telling = asyncio.ensure_future(self._tell(eyes, send))
        eyes.readers += 1
        try:
            await asyncio.wait({leaving, telling}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            eyes.readers -= 1
            leaving.cancel()
            telling.cancel()
            for task in (leaving, telling):
                try:
                    await task
                except TimeoutError:
                    self._dropped()
                except (asyncio.CancelledError, OSError):
                    pass

    async def _tell(self, eyes: Eyes, send: Send) -> None:
        start = {"type": "http.response.start", "status": 200, "headers": HEADERS}
        await asyncio.wait_for(send(start), self._slow)
        failed = False
        while True:
            news = eyes.news
            groups = eyes.after(self.after)
            if groups is None:
                groups = (await self.room.history(self.viewer)).after(self.after)
            for piece, last in _pieces(groups):
                await self._send(send, piece)
                self.after = last
            if self.after < eyes.head.seq:
                continue
            if eyes.head.sealed:
                await self._send(send, END)
                break
            if self.room.trouble is not None and not failed:
                failed = True
                await self._send(send, _failed(self.room.trouble, eyes.head.seq))
            if self.room.closed or not self._valid():
                break
            try:
                await asyncio.wait_for(news.wait(), self._beat)
            except TimeoutError:
                await self._send(send, b": beat\n\n")
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send(self, send: Send, body: bytes) -> None:
        """Send, or give up on a reader that does not read; nobody else waits for it."""
        message = {"type": "http.response.body", "body": body, "more_body": True}
        await asyncio.wait_for(send(message), self._slow)


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
