"""A connection of a client: what it may send, how long it may take, and how it ends.

Nothing here trusts the other side: heads are counted as they arrive, whoever doesn't read is cut
off, and whoever was refused is not read any more.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Literal, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from .asgi import CONNECTION, REFUSED, RequestRefused
from .connection_limits import ConnectionLimits
from .gateway_settings import GatewaySettings
from .rate_limits import address_group
from .trusted_proxies import trusts

MAX_BUFFER = 16 * 1024
"""Bytes that wait for more."""
PIECE = 16 * 1024
"""Bytes that are parsed in one go: as exact as the count of a head that has no end."""
PROGRESS = 64 * 1024
"""Bytes that a client has to take within the time for writing, if so many wait for it."""
UNREAD_BYTES = 128 * 1024
UNREAD_SECONDS = 30
"""How much the system keeps of what a client doesn't take, and for how long."""

_NO_LINGER = struct.pack("ii", 1, 0)


def http_protocol(settings: GatewaySettings) -> type[asyncio.Protocol]:
    """Return the protocol of a server; all of its connections share their limits."""
    limits = ConnectionLimits(
        most=settings.connections,
        each=settings.connections_each,
        each_token=settings.connections_token,
    )
    made = partial(BufferedHttpProtocol, settings=settings, limits=limits)
    return cast(type[asyncio.Protocol], made)


def limit_unread(listening: socket.socket) -> None:
    """Limit what the system keeps for clients that don't read; every connection inherits it."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_SECONDS * 1000)


class _BufferedTransport:
    """A transport that sends what was written in one go together, to those who read.

    All else is the transport's.
    """

    def __init__(
        self,
        transport: asyncio.Transport,
        loop: asyncio.AbstractEventLoop,
        settings: GatewaySettings,
        sending: Callable[[], bool],
    ) -> None:
        self._transport, self._loop, self._settings = transport, loop, settings
        self._sending = sending
        self._parts: list[bytes] = []
        self._size = 0
        self._written = self._sent = self._left = 0
        self._timer: asyncio.TimerHandle | None = None
        self._end: asyncio.TimerHandle | None = None
        self._deaf = False

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

    def is_closing(self) -> bool:
        """Whether nothing more can be written."""
        return self._end is not None or self._transport.is_closing()

    def close(self) -> None:
        """Close behind what was written."""
        if self.is_closing():
            return
        self._flush()
        if not self._sending():
            self._transport.close()
            return
        # A close now would answer what still arrives with a reset, and the client would lose what
        # we said: say that this is the end, and hang up a moment later.
        self.stop_reading()
        self._transport.write_eof()
        self._end = self._loop.call_later(self._settings.grace, self.abort)

    def abort(self) -> None:
        """Cut the connection off; the system does not keep what was not read either."""
        with suppress(OSError):
            number = os.dup(self._transport.get_extra_info("socket").fileno())
            with socket.socket(fileno=number) as same:
                same.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)
        self._transport.abort()

    def stop_reading(self) -> None:
        """Take nothing more from the client, ever."""
        self._deaf = True
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Read on."""
        if not self._deaf:
            self._transport.resume_reading()

    def lost(self) -> None:
        """Stop what only a connection needs, and let go of its protocol."""
        for timer in (self._timer, self._end):
            if timer is not None:
                timer.cancel()
        self._timer = self._end = None
        self._sending = _never

    def _flush(self) -> None:
        if self._parts:
            data = b"".join(self._parts)
            self._parts, self._size = [], 0
            if not self.is_closing():
                self._transport.write(data)
                self._written += len(data)
                if self._timer is None:
                    self._watch()

    def _watch(self) -> None:
        self._timer = self._loop.call_later(self._settings.write_seconds, self._check_reader)

    def _check_reader(self) -> None:
        """Cut off whoever has taken next to nothing of what waited at the last look."""
        left = self._transport.get_write_buffer_size()
        sent = self._written - left
        if sent - self._sent < min(self._left, PROGRESS):
            self.abort()
            return
        self._sent, self._left, self._timer = sent, left, None
        if left:
            self._watch()


