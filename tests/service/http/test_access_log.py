"""The access log: what stands in it, what never does."""

import asyncio
import datetime as dt
import io
import json
from pathlib import Path

import pytest
from litestar import Litestar, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from ledger.service.auth.file_tokens import FileTokens
from ledger.service.http.access_log import GONE, AccessLog, AccessLogMiddleware
from ledger.service.http.gateway import Gateway
from ledger.service.http.gateway_settings import GatewaySettings
from ledger.service.http.metrics import Metrics
from ledger.testing.facts import tells
from ledger.testing.hostile import HOSTILE

from ..asgi import Clock, call, scope
from ..scraping import counted

START = dt.datetime(2026, 3, 1, 18, tzinfo=dt.UTC)


class Ticking:
    """A clock that moves a quarter of a second whenever it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self):
        self.now += 0.25
        return self.now


async def hello(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"hello"})


@pytest.fixture
def out():
    return io.StringIO()


@pytest.fixture
def logged(out):
    def make(app=hello, **more):
        log = AccessLog(out=out, clock=Clock(START))
        return AccessLogMiddleware(app, log=log, clock=Ticking(), **more)

    return make


def lines(out):
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_one_line_says_it_all(logged, out):
    call(logged(), "POST", "/api/v1/games/g/commands", query=b"secret=1")
    assert out.getvalue() == (
        '{"time":"2026-03-01T18:00:00.000Z","method":"POST","path":"/api/v1/games/g/commands",'
        '"status":200,"ms":250.0,"token":null,"address":"10.0.0.1"}\n'
    )


def test_a_token_is_told_by_its_id_only(logged, out, tmp_path):
    tokens = FileTokens(tmp_path)
    secret, token = tokens.make("admin")
    app = logged(Gateway(hello, GatewaySettings(), tokens))
    ask = [("authorization", f"Bearer {secret}"), ("cookie", "c=cake")]
    call(app, "POST", f"/games/{secret}", ask, chunks=[b"body"], query=secret.encode())
    call(app, headers=[("authorization", f"Bearer {secret}x")])
    call(app, host="evil.example")
    text = out.getvalue()
    for never in (secret, secret[18:], "cake", "body", "Bearer", token.digest):
        assert never not in text
    assert [(x["status"], x["token"]) for x in lines(out)] == [
        (200, token.id), (401, None), (421, None)
    ]  # fmt: skip
    assert lines(out)[0]["path"] == "/games/ledger_..."


@pytest.mark.parametrize("nasty", [*HOSTILE, '"}\n{"forged": 1}', "a\r\nb", "\x7f\x9b2J", "\udcff"])
def test_nothing_makes_a_line_or_moves_a_cursor(logged, out, nasty):
    app = logged()
    call_scope = {**scope(), "path": "/" + nasty, "method": nasty, "client": (nasty, 1)}
    _run(app, call_scope)
    (line,) = out.getvalue().splitlines()
    assert line.isascii()
    assert line.isprintable()
    assert list(json.loads(line)) == ["time", "method", "path", "status", "ms", "token", "address"]


def _run(app, given):
    async def receive():
        return {"type": "http.disconnect"}

    async def send(message):
        pass

    asyncio.run(app(given, receive, send))


def test_a_line_stays_short(logged, out):
    call(logged(), "X" * 5000, "/" + "x" * 5000)
    assert len(out.getvalue()) < 600


def test_a_client_that_went_away(logged, out):
    async def silent(scope, receive, send):
        return

    _run(logged(silent), scope())
    assert lines(out)[0]["status"] == GONE


def test_a_fault_is_logged_too(logged, out):
    async def broken(scope, receive, send):
        raise RuntimeError("x")

    with pytest.raises(RuntimeError):
        _run(logged(broken), scope())
    assert len(lines(out)) == 1


def test_a_file_of_its_own(tmp_path):
    path = tmp_path / "access.log"
    for _ in range(2):
        log = AccessLog(path)
        call(AccessLogMiddleware(hello, log=log))
        log.close()
    assert len(path.read_text().splitlines()) == 2
    assert path.stat().st_mode & 0o777 == 0o600


def test_after_the_end_nothing_is_written(tmp_path, capsys):
    log = AccessLog(tmp_path / "access.log")
    log.close()
    log.close()
    with (tmp_path / "game.jsonl").open("wb"):  # takes the number of the file that was closed
        assert call(AccessLogMiddleware(hello, log=log)).status == 200
    assert [p.stat().st_size for p in tmp_path.iterdir()] == [0, 0]
    assert capsys.readouterr().err == ""


def test_a_full_disk_stops_no_game():
    said = []
    app = AccessLogMiddleware(hello, log=AccessLog(Path("/dev/full"), say=said.append))
    assert [call(app).status for _ in range(3)] == [200] * 3
    assert [tells(str(text), "warning | access log | full") for text in said] == [True]


def test_a_terminal_that_is_gone_stops_no_game(out):
    said = []
    app = AccessLogMiddleware(hello, log=AccessLog(out=out, say=said.append))
    out.close()
    assert call(app).status == 200
    assert [tells(str(text), "warning | access log | closed") for text in said] == [True]


# --- counting -------------------------------------------------------------------------------


@get("/games/{id:str}")
async def game(id: FromPath[str]) -> str:
    if id == "none":
        raise NotFoundException
    return id


def test_requests_are_counted_by_route_and_not_by_address():
    metrics = Metrics()
    app = AccessLogMiddleware(Litestar([game], openapi_config=None), metrics=metrics)
    for path in ("/games/a", "/games/b", "/games/none", "/wp-admin", "/x/y"):
        call(app, path=path)
    call(app, "BREW", "/games/a")
    assert counted(metrics, "ledger_requests_total", "route", "method", "status") == {
        ("/games/{id}", "GET", "200"): 2,
        ("/games/{id}", "GET", "404"): 1,
        ("other", "GET", "404"): 2,
        ("other", "other", "405"): 1,
    }


@pytest.mark.parametrize(("kind", "times"), [("text/event-stream", 0), ("text/plain", 1)])
def test_a_stream_takes_no_time(logged, kind, times):
    async def stream(scope, receive, send):
        headers = [(b"Content-Type", kind.encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    metrics = Metrics()
    call(logged(stream, metrics=metrics))
    assert metrics.value("ledger_request_seconds_sum", route="other") == times * 0.25
    assert metrics.value("ledger_requests_total", route="other", method="GET", status="200") == 1
