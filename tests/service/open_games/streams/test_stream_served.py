"""Streams over a real connection: who does not read is cut off, and counts until then."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import pytest

from ledger.service.auth.file_tokens import FileTokens
from ledger.service.http.gateway import Gateway
from ledger.service.http.gateway_settings import GatewaySettings
from ledger.service.http.metrics import Metrics
from ledger.service.open_games.streams.sse import EventStream
from ledger.service.open_games.streams.viewer_stream import ViewerGroup

from ...scraping import counted
from ...served import Line, eventually, served

HUGE = 100
"""Groups of a megabyte: more than any buffer between the two sides holds."""


class HugeGame:
    """A game whose history is long, as much as a stream looks at."""

    id = "huge"
    closed = False
    log = SimpleNamespace(trouble=None)
    runtime = SimpleNamespace(on_follow=lambda id: None)

    def __init__(self, groups: int) -> None:
        data = b"x" * 1_000_000 + b"\n"
        self.groups = [ViewerGroup(n, n, data, n) for n in range(1, groups + 1)]
        self.waiting: set[asyncio.Event] = set()
        self.head = SimpleNamespace(seq=groups, sealed=False)

    async def stream_of(self, viewer: int | None) -> Any:
        return self

    def after(self, seq: int) -> list[ViewerGroup]:
        return self.groups[seq:]


class Streams:
    """An app that streams such a game."""

    def __init__(self) -> None:
        self.metrics = Metrics()
        self.games = {"/huge/stream": HugeGame(HUGE), "/small/stream": HugeGame(0)}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        open_game: Any = self.games[scope["path"]]
        stream = EventStream(
            open_game, None, 0, valid=lambda: True, heartbeat=0.1, slow_reader=0.5,
            dropped=self.metrics.dropped.inc,
        )  # fmt: skip
        await stream(scope, receive, send)


@pytest.fixture
def running(tmp_path):
    tokens = FileTokens(tmp_path / ".service")
    settings = GatewaySettings(rate=0, streams_each=5, write_seconds=30.0)
    app = Streams()
    gateway = Gateway(app, settings, tokens, metrics=app.metrics)
    with served(gateway, settings) as server:
        yield server, gateway, app.metrics, f"Authorization: Bearer {tokens.make('admin')[0]}"


def streams(metrics):
    return counted(metrics, "ledger_streams")[()]


def dropped(metrics):
    return counted(metrics, "ledger_dropped_streams_total")[()]


def listen(server, path, token):
    line = Line(server.port, buffer=4096)
    line.send(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n{token}\r\n\r\n")
    return line


def test_streams_that_are_not_read_end_with_their_sockets(running):
    server, gateway, metrics, token = running
    for _ in range(3):  # each time there are places again, and nothing is left behind
        lines = [listen(server, "/huge/stream", token) for _ in range(5)]
        eventually(lambda: gateway.streams.held == 5)
        assert streams(metrics) == 5
        with listen(server, "/small/stream", token) as late:
            assert late.answer()[0] == 429
        deadline = time.monotonic() + 5
        while gateway.streams.held:  # never fewer places than sockets
            assert server.connections() <= gateway.streams.held + 1
            assert time.monotonic() < deadline
            time.sleep(0.005)
        eventually(lambda: server.connections() == 0, 1)
        assert streams(metrics) == 0
        for line in lines:
            line.socket.close()
    assert dropped(metrics) == 15


def test_a_stream_that_is_read_goes_on(running):
    server, gateway, metrics, token = running
    with listen(server, "/small/stream", token) as line:
        line.socket.settimeout(3)
        said = b""
        while said.count(b": beat") < 10:
            said += line.socket.recv(65536)
        assert gateway.streams.held == 1
    eventually(lambda: gateway.streams.held == 0)
    assert dropped(metrics) == 0
