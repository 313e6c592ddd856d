"""Hosting a game and joining it with a link, in a real browser."""

from __future__ import annotations

import http.server
import re
import threading

import pytest
from playwright.sync_api import expect

from .chromium import PHONE
from .looks import assert_accessible, assert_fits, screenshots

HOSTILE = "<img src=x onerror=alert(1)>"
REFUSED = "status of 401"
PATIENCE = 20_000
"""Milliseconds for a board on a machine that has other work to do."""


@pytest.fixture
def table(real_server):
    return real_server.table("osaka")


def link(table, token):
    return f"{table.url}#join={token}"


def expect_seat(tab, table, token):
    """Wait until a tab shows the game and has the seat of this token, in either order."""
    expect(tab.locator("#board svg:not(.skin)").first).to_be_visible(timeout=PATIENCE)
    kept = "([id, pass]) => sessionStorage.getItem(`ledger-pass-${id}`) === pass"
    tab.wait_for_function(kept, arg=[table.id, token.split("_")[1]], timeout=PATIENCE)
    assert tab.url == table.url


def log_of(server):
    return (server.folder / "log").read_text()


def test_two_seats_in_one_browser_and_no_token_anywhere(page, real_server, table):
    """The token of a link is in no address, title, storage or log.

    It is sent twice at once, in the header that is made for it: for the cookie, and for the board.
    """
    tokens = [real_server.token(table, seat) for seat in (1, 2)]
    sent = []
    page.context.on("request", lambda request: sent.append(request))
    tabs = [page, page.context.new_page()]
    for tab, token in zip(tabs, tokens, strict=True):
        tab.goto(link(table, token))
        expect_seat(tab, table, token)
        assert tab.evaluate("history.length") <= 2
        assert "ledger-pass" not in tab.evaluate("document.cookie")
    for tab, token in zip(tabs, tokens, strict=True):  # each tab keeps its own
        tab.reload()
        expect_seat(tab, table, token)
    board = f"{real_server.url}/api/v1/games/{table.id}/chapters/0?lang=en"
    exchanges = []
    for request in sent:
        headers = request.all_headers()
        assert not headers.get("referer")
        if "authorization" in headers:
            exchanges.append((request.method, request.url))
            del headers["authorization"]
        kept = {key: value for key, value in headers.items() if key != "cookie"}
        for token in tokens:
            assert token not in f"{request.url} {kept} {request.post_data}"
    once = [("GET", board), ("POST", f"{real_server.url}/api/v1/passes")]
    assert sorted(exchanges) == sorted(once * 2)
    storage = "JSON.stringify([{...localStorage}, {...sessionStorage}, document.title])"
    for token in tokens:
        secret = token.split("_", 2)[2]
        assert not [tab for tab in tabs if secret in tab.evaluate(storage) + tab.title()]
        assert secret not in log_of(real_server)
    bare = page.context.new_page()
    bare.goto(table.url)
    bare.get_by_role("button", name="Play as Bartek").click()
    expect_seat(bare, table, tokens[1])


def test_a_host_gives_everybody_a_link(open_page, real_server):
    page = open_page(PHONE)
    host = real_server.admin.make_token("host").token
    page.goto(f"{real_server.url}/host#join={host}")
    page.get_by_role("radio", name="Traders of Osaka").tap()
    page.get_by_label("Name of seat 1").fill(HOSTILE)
    page.get_by_label("Who plays seat 2").select_option("greedy")
    page.get_by_label("refill timing").select_option("after_purchase")
    page.get_by_label("Place").fill(HOSTILE)
    assert_fits(page)
    assert_accessible(page)
    screenshots(page, "host", full_page=True)
    page.get_by_role("button", name="Start the game").tap()
    expect(page.get_by_role("heading", name=HOSTILE)).to_be_visible()  # as text
    cards = page.locator(".link-card")
    assert cards.count() == 2  # the bot needs none
    assert page.get_by_role("img", name=re.compile("QR")).count() == 2
    assert_fits(page)
    screenshots(page, "links", full_page=True)
    url = page.get_by_label(f"Link for {HOSTILE}").input_value()
    player = open_page()
    player.goto(url)
    expect(player.locator("#board")).to_contain_text("<img src", timeout=PATIENCE)
    facts = real_server.admin.game(url.partition("#")[0].rpartition("/")[2]).facts()
    assert (facts.options, facts.place) == ({"refill_timing": "after_purchase"}, HOSTILE)
    assert [seat.bot for seat in facts.seats][1] == "greedy"


