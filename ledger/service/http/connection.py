"""A client's connection: what it may send, how long it may take, and how it ends.

Nothing here trusts the other side: headers are counted as they arrive, clients that don't read are
cut off, and nothing more is read from a client that was refused.
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
"""How many bytes may be buffered before they are written."""
PIECE = 16 * 1024
"""How many bytes are parsed in one go; also how precisely an endless head is measured."""
PROGRESS = 64 * 1024
"""Bytes that a client must read within the time for writing, if that many are waiting."""
UNREAD_BYTES = 128 * 1024
UNREAD_SECONDS = 30
"""How much unread data the system keeps for a client (`UNREAD_BYTES`), and for how long."""

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
    """Limit what the system keeps for clients that don't read; all connections inherit this."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_SECONDS * 1000)


class _BufferedTransport:
    """A transport that joins what is written in one go, and cuts off clients that don't read.

    Everything else is left to the transport that it wraps.
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
        """Write, once callbacks that are running now have written, too."""
        if not self._parts:
            self._loop.call_soon(self._flush)
        self._parts.append(data)
        self._size += len(data)
        if self._size > MAX_BUFFER:  # only the transport can tell whether the other side is slow
            self._flush()

    def is_closing(self) -> bool:
        """Return whether nothing more can be written."""
        return self._end is not None or self._transport.is_closing()

    def close(self) -> None:
        """Close the connection after everything has been written."""
        if self.is_closing():
            return
        self._flush()
        if not self._sending():
            self._transport.close()
            return
        # Closing now would answer data that still arrives with a reset, and the client would lose
        # our response: signal the end, and hang up a moment later.
        self.stop_reading()
        self._transport.write_eof()
        self._end = self._loop.call_later(self._settings.grace, self.abort)

    def abort(self) -> None:
        """Cut the connection off, and have the system discard what hasn't been read."""
        with suppress(OSError):
            number = os.dup(self._transport.get_extra_info("socket").fileno())
            with socket.socket(fileno=number) as same:
                same.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)
        self._transport.abort()

    def stop_reading(self) -> None:
        """Stop reading from the client for good."""
        self._deaf = True
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Continue reading, unless it was stopped for good."""
        if not self._deaf:
            self._transport.resume_reading()

    def lost(self) -> None:
        """Cancel the timers, and release the protocol."""
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
        """Cut off a client that has read next to nothing of what was waiting at the last check."""
        left = self._transport.get_write_buffer_size()
        sent = self._written - left
        if sent - self._sent < min(self._left, PROGRESS):
            self.abort()
            return
        self._sent, self._left, self._timer = sent, left, None
        if left:
            self._watch()


class BufferedHttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP with fewer and longer writes, since each wakes the other side."""

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
        """Accept a connection if there is room for it."""
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
        """Clean up after a connection."""
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
        # Requests still running have what they need. A reference cycle would keep all of this
        # until the garbage collector runs, and every game waits for that.
        self._running = self.cycle = self.scope = None  # type: ignore[assignment]

    @property
    def answering(self) -> bool:
        """Whether a request that came over it is being answered."""
        return self._running is not None and not self._running.response_complete

    def abort(self) -> None:
        """Cut the connection off: nothing waits for a client that doesn't read."""
        self.transport.abort()

    def recognise(self, token: str) -> bool:
        """Note that a valid token came over it; False if that token has too many connections."""
        self.timeout_keep_alive = self.config.timeout_keep_alive
        return self._limits.recognise(self, token)

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection, whether or not everything was read."""
        if self.transport.get_write_buffer_size():
            self.abort()
        else:
            self.transport.close()

    def _sending(self) -> bool:
        return self._deaf or self._part != "none"

    # --- what arrives -------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Parse incoming data in pieces, so that endless headers are noticed in time."""
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
        """Note that a request has begun."""
        super().on_message_begin()
        self.scope["extensions"] = {CONNECTION: cast(Any, self)}
        self._part = "head"
        self._count = self._head_size = 0
        self._start_head_timer()

    def on_url(self, url: bytes) -> None:
        """Take part of the request target."""
        self._head_size += len(url)
        if self._head_size > self._settings.head:
            self._stop(_target_too_long(self._settings.head))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header; trailers after a body are ignored."""
        self._head_size += len(name) + len(value) + 4
        if self._head_size > self._settings.head or len(self.headers) >= self._settings.headers:
            self._stop(_head_too_large(self._settings.head))
        if self._part == "head":
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Note that the head of the request is complete."""
        if len(self.pipeline) >= self._settings.pipelined:
            self._stop(RequestRefused("too-many", "too many requests at the same time"))
        super().on_headers_complete()
        self._stop_head_timer()
        self._part = "body"
        self._count = self._head_size = 0

    def on_body(self, body: bytes) -> None:
        """Take part of a body."""
        self._count = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Note that the whole request has arrived."""
        self._part = "none"
        self._count = 0
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    # --- refusals -----------------------------------------------------------------------------

    def _stop(self, refused: RequestRefused) -> None:
        """Stop the parser: its error comes back as `send_400_response`."""
        self._why = refused
        raise refused

    def send_400_response(self, msg: str) -> None:
        """Refuse data that isn't HTTP, or too much of it."""
        self._refuse(self._why or RequestRefused("malformed", "this isn't an HTTP/1.1 request"))

    def _refuse(self, refused: RequestRefused) -> None:
        """Refuse this request when its turn comes, and read nothing more."""
        if self._part == "none":
            self.on_message_begin()
        self._deaf = True
        self._stop_head_timer()
        self.transport.stop_reading()
        self.scope["extensions"][REFUSED] = cast(Any, refused)
        if self._part == "body" and self.cycle.response_complete:
            self.transport.close()
            return
        if self._part == "body":  # let the code that waits for the rest know
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
        if self._part != "none" or not self.answering:  # an empty line mustn't break off a response
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
