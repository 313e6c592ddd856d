"""The gateway: host, origin, tokens, sizes, rates, places, and the headers of every answer."""

import asyncio
import datetime as dt
import logging

import msgspec
import pytest
from litestar import Litestar, Request, post
from litestar.params import FromPath, JSONBody

from ledger.protocol.schemas import ProblemDetails
from ledger.service.auth.tokens import Tokens
from ledger.service.http.gateway import Gateway, GatewaySettings
from ledger.service.http.metrics import Metrics

from ..asgi import Clock, acall, call, scope

SITE = {
    "content-security-policy": "default-src 'none'; style-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
    "vary": "Authorization",
}


@pytest.fixture
def tokens(tmp_path):
    return Tokens(tmp_path / ".service")


class Echo:
    """An app that answers with what it was sent, and remembers who came."""

    def __init__(self, headers=()) -> None:
        self.headers = list(headers)
        self.seen = []

    async def __call__(self, scope, receive, send):
        self.seen.append(scope)
        body = b""
        while (message := await receive())["type"] == "http.request":
            body += message["body"]
            if not message["more_body"]:
                break
        await send({"type": "http.response.start", "status": 200, "headers": self.headers})
        await send({"type": "http.response.body", "body": body})


@pytest.fixture
def app():
    return Echo()


@pytest.fixture
def gateway(app, tokens):
    def make(inner=app, *, clock=None, metrics=None, **settings):
        clock = clock or Clock(0.0)
        return Gateway(inner, GatewaySettings(**settings), tokens, clock=clock, metrics=metrics)

    return make


def bearer(secret):
    return [("authorization", f"Bearer {secret}")]


def refused(said, status, kind):
    """Whether an answer is a refusal as the contract wants it, with all headers."""
    assert (said.status, said.kind) == (status, kind)
    assert msgspec.json.decode(said.body, type=ProblemDetails).detail
    assert said.headers["content-type"] == "application/problem+json"
    assert said.headers["content-length"] == str(len(said.body))
    assert SITE.items() <= said.headers.items()
    return True


# --- where to and where from ----------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8000", "localhost:8000", "LOCALHOST:8000", "[::1]:8000", "club.example",
             "Club.Example:8000", "proxy.example:8443"]
)  # fmt: skip
def test_hosts_that_are_right(gateway, host):
    app = gateway(hosts=("club.example", "Proxy.example:8443"))
    assert call(app, host=host).status == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "localhost", "127.0.0.1:8001", "127.0.0.1:8000:8000",
             "127.0.0.1:8000.evil.example", "localhost.:8000", "evil@127.0.0.1:8000", "", None,
             "club.example:9", "proxy.example", "proxy.example:8000", "2130706433:8000",
             "::1:8000"]
)  # fmt: skip
def test_hosts_that_are_wrong(gateway, app, host):
    said = call(gateway(hosts=("club.example", "proxy.example:8443")), host=host)
    assert refused(said, 421, "wrong-host")
    assert app.seen == []


def test_the_usual_port_may_be_left_out(gateway):
    assert call(gateway(), host="localhost", port=80).status == 200
    assert call(gateway(), host="localhost", port=443, scheme="https").status == 200
    assert call(gateway(), host="localhost", port=443).status == 421


def test_two_hosts_are_none(gateway):
    assert call(gateway(), headers=[("host", "127.0.0.1:8000")]).status == 421


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ([], 200),
        ([("sec-fetch-site", "same-origin")], 200),
        ([("sec-fetch-site", "none")], 200),
        ([("sec-fetch-site", "cross-site")], 403),
        ([("sec-fetch-site", "same-site")], 403),
        ([("sec-fetch-site", "")], 403),
        ([("sec-fetch-site", "none"), ("sec-fetch-site", "cross-site")], 403),
        ([("origin", "http://127.0.0.1:8000")], 200),
        ([("origin", "HTTP://127.0.0.1:8000")], 200),
        ([("origin", "https://127.0.0.1:8000")], 403),
        ([("origin", "http://127.0.0.1:8001")], 403),
        ([("origin", "http://localhost:8000")], 403),
        ([("origin", "http://evil.example")], 403),
        ([("origin", "null")], 403),
        ([("origin", "http://127.0.0.1:8000"), ("sec-fetch-site", "cross-site")], 403),
    ],
)
@pytest.mark.parametrize("method", ["POST", "DELETE", "PUT", "PATCH", "BREW"])
def test_no_other_site_changes_anything(gateway, app, method, headers, status):
    said = call(gateway(), method, headers=headers)
    assert said.status == status
    if status == 403:
        assert refused(said, 403, "forbidden")
        assert app.seen == []


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_reading_asks_for_no_origin(gateway, method):
    headers = [("origin", "http://evil.example"), ("sec-fetch-site", "cross-site")]
    assert call(gateway(), method, headers=headers).status == 200


