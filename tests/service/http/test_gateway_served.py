"""The gateway behind a real server: what a client on the network gets."""

import socket
import time

import pytest

from ledger.service.auth.file_tokens import FileTokens
from ledger.service.http.access_log import AccessLog, AccessLogMiddleware
from ledger.service.http.gateway import Gateway
from ledger.service.http.gateway_settings import GatewaySettings

from ..served import served as serve
from .test_gateway import SITE, Echo


@pytest.fixture
def served(tmp_path):
    tokens = FileTokens(tmp_path / ".service")
    secret = tokens.make("admin")[0]
    log = AccessLog(tmp_path / "access.log")
    settings = GatewaySettings(body=1000, body_seconds=0.3, head_seconds=0.5)
    app = AccessLogMiddleware(Gateway(Echo(), settings, tokens), log=log)
    with serve(app, settings) as running:
        token = f"Authorization: Bearer {secret}\r\n".encode()
        yield running.port, tmp_path / "access.log", token
    log.close()


def ask(port, head, *parts, host=None):
    """Send a request and return all that comes until the server closes."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.sendall(f"{head}\r\nHost: {host or f'127.0.0.1:{port}'}\r\n".encode())
        for part in parts:
            line.sendall(part)
        said = b""
        while block := line.recv(65536):
            said += block
    head, _, body = said.partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    return int(first.split()[1]), dict(x.lower().split(": ", 1) for x in rest), body


CLOSE = b"Connection: close\r\n"


def test_what_a_client_gets(served):
    port, log, token = served
    status, headers, body = ask(
        port, "POST / HTTP/1.1", CLOSE, token, b"Content-Length: 5\r\n\r\n", b"he", b"llo"
    )
    assert (status, body.rstrip(b"\r\n0").lstrip(b"5\r\n")) == (200, b"hello")
    expected = {k: v.lower() for k, v in SITE.items()}
    assert headers.keys() - {"date", "connection", "transfer-encoding"} == expected.keys()
    assert expected.items() <= headers.items()

    assert ask(port, "GET / HTTP/1.1", CLOSE, b"\r\n", host="evil.example")[0] == 421
    assert ask(port, "GET / HTTP/1.1", CLOSE, b"\r\n", host=f"localhost:{port}")[0] == 200
    assert ask(port, "GET / HTTP/1.1", CLOSE, b"Authorization: Bearer x\r\n\r\n")[0] == 401

    # the server itself closes these: nobody said `close`
    assert ask(port, "POST / HTTP/1.1", token, b"Content-Length: 1001\r\n\r\n")[0] == 413
    chunk = b"3e8\r\n" + b"x" * 1000 + b"\r\n"
    start = b"Transfer-Encoding: chunked\r\n\r\n"
    assert ask(port, "POST / HTTP/1.1", token, start, chunk, chunk)[0] == 413
    begun = time.monotonic()
    assert ask(port, "POST / HTTP/1.1", token, b"Content-Length: 9\r\n\r\n", b"x")[0] == 408
    assert time.monotonic() - begun < 5

    assert ask(port, "GET / HTTP/1.1", b"X: " + b"x" * 40_000 + b"\r\n\r\n")[0] == 431
    statuses = [line.split('"status":')[1][:3] for line in log.read_text().splitlines()]
    assert statuses == ["200", "421", "200", "401", "413", "413", "408", "431"]


def test_a_head_that_does_not_come_is_not_waited_for(served):
    port, *_ = served
    for begun in (b"", b"GET /x HTTP/1.1\r\nHost: 127"):
        with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
            line.sendall(begun)
            start = time.monotonic()
            assert line.recv(1) == b"", "the server hangs up"
            assert 0.3 < time.monotonic() - start < 5
    # one that comes in pieces, and one that uses the connection again
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        for _ in range(2):
            for piece in ("GET /x HTTP/1.1\r\nHo", f"st: 127.0.0.1:{port}\r\n\r\n"):
                line.sendall(piece.encode())
                time.sleep(0.1)
            assert line.recv(65536).startswith(b"HTTP/1.1 ")