class BufferedHttpProtocol(HttpToolsProtocol):
    """HTTP as uvicorn speaks it, with fewer and longer writes: each wakes the other side."""

    transport: Any
    _part: Literal["none", "head", "body"] = "none"
    _head_timer: asyncio.TimerHandle | None = None
    _running: RequestResponseCycle | None = None
    _why: RequestRefused | None = None
    _deaf = False

    def __init__(
        self, *args: Any, settings: GatewaySettings, limits: ConnectionLimits, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._settings, self._limits = settings, limits
        self._count = self._head_size = 0
        self.timeout_keep_alive = settings.stranger_seconds  # type: ignore[assignment]

    # --- the connection -----------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, if there is a place."""
        buffered = _BufferedTransport(transport, self.loop, self._settings, self._sending)
        super().connection_made(cast(asyncio.Transport, buffered))
        address = self.client[0] if self.client else ""
        if trusts(self._settings.trusted_proxies, address):
            admitted = self._limits.admit_proxy(self)
        else:
            admitted = self._limits.admit(self, address_group(address))
        if admitted:
            self._start_head_timer()
        else:
            self.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let a connection go."""
        self._stop_head_timer()
        self.transport.lost()
        self._limits.leave(self)
        cycles = [cycle for cycle, _ in self.pipeline]
        for cycle in (*cycles, *([self._running] if self._running else [])):
            if not cycle.response_complete:
                cycle.disconnected = True
            cycle.message_event.set()
        self.pipeline.clear()
        super().connection_lost(exc)
        # Whoever still answers has what it needs. A circle would keep all of this until the
        # collector comes, and every game waits for the collector.
        self._running = self.cycle = self.scope = None  # type: ignore[assignment]

    def abort(self) -> None:
        """Cut the connection off: nothing waits for a client that doesn't read."""
        self.transport.abort()

    def recognise(self, token: str) -> bool:
        """Note that a right token came over it; False if that token has too many connections."""
        self.timeout_keep_alive = self.config.timeout_keep_alive
        return self._limits.recognise(self, token)

    def timeout_keep_alive_handler(self) -> None:
        """Let go of a connection that nobody uses, whether or not all was read."""
        if self.transport.get_write_buffer_size():
            self.abort()
        else:
            self.transport.close()

    def _sending(self) -> bool:
        return self._deaf or self._part != "none"

    # --- what arrives -------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Parse what came, in pieces: what has no end is noticed in time."""
        for at in range(0, len(data), PIECE):
            if self._deaf or self.transport.is_closing():
                return
            if self._part == "none":
                self._start_head_timer()
            piece = data[at : at + PIECE]
            self._count += len(piece)
            super().data_received(piece)
            if self._count > self._settings.head and not self._deaf:
                self._refuse(_head_too_large(self._settings.head))

    def on_message_begin(self) -> None:
        """Note that a request begins."""
        super().on_message_begin()
        self.scope["extensions"] = {CONNECTION: cast(Any, self)}
        self._part = "head"
        self._count = self._head_size = 0
        self._start_head_timer()

    def on_url(self, url: bytes) -> None:
        """Take a part of the target."""
        self._head_size += len(url)
        if self._head_size > self._settings.head:
            self._stop(_target_too_long(self._settings.head))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header; what comes behind a body changes nothing."""
        self._head_size += len(name) + len(value) + 4
        if self._head_size > self._settings.head or len(self.headers) >= self._settings.headers:
            self._stop(_head_too_large(self._settings.head))
        if self._part == "head":
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Note that the request is known."""
        if len(self.pipeline) >= self._settings.pipelined:
            self._stop(RequestRefused("too-many", "too many requests at the same time"))
        super().on_headers_complete()
        self._stop_head_timer()
        self._part = "body"
        self._count = self._head_size = 0

    def on_body(self, body: bytes) -> None:
        """Take a part of a body."""
        self._count = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Note that all of a request has come."""
        self._part = "none"
        self._count = 0
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    # --- refusals -----------------------------------------------------------------------------

    def _stop(self, refused: RequestRefused) -> None:
        """Stop the parser: what it raises comes back as `send_400_response`."""
        self._why = refused
        raise refused

    def send_400_response(self, msg: str) -> None:
        """Answer what isn't HTTP, or too much of it."""
        self._refuse(self._why or RequestRefused("malformed", "this isn't an HTTP/1.1 request"))

    def _refuse(self, refused: RequestRefused) -> None:
        """Answer in its turn that this request goes no further, and read nothing more."""
        if self._part == "none":
            self.on_message_begin()
        self._deaf = True
        self._stop_head_timer()
        self.transport.stop_reading()
        self.scope["extensions"][REFUSED] = cast(Any, refused)
        if self._part == "body" and self.cycle.response_complete:
            self.transport.close()
            return
        if self._part == "body":  # who waits for the rest of it is told
            self.cycle.keep_alive = False
            self.cycle.more_body = False
            self.cycle.message_event.set()
            return
        path = self.url.partition(b"?")[0][: self._settings.head].decode("latin-1")
        self.scope |= {"method": "-", "path": path, "raw_path": b"", "query_string": b""}
        self.cycle = RequestResponseCycle(
            scope=self.scope,
            transport=self.transport,
            flow=self.flow,
            logger=self.logger,
            access_logger=self.access_logger,
            access_log=False,
            default_headers=self.server_state.default_headers,
            message_event=asyncio.Event(),
            expect_100_continue=False,
            keep_alive=False,
            on_response=self.on_response_complete,
        )
        if self._running is None or self._running.response_complete:
            self._start_asgi_task(self.cycle, self.app)
        else:
            self.pipeline.appendleft((self.cycle, self.app))

    # --- the time for a head ------------------------------------------------------------------

    def _start_head_timer(self) -> None:
        if self._head_timer is None:
            seconds = self._settings.head_seconds
            self._head_timer = self.loop.call_later(seconds, self._head_is_late)

    def _head_is_late(self) -> None:
        self._head_timer = None
        answering = self._running is not None and not self._running.response_complete
        if self._part != "none" or not answering:  # an empty line breaks no answer off
            self.transport.close()

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None


def _never() -> bool:
    return False


def _head_too_large(most: int) -> RequestRefused:
    return RequestRefused(
        "headers-too-large",
        "the headers of the request are longer than {limit:,} bytes, or there are too many",
        limit=most,
    )


def _target_too_long(most: int) -> RequestRefused:
    return RequestRefused(
        "target-too-long", "the address of the request is longer than {limit:,} bytes", limit=most
    )
