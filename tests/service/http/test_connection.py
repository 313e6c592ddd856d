"""A connection: how much it may send, how long it may take, and how it ends."""

from __future__ import annotations

import gc
import json
import socket
import time

import pytest
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from ledger.service.auth.file_tokens import FileTokens
from ledger.service.http.connection import BufferedHttpProtocol
from ledger.service.http.gateway import Gateway
from ledger.service.http.gateway_settings import GatewaySettings

from ..served import Line, eventually, served
from .test_gateway import Echo

QUICK = GatewaySettings(
    rate=0, guesses=0, body=100_000, head_seconds=0.6, body_seconds=1.0, write_seconds=0.4,
    grace=0.3
)  # fmt: skip
LONG = 200_000


class Everything(Echo):
    """Echoes; `/long` is an answer that fills every buffer, `/wait` waits for the client's end."""

    async def __call__(self, scope, receive, send):
        if scope["path"] == "/wait":
            while (await receive())["type"] != "http.disconnect":
                pass
            return
        if scope["path"] != "/long":
            await super().__call__(scope, receive, send)
            return
        self.seen.append(scope)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(200):
            await send({"type": "http.response.body", "body": b"x" * LONG, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


@pytest.fixture
def start(tmp_path):
    tokens = FileTokens(tmp_path / ".service")
    secret = tokens.make("admin")[0]
    stack = []

    def make(**changes):
        inner = Everything()
        settings = GatewaySettings(
            **{name: getattr(QUICK, name) for name in QUICK.__struct_fields__} | changes
        )
        gateway = Gateway(inner, settings, tokens)
        context = served(gateway, settings)
        running = context.__enter__()
        stack.append(context)
        return running, inner, f"Authorization: Bearer {secret}", gateway

    yield make
    for context in stack:
        context.__exit__(None, None, None)


def kind(body: bytes) -> str:
    return json.loads(body)["kind"]


# --- heads ------------------------------------------------------------------------------------


def endless(running, start: bytes, piece: bytes, most: int = 40_000_000):
    """Send a head without an end; return what it got, how much was taken, and the seconds."""
    with Line(running.port) as line:
        line.socket.settimeout(0.5)
        line.send(start)
        begin, sent = time.monotonic(), 0
        while sent < most and time.monotonic() - begin < 3 and line.send(piece):
            sent += len(piece)
        line.socket.settimeout(5)
        try:
            said = line.answer()
        except TimeoutError:
            said = (-1, {}, b"")
        return said, sent


HOST = b"GET /x HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.mark.parametrize(
    ("begin", "piece", "status", "what"),
    [
        (HOST + b"X: ", b"x" * 65536, 431, "headers-too-large"),
        (HOST + b"X", b"x" * 65536, 431, "headers-too-large"),
        (HOST, b"X: y\r\n" * 10_000, 431, "headers-too-large"),
        (HOST + b"X: ", b" " * 65536, 431, "headers-too-large"),
        (b"GET /", b"x" * 65536, 414, "target-too-long"),
        (b"GET /?", b"x=%00&" * 10_000, 414, "target-too-long"),
    ],
    ids=["value", "name", "many", "spaces", "path", "query"],
)
def test_a_head_without_end_is_refused_at_once(start, begin, piece, status, what):
    running, inner, *_ = start(grace=1.0)
    (got, headers, body), sent = endless(running, begin, piece)
    assert (got, kind(body), headers["connection"]) == (status, what, "close")
    assert sent < 8_000_000, "only what fits into the buffers of the network is taken"
    assert inner.seen == []
    eventually(lambda: running.connections() == 0)


def test_empty_lines_without_end_are_refused(start):
    running, *_ = start()
    _, sent = endless(running, b"", b"\r\n" * 30_000)
    assert sent < 8_000_000
    eventually(lambda: running.connections() == 0)


@pytest.mark.parametrize("size", [31_000, 34_000])
def test_the_limit_is_the_same_in_one_piece_and_in_many(start, size):
    running, *_ = start(head=32 * 1024)
    status = 200 if size < 32 * 1024 else 431
    with Line(running.port) as line:
        assert line.ask("GET /x", "X: " + "x" * size)[0] == status
    with Line(running.port) as line:
        line.send(f"GET /x HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\nX: ")
        for _ in range(10):
            line.send("x" * (size // 10))
            time.sleep(0.005)
        line.send("\r\n\r\n")
        assert line.answer()[0] == status


def test_headers_are_counted(start):
    running, *_ = start(headers=10)
    with Line(running.port) as line:
        assert line.ask("GET /x", *["X: y"] * 9)[0] == 200
        assert line.ask("GET /x", *["X: y"] * 10)[0] == 431
        assert line.ended()


def test_a_big_body_is_no_head(start):
    """Every request starts to count anew, and bytes of a body are counted elsewhere."""
    running, _, token, _ = start(head=1000, body=100_000)
    with Line(running.port) as line:
        for _ in range(3):
            body = "x" * 90_000
            said = line.ask("POST /x", token, f"Content-Length: {len(body)}", body=body)
            assert said[0] == 200
            assert line.ask("GET /x", "X: " + "y" * 800)[0] == 200


@pytest.mark.parametrize(
    "begin",
    [b"5;", b"5\r\nhello\r\n0\r\nX: ", b"5\r\nhello\r\n0\r\nX: y\r\nX"],
    ids=["extension", "trailer", "trailers"],
)
def test_what_is_neither_head_nor_body_ends_too(start, begin):
    running, inner, token, _ = start(body_seconds=20.0, grace=1.0)
    with Line(running.port) as line:
        head = [f"Host: 127.0.0.1:{running.port}", token, "Transfer-Encoding: chunked"]
        line.send("POST /x HTTP/1.1\r\n" + "\r\n".join(head) + "\r\n\r\n")
        line.send(begin)
        line.socket.settimeout(0.5)
        sent = 0
        while sent < 20_000_000 and line.send(b"x" * 65536):
            sent += 65536
        line.socket.settimeout(5)
        assert line.answer()[0] == 431
    assert sent < 8_000_000
    assert inner.seen == []


def test_trailers_do_not_become_headers(start):
    running, inner, token, _ = start()
    with Line(running.port) as line:
        body = "2\r\nhi\r\n0\r\nIf-Match: 7\r\n\r\n"
        assert line.ask("POST /x", token, "Transfer-Encoding: chunked", body=body)[0] == 200
        assert line.ask("GET /x")[0] == 200
    assert all(b"if-match" not in dict(scope["headers"]) for scope in inner.seen)


@pytest.mark.parametrize(
    ("sent", "status"),
    [(b"nonsense\r\n\r\n", 400), (b"GET /\x00 HTTP/1.1\r\n\r\n", 400), (b"\x16\x03\x01\x02", 400)],
)
def test_what_is_not_http_is_refused_like_anything_else(start, sent, status):
    running, *_ = start()
    with Line(running.port) as line:
        line.send(sent)
        got, headers, body = line.answer()
        assert (got, kind(body), headers["connection"]) == (status, "malformed", "close")
        assert headers["x-content-type-options"] == "nosniff"
        assert line.ended()


def test_a_body_that_breaks_off_in_nonsense(start):
    running, inner, token, _ = start()
    with Line(running.port) as line:
        said = line.ask("POST /x", token, "Transfer-Encoding: chunked", body="2\r\nhi\r\nzz\r\n")
        assert (said[0], kind(said[2])) == (400, "malformed")
        assert line.ended()
    assert inner.seen == []


# --- many requests at once --------------------------------------------------------------------


def test_pipelined_requests_are_answered_in_order_up_to_a_number(start):
    running, inner, token, _ = start(pipelined=4)
    host = f"Host: 127.0.0.1:{running.port}\r\n"
    with Line(running.port) as line:
        requests = [
            f"POST /{n} HTTP/1.1\r\n{host}{token}\r\nContent-Length: 1\r\n\r\n{n % 10}"
            for n in range(100)
        ]
        line.send("".join(requests))
        said = []
        while (got := line.answer())[0]:
            said.append(got)
    assert [status for status, *_ in said] == [200] * 5 + [429]
    assert [scope["path"] for scope in inner.seen] == [f"/{n}" for n in range(5)]
    eventually(lambda: running.connections() == 0)


def test_bad_requests_behind_good_ones_are_answered_in_their_turn(start):
    running, *_ = start()
    with Line(running.port) as line:
        host = f"Host: 127.0.0.1:{running.port}\r\n"
        line.send(f"GET /a HTTP/1.1\r\n{host}\r\nGET /b HTTP/1.1\r\n{host}\r\nnonsense\r\n\r\n")
        assert [line.answer()[0] for _ in range(3)] == [200, 200, 400]
        assert line.ended()


def test_a_client_that_goes_away_is_gone_for_all_of_its_requests(start):
    """Also for the one that runs while another waits behind it."""
    running, _, token, gateway = start()
    with Line(running.port) as line:
        host = f"Host: 127.0.0.1:{running.port}\r\n"
        line.send(f"GET /wait HTTP/1.1\r\n{host}{token}\r\n\r\nGET /b HTTP/1.1\r\n{host}\r\n")
        eventually(lambda: gateway.requests.held == 1)
        time.sleep(0.1)
    eventually(lambda: gateway.requests.held == 0)
    eventually(lambda: running.connections() == 0)


# --- time -------------------------------------------------------------------------------------


def test_empty_lines_do_not_keep_a_connection(start):
    running, *_ = start()
    with Line(running.port) as line:
        assert line.ask("GET /x")[0] == 200
        begin = time.monotonic()
        while time.monotonic() - begin < 5 and line.send("\r\n"):
            time.sleep(0.1)
        assert time.monotonic() - begin < 3
    eventually(lambda: running.connections() == 0)


@pytest.mark.parametrize("again", [1, 4])
def test_whoever_does_not_read_is_cut_off(start, again):
    running, _, token, gateway = start()
    with Line(running.port, buffer=4096) as line:
        request = f"GET /long HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\n{token}\r\n\r\n"
        line.send(request * again)
        eventually(lambda: gateway.requests.held == 1)
        eventually(lambda: running.connections() == 0, 4)
        eventually(lambda: gateway.requests.held == 0, 1)


def test_whoever_reads_slowly_is_not(start):
    running, _, token, _ = start(write_seconds=0.5)
    with Line(running.port, buffer=65536) as line:
        request = f"GET /long HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\n{token}\r\n\r\n"
        line.send(request)
        begin, got = time.monotonic(), 0
        while time.monotonic() - begin < 2.5:
            block = line.socket.recv(40_000)
            assert block, f"cut off after {got} bytes"
            got += len(block)
            time.sleep(0.02)


def test_what_still_waits_is_not_closed_for_ever(start):
    """An answer that says `close` and is not read: the close has a deadline too."""
    running, *_ = start()
    with Line(running.port, buffer=4096) as line:
        host = f"Host: 127.0.0.1:{running.port}\r\nConnection: close\r\n"
        line.send(f"GET /long HTTP/1.1\r\n{host}\r\n")
        eventually(lambda: running.connections() == 1)
        eventually(lambda: running.connections() == 0, 4)


# --- refusals ---------------------------------------------------------------------------------


@pytest.mark.parametrize("length", ["Content-Length: 10", "Transfer-Encoding: chunked"])
@pytest.mark.parametrize("method", ["POST", "DELETE", "PUT", "GET"])
def test_a_stranger_body_is_not_waited_for(start, method, length):
    running, inner, _, gateway = start(body_seconds=20.0)
    with Line(running.port) as line:
        begin = time.monotonic()
        status, headers, body = line.ask(f"{method} /x", length, "Expect: 100-continue")
        assert (status, kind(body)) == (401, "unauthorized")
        assert headers["connection"] == "close"
        assert gateway.strangers.held == 0
        while time.monotonic() - begin < 5 and line.send("x"):
            time.sleep(0.05)
        assert time.monotonic() - begin < 2, "it goes on being read"
    assert inner.seen == []
    eventually(lambda: running.connections() == 0)


def test_every_refusal_ends_its_connection(start):
    running, _, token, _ = start(body=10)
    refusals = [
        (("GET /x", "Authorization: Bearer x"), 401),
        (("GET /x", "Host: evil.example"), 421),
        (("POST /x", token, "Content-Length: 11"), 413),
        (("POST /x", token, "Content-Length: 9"), 408),
        (("POST /x", token, "Origin: http://evil.example", "Content-Length: 1"), 403),
    ]
    for request, status in refusals:
        with Line(running.port) as line:
            got, headers, _ = line.ask(*request)
            assert (got, headers["connection"]) == (status, "close")
            begin = time.monotonic()
            while time.monotonic() - begin < 5 and line.send("x"):
                time.sleep(0.05)
            assert time.monotonic() - begin < 2, f"after {status} it goes on being read"
    eventually(lambda: running.connections() == 0)


def test_a_refusal_arrives_though_the_client_still_sends(start):
    running, *_ = start(grace=1.0)
    with Line(running.port) as line:
        line.send(f"POST /x HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\n")
        line.send("Content-Length: 90000\r\n\r\n")
        for _ in range(5):
            assert line.send("x" * 5000), "it was hung up on"
            time.sleep(0.03)
        assert line.answer()[0] == 401


# --- how many ---------------------------------------------------------------------------------


def test_strangers_of_one_address_make_room_for_each_other(start):
    running, *_ = start(connections_each=4, connections=100)
    old = [Line(running.port, "127.0.0.2") for _ in range(10)]
    eventually(lambda: running.connections() == 4)
    assert [line.ended(0.05) for line in old] == [True] * 6 + [False] * 4
    with Line(running.port, "127.0.0.3") as other:
        assert other.ask("GET /x")[0] == 200
        assert running.connections() == 5


def test_a_request_that_is_being_answered_survives_many_new_connections(start):
    running, *_ = start(connections_each=4, connections=100)
    with Line(running.port, "127.0.0.2") as waiting:
        waiting.send(f"GET /wait HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\n\r\n")
        eventually(lambda: running.connections() == 1)
        time.sleep(0.1)
        churn = [Line(running.port, "127.0.0.2") for _ in range(20)]
        eventually(lambda: running.connections() == 4)
        assert not waiting.ended(0.05)
        assert [line.ended(0.05) for line in churn] == [True] * 17 + [False] * 3
        for line in churn:
            line.socket.close()


def test_whoever_has_shown_a_token_keeps_the_connection(start):
    running, _, token, _ = start(connections_each=4, connections=20)
    players = [Line(running.port, "127.0.0.2") for _ in range(3)]
    for line in players:
        assert line.ask("GET /x", token)[0] == 200
    strangers = [Line(running.port, f"127.0.0.{n % 9 + 2}") for n in range(60)]
    for line in players:
        assert line.ask("GET /x", token)[0] == 200
    with Line(running.port, "127.0.0.2") as late:
        assert late.ask("GET /x", token)[0] == 200
    assert running.connections() <= 20
    for line in (*players, *strangers):
        line.socket.close()


def test_a_token_has_so_many_connections(start):
    running, _, token, _ = start(connections_token=3)
    lines = [Line(running.port) for _ in range(4)]
    assert [line.ask("GET /x", token)[0] for line in lines] == [200, 200, 200, 429]
    lines[0].socket.close()
    eventually(lambda: running.connections() == 2)
    with Line(running.port) as line:
        assert line.ask("GET /x", token)[0] == 200
    for line in lines:
        line.socket.close()


def test_a_trusted_proxy_is_no_stranger(start):
    running, *_ = start(connections_each=2, trusted_proxies=("127.0.0.9/32",))
    lines = [Line(running.port, "127.0.0.9") for _ in range(6)]
    assert [line.ask("GET /x")[0] for line in lines] == [200] * 6
    for line in lines:
        line.socket.close()


def test_the_answer_to_a_stranger_can_be_followed_by_another(start):
    running, *_ = start()
    with Line(running.port) as line:
        assert [line.ask("GET /x")[0] for _ in range(3)] == [200] * 3
        line.socket.shutdown(socket.SHUT_WR)
        assert line.ended()


def test_a_connection_that_has_ended_waits_for_no_collector(start):
    running, _, token, _ = start(connections_each=100)
    gc.collect()
    gc.disable()
    try:
        for n in range(40):
            with Line(running.port) as line:
                head = f"POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: {10 * (n % 2)}\r\n"
                line.send(head.encode() + (f"{token}\r\n\r\n" if n % 4 else "\r\nx").encode())
                line.socket.settimeout(2)
                line.socket.recv(1000)
        eventually(lambda: not _protocols())
    finally:
        gc.enable()


def _protocols() -> list[object]:
    return [o for o in gc.get_objects() if type(o) in (BufferedHttpProtocol, RequestResponseCycle)]
