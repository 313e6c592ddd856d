"""An app behind a real server on a port of this machine, in a thread."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import uvicorn

from ledger.service.http.connection import http_protocol, limit_unread
from ledger.service.http.gateway_settings import GatewaySettings


class Served(NamedTuple):
    """A running server."""

    port: int
    server: uvicorn.Server

    def connections(self) -> int:
        """Return how many connections it has."""
        return len(self.server.server_state.connections)


@contextmanager
def served(app: Any, settings: GatewaySettings) -> Iterator[Served]:
    """Serve an app until the block ends."""
    config = uvicorn.Config(
        app,
        http=http_protocol(settings),
        access_log=False,
        server_header=False,
        log_level="critical",
        lifespan="off",
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0), backlog=512) as listening:
        limit_unread(listening)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            eventually(lambda: server.started)
            yield Served(listening.getsockname()[1], server)
        finally:
            server.should_exit = True
            thread.join()


def eventually(true: Any, seconds: float = 5.0) -> None:
    """Wait until something is so."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.01)


class Line:
    """A connection, byte by byte."""

    def __init__(self, port: int, source: str = "127.0.0.1", *, buffer: int | None = None) -> None:
        self.port = port
        self.socket = socket.socket()
        if buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(10)
        self.socket.bind((source, 0))
        self.socket.connect(("127.0.0.1", port))
        self.left = b""

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes | str) -> bool:
        """Send; False if the other side does not take it."""
        try:
            self.socket.sendall(data.encode() if isinstance(data, str) else data)
        except OSError:
            return False
        return True

    def ask(self, start: str, *headers: str, body: str = "") -> tuple[int, dict[str, str], bytes]:
        """Send a request, and return its answer."""
        lines = [start + " HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *headers]
        assert self.send("\r\n".join(lines) + "\r\n\r\n" + body)
        return self.answer()

    def answer(self) -> tuple[int, dict[str, str], bytes]:
        """Read one answer; status 0 if there is none."""
        while b"\r\n\r\n" not in self.left:
            if not self._more():
                return 0, {}, b""
        head, _, rest = self.left.partition(b"\r\n\r\n")
        first, *lines = head.decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines)
        if "content-length" in headers:
            size = int(headers["content-length"])
            while len(rest) < size and self._more():
                rest = self.left.partition(b"\r\n\r\n")[2]
            self.left = rest[size:]
            return int(first.split()[1]), headers, rest[:size]
        while not rest.endswith(b"0\r\n\r\n") and self._more():
            rest = self.left.partition(b"\r\n\r\n")[2]
        body, _, self.left = rest.partition(b"0\r\n\r\n")
        return int(first.split()[1]), headers, body

    def _more(self) -> bytes:
        try:
            block = self.socket.recv(65536)
        except ConnectionError:
            return b""
        self.left += block
        return block

    def ended(self, seconds: float = 5.0) -> bool:
        """Whether the server ends the connection in time, whatever it says before."""
        self.socket.settimeout(seconds)
        try:
            while self.socket.recv(65536):
                pass
        except TimeoutError:
            return False
        except OSError:
            pass
        return True
