"""HTTP/1.1 by hand, as cheap as it gets: the load maker must not be the bottleneck."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar, cast

P = TypeVar("P", bound=asyncio.Protocol)

WAIT = 0.3
"""Seconds before the next try when the server is not there."""
TRY_AGAIN = (429, 503)
"""What a service answers that has too much to do just now, or whose database is away."""


class Lost(ConnectionError):
    """The connection ended."""


class _Exchange(asyncio.Protocol):
    """A connection that is kept: one request at a time."""

    def __init__(self) -> None:
        self._buffer = b""
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is no subclass

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell who waits."""
        self._transport = None
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(Lost())

    @property
    def open(self) -> bool:
        """Whether a request can be sent."""
        return self._transport is not None and not self._transport.is_closing()

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        """Send a request and return the status and the body of its answer."""
        if self._transport is None:
            raise Lost
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._answer

    def data_received(self, data: bytes) -> None:
        """Collect an answer; every one of ours tells its length."""
        self._buffer += data
        head, found, rest = self._buffer.partition(b"\r\n\r\n")
        if not found or self._answer is None:
            return
        at = head.lower().find(b"content-length:")
        size = int(head[at + 15 :].split(b"\r\n", 1)[0])
        if len(rest) >= size:
            self._buffer = rest[size:]
            self._answer.set_result((int(head[9:12]), rest[:size]))

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.abort()


class Wire:
    """A client that does not give up: what was not answered is sent again, as it was.

    A fresh one connects anew for each request. One with several ports asks them in turns.
    """

    def __init__(self, *ports: int, fresh: bool = False, patience: float | None = None) -> None:
        """`patience`: seconds after which it asks elsewhere."""
        self.ports, self.fresh, self.patience = ports, fresh, patience
        self.retries = 0
        self._turn = 0
        self._exchanges: dict[int, _Exchange] = {}

    async def post(self, path: str, token: str, body: bytes) -> tuple[int, bytes]:
        """Post until there is an answer."""
        while True:
            try:
                status, answer = await self.once(path, token, body)
                if status not in TRY_AGAIN:
                    return status, answer
            except OSError:
                pass
            self.retries += 1
            await asyncio.sleep(WAIT)

    async def once(self, path: str, token: str, body: bytes) -> tuple[int, bytes]:
        """Post to whoever is next, once."""
        port = self.ports[self._turn % len(self.ports)]
        request = (
            f"POST /api/v1{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        ).encode() + body
        self._turn += 1
        exchange = self._exchanges.get(port)
        try:
            async with asyncio.timeout(self.patience):
                if exchange is None or not exchange.open:
                    exchange = self._exchanges[port] = await _connected(_Exchange, port)
                return await exchange.ask(request)
        except TimeoutError:
            self.close()
            raise Lost from None
        finally:
            if self.fresh:
                self.close()

    def close(self) -> None:
        """Hang up."""
        for exchange in self._exchanges.values():
            exchange.close()


class _Listening(asyncio.Protocol):
    """A stream of server-sent events."""

    def __init__(self, request: bytes, take: Callable[[bytes], None]) -> None:
        self._request, self._take = request, take
        self.heard = 0
        self._raw = self._text = b""
        self._started = False
        self.status = 0
        self.ended = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell who waits."""
        if not self.ended.done():
            self.ended.set_result(None)

    def data_received(self, data: bytes) -> None:
        """Take the messages out of the chunks."""
        self.heard += len(data)
        self._raw += data
        if not self._started:
            head, found, rest = self._raw.partition(b"\r\n\r\n")
            if not found:
                return
            self.status, self._started, self._raw = int(head[9:12]), True, rest
            if self.status != 200:
                self._transport.abort()
                return
        at, raw = 0, self._raw
        while (line := raw.find(b"\r\n", at)) >= 0:
            size = int(raw[at:line], 16)
            end = line + 2 + size
            if len(raw) < end + 2:
                break
            self._text += raw[line + 2 : end]
            at = end + 2
            if size == 0:
                self._transport.close()
        self._raw = raw[at:]
        *messages, self._text = self._text.split(b"\n\n")
        for message in messages:
            self._take(message)


async def listen(
    port: int,
    path: str,
    token: str,
    after: int,
    take: Callable[[bytes], None],
    silence: float | None = None,
) -> int:
    """Follow a stream to its end, a message at a time; return the status, 0 if none came.

    `silence`: seconds without a sign of life after which the other side counts as dead.
    """
    request = (
        f"GET /api/v1{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Authorization: Bearer {token}\r\nLast-Event-ID: {after}\r\n\r\n"
    ).encode()
    try:
        listening = await _connected(lambda: _Listening(request, take), port)
    except OSError:
        return 0
    heard = -1
    try:
        while not listening.ended.done() and heard != listening.heard:
            heard = listening.heard
            await asyncio.wait({listening.ended}, timeout=silence)
    finally:
        listening._transport.abort()
    return listening.status


async def _connected(make: Callable[[], P], port: int) -> P:
    _, made = await asyncio.get_running_loop().create_connection(make, "127.0.0.1", port)
    return made
