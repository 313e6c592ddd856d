"""The games of examples/games in a browser: one file, and there is a page that one plays on."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from client.real_server import RealServer
from common.examples import examples_installed
from ledger.client.client import Client
from ledger.kernel.game.registry import find_game
from ledger.kernel.log.events import Seat
from ledger.testing.effort import CAMPAIGN

from .chromium import DESKTOP, PHONE, Hand
from .guard import Guard
from .looks import assert_accessible, assert_fits, screenshots
from .test_playing import Keys, Taps, play

GAMES = (
    *("nothanks", "goofspiel", "nim", "crowns", "scramble", "heirlooms", "fens"),
    *("whispers", "garlands", "spades"),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    """A server that has found them."""
    folder: Path = tmp_path_factory.mktemp("examples")
    with examples_installed(tmp_path_factory.mktemp("site")):
        serving = RealServer(folder)
        yield serving
        serving.kill()


@pytest.mark.parametrize(
    ("name", "hand"),
    [(name, hand) for name in GAMES for hand in ("touch", "keys")]
    if CAMPAIGN
    else [("nothanks", "touch"), ("fens", "touch")],
)
@pytest.mark.timeout(600)
def test_an_example_is_played_on_its_page(
    open_page: Any, server: RealServer, name: str, hand: Hand
) -> None:
    game = find_game(name)
    bots = [Seat(name=f"Bot {n}", bot="random") for n in range(2, game.meta.players[0] + 1)]
    table = server.admin.create(name, ["Ana", *bots])
    page = open_page(PHONE if hand == "touch" else DESKTOP, only=hand)
    player = (Taps if hand == "touch" else Keys)(page, server, table, 1)
    expect(page.locator("#seat-1 .name")).to_have_text("Ana")
    assert play(player, random.Random(name), 500 if CAMPAIGN else 2) >= 2
    by_ana = [raw for raw in table.events() if b'"by":1,' in raw]
    assert len(by_ana) >= 2, "what was tapped stands in the log"
    if CAMPAIGN:
        assert table.facts().status == "over"
    assert_accessible(page)
    assert_fits(page)


def test_the_first_page_names_all_who_may_answer(open_page: Any, server: RealServer) -> None:
    table = server.admin.create("goofspiel", ["Ana", "Bartek", "Cy"])
    token = server.admin.make_token("seat", game=table.id, seat=2).token
    page = open_page(DESKTOP)
    page.goto(f"{server.url}/games/{table.id}#join={token}")
    expect(page.locator(".panel.active")).to_have_count(3)
    page.goto(f"{server.url}/")
    chip = page.locator(".game-card", has_text="Play as Bartek").locator(".chip")
    expect(chip).to_have_text("Your turn")
    Client(server.url, token).game(table.id).play("bid 3")
    page.reload()
    expect(chip).to_have_text("Ana, Cy to move")


# --- while somebody else moves -------------------------------------------------------------------


MOVED_ON = "The game has moved on: please pick again."


def goofspiel(server: RealServer, page: Page, kind: type[Taps | Keys] = Keys) -> Taps | Keys:
    """Sit down where all choose at once; nobody plays the other seat by itself."""
    return kind(page, server, server.admin.create("goofspiel", ["Ana", "Bartek"]), 1)


def card(player: Taps | Keys, value: str) -> str:
    """Return the piece that is a card of one's hand."""
    return player.page.get_by_role("button", name=value, exact=True).get_attribute("data-piece")


def seen(player: Taps | Keys, version: int) -> None:
    """Wait until a page shows the last line of a game."""
    expect(player.page.locator(".count")).to_have_text(f"{version} / {version}")
    player.offered()


@pytest.mark.parametrize("hand", ["touch", "keys"] if CAMPAIGN else ["touch"])
def test_what_was_picked_stays_while_others_choose(
    open_page: Any, server: RealServer, hand: Hand
) -> None:
    page = open_page(PHONE if hand == "touch" else DESKTOP, only=hand)
    player = goofspiel(server, page, Taps if hand == "touch" else Keys)
    player.offered()
    player.piece(card(player, "13"))
    confirm = player.confirm
    expect(confirm).to_be_enabled()
    done = player.table.play("bid 12", seat=2)
    seen(player, done.version)
    expect(page.locator(".picks .chosen")).to_have_count(1)
    expect(page.locator("#play .refusal, #play .unfinished")).to_be_hidden()
    player.play()
    player.played(done.version)
    shown = [raw for raw in player.table.events() if b'"shown"' in raw]
    assert [b'"card":"13"' in raw for raw in shown] == [True, False]


def test_whoever_may_choose_is_told_so(page: Page, server: RealServer) -> None:
    """Also somebody who isn't the first one asked."""
    table = server.admin.create("goofspiel", ["Ana", "Bartek"])
    Keys(page, server, table, 2).offered()
    expect(page).to_have_title(re.compile("Your turn"))
    done = table.play("bid 12", seat=2)
    expect(page.locator(".count")).to_have_text(f"{done.version} / {done.version}")
    expect(page).not_to_have_title(re.compile("Your turn"))