# --- who ------------------------------------------------------------------------------------


def test_the_token_goes_with_the_request(gateway, app, tokens):
    secret, token = tokens.make("seat", "g", 1)
    for header in (f"Bearer {secret}", f"bearer {secret}", f"BEARER   {secret} "):
        assert call(gateway(), headers=[("authorization", header)]).status == 200
        assert app.seen[-1]["state"]["token"] == token
    assert call(gateway()).status == 200
    assert app.seen[-1]["state"]["token"] is None


@pytest.mark.parametrize("path", ["/", "/health", "/api/v1/games"])
def test_a_wrong_token_is_refused_everywhere(gateway, app, tokens, path):
    secret, token = tokens.make("admin")
    tokens.revoke(token.id)
    other, _ = tokens.make("admin")
    for wrong in (f"Bearer {secret}", "Bearer", "Bearer x", "", other, f"Basic {other}",
                  f"Bearer {other} {other}", "Bearer \xff"):  # fmt: skip
        said = call(gateway(), path=path, headers=[("authorization", wrong)])
        assert refused(said, 401, "unauthorized")
        assert said.headers["www-authenticate"] == "Bearer"
    assert call(gateway(), path=path, headers=bearer(other) * 2).status == 401
    assert app.seen == []


def test_tokens_that_cannot_be_read_are_a_failure(gateway, tokens, caplog):
    secret, _ = tokens.make("admin")
    tokens.path.write_text("{")
    with caplog.at_level(logging.ERROR):
        said = call(gateway(), headers=bearer(secret))
    assert refused(said, 503, "failed")
    assert str(tokens.folder) not in said.body.decode()
    assert "tokens" in caplog.text
    assert secret not in caplog.text


def test_guessing_is_slow_even_for_a_right_guess(gateway, tokens):
    secret, _ = tokens.make("admin")
    clock = Clock(0.0)
    app = gateway(clock=clock, guesses=0.5)
    tries = [call(app, headers=bearer(f"{secret[:-9]}{n:09}")).status for n in range(50)]
    assert tries == [401] * 10 + [429] * 40
    said = call(app, headers=bearer(secret))
    assert refused(said, 429, "too-many")
    assert said.headers["retry-after"] == "2"
    assert call(app, headers=bearer(secret), client="10.0.0.2").status == 200
    assert call(app).status == 200  # no token, no guess
    clock.now += 2
    assert call(app, headers=bearer(secret)).status == 200


def test_who_was_right_before_does_not_pay_for_a_guesser(gateway, tokens):
    secret, _ = tokens.make("admin")
    app = gateway()
    assert call(app, headers=bearer(secret)).status == 200
    for n in range(20):
        call(app, headers=bearer(f"wrong{n}"))
    assert call(app, headers=bearer("wrong")).status == 429
    assert call(app, headers=bearer(secret)).status == 200


# --- how much -------------------------------------------------------------------------------


def test_a_body_up_to_the_limit_arrives(gateway):
    said = call(gateway(body=10), "POST", chunks=[b"12345", b"", b"67890"])
    assert (said.status, said.body) == (200, b"1234567890")
    said = call(gateway(body=10), "GET", headers=[("content-length", "3")], chunks=[b"abc"])
    assert said.body == b"abc"


