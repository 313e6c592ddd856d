"""The gateway: host, origin, tokens, sizes, rates, places, and the headers of every answer."""

import asyncio
import datetime as dt
import logging
import time

import msgspec
import pytest
from litestar import Litestar, Request, post
from litestar.params import FromPath, JSONBody

from ledger.protocol.schemas import ProblemDetails
from ledger.service.auth.file_tokens import FileTokens
from ledger.service.game_threads import GameThreads
from ledger.service.http.asgi import CONNECTION
from ledger.service.http.gateway import Gateway
from ledger.service.http.gateway_settings import GatewaySettings
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
    return FileTokens(tmp_path / ".service")


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
def test_no_other_site_changes_anything(gateway, app, tokens, method, headers, status):
    said = call(gateway(), method, headers=[*headers, *bearer(tokens.make("admin")[0])])
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
        kind = "revoked" if secret in wrong else "unauthorized"  # its holder may know
        assert refused(said, 401, kind)
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


@pytest.mark.parametrize("before", [False, True])
def test_wrong_tokens_are_slowed_and_never_a_right_one(gateway, tokens, before):
    """From the same address, seen before or not, however many wrong ones come."""
    secret, _ = tokens.make("admin")
    clock = Clock(0.0)
    app = gateway(clock=clock, guesses=0.5)
    if before:
        assert call(app, headers=bearer(secret)).status == 200
    tries = [call(app, headers=bearer(f"{secret[:-9]}{n:09}")) for n in range(50)]
    assert [said.status for said in tries] == [401] * 10 + [429] * 40
    assert tries[-1].headers["retry-after"] == "2"
    assert call(app, headers=bearer(secret)).status == 200
    assert call(app).status == 200  # no token, no guess
    assert call(app, headers=bearer("wrong"), client="10.0.0.2").status == 401
    clock.now += 2
    assert call(app, headers=bearer("wrong")).status == 401


def test_whoever_has_a_token_that_ended_is_not_guessing(gateway, tokens):
    secret, token = tokens.make("admin")
    tokens.revoke(token.id)
    app = gateway(rate=15)
    tries = [call(app, headers=bearer(secret)).status for _ in range(40)]
    assert tries == [401] * 30 + [429] * 10
    assert call(app, headers=bearer("wrong")).status == 401


# --- strangers ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "headers"),
    [
        ("POST", []),
        ("DELETE", []),
        ("BREW", []),
        ("POST", [("content-length", "3")]),
        ("GET", [("content-length", "3")]),
        ("GET", [("transfer-encoding", "chunked")]),
        ("HEAD", [("content-length", "0"), ("content-length", "3")]),
    ],
)
def test_the_body_of_a_stranger_is_never_read(gateway, app, method, headers):
    async def receive():
        raise AssertionError("nobody asked for the body")

    said = []

    async def send(message):
        said.append(message)

    asyncio.run(gateway()(scope(method, headers=headers), receive, send))
    assert said[0]["status"] == 401
    assert (b"connection", b"close") in said[0]["headers"]
    assert app.seen == []


