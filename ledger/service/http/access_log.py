"""The access log: one JSON line per request, without secrets, bodies or query strings."""

from __future__ import annotations

import datetime as dt
import json
import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from ledger.kernel.message import Message, Text
from ledger.kernel.text.reasons import why
from ledger.kernel.times import format_time, utc_now

from .asgi import App, AsgiMessage, Receive, Scope, Send
from .metrics import Metrics

LONGEST = 300
GONE = 499
"""The status logged when the client went away before the response."""

_CLOSED = -1
_encode = json.JSONEncoder(separators=(",", ":")).encode
# Someone might paste a token into an address.
_TOKEN = re.compile(r"ledger_[a-z0-9]{10}_[A-Za-z0-9_-]+")
_METHODS = frozenset(("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"))


class AccessLog:
    """Where the lines go: a file of its own, or stderr; `say` is warned when a line is lost."""

    def __init__(
        self,
        path: Path | None = None,
        *,
        out: TextIO | None = None,
        say: Callable[[Text], None] = lambda text: None,
        clock: Callable[[], dt.datetime] = utc_now,
    ) -> None:
        self._path, self._out, self._say = path, out, say
        self._clock = clock
        self._fd = None if path is None else _open(path)
        self._failed = False

    def reopen(self) -> None:
        """Open the file again by its name, after the old one was moved away."""
        if self._path is not None and self._fd != _CLOSED:
            new = _open(self._path)
            self.close()
            self._fd, self._failed = new, False

    def write(
        self,
        *,
        method: str,
        path: str,
        status: int,
        milliseconds: float,
        token: str | None,
        address: str,
    ) -> None:
        """Write one line."""
        line = {
            "time": format_time(self._clock()),
            "method": method[:20],
            "path": _TOKEN.sub("ledger_...", path)[:LONGEST],
            "status": status,
            "ms": round(milliseconds, 1),
            "token": token,
            "address": address[:60],
        }
        # All but plain ASCII is escaped: nothing in a request can add a line or move the cursor.
        text = _encode(line).replace("\x7f", "\\u007f")
        try:
            self._put(text + "\n")
        except (OSError, ValueError) as e:  # games go on when the log's disk is full
            if not self._failed:
                self._failed = True
                closed = Message("its stream is closed")
                reason = why(e) if isinstance(e, OSError) else closed
                lost = Message("the access log can't be written: {reason}", reason=reason)
                self._say(Message("warning: {text}", text=lost))

    def _put(self, line: str) -> None:
        if self._fd == _CLOSED:
            return  # the descriptor may belong to another file by now
        if self._fd is not None:
            os.write(self._fd, line.encode())  # unbuffered, so that lines stay whole
            return
        out = self._out or sys.stderr
        out.write(line)
        out.flush()

    def close(self) -> None:
        """Close the file."""
        if self._fd not in (None, _CLOSED):
            os.close(self._fd)
            self._fd = _CLOSED


def _open(path: Path) -> int:
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)


class AccessLogMiddleware:
    """The outermost ASGI middleware: logs and counts every request, even refused ones."""

    def __init__(
        self,
        app: App,
        *,
        log: AccessLog | None = None,
        metrics: Metrics | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.app = app
        self.log = log
        self.metrics = metrics
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and record how it ended."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path, start = scope["path"], self._clock()  # a router may change the path
        status, streaming = GONE, False

        async def noting(message: AsgiMessage) -> None:
            nonlocal status, streaming
            if message["type"] == "http.response.start":
                status = message["status"]
                streaming = _is_stream(message.get("headers", ()))
            await send(message)

        try:
            await self.app(scope, receive, noting)
        finally:
            self._note(scope, path, status, streaming, self._clock() - start)

    def _note(self, scope: Scope, path: str, status: int, streaming: bool, seconds: float) -> None:
        method = scope["method"]
        if self.metrics is not None:
            # only path templates become labels: an address that doesn't exist isn't one
            route = scope.get("path_template") or "other"
            known = method if method in _METHODS else "other"
            self.metrics.requests.labels(route, known, str(status)).inc()
            if not streaming:
                self.metrics.request_seconds.labels(route).observe(seconds)
        if self.log is not None:
            token = scope.get("state", {}).get("token")
            self.log.write(
                method=method,
                path=path,
                status=status,
                milliseconds=seconds * 1000,
                token=token.id if token else None,
                address=(scope.get("client") or ("",))[0],
            )


def _is_stream(headers: Any) -> bool:
    return any(n.lower() == b"content-type" and b"event-stream" in v for n, v in headers)