@pytest.mark.parametrize(
    ("method", "headers", "chunks"),
    [
        ("POST", [("content-length", "11")], []),
        ("POST", [("content-length", "9" * 18)], []),
        ("POST", [], [b"12345", b"67890", b"1"]),
        ("POST", [("transfer-encoding", "chunked")], [b"x" * 11]),
        ("POST", [("content-length", "3")], [b"x" * 11]),
        ("DELETE", [], [b"x" * 11]),
        ("GET", [("transfer-encoding", "chunked")], [b"x" * 11]),
        ("GET", [("content-length", "11")], []),
    ],
)
def test_a_longer_body_never_reaches_a_route(gateway, app, method, headers, chunks):
    said = call(gateway(body=10), method, headers=headers, chunks=chunks)
    assert refused(said, 413, "too-large")
    assert said.headers["connection"] == "close"
    assert app.seen == []


@pytest.mark.parametrize("length", ["", "-1", "+1", "1e3", "ten", "0x1", "9" * 30, "\xb2"])
def test_a_length_that_is_none(gateway, length):
    assert refused(call(gateway(), "POST", headers=[("content-length", length)]), 400, "malformed")


def test_a_body_that_does_not_come_is_not_waited_for(gateway, app):
    said = []

    async def never():
        await asyncio.sleep(60)

    async def send(message):
        said.append(message)

    asyncio.run(gateway(body_seconds=0.01)(scope("POST"), never, send))
    assert said[0]["status"] == 408
    assert app.seen == []


def test_a_client_that_went_away_is_forgotten(gateway, app):
    made = gateway()
    with pytest.raises(ValueError, match="unpack"):  # nothing was said at all
        call(made, "POST", chunks=[])
    assert app.seen == []
    assert made.requests.held == 0


def test_each_token_has_its_rate(gateway, tokens):
    ana, bartek = (tokens.make("seat", "g", n)[0] for n in (1, 2))
    clock = Clock(0.0)
    app = gateway(clock=clock, rate=2)
    assert [call(app, headers=bearer(ana)).status for _ in range(5)] == [200] * 4 + [429]
    said = call(app, headers=bearer(ana), client="10.9.9.9")
    assert refused(said, 429, "too-many")
    assert said.headers["retry-after"] == "1"
    assert call(app, headers=bearer(bartek)).status == 200
    assert [call(app).status for _ in range(5)] == [200] * 4 + [429]
    assert call(app, client="10.0.0.2").status == 200
    clock.now += 0.5
    assert [call(app, headers=bearer(ana)).status for _ in range(2)] == [200, 429]


def test_the_rate_can_be_switched_off(gateway):
    app = gateway(rate=0)
    assert {call(app).status for _ in range(300)} == {200}


class Waiting:
    """An app that answers when it is told to."""

    def __init__(self) -> None:
        self.go = asyncio.Event()

    async def __call__(self, scope, receive, send):
        await self.go.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


@pytest.mark.parametrize(("path", "what"), [("/x", "requests"), ("/games/g/stream", "streams")])
def test_so_many_at_the_same_time(gateway, tokens, path, what):
    secrets = [tokens.make("seat", "g", n)[0] for n in (1, 2, 3)]
    metrics = Metrics()

    async def main():
        inner = Waiting()
        app = gateway(inner, metrics=metrics, **{f"{what}_each": 2, what: 3})

        def ask(n, to=path):
            return asyncio.create_task(acall(app, path=to, headers=bearer(secrets[n])))

        held = [ask(0), ask(0), ask(1)]
        await asyncio.sleep(0.01)
        assert getattr(app, what).held == 3
        assert metrics.value("ledger_streams") == (3 if what == "streams" else 0)
        assert refused(await ask(1), 503, "busy")
        other = ask(1, "/y" if what == "streams" else "/y/stream")  # these are counted apart
        await asyncio.sleep(0.01)
        held.pop().cancel()
        await asyncio.sleep(0.01)
        assert refused(await ask(0), 429, "too-many")
        held.append(ask(2))
        await asyncio.sleep(0.01)
        inner.go.set()
        assert {(await task).status for task in (*held, other)} == {200}
        assert app.requests.held == app.streams.held == metrics.value("ledger_streams") == 0

    asyncio.run(main())