def test_a_refusal_ends_the_connection_and_an_answer_does_not(gateway, tokens):
    secret, _ = tokens.make("admin")
    assert "connection" not in call(gateway()).headers
    assert call(gateway(), host="evil.example").headers["connection"] == "close"
    over = call(gateway(body=1), "POST", headers=bearer(secret), chunks=[b"xx"])
    assert over.headers["connection"] == "close"

    async def nowhere(scope, receive, send):
        await send({"type": "http.response.start", "status": 404, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    assert call(gateway(nowhere)).headers["connection"] == "close"
    assert "connection" not in call(gateway(nowhere), headers=bearer(secret)).headers


def test_strangers_take_no_place_of_those_with_a_token(gateway, tokens):
    secret, _ = tokens.make("admin")

    async def main():
        inner = Waiting()
        app = gateway(inner, strangers_each=2, strangers=3, requests=2)

        def ask(client, path="/x", headers=()):
            return asyncio.create_task(acall(app, path=path, client=client, headers=headers))

        held = [ask("10.0.0.1"), ask("10.0.0.1"), ask("10.0.0.2")]
        await asyncio.sleep(0.01)
        assert refused(await ask("10.0.0.3"), 503, "busy")
        assert app.requests.held == 0
        players = [ask("10.0.0.1", headers=bearer(secret)) for _ in range(2)]
        health = [ask("10.0.0.1", path) for path in ("/health", "/ready")]
        await asyncio.sleep(0.01)
        assert app.requests.held == 2
        held.pop().cancel()
        await asyncio.sleep(0.01)
        assert refused(await ask("10.0.0.1"), 429, "too-many")
        inner.go.set()
        assert {(await task).status for task in (*held, *players, *health)} == {200}
        assert app.requests.held == app.strangers.held == 0

    asyncio.run(main())


def test_health_is_answered_to_an_address_that_asks_for_too_much(gateway):
    app = gateway(rate=2)
    assert [call(app).status for _ in range(5)] == [200] * 4 + [429]
    assert call(app, path="/health").status == 200


class FakeConnection:
    """A connection that remembers whether it was cut off."""

    def __init__(self) -> None:
        self.aborted = False

    def abort(self):
        self.aborted = True

    def recognise(self, token):
        return True


def test_a_crowd_of_strangers_is_sent_away_without_a_word(gateway, tokens):
    """Whoever has a token is told, whatever it is."""
    app = gateway(rate=2)
    app.turns._next = float("inf")
    secret, _ = tokens.make("admin")

    def ask(**more):
        request, connection, said = scope(**more), FakeConnection(), []
        request["extensions"] = {CONNECTION: connection}

        async def send(message):
            said.append(message)

        async def receive():
            return {"type": "http.request", "body": b"", "more_body": False}

        asyncio.run(app(request, receive, send))
        return connection.aborted, [m["status"] for m in said if "status" in m]

    for crowd in ({}, {"headers": bearer("wrong")}, {"host": "evil.example"}, {"method": "POST"}):
        assert ask(**crowd) == (True, [])
    assert ask(path="/health") == (False, [200])
    told = [ask(headers=bearer(secret)) for _ in range(5)]
    assert told == [(False, [200])] * 4 + [(False, [429])]


def test_one_address_does_not_take_all_places(gateway, tokens):
    secrets = [tokens.make("seat", "g", n)[0] for n in (1, 2, 3)]

    async def main():
        inner = Waiting()
        app = gateway(inner, requests_address=2, streams_address=2)

        def ask(n, path, client="10.0.0.1"):
            headers = bearer(secrets[n])
            return asyncio.create_task(acall(app, path=path, headers=headers, client=client))

        held = [ask(n, path) for n in (0, 1) for path in ("/x", "/x/stream")]
        await asyncio.sleep(0.01)
        for path in ("/x", "/x/stream"):
            assert refused(await ask(2, path), 429, "too-many")
            held.append(ask(2, path, "10.0.0.2"))
        await asyncio.sleep(0.01)
        inner.go.set()
        assert {(await task).status for task in held} == {200}

    asyncio.run(main())


# --- behind a proxy -------------------------------------------------------------------------


def test_the_limits_hit_the_stranger_and_not_the_proxy(gateway):
    app = gateway(rate=2, trusted_proxies=("127.0.0.1/32",))

    def ask(client, peer="127.0.0.1"):
        return call(app, client=peer, headers=[("x-forwarded-for", client)]).status

    assert [ask("10.0.0.1") for _ in range(5)] == [200] * 4 + [429]
    assert ask("10.0.0.2") == 200
    assert [ask(f"10.1.1.{n}", peer="10.0.0.9") for n in range(5)] == [200] * 4 + [429]


PUBLIC = "https://games.example"


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("games.example", "https://games.example", 200),
        ("games.example", None, 200),
        ("games.example", "http://games.example", 403),
        ("games.example", "https://evil.example", 403),
        ("127.0.0.1:8000", "https://games.example", 200),
        ("127.0.0.1:8000", "http://127.0.0.1:8000", 200),
        ("127.0.0.1:8000", "http://games.example", 403),
        ("games.example:8000", "https://games.example", 421),
        ("evil.example", "https://games.example", 421),
    ],
)
def test_the_public_address_is_a_host_and_an_origin(gateway, tokens, host, origin, status):
    headers = bearer(tokens.make("admin")[0]) + ([("origin", origin)] if origin else [])
    app = gateway(public_url=PUBLIC)
    assert call(app, "POST", headers=headers, host=host).status == status


