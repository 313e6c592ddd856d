"""Answers that go out in one piece: their head does not travel alone."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LARGEST = 16 * 1024
"""Bytes that wait for more."""


class _Corked:
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
        if self._size > LARGEST:  # only the transport can tell that the other side is slow
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


class Corked(HttpToolsProtocol):
    """HTTP as uvicorn speaks it, with fewer and longer writes: each wakes the other side."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection."""
        super().connection_made(cast(asyncio.Transport, _Corked(transport, self.loop)))