# --- what leaves ----------------------------------------------------------------------------


def test_every_answer_has_the_headers_and_no_more(gateway):
    assert call(gateway()).headers == SITE


def test_what_an_app_sets_is_kept_or_replaced(gateway):
    inner = Echo([
        (b"Cache-Control", b"max-age=60"), (b"Vary", b"Accept, authorization"),
        (b"content-security-policy", b"default-src *"), (b"X-Content-Type-Options", b"sniff"),
        (b"Access-Control-Allow-Origin", b"*"), (b"ETag", b'"7"'),
    ])  # fmt: skip
    headers = call(gateway(inner)).headers
    assert headers == {
        **SITE, "cache-control": "max-age=60", "vary": "Accept, authorization", "etag": '"7"'
    }  # fmt: skip
    assert call(gateway(Echo([(b"vary", b"Accept")]))).headers["vary"] == "Accept, Authorization"
    assert call(gateway(Echo([(b"vary", b"*")]))).headers["vary"] == "*"


def test_a_head_request_is_refused_without_a_body(gateway):
    said = call(gateway(), "HEAD", host="evil.example")
    assert (said.status, said.body) == (421, b"")
    assert int(said.headers["content-length"]) > 0


def test_a_fault_tells_nothing(gateway, caplog):
    async def broken(scope, receive, send):
        raise RuntimeError("card R5 is hidden")

    with caplog.at_level(logging.ERROR):
        said = call(gateway(broken))
    assert refused(said, 500, "fault")
    assert b"R5" not in said.body
    assert "card R5 is hidden" in caplog.text


def test_a_fault_in_the_middle_breaks_off(gateway):
    async def broken(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise RuntimeError("broke off")

    with pytest.raises(RuntimeError, match="broke off"):
        call(gateway(broken))


def test_equal_requests_get_equal_bytes(gateway, tokens):
    secret, _ = tokens.make("seat", "g", 1)
    for ask in ({"headers": bearer(secret)}, {"headers": bearer("wrong")}, {"host": "x"}):
        clock = Clock(0.0)
        app = gateway(clock=clock)
        first = call(app, **ask)
        clock.now += 1234.5
        assert call(app, **ask) == first


def test_web_sockets_are_closed(gateway, app):
    said = []

    async def send(message):
        said.append(message)

    asyncio.run(gateway()({"type": "websocket"}, None, send))
    assert said == [{"type": "websocket.close", "code": 1008}]
    assert app.seen == []


# --- around a real app ----------------------------------------------------------------------


class Word(msgspec.Struct):
    text: str


@post("/games/{id:str}/notes")
async def note(id: FromPath[str], data: JSONBody[Word], request: Request) -> dict[str, str | None]:
    token = request.state.token
    return {"id": id, "text": data.text, "token": token.id if token else None}


def test_litestar_finds_the_token_and_the_body(gateway, tokens):
    secret, token = tokens.make("seat", "g", 1)
    app = gateway(Litestar([note], openapi_config=None))
    sent = [b'{"text":', b'"hello"}']
    kind = [("content-type", "application/json")]
    said = call(app, "POST", "/games/g/notes", [*bearer(secret), *kind], chunks=sent)
    assert said.status == 201
    assert msgspec.json.decode(said.body) == {"id": "g", "text": "hello", "token": token.id}
    assert SITE.items() <= said.headers.items()
    assert SITE.items() <= call(app, path="/nowhere").headers.items()


def test_the_clock_of_tokens_counts(app, tmp_path):
    clock = Clock(dt.datetime(2026, 1, 1, tzinfo=dt.UTC))
    tokens = Tokens(tmp_path, clock=clock)
    secret, _ = tokens.make("admin", days=1)
    made = Gateway(app, GatewaySettings(), tokens)
    assert call(made, headers=bearer(secret)).status == 200
    clock.now += dt.timedelta(days=1)
    assert call(made, headers=bearer(secret)).status == 401