@pytest.mark.campaign
@pytest.mark.parametrize("width", [390, 1280])
def test_a_link_for_another_game_leads_there(open_page, guard, real_server, table, width):
    page = open_page({"viewport": {"width": width, "height": 844}})
    other = real_server.table("klongs")
    token = real_server.token(other, 2)
    guard.expect("console", "status of 403")
    page.goto(f"{table.url}#join={token}")
    expect(page.locator("#elsewhere")).to_contain_text("Bangkok Klongs")
    assert_fits(page)
    assert_accessible(page)
    screenshots(page, "elsewhere")
    page.get_by_role("button", name="Play as Bartek").click()
    expect_seat(page, other, token)
    page.goto(f"{real_server.url}/host#join={token}")  # nor is it for hosting
    page.get_by_role("button", name="Play as Bartek").click()
    expect_seat(page, other, token)
    mine = real_server.token(table, 1)
    with page.expect_event("load"):
        page.goto("about:blank")
        page.goto(link(table, mine))
    expect_seat(page, table, mine)
    page.evaluate("hash => { location.hash = hash }", f"join={token}")  # pasted into an open page
    expect(page.locator("#elsewhere")).to_be_visible()
    page.reload()
    expect_seat(page, table, mine)


@pytest.mark.campaign
def test_no_name_turns_other_text_around(page, real_server):
    host = real_server.admin.make_token("host").token
    page.goto(f"{real_server.url}/host#join={host}")
    page.get_by_role("radio", name="Traders of Osaka").click()
    page.get_by_label("Name of seat 1").fill("\u202eanA\u2066")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("img", name=re.compile("QR")).first.wait_for()
    url = page.locator(".link").first.input_value()
    everything = "document.body.outerHTML + document.title"
    pages = [page.evaluate(everything)]
    page.goto(url)
    expect(page.locator("#board svg:not(.skin)").first).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#head h1")).not_to_have_text("Game")
    for tab in ("log", "scores", "info"):
        page.locator(f"#tab-{tab}").click()
        pages.append(page.evaluate(everything))
    bare = page.context.new_page()
    bare.goto(url.partition("#")[0])
    bare.get_by_role("button", name=re.compile("^Play as")).wait_for()
    pages.append(bare.evaluate(everything))
    bare.goto(real_server.url)
    bare.get_by_role("button", name="Forget").wait_for()
    pages.append(bare.evaluate(everything))
    for text in pages:
        assert "\\u202eanA" in text
        assert not re.search("[\u202a-\u202e\u2066-\u2069]", text)


@pytest.mark.campaign
def test_a_link_that_ended_is_told_as_that(page, guard, real_server, table):
    guard.expect("console", REFUSED)
    made = real_server.admin.make_token("seat", game=table.id, seat=1)
    page.goto(link(table, made.token))
    expect_seat(page, table, made.token)
    real_server.admin.revoke(made.facts.id)
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("taken back")
    page.goto("about:blank")
    page.goto(link(table, made.token[:-5]))
    expect(page.get_by_role("alert")).to_contain_text("missing")
    other = real_server.token(table, 2)
    page.get_by_label("Link or token").fill(link(table, other))
    page.get_by_role("button", name="Go").click()
    expect_seat(page, table, other)


