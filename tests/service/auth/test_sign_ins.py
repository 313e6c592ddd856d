"""Passes: a token kept by a browser, used by the tab that names it and by nobody else."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from ledger.service.auth.file_tokens import FileTokens
from ledger.service.auth.sign_ins import named_sign_in, sign_in_cookie, sign_ins_in
from ledger.service.http.gateway_settings import GatewaySettings

from ..checked_service import CheckedService, error
from ..in_process_service import StreamReader


class Browser:
    """A browser: its cookies go with every request, as a page on this site sends it."""

    def __init__(self, s: CheckedService, **headers: str) -> None:
        self.s, self.cookies = s, dict[str, str]()
        self.headers = {"Sec-Fetch-Site": "same-origin", **headers}

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {**self.headers, **more.pop("headers", {})}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        answer = self.s.ask(method, path, headers=headers, **more)
        for cookie in answer.headers.get_list("set-cookie"):
            name, _, rest = cookie.partition("=")
            value, *attributes = rest.split("; ")
            if "Max-Age=0" in attributes:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = value
        return answer

    def join(self, secret: str) -> dict[str, Any]:
        """Open a link."""
        made = self.ask("POST", "/passes", headers={"Authorization": f"Bearer {secret}"})
        assert made.status_code == 201, made.text
        assert secret not in made.text
        return made.json()

    def tab(self, facts: dict[str, Any], method: str, path: str, **more: Any) -> httpx.Response:
        """Ask in a tab that has this pass."""
        return self.ask(method, path, headers={"Ledger-Pass": facts["id"]}, **more)

    def held(self, query: str = "") -> list[str]:
        return [facts["id"] for facts in self.ask("GET", f"/passes{query}").json()["passes"]]


@pytest.fixture(scope="module")
def _shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CheckedService]:
    folder = tmp_path_factory.mktemp("passes") / "library"
    with CheckedService(folder, gateway=GatewaySettings(rate=0, guesses=0)) as serving:
        yield serving


@pytest.fixture
def browser(s: CheckedService) -> Browser:
    return Browser(s)


def test_two_seats_in_two_tabs_stay_apart(s: CheckedService, browser: Browser) -> None:
    game = s.create("osaka")
    ana, bartek = (browser.join(s.token("seat", game, seat)) for seat in (1, 2))
    for facts in (ana, bartek):
        assert browser.tab(facts, "GET", "/whoami").json() == facts
        seen = browser.tab(facts, "GET", f"/games/{game}").json()
        assert seen["viewer"] == facts["seat"]
    first = s.get(f"/games/{game}", s.token("admin")).json()["awaiting"][0]["seat"]
    mine, other = (ana, bartek) if first == 1 else (bartek, ana)
    move = {"json": {"move": "claim red"}}
    assert browser.tab(other, "POST", f"/games/{game}/commands", **move).status_code == 422
    assert browser.tab(mine, "POST", f"/games/{game}/commands", **move).status_code == 201


def test_a_cookie_alone_opens_nothing(s: CheckedService, browser: Browser) -> None:
    game = s.create("osaka")
    facts = browser.join(s.token("seat", game, 1))
    assert browser.cookies
    for method, path in (
        ("GET", "/whoami"),
        ("GET", f"/games/{game}"),
        ("GET", f"/games/{game}/stream"),
        ("GET", f"/games/{game}?pass={facts['id']}"),  # only a stream is named like this
        ("POST", f"/games/{game}/commands"),
        ("POST", f"/games/{game}/commands?pass={facts['id']}"),
        ("DELETE", "/passes"),
    ):
        more: Any = {"json": {"move": "claim red"}} if method == "POST" else {}
        error(browser.ask(method, path, **more), 401, "unauthorized")


@pytest.mark.parametrize(
    "name", ["", "a" * 10, "A" * 10, "../secrets", "x" * 5000, "a,b"], ids=range(6)
)
def test_a_name_without_its_cookie_opens_nothing(
    s: CheckedService, browser: Browser, name: str
) -> None:
    browser.join(s.token("spectator", s.create("osaka")))
    error(browser.ask("GET", "/whoami", headers={"Ledger-Pass": name}), 401, "unauthorized")


def test_a_stream_is_named_in_its_address(s: CheckedService, browser: Browser) -> None:
    game = s.create("osaka")
    facts = browser.join(s.token("seat", game, 2))
    s.post(f"/games/{game}/abandon", s.token("admin"), reason="rain")
    told = browser.ask("GET", f"/games/{game}/stream?after=0&pass={facts['id']}")
    assert told.status_code == 200
    assert told.headers["content-type"].startswith("text/event-stream")
    twice = f"/games/{game}/stream?pass={facts['id']}&pass={facts['id']}"
    error(browser.ask("GET", twice), 401, "unauthorized")


@pytest.mark.parametrize(
    "foreign",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},  # another port or name of the same machine
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9999", "Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_page_of_another_site_uses_no_pass(
    s: CheckedService, browser: Browser, foreign: dict[str, str]
) -> None:
    """Even if a browser sent the cookie along and the page knew its name."""
    game = s.create("osaka")
    facts = browser.join(s.token("seat", game, 1))
    before = s.log(game)
    browser.headers = foreign
    move: Any = {"json": {"move": "claim red"}}
    for answer in (
        browser.tab(facts, "POST", f"/games/{game}/commands", **move),
        browser.tab(facts, "DELETE", "/passes"),
        browser.ask("POST", "/passes", headers={"Authorization": f"Bearer {s.token('admin')}"}),
    ):
        error(answer, 403, "forbidden")
        assert "set-cookie" not in answer.headers
    error(browser.tab(facts, "GET", f"/games/{game}"), 401, "unauthorized")
    error(browser.ask("GET", f"/games/{game}/stream?pass={facts['id']}"), 401, "unauthorized")
    assert browser.held() == []
    assert s.log(game) == before


def test_what_another_site_may_send_is_not_allowed_before_it_is_sent(s: CheckedService) -> None:
    """A header of ours makes a browser ask first; no answer says yes."""
    asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    headers = {**asked, "Access-Control-Request-Headers": "ledger-pass"}
    answer = s.ask("OPTIONS", "/whoami", headers=headers)
    assert not [name for name in answer.headers if name.startswith("access-control-")]


def test_the_cookie_is_for_this_browser_alone(s: CheckedService, browser: Browser) -> None:
    made = browser.ask(
        "POST", "/passes", headers={"Authorization": f"Bearer {s.token('spectator')}"}
    )
    value, *attributes = made.headers["set-cookie"].split("; ")
    by_name = {a.partition("=")[0].lower(): a.partition("=")[2] for a in attributes}
    assert by_name.keys() == {"httponly", "max-age", "path", "samesite"}
    assert by_name["samesite"].lower() == "strict"
    assert by_name["path"] == "/api/v1"
    assert 0 < int(by_name["max-age"]) <= 30 * 24 * 3600
    assert value.startswith(f"ledger-pass-{made.json()['id']}=")


def test_over_tls_the_cookie_goes_nowhere_else(tmp_path: Path) -> None:
    settings = GatewaySettings(rate=0, public_url="https://games.example")
    with CheckedService(tmp_path / "library", gateway=settings) as s:
        bearer = {"Authorization": f"Bearer {s.token('spectator')}"}
        there = {**bearer, "Host": "games.example", "Origin": "https://games.example"}
        cookie = s.ask("POST", "/passes", headers=there).headers["set-cookie"]
        assert "Secure" in cookie.split("; ")
        assert "Secure" not in s.ask("POST", "/passes", headers=bearer).headers["set-cookie"]


def test_it_lasts_no_longer_than_its_token(tmp_path: Path) -> None:
    now = dt.datetime(2026, 11, 17, 12, 0, tzinfo=dt.UTC)
    tokens = FileTokens(tmp_path, clock=lambda: now)
    for days, seconds in ((1, 86400), (3650, 400 * 86400)):
        secret, token = tokens.make("spectator", days=days)
        assert sign_in_cookie(secret, token, now, secure=True).max_age == seconds
        later = now + dt.timedelta(hours=5)
        assert (
            sign_in_cookie(secret, token, later, secure=True).max_age or 0
        ) <= days * 86400 - 18000


def test_leaving_forgets_it_here_and_only_here(s: CheckedService, browser: Browser) -> None:
    game = s.create("osaka")
    secret = s.token("seat", game, 1)
    facts, other = browser.join(secret), browser.join(s.token("seat", game, 2))
    assert browser.tab(facts, "DELETE", "/passes").status_code == 204
    assert browser.held() == [other["id"]]
    error(browser.tab(facts, "GET", "/whoami"), 401, "unauthorized")
    assert s.get("/whoami", secret).status_code == 200


def test_what_was_revoked_or_has_expired_is_told_as_that(
    s: CheckedService, browser: Browser
) -> None:
    game = s.create("osaka")
    tokens = s.app.service.tokens
    revoked, token = tokens.make("seat", game, 1)
    facts = browser.join(revoked)
    tokens.revoke(token.id)
    old = FileTokens(s.folder / ".service", clock=lambda: dt.datetime(2026, 9, 1, tzinfo=dt.UTC))
    expired, ended = old.make("seat", game, 1, days=1)
    browser.cookies[f"ledger-pass-{ended.id}"] = expired.rpartition(f"{ended.id}_")[2]
    error(browser.tab(facts, "GET", f"/games/{game}"), 401, "revoked")
    assert f"ledger-pass-{token.id}" not in browser.cookies  # and it is forgotten at once
    error(browser.tab({"id": ended.id}, "GET", f"/games/{game}"), 401, "expired")
    assert browser.cookies == {}
    for secret, kind in ((revoked, "revoked"), (expired, "expired")):
        again = browser.ask("POST", "/passes", headers={"Authorization": f"Bearer {secret}"})
        error(again, 401, kind)
        # who has not the secret, but knows the id, learns nothing
        wrong = secret[:-3] + ("AAA" if secret[-3:] != "AAA" else "BBB")
        guessed = browser.ask("POST", "/passes", headers={"Authorization": f"Bearer {wrong}"})
        error(guessed, 401, "unauthorized")


def test_a_revoked_pass_ends_its_stream(s: CheckedService, browser: Browser) -> None:
    game = s.create("osaka")
    secret, token = s.app.service.tokens.make("seat", game, 1)
    browser.join(secret)

    cookie = "; ".join(f"{k}={v}" for k, v in browser.cookies.items())

    async def watch() -> bytes:
        reader = StreamReader(s.app, f"/games/{game}/stream?pass={token.id}", "", cookie=cookie)
        await reader.until(lambda body: b"event: group" in body)
        s.app.service.tokens.revoke(token.id)
        return await reader.until(lambda body: False)  # to its end

    assert b"event: group" in s.run(watch())


def test_the_list_shows_what_works_and_forgets_the_rest(
    s: CheckedService, browser: Browser
) -> None:
    game, other = s.create("osaka"), s.create("osaka")
    tokens = s.app.service.tokens
    seat = browser.join(s.token("seat", game, 1))
    there = browser.join(s.token("spectator", other))
    everywhere = browser.join(s.token("referee"))
    secret, token = tokens.make("seat", game, 2)
    browser.join(secret)
    tokens.revoke(token.id)
    browser.cookies["ledger-pass-aaaaaaaaaa"] = "b" * 43
    browser.cookies["session"] = "of another program"
    assert set(browser.held()) == {seat["id"], there["id"], everywhere["id"]}
    assert set(browser.held(f"?game={game}")) == {seat["id"], everywhere["id"]}
    assert set(browser.held("?game=nowhere")) == {everywhere["id"]}
    assert browser.cookies.keys() == {
        "session",
        *(f"ledger-pass-{facts['id']}" for facts in (seat, there, everywhere)),
    }


def test_a_pass_counts_as_its_token(tmp_path: Path) -> None:
    """Rates, places and the log go by the token, however it comes."""
    with CheckedService(tmp_path / "library", gateway=GatewaySettings(rate=5)) as s:
        browser = Browser(s)
        facts = browser.join(s.app.service.tokens.make("spectator")[0])
        statuses = [browser.tab(facts, "GET", "/whoami").status_code for _ in range(12)]
        assert statuses.count(429) >= 2
        assert statuses[0] == 200
        other = browser.join(s.app.service.tokens.make("spectator")[0])
        assert browser.tab(other, "GET", "/whoami").status_code == 200


def test_a_token_in_a_header_goes_before_a_pass(s: CheckedService, browser: Browser) -> None:
    facts = browser.join(s.token("spectator"))
    bearer = {"Authorization": f"Bearer {s.token('admin')}", "Ledger-Pass": facts["id"]}
    assert browser.ask("GET", "/whoami", headers=bearer).json()["role"] == "admin"
    bearer["Authorization"] = "Bearer wrong"
    error(browser.ask("GET", "/whoami", headers=bearer), 401, "unauthorized")


def test_a_pass_is_made_from_a_token_and_not_from_a_pass(
    s: CheckedService, browser: Browser
) -> None:
    facts = browser.join(s.token("spectator"))
    error(browser.tab(facts, "POST", "/passes"), 400, "malformed")


@pytest.mark.parametrize(
    "cookie",
    [
        b"",
        b"=",
        b";;;",
        b"ledger-pass-",
        b"ledger-pass-aaaaaaaaaa",
        b"ledger-pass-aaaaaaaaaa=",
        b"ledger-pass-aaaaaaaaaa=" + b"x" * 44,
        b"ledger-pass-AAAAAAAAAA=" + b"x" * 43,
        b"\xff\xfe=\x00",
        b"ledger-pass-aaaaaaaaaa=" + b"x" * 43 + b"; ledger-pass-aaaaaaaaaa=" + b"y" * 43,
    ],
)
def test_cookies_that_are_none(cookie: bytes) -> None:
    assert sign_ins_in([cookie]) == {}


def test_names_that_can_be_read() -> None:
    def named(*values: bytes, query: bytes = b"", stream: bool = False) -> str | None:
        headers = {b"ledger-pass": list(values)} if values else {}
        return named_sign_in({"query_string": query}, headers, stream=stream)

    assert named() is None
    assert named(b"a" * 10) == "a" * 10
    assert named(b"a" * 10, b"a" * 10) == ""
    assert named(b"\xff") == ""
    assert named(query=b"pass=" + b"b" * 10) is None
    assert named(query=b"after=3&pass=" + b"b" * 10, stream=True) == "b" * 10
    assert named(b"a" * 10, query=b"pass=" + b"b" * 10, stream=True) == "a" * 10
