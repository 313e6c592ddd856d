"""Answers that go out in one piece: their head does not travel alone."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_BUFFER = 16 * 1024
"""Bytes that wait for more."""
HEADER_SECONDS = 20.0
"""Seconds that the head of a request may take."""


class _BufferedTransport:
    """A transport that sends what was written in one go together; all else is the transport's."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._parts: list[bytes] = []
        self._size = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Write, as soon as those who run now have written too."""
        if not self._parts:
            self._loop.call_soon(self._flush)
        self._parts.append(data)
        self._size += len(data)
        if self._size > MAX_BUFFER:  # only the transport can tell that the other side is slow
            self._flush()

    def close(self) -> None:
        """Close behind what was written."""
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        if self._parts:
            data = b"".join(self._parts)
            self._parts, self._size = [], 0
            if not self._transport.is_closing():
                self._transport.write(data)


class BufferedHttpProtocol(HttpToolsProtocol):
    """HTTP as uvicorn speaks it, with fewer and longer writes: each wakes the other side.

    Who takes too long to say what they want is sent away: a connection costs a place.
    """

    _header_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection."""
        super().connection_made(cast(asyncio.Transport, _BufferedTransport(transport, self.loop)))
        self._start_header_timer()

    def on_message_begin(self) -> None:
        """Note that a request begins."""
        super().on_message_begin()
        self._start_header_timer()

    def on_headers_complete(self) -> None:
        """Note that the request is known."""
        self._stop_header_timer()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let a connection go."""
        self._stop_header_timer()
        super().connection_lost(exc)

    def _start_header_timer(self) -> None:
        if self._header_timer is None:
            self._header_timer = self.loop.call_later(HEADER_SECONDS, self.transport.close)

    def _stop_header_timer(self) -> None:
        if self._header_timer is not None:
            self._header_timer.cancel()
            self._header_timer = None