@pytest.mark.campaign
def test_who_only_watches_is_asked_nothing(page, real_server, table):
    token = real_server.token(table, 0)
    page.goto(link(table, token))
    expect_seat(page, table, token)
    bare = page.context.new_page()
    bare.goto(table.url)
    expect_seat(bare, table, token)
    page.close()
    for _ in ("asked", "sure"):
        bare.locator("#leave").dispatch_event("click")
    expect(bare.get_by_role("heading", level=1)).to_have_text("You need a link")
    assert_accessible(bare)
    screenshots(bare, "no-link")
    assert bare.context.cookies() == []


def hold(page, url):
    """Let nothing through to an address, until what is returned is called."""
    held, free = [], []
    page.route(url, lambda route: route.continue_() if free else held.append(route))

    def release():
        free.append(True)
        while held:
            held.pop().continue_()

    return release


def leave(tab, table):
    """Leave a seat; the page stays in place until what is returned is called."""
    release = hold(tab, table.url)
    with tab.expect_request(table.url):
        for _ in ("asked", "sure"):
            tab.locator("#leave").dispatch_event("click")
    return release


def test_who_leaves_asks_for_nothing_more(page, real_server, table):
    """More of the game may be on its way while the pass is given back: no 401 comes of that."""
    token = real_server.token(table, 0)
    skin = hold(page, "**/skins/*")
    page.goto(link(table, token))
    expect_seat(page, table, token)
    left = leave(page, table)
    assert page.context.cookies() == []
    skin()
    page.wait_for_timeout(1500)  # the stream would be asked for, and tried again
    left()
    expect(page.get_by_role("heading", level=1)).to_have_text("You need a link")


def test_who_leaves_ends_nobody_elses_seat(page, real_server, table):
    token = real_server.token(table, 0)
    skin = hold(page, "**/skins/*")
    page.goto(link(table, token))
    expect_seat(page, table, token)
    other = page.context.new_page()
    other.goto(table.url)
    expect_seat(other, table, token)
    leave(other, table)()
    expect(other.get_by_role("heading", level=1)).to_have_text("Who are you here?")
    assert_accessible(other)
    skin()
    expect(page.locator("#timeline .badge")).to_have_text("live")
    note = table.note("still here")
    expect(page.locator(".count")).to_have_text(f"{note.version} / {note.version}")
    other.get_by_role("button", name="Watch").click()
    expect_seat(other, table, token)


@pytest.mark.campaign
@pytest.mark.parametrize("width", [390, 1280])
def test_a_page_whose_seat_is_forgotten_says_so_once(open_page, real_server, table, width):
    page = open_page({"viewport": {"width": width, "height": 844}})
    token = real_server.token(table, 1)
    page.goto(link(table, token))
    expect_seat(page, table, token)
    expect(page.locator("#timeline .badge")).to_have_text("live")
    home = page.context.new_page()
    home.goto(real_server.url)
    home.get_by_role("button", name="Forget").click()
    home.get_by_role("button", name="Forget? You need").click()
    expect(page.get_by_role("alert")).to_contain_text("has left this seat")
    expect(page.get_by_label("Link or token")).to_be_visible()
    expect(page.locator("#board")).to_have_count(0)
    table.play("claim red")  # nothing is asked any more
    page.wait_for_timeout(700)
    expect(page.get_by_role("alert")).to_have_count(1)
    assert_fits(page)
    assert_accessible(page)
    screenshots(page, "left")
    page.get_by_label("Link or token").fill(link(table, token))
    page.get_by_role("button", name="Go").click()
    expect_seat(page, table, token)


@pytest.mark.campaign
def test_a_page_whose_link_is_taken_back_says_so_once(page, guard, real_server, table):
    made = real_server.admin.make_token("seat", game=table.id, seat=1)
    page.goto(link(table, made.token))
    expect_seat(page, table, made.token)
    expect(page.locator("#timeline .badge")).to_have_text("live")
    refused = []
    page.on("response", lambda answer: answer.status == 401 and refused.append(answer.url))
    guard.expect("console", REFUSED)
    real_server.admin.revoke(made.facts.id)
    expect(page.get_by_role("alert")).to_contain_text("taken back")
    page.wait_for_timeout(4000)  # longer than anybody waits to try again
    assert len(refused) == 1, refused