def test_what_a_trusted_proxy_says_of_the_scheme_counts(gateway, tokens):
    headers = bearer(tokens.make("admin")[0])
    headers += [("origin", "https://club.example"), ("x-forwarded-for", "10.0.0.1")]
    headers += [("x-forwarded-proto", "https")]
    for proxies, status in ((("10.0.0.9/32",), 200), ((), 403)):
        app = gateway(hosts=("club.example",), trusted_proxies=proxies)
        said = call(app, "POST", headers=headers, host="club.example", client="10.0.0.9")
        assert said.status == status


# --- how much -------------------------------------------------------------------------------


@pytest.fixture
def admin(tokens):
    return bearer(tokens.make("admin")[0])


def test_a_body_up_to_the_limit_arrives(gateway, admin):
    said = call(gateway(body=10), "POST", headers=admin, chunks=[b"12345", b"", b"67890"])
    assert (said.status, said.body) == (200, b"1234567890")
    headers = [*admin, ("content-length", "3")]
    said = call(gateway(body=10), "GET", headers=headers, chunks=[b"abc"])
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
def test_a_longer_body_never_reaches_a_route(gateway, app, admin, method, headers, chunks):
    said = call(gateway(body=10), method, headers=[*admin, *headers], chunks=chunks)
    assert refused(said, 413, "too-large")
    assert said.headers["connection"] == "close"
    assert app.seen == []


@pytest.mark.parametrize("length", ["", "-1", "+1", "1e3", "ten", "0x1", "9" * 30, "\xb2"])
def test_a_length_that_is_none(gateway, admin, length):
    said = call(gateway(), "POST", headers=[*admin, ("content-length", length)])
    assert refused(said, 400, "malformed")


def test_a_body_that_does_not_come_is_not_waited_for(gateway, app, admin):
    said = []

    async def never():
        await asyncio.sleep(60)

    async def send(message):
        said.append(message)

    asyncio.run(gateway(body_seconds=0.01)(scope("POST", headers=admin), never, send))
    assert said[0]["status"] == 408
    assert app.seen == []


def test_a_client_that_went_away_is_forgotten(gateway, app, admin):
    made = gateway()
    with pytest.raises(ValueError, match="unpack"):  # nothing was said at all
        call(made, "POST", headers=admin, chunks=[])
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
    tokens = FileTokens(tmp_path, clock=clock)
    secret, _ = tokens.make("admin", days=1)
    made = Gateway(app, GatewaySettings(), tokens)
    assert call(made, headers=bearer(secret)).status == 200
    clock.now += dt.timedelta(days=1)
    assert call(made, headers=bearer(secret)).status == 401


# --- computing --------------------------------------------------------------------------------


class Slow(Echo):
    """An app that computes for a while, on the event loop and in a thread."""

    async def __call__(self, scope, receive, send):
        def compute(seconds):
            until = time.thread_time() + seconds
            while time.thread_time() < until:
                pass

        compute(0.02)
        await asyncio.sleep(0)
        await asyncio.wrap_future(THREADS.submit(compute, 0.03))
        await super().__call__(scope, receive, send)


THREADS = GameThreads(1, "test")


def test_a_token_that_has_used_up_its_computing_waits_and_others_do_not(gateway, tokens):
    ana, bo = (tokens.make("seat", "g", seat)[0] for seat in (1, 2))
    clock, metrics = Clock(0.0), Metrics()
    app = gateway(Slow(), clock=clock, metrics=metrics, rate=0, cpu=0.01, cpu_burst=0.08)

    async def ask(who, path="/x"):
        answer = await acall(app, path=path, headers=bearer(who))
        await asyncio.sleep(0)  # what it cost is charged by now
        return answer

    async def asked():
        return [await ask(ana) for _ in range(3)], await ask(bo), await ask(ana, "/health")

    answers, other, health = asyncio.run(asked())
    assert [answer.status for answer in answers] == [200, 200, 429]
    assert answers[-1].kind == "too-many"
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 60
    assert (other.status, health.status) == (200, 200)
    assert metrics.value("ledger_token_cpu_seconds_total") >= 0.15
    assert metrics.value("ledger_cpu_refused_total") == 1
    clock.now += 60
    assert asyncio.run(ask(ana)).status == 200


class Exiting(Echo):
    """An app that wants to end the program."""

    error: BaseException

    async def __call__(self, scope, receive, send):
        raise self.error


@pytest.mark.parametrize("error", [SystemExit(1), KeyboardInterrupt()])
def test_what_ends_programs_ends_only_a_request(gateway, error):
    inner = Exiting()
    inner.error = error
    assert call(gateway(inner), headers=()).status == 500