def test_a_pick_that_was_sent_too_late_is_still_there(
    page: Page, guard: Guard, server: RealServer
) -> None:
    """Somebody moves while a confirmed move is on its way: nothing is asked until it is known."""
    player = goofspiel(server, page)
    player.offered()
    page.locator(f'.lit[data-piece="{card(player, "13")}"]').click()
    confirm = player.confirm
    expect(confirm).to_be_enabled()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("?")[0]))

    def late(route: Any) -> None:
        done = player.table.play("bid 12", seat=2)
        expect(page.locator(".count")).to_have_text(f"{done.version} / {done.version}")
        assert not [url for url in asked if url.endswith("/choices")]
        route.continue_()

    page.route("**/commands", late, times=1)
    guard.expect("console", "412")
    confirm.click()
    expect(page.locator("#play .unfinished")).to_have_text("The game has moved on: look again.")
    expect(page.locator(".picks .chosen")).to_have_count(1)
    before = player.table.facts().version
    confirm.click()
    player.played(before)
    assert [raw for raw in player.table.events() if b'"shown"' in raw and b'"card":"13"' in raw]


@pytest.mark.campaign
def test_what_was_picked_for_another_turn_is_forgotten(page: Page, server: RealServer) -> None:
    """Somebody else may use the same seat."""
    player = goofspiel(server, page)
    player.offered()
    page.locator(f'.lit[data-piece="{card(player, "13")}"]').click()
    expect(page.locator(".picks .chosen")).to_have_count(1)
    player.table.play("bid 12", seat=2)
    done = player.table.play("bid 3", seat=1)
    seen(player, done.version)
    expect(page.locator("#play .unfinished")).to_have_text(MOVED_ON)
    expect(page.locator(".picks .chosen")).to_have_count(0)
    assert len(player.offered()["lit"]) == 12
    assert_accessible(page)
    screenshots(page, "forgotten")


@pytest.mark.parametrize("why", ["another piece", "another price", "refused"])
def test_what_is_no_longer_the_same_is_forgotten(
    page: Page, guard: Guard, server: RealServer, why: str
) -> None:
    player = goofspiel(server, page)
    player.offered()
    picked = card(player, "13")
    page.locator(f'.lit[data-piece="{picked}"]').click()
    expect(page.locator(".picks .chosen")).to_have_count(1)

    def changed(route: Any) -> None:
        found = route.fetch().json()
        piece = {"id": picked, "region": "hand-1", "i": 12, "face": "corner", "text": "13"}
        put = [{**piece, "value": "13", "say": "13", "same": "another one"}]
        found["lines"][-1]["step"] = {"put": put}
        route.fulfill(json=found)

    def dearer(route: Any) -> None:
        found = route.fetch().json()
        route.fulfill(json=found | {"words": ["Ana bids 13 and pays for it"]})

    if why == "another price":
        page.route("**/choices?*pick=*", dearer)
    elif why == "refused":
        body = {"type": "", "title": "", "status": 422, "detail": "no", "kind": "illegal"}
        page.route("**/choices?*pick=*", lambda route: route.fulfill(status=422, json=body))
        guard.expect("console", "422")
    else:
        page.route("**/chapters/*after=*", changed)
    done = player.table.play("bid 12", seat=2)
    seen(player, done.version)
    expect(page.locator("#play .unfinished")).to_have_text(MOVED_ON)
    expect(page.locator(".picks .chosen")).to_have_count(0)
    assert len(player.offered()["lit"]) == 13


@pytest.mark.parametrize("typed", [False, True])
def test_what_may_have_been_played_is_not_played_again(
    page: Page, guard: Guard, server: RealServer, typed: bool
) -> None:
    """No answer came, and the game has gone on: perhaps that was the move itself."""
    player = goofspiel(server, page)
    player.offered()
    field = page.get_by_role("textbox", name="Type a move")
    if typed:
        page.get_by_role("button", name="Type", exact=True).click()
        field.fill("bid 13")
    else:
        page.locator(f'.lit[data-piece="{card(player, "13")}"]').click()
        expect(player.confirm).to_be_enabled()
    page.route("**/commands", lambda route: route.abort(), times=1)
    guard.expect("console", "ERR_FAILED")
    play_it = page.get_by_role("button", name="Play it", exact=True)
    (play_it if typed else player.confirm).click()
    expect(page.locator("#play .refusal")).to_be_visible()
    expect(page.locator(".picks .chosen")).to_have_count(0 if typed else 1)
    done = player.table.play("bid 12", seat=2)
    seen(player, done.version)
    expect(page.locator("#play .unfinished")).to_have_text(MOVED_ON)
    expect(page.locator(".picks .chosen")).to_have_count(0)
    if typed:
        expect(field).to_have_value("")


@pytest.mark.campaign
def test_who_types_goes_on_typing(page: Page, server: RealServer) -> None:
    player = goofspiel(server, page)
    player.offered()
    page.get_by_role("button", name="Type", exact=True).click()
    field = page.get_by_role("textbox", name="Type a move")
    field.press_sequentially("bid ")
    done = player.table.play("bid 12", seat=2)
    seen(player, done.version)
    expect(field).to_be_focused()
    page.keyboard.type("7")
    expect(field).to_have_value("bid 7")
    page.keyboard.press("Enter")
    player.played(done.version)
    expect(field).to_have_value("")
    assert [raw for raw in player.table.events() if b'"shown"' in raw and b'"card":"7"' in raw]