@pytest.mark.campaign
def test_a_link_pasted_into_an_open_page(page, real_server, table):
    ana, bartek = (real_server.token(table, seat) for seat in (1, 2))
    page.goto(link(table, ana))
    expect_seat(page, table, ana)
    with page.expect_event("load"):
        page.goto(link(table, bartek))  # the same page: nothing is loaded by this
    expect_seat(page, table, bartek)


@pytest.mark.campaign
def test_home_shows_the_games_of_this_browser(page, real_server, table):
    token = real_server.token(table, 1)
    page.goto(f"{real_server.url}/#join={token}")
    expect_seat(page, table, token)
    page.goto(real_server.url)
    expect(page.get_by_role("link", name="Traders of Osaka")).to_be_visible()
    assert_fits(page)
    assert_accessible(page)
    screenshots(page, "home", full_page=True)
    page.get_by_role("button", name="Forget").click()
    page.get_by_role("button", name="Forget? You need").click()
    expect(page.get_by_role("link", name="Traders of Osaka")).to_have_count(0)


@pytest.mark.campaign
@pytest.mark.parametrize(("lang", "text"), [("pl", "Załóż grę"), ("it", "Apri una partita")])
def test_language_and_colours_can_be_chosen_and_stay(page, real_server, lang, text):
    page.goto(real_server.url)
    page.get_by_label("Language").select_option(lang)
    expect(page.get_by_role("link", name=text)).to_be_visible()
    assert page.locator("html").get_attribute("lang") == lang
    page.locator("#head .icon-button").click()
    page.reload()
    expect(page.get_by_role("link", name=text)).to_be_visible()
    assert page.locator("html").get_attribute("data-scheme") == "dark"


@pytest.mark.campaign
def test_another_site_in_the_same_browser_gets_nothing(page, guard, real_server, table):
    """A page on another port of this machine, which is the same site to a browser."""

    class Silent(http.server.SimpleHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>evil</title><link rel=icon href=data:,>")

        def log_message(self, *_):
            pass

    evil = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Silent)
    threading.Thread(target=evil.serve_forever, daemon=True).start()
    try:
        made = real_server.admin.make_token("seat", game=table.id, seat=1)
        page.goto(link(table, made.token))
        expect_seat(page, table, made.token)
        guard.expect("console", "CORS|ERR_FAILED|ERR_BLOCKED|status of 40")
        guard.expect("request", "127.0.0.1")
        page.goto(f"http://127.0.0.1:{evil.server_address[1]}/")
        api = f"{real_server.url}/api/v1"
        before = table.facts().version
        told = page.evaluate(
            """async ([api, game, pass]) => {
                const out = [];
                const tries = [
                    [`${api}/whoami`, {credentials: "include", headers: {"Ledger-Pass": pass}}],
                    [`${api}/passes`, {credentials: "include"}],
                    [`${api}/games/${game}/notes`, {method: "POST", credentials: "include",
                        mode: "no-cors", body: JSON.stringify({text: "evil"})}],
                    [`${api}/games/${game}/notes`, {method: "POST", credentials: "include",
                        headers: {"Ledger-Pass": pass, "Content-Type": "application/json"},
                        body: JSON.stringify({text: "evil"})}],
                ];
                for (const [url, how] of tries) {
                    try { const a = await fetch(url, how); out.push(await a.text()); }
                    catch (error) { out.push("refused"); }
                }
                out.push(await new Promise(done => {
                    const s = new EventSource(`${api}/games/${game}/stream?pass=${pass}`,
                        {withCredentials: true});
                    s.onmessage = () => done("told"); s.onerror = () => done("refused");
                    s.addEventListener("group", () => done("told"));
                }));
                return out;
            }""",
            [api, table.id, made.facts.id],
        )
        assert [text for text in told if text not in ("refused", "")] == []
        assert table.facts().version == before
    finally:
        evil.shutdown()
        evil.server_close()
