"""The page of a game: what it draws, what its keys and controls do, and how it follows a game."""

from __future__ import annotations

import json
import re
import time
from html import unescape
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from client.real_server import RealServer
from common.paths import REPLAYS
from ledger.client.client import Client
from ledger.importers.pipeline import run_import
from ledger.importers.report import Report
from ledger.kernel.errors import Locked
from ledger.kernel.narration.narrate import view_at
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.replay import Replay
from ledger.library.library import Library
from ledger.testing.effort import CAMPAIGN, sample
from ledger.tui.keys import KEYS
from ledger.web.drawing import draw
from ledger.web.layout import lay_out

from .chromium import PHONE
from .guard import Guard
from .looks import assert_accessible, assert_fits, screenshots

WIDTHS = (390, 768, 1280)
NAMES = ("osaka-2p", "century-4p", "klongs-2p", "istanbul-2p")
FRAME = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Played(NamedTuple):
    """A game that is over, on a server."""

    id: str
    replay: Replay

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.replay.lines[0].data.seats]


def _imported(library: Library, path: Path) -> Report:
    """Import a log while a server may be writing to the library, too: then wait."""
    for _ in range(100):
        try:
            return run_import(library, [path])
        except Locked:
            time.sleep(0.1)
    return run_import(library, [path])


class PlayedGames(dict[str, Played]):
    """Games that are over, by their names; each comes to the server when it is needed."""

    def __init__(self, server: RealServer) -> None:
        self.library = Library(server.folder / "library")

    def __missing__(self, name: str) -> Played:
        path = REPLAYS / f"{name}.jsonl"
        report = _imported(self.library, path)
        log = read(path.read_bytes())
        self[name] = Played(report.items[0].id, Replay(log.game, log.lines))
        return self[name]


@pytest.fixture(scope="session")
def played(real_server: RealServer) -> PlayedGames:
    """Games that are over."""
    return PlayedGames(real_server)


class Shown:
    """A game page as whoever looks at it uses it."""

    def __init__(self, page: Page, server: RealServer, id: str, viewer: int | None = None) -> None:
        self.page = page
        role = "referee" if viewer is None else "seat" if viewer else "spectator"
        token = server.admin.make_token(role, game=id, seat=viewer or None).token
        page.goto(f"{server.url}/games/{id}#join={token}")
        page.locator(".piece").first.wait_for(state="attached")
        expect(page.locator("#head h1")).not_to_have_text("Game")  # all is counted

    def at(self, place: str) -> Shown:
        """Go to a place by the address."""
        self.page.evaluate("place => { location.hash = place }", place)
        self.settle()
        return self

    def settle(self) -> None:
        self.page.evaluate(FRAME)

    @property
    def place(self) -> int:
        """The line that is shown."""
        return int(self.page.locator(".count").inner_text().split(" / ")[0])

    def press(self, *keys: str) -> int:
        """Press keys, and return the line that is shown then."""
        for key in keys:
            self.page.keyboard.press(key)
        self.settle()
        return self.place

    def comes_to(self, seq: int) -> None:
        """Wait until the board shows a line."""
        expect(self.page.get_by_role("slider")).to_have_attribute("aria-valuenow", str(seq))

    def leaves(self, seq: int) -> None:
        """Wait until another line is shown."""
        expect(self.page.locator(".count")).not_to_have_text(re.compile(rf"^{seq} / "))

    @property
    def told(self) -> str:
        """What is said for a while."""
        return self.page.locator(".toast").text_content() or ""

    @property
    def dialog(self) -> str:
        """The title of what is open above the page."""
        head = self.page.locator("dialog[open] h2")
        return head.inner_text() if head.count() else ""


# --- the picture ------------------------------------------------------------------------------


def compare(shown: Shown, played: Played, seq: int, viewer: int | None) -> None:
    """Compare what the browser drew with what Python draws."""
    game, lines = played.replay.game, played.replay.lines
    state = played.replay.at(seq)
    state = state if viewer is None else game.mask(state, viewer)
    scene = game.scene(view_at(game, state, viewer, lines[seq - 1]), played.names, "en")
    page = shown.page
    width = page.evaluate("() => Math.floor(document.getElementById('board').clientWidth)")
    moved = page.evaluate("() => [...document.querySelectorAll('.moved')].map(x => x.id.slice(2))")
    drawn = draw(scene, lay_out(scene.regions, width, viewer or 0), moved)
    defs, _, rest = drawn.partition('<g class="panels">')
    groups = page.evaluate(
        "() => [...document.querySelector('svg.scene').children].map(x => x.outerHTML)"
    )
    assert unescape("".join(groups[1:])) == unescape('<g class="panels">' + rest)
    faces = re.findall(r'<g id="f-.*?</g>', defs)
    assert faces
    known = iter(re.findall(r'<g id="f-.*?</g>', groups[0]))  # those of other positions stay
    assert all(any(face == other for other in known) for face in faces)


@pytest.mark.parametrize(
    ("name", "width"),
    list(product(NAMES, WIDTHS)) if CAMPAIGN else [("osaka-2p", 390), ("century-4p", 1280)],
)
def test_the_browser_draws_what_python_draws(open_page, real_server, played, name, width):
    device = {"viewport": {"width": width, "height": 800}}
    game = played[name]
    viewer = {390: 2, 768: 0}.get(width)
    shown = Shown(open_page(device), real_server, game.id, viewer)
    last = len(game.replay)
    for seq in sample(range(1, last + 1, 7), 5):
        shown.at(f"#e{seq}")
        shown.comes_to(seq)
        compare(shown, game, seq, viewer)
    for back in (1, 2):  # by steps, which glide, and across chapters
        shown.at(f"#e{129 - back}").press(*["ArrowRight"] * 3)
        shown.comes_to(132 - back)
        compare(shown, game, 132 - back, viewer)


# --- keys -------------------------------------------------------------------------------------


def test_every_key_does_what_the_terminal_does(page, real_server, played):
    game = played["osaka-2p"]
    shown = Shown(page, real_server, game.id).at("#e100")
    lines, last = game.replay.lines, len(game.replay)
    turn_ends = [t.last for t in game.replay.turns]
    done = set()

    def key(name: str, *keys: str) -> int:
        done.add(name)
        return shown.press(*keys)

    assert [key("step", k) for k in ("ArrowRight", "l", "ArrowLeft", "h")] == [101, 102, 101, 100]
    later = next(x for x in turn_ends if x > 100)
    assert key("turn", "PageDown") == later
    assert shown.press("Shift+ArrowRight") == next(x for x in turn_ends if x > later)
    assert shown.press("PageUp", "Shift+ArrowLeft") < 100
    rounds = [
        game.replay.game.rules.round(game.replay.at(x)) for x in (shown.place, key("round", "]"))
    ]
    assert rounds[1] >= rounds[0]
    assert shown.press("[") < shown.press("]")
    assert key("first", "Home") == shown.press("g") == 1
    assert key("last", "End") == last
    assert key("tenth", "5") == round(last / 2)
    shown.press("Escape")
    assert key("last_or_line", "8", "7", "G") == 87
    assert shown.press("G") == last
    for typed, found in (("t12", turn_ends[12]), ("120", 120), ("50%", round(last / 2))):
        key("goto", ":")
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        shown.comes_to(found)
    key("goto", ":")
    page.keyboard.type("nowhere")
    page.keyboard.press("Enter")
    assert shown.told
    shown.at("#e100")
    key("search", "/")
    page.keyboard.type("buys")
    page.keyboard.press("Enter")
    page.wait_for_selector("mark", state="attached")
    hits = [shown.place, key("search_again", "n"), shown.press("n"), shown.press("N")]
    assert hits[0] < hits[1] < hits[2]
    assert hits[3] == hits[1]
    shown.at("#e100")
    seat = shown.press("p") and lines[shown.place - 1].by
    done.add("decision")
    assert lines[shown.press("p") - 1].by == seat
    kind = lines[shown.place - 1].type
    assert lines[key("same_type", "e") - 1].type == lines[shown.press("E") - 1].type == kind
    assert key("scoring", "g", "v") < shown.press("v")
    marked = key("mark", "m")
    assert shown.press("g") == 1
    assert key("next_mark", "'") == marked
    assert shown.press("End", '"') == marked
    assert key("changes", "d") == marked
    assert shown.dialog
    shown.press("Escape")
    assert not shown.dialog
    for name, letter in (("rule", "r"), ("raw", "i"), ("help", "?"), ("save", "s")):
        key(name, letter)
        expect(page.locator("dialog[open]")).to_be_visible()
        if name == "raw":
            assert f'"seq": {marked}' in page.locator("dialog pre").inner_text()
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    key("zoom", "z")
    expect(page.locator("#log")).to_be_hidden()
    shown.press("z")
    expect(page.locator("#board")).to_be_hidden()
    key("quit", "q")
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#log")).to_be_visible()
    top = "() => document.querySelector('.scroller').scrollTop"
    before = page.evaluate(top)
    key("scroll_list", "j", "j")
    assert page.evaluate(top) > before
    key("scroll_board", "J")
    assert page.evaluate("() => document.getElementById('board').scrollTop") > 0
    speed = page.locator(".speed").inner_text()
    key("speed", "+")
    assert page.locator(".speed").inner_text() != speed
    shown.press("-")
    assert page.locator(".speed").inner_text() == speed
    shown.press("g")
    key("play", "+", "+", "Space")
    shown.leaves(1)
    shown.press("Space")
    stopped = shown.place
    page.wait_for_timeout(300)
    assert shown.place == stopped
    eyes = page.locator("#head select").first
    assert eyes.input_value() == "full"
    key("viewer", "w")
    expect(eyes).not_to_have_value("full")
    shown.press("W")
    expect(eyes).to_have_value("full")
    key("note", "a")
    expect(page.locator("textarea")).to_be_hidden()  # this game is over: no more notes
    expect(page.locator(".toast")).to_be_visible()
    key("curve", "c")
    expect(page.locator(".curves")).to_be_visible()
    key("branch", "b")
    assert shown.dialog
    shown.press("Escape")
    left_out = {"difference", "result", "copy"}  # a second log, and two keys of the terminal alone
    assert done == {k.action for k in KEYS} - left_out


# --- looks ------------------------------------------------------------------------------------


def test_it_can_be_read_by_everybody_and_used_by_touch(open_page, real_server, played):
    page = open_page(PHONE, only="touch")
    Shown(page, real_server, played["osaka-2p"].id, 1).at("#e60")
    assert_fits(page)
    button = page.locator(".heads button")
    height = page.locator("svg.scene").bounding_box()["height"]
    assert button.get_attribute("aria-expanded") == "false"
    button.tap()
    assert page.locator("svg.scene").bounding_box()["height"] > height
    assert page.locator(".heads button").get_attribute("aria-expanded") == "true"
    page.get_by_role("button", name="Next event").tap()
    expect(page.locator(".count")).to_have_text(re.compile("^61 "))
    for tab in ("log", "scores", "info"):
        page.locator(f"#tab-{tab}").tap()
        expect(page.locator(f"#part-{tab}")).to_be_visible()
        if CAMPAIGN or tab == "log":
            assert_accessible(page)
    bar, sheet = (page.locator(x).bounding_box() for x in ("#timeline", "#log"))
    assert sheet["y"] + sheet["height"] <= bar["y"] + 1
    page.locator("#tab-info").tap()  # folded again
    page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    board, bar = (page.locator(x).bounding_box() for x in ("svg.scene", "#timeline"))
    assert board["y"] + board["height"] <= bar["y"], "the bar covers the board's end"


# --- moving about -----------------------------------------------------------------------------


def test_the_address_leads_to_a_position_and_screen_readers_hear_it(page, real_server, played):
    game = played["osaka-2p"]
    shown = Shown(page, real_server, game.id).at("#t12")
    shown.comes_to(game.replay.turn_end(12))
    shown.at("#e87").comes_to(87)
    shown.press("ArrowRight")
    shown.comes_to(88)
    told = page.get_by_role("slider").get_attribute("aria-valuetext")
    assert told.startswith("turn 31: Bartek ")
    assert page.locator(".event").inner_text().endswith(told.partition(": ")[2])
    expect(page.locator("#say")).to_have_text(told)
    assert page.locator("svg.scene").get_attribute("aria-label")
    expect(page).to_have_url(re.compile("#t31$"))
    page.reload()
    shown.comes_to(88)
    box = page.get_by_role("slider").bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"], y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, y, steps=5)
    page.mouse.up()
    shown.settle()
    assert abs(shown.place - len(game.replay) / 2) < 3
    page.locator(".lines button").first.click()
    page.locator("#tab-scores").click()
    before = shown.place
    page.locator(".plot").click(position={"x": 200, "y": 60})
    shown.settle()
    assert shown.place != before


# --- live -------------------------------------------------------------------------------------


def test_it_follows_a_game_and_says_whose_turn_it_is(page, real_server):
    table = real_server.table("klongs")
    asked = real_server.admin.game(table.id).legal()
    shown = Shown(page, real_server, table.id, asked.seat)
    expect(page.locator(".badge")).to_have_text("live")
    expect(page).to_have_title(re.compile("Your turn"))
    first = shown.place
    real_server.admin.game(table.id).play(asked.moves[0].move, seat=asked.seat)
    shown.leaves(first)
    shown.press("g")  # who looks back isn't taken along
    real_server.admin.game(table.id).note("seen")
    expect(page.locator("#main:not(.at-end)")).to_have_count(1)
    assert shown.place == 1
    page.get_by_role("button", name="To the end").click()
    shown.settle()
    assert shown.place > first


@pytest.mark.campaign
def test_it_follows_across_a_kill_of_the_server(page, own_server, guard: Guard):
    table = own_server.table("osaka")
    shown = Shown(page, own_server, table.id, 0)
    guard.expect("console", "ERR_|Failed to load")
    expect(page.locator(".badge")).to_have_text("live")
    own_server.kill()
    expect(page.locator(".badge")).to_have_text("connection lost")
    assert "lost" in shown.told
    before = shown.place
    own_server.start()
    game = own_server.admin.game(table.id)
    asked = game.legal()
    game.play(asked.moves[0].move, seat=asked.seat)
    expect(page.locator(".badge")).to_have_text("live", timeout=30000)
    shown.leaves(before)


def test_what_could_not_be_read_is_read_again(page, real_server, guard: Guard):
    """The stream says only once that there is something new."""
    table = real_server.table("osaka")
    seat = table.facts().awaiting[0].seat
    page.goto(f"{real_server.url}/games/{table.id}#join={real_server.token(table, 3 - seat)}")
    expect(page.locator(".badge")).to_have_text("live")
    body = {"type": "", "title": "", "status": 503, "detail": "", "kind": "busy"}
    busy = lambda route: route.fulfill(status=503, json=body)  # noqa: E731
    page.route("**/chapters/*after=*", busy, times=1)
    guard.expect("console", "503")
    done = table.play(table.legal(seat=seat).moves[0].move, seat=seat)
    expect(page.locator(".count")).to_have_text(f"{done.version} / {done.version}")


def test_a_turn_that_does_not_exist_leads_to_the_end(page, real_server):
    table = real_server.table("osaka")
    last = table.facts().version
    page.goto(f"{real_server.url}/games/{table.id}#join={real_server.token(table, 1)}")
    expect(page.locator(".count")).to_have_text(f"{last} / {last}")
    page.goto(f"{real_server.url}/games/{table.id}#t999999")
    page.reload()
    expect(page.locator(".count")).to_have_text(f"{last} / {last}")


def test_a_note_whose_answer_got_lost_is_written_once(page, real_server, guard: Guard):
    table = real_server.table("osaka")
    page.goto(f"{real_server.url}/games/{table.id}#join={real_server.token(table, 1)}")
    page.get_by_role("tab", name="Game", exact=True).click()
    page.get_by_label("Note for everybody").fill("well played")

    def lost(route):
        route.fetch()
        route.abort()

    page.route("**/notes", lost, times=1)
    guard.expect("console", "ERR_FAILED")
    write = page.get_by_role("button", name="Save the note")
    write.click()
    expect(page.locator(".toast.bad")).to_be_visible()
    expect(page.get_by_label("Note for everybody")).to_have_value("well played")
    write.click()
    expect(page.get_by_label("Note for everybody")).to_have_value("")
    assert sum(b"well played" in raw for raw in table.events()) == 1


def test_a_note_on_its_way_stays_while_others_play(page, real_server):
    table = real_server.table("osaka")
    game = real_server.admin.game(table.id)
    shown = Shown(page, real_server, table.id, 1)
    shown.press("a")
    page.keyboard.type("mine")
    for _ in range(2):
        asked = game.legal()
        before = shown.place
        game.play(asked.moves[0].move, seat=asked.seat)
        shown.leaves(before)
        with page.expect_response("**/contents?*"):
            pass  # everything about the game is told anew
        page.keyboard.type(" x")
    assert page.evaluate("() => document.activeElement.tagName") == "TEXTAREA"
    assert page.locator("textarea").input_value() == "mine x x"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".notes")).to_contain_text("mine x x")
    assert page.locator("textarea").input_value() == ""


LONG = "a word that is rather long, and another one; " * 9
CUT = """() => [...document.querySelectorAll(".lines .words")]
  .filter(one => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth)
  .map(one => one.textContent)"""
ROWS = """() => [...document.querySelectorAll(".lines li")].map(x => x.getBoundingClientRect())
  .sort((a, b) => a.y - b.y).map(({ y, height }) => [y, height])"""


@pytest.mark.campaign
@pytest.mark.parametrize("width", [390, 1280])
def test_long_lines_of_the_ledger_wrap(open_page, real_server, width):
    table = real_server.table("klongs")
    game = real_server.admin.game(table.id)
    for n in range(30):
        asked = game.legal()
        game.play(asked.moves[0].move, seat=asked.seat)
        if n % 3 == 0:
            game.note(LONG)
    page = open_page({"viewport": {"width": width, "height": 844}})
    shown = Shown(page, real_server, table.id)
    if width < 500:
        page.locator("#tab-log").click()
    for place in (1, 20, table.facts().version):
        shown.at(f"#e{place}").comes_to(place)
        expect(page.locator(".lines [aria-current]")).to_be_in_viewport()
        _rows_touch(page)
    screenshots(page, "long-lines")
    page.locator("#tab-scores").click()
    page.locator("#tab-log").click()
    _rows_touch(page)
    page.set_viewport_size({"width": 1670 - width, "height": 844})
    if 1670 - width < 500:
        page.locator("#tab-log").click()
    _rows_touch(page)


def _rows_touch(page):
    """Rows stand below each other, and nothing in them is cut."""
    page.wait_for_timeout(200)
    assert page.evaluate(CUT) == []
    rows = page.evaluate(ROWS)
    gaps = [b[0] - a[0] - a[1] for a, b in pairwise(rows)]
    assert len(rows) > 3
    assert all(abs(gap) <= 1 for gap in gaps), gaps


COVERED = """() => {
  const toast = document.querySelector(".toast");
  const all = document.querySelectorAll("button, a, select, input, [role=slider], .lit .hit");
  const reached = () => new Set([...all].filter(one => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const corners = [[1, 1], [width - 1, height - 1], [width / 2, height / 2]];
    return corners.every(([a, b]) => one.contains(document.elementFromPoint(x + a, y + b)));
  }));
  toast.style.visibility = "hidden";
  const before = reached();
  toast.style.visibility = "";
  const after = reached();
  return [...before].filter(one => !after.has(one)).map(one => one.outerHTML.slice(0, 200));
}"""


@pytest.mark.campaign
@pytest.mark.parametrize("width", [390, 1280])
def test_what_is_told_covers_nothing_and_can_be_sent_away(open_page, real_server, guard, width):
    table = real_server.table("osaka")
    page = open_page({"viewport": {"width": width, "height": 844}})
    seat = table.facts().awaiting[0].seat
    shown = Shown(page, real_server, table.id, seat)
    toast = page.locator(".toast")
    page.wait_for_selector(".picks .lit")
    page.route("**/events?*", lambda route: route.fulfill(status=500, json={"detail": LONG}))
    guard.expect("console", "500")
    for key in ("m", "i"):  # a short text and a long one
        shown.press(key)
        expect(toast).to_be_visible()
        if key == "i":
            expect(toast).to_contain_text(LONG.strip())
        assert page.evaluate(COVERED) == []
        if key == "i":
            screenshots(page, "told")
        toast.click()
        expect(toast).to_be_hidden()
    shown.press("s")  # over a dialog
    page.get_by_role("button", name="Copy the link").click()
    expect(toast).to_be_visible()
    assert page.evaluate(COVERED) == []
    on_top = "x => x.contains(document.elementFromPoint(...x.dataset.at.split(',').map(Number)))"
    box = toast.bounding_box()
    at = f"{box['x'] + box['width'] / 2},{box['y'] + box['height'] / 2}"
    toast.evaluate("(x, at) => { x.dataset.at = at }", at)
    assert toast.evaluate(on_top)
    screenshots(page, "told-over-a-dialog")
    page.keyboard.press("Escape")
    expect(page.locator(".now .toast")).to_have_count(1)
    assert_accessible(page)


@pytest.mark.campaign
def test_browsers_without_https_are_not_asked_for_notifications(open_page, real_server):
    table = real_server.table("osaka")
    for safe in (True, False):
        page = open_page()
        page.add_init_script(
            f"Object.defineProperty(window, 'isSecureContext', {{ value: {str(safe).lower()} }})"
        )
        Shown(page, real_server, table.id, 1)
        page.locator("#tab-info").click()
        expect(page.locator(".info")).to_contain_text("Ana")  # who one is, by name
        expect(page.locator(".info .button .glyph")).to_have_count(int(safe))


@pytest.mark.campaign
@pytest.mark.parametrize("role", ["host", "referee"])
def test_a_referee_branches_a_game_and_a_host_hands_out_its_links(page, guard, real_server, role):
    host = real_server.admin.make_token("host").token
    table = Client(real_server.url, host).create("osaka", ["Ana", "Bartek"])
    table.play("claim red")
    token = host if role == "host" else real_server.token(table, None)
    page.goto(f"{real_server.url}/games/{table.id}#join={token}")
    page.locator(".piece").first.wait_for(state="attached")
    expect(page.locator("#head h1")).not_to_have_text("Game")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("b")
    page.get_by_role("button", name="Start the game").click()
    if role == "host":
        expect(page.locator(".link-card")).to_have_count(3)
        assert page.url == f"{real_server.url}/host"
        url = page.get_by_label("Link for Ana").input_value()
    else:
        page.wait_for_url("**-at-6-*")
        page.locator(".piece").first.wait_for(state="attached")
        url = page.url
    new = url.partition("#")[0].rpartition("/")[2]
    assert new != table.id
    assert real_server.admin.game(new).facts().version == table.facts().version - 1


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_game_opens_on_its_result(open_page, real_server, played, name):
    page = open_page(PHONE)
    game = played[name]
    ended = game.replay.lines[-2].data
    watching = real_server.token(real_server.admin.game(game.id), 0)
    page.goto(f"{real_server.url}/games/{game.id}#join={watching}")
    card = page.locator(".result-card")
    expect(card).to_be_visible()
    winner = game.names[ended.ranking[0][0] - 1]
    expect(card.locator("h2")).to_contain_text(winner)
    rows = card.locator(".podium li")
    expect(rows).to_have_count(len(game.names))
    expect(rows.first).to_contain_text(str(ended.scores[ended.ranking[0][0] - 1]))
    expect(page.locator("body")).not_to_contain_text("sealed")
    assert_accessible(page)
    assert_fits(page)
    if card.locator(".moment").count():
        card.locator(".moment").first.tap()
        expect(card).to_be_hidden()
        page.get_by_role("button", name="To the end").tap()
    card.get_by_role("button", name="Replay from the start").tap()
    expect(card).to_be_hidden()
    page.goto(page.url.partition("#")[0] + "#e40")
    page.locator(".piece").first.wait_for(state="attached")
    expect(card).to_be_hidden()  # the link names a position


def test_a_host_asks_for_a_rematch(page, real_server):
    token = real_server.admin.make_token("host").token
    table = Client(real_server.url, token).create("osaka", ["Ana", "Bartek"])
    table.abandon("too late")
    page.goto(f"{real_server.url}/games/{table.id}#join={token}")
    page.locator(".result-card").get_by_role("button", name="Rematch").click()
    expect(page.locator(".link-card")).to_have_count(3)
    url = page.get_by_label("Link for Ana").input_value()
    new = url.partition("#")[0].rpartition("/")[2]
    facts = real_server.admin.game(new).facts()
    assert (new != table.id, [s.name for s in facts.seats]) == (True, ["Ana", "Bartek"])


# --- strangers' text --------------------------------------------------------------------------

HOSTILE = '<img src=x onerror="document.title=1"><script>alert(1)</script>\'"&amp;]]>'


def test_names_and_notes_are_text(page, real_server):
    table = real_server.admin.create("osaka", [HOSTILE, "}</style><b>Bartek"])
    game = real_server.admin.game(table.id)
    game.note(HOSTILE)
    Shown(page, real_server, table.id)
    expect(page.locator("svg.scene .name").first).to_contain_text("<img")
    expect(page.locator(".lines")).to_contain_text("<script>alert(1)</script>")
    page.locator("#tab-info").click()
    expect(page.locator(".notes")).to_contain_text("<script>alert(1)</script>")
    page.locator("#tab-scores").click()
    expect(page.locator("table.holdings")).to_contain_text("}</style><b>Bartek")
    assert page.locator("#main img, #main script, #main b:text('Bartek')").count() == 0


# --- speed ------------------------------------------------------------------------------------

TIMED = """() => {
    window.spent = [];
    const timed = act => (...given) => {
        const from = performance.now();
        try { return act(...given); } finally { window.spent.push(performance.now() - from); }
    };
    const frame = requestAnimationFrame.bind(window);
    window.requestAnimationFrame = act => frame(timed(act));
}"""


def lengthened(page: Page, last: int, chapters: list[dict[str, Any]]) -> None:
    """Let a game seem to have as many lines as we like, by giving its chapters again and again."""

    def chapter(route: Route) -> None:
        n = int(re.search(r"/chapters/(\d+)", route.request.url)[1]) or -(-last // 64)
        given = dict(chapters[(n - 1) % len(chapters)])
        first = 64 * (n - 1) + 1
        lines = [{**line, "seq": first + i} for i, line in enumerate(given["lines"])]
        given |= {"version": last, "first": first, "chapter": n, "lines": lines}
        route.fulfill(json=given)

    def contents(route: Route) -> None:
        found = json.loads(route.fetch().body())
        turns = [[n, n // 4, 1, 4 * n + 1, 4 * n + 4] for n in range(last // 4)]
        route.fulfill(json={**found, "version": last, "turns": turns})

    def stream(route: Route) -> None:
        route.fulfill(body="event: end\ndata: {}\n\n", content_type="text/event-stream")

    page.context.route("**/stream?*", stream)
    page.context.route("**/chapters/*", chapter)
    page.context.route("**/contents?*", contents)


@pytest.mark.campaign
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["century-4p", "klongs-2p"])
def test_dragging_through_five_thousand_events_is_smooth(
    open_page, real_server, played, name, width, capsys
):
    game = played[name]
    token = real_server.admin.make_token("referee", game=game.id).token
    chapters = [
        httpx.get(
            f"{real_server.url}/api/v1/games/{game.id}/chapters/{n}",
            headers={"Authorization": f"Bearer {token}"},
        ).json()
        for n in range(1, len(game.replay) // 64 + 1)
    ]
    page = open_page({"viewport": {"width": width, "height": 900}})
    page.add_init_script(f"({TIMED})()")
    lengthened(page, 5000, chapters)
    shown = Shown(page, real_server, game.id)
    page.wait_for_timeout(500)
    rates = []
    box = page.get_by_role("slider").bounding_box()
    for moves in (False, True):
        page.evaluate("() => { window.spent = []; }")
        page.mouse.move(box["x"] + 1, box["y"] + 22)
        page.mouse.down()
        begun = page.evaluate("() => performance.now()")
        for i in range(500):
            page.mouse.move(box["x"] + (box["width"] * i / 500 if moves else 1), box["y"] + 22)
            if not moves:
                page.evaluate("() => new Promise(requestAnimationFrame)")
        page.mouse.up()
        taken = page.evaluate("() => performance.now()") - begun
        rates.append(len(page.evaluate("() => window.spent")) * 1000 / taken)
    spent = sorted(page.evaluate("() => window.spent"))
    tail = spent[len(spent) * 95 // 100]
    with capsys.disabled():
        print(
            f"\n{name} at {width} px: {len(spent)} frames, median {spent[len(spent) // 2]:.1f} ms, "
            f"95th percentile {tail:.1f} ms, most {spent[-1]:.1f} ms; "
            f"{rates[1]:.0f} frames a second, {rates[0]:.0f} on an idle page"
        )
    assert shown.place > 4900
    assert tail <= 8


@pytest.mark.campaign
def test_pictures_of_every_game_for_whoever_looks_at_them(open_page, real_server, played):
    for name in NAMES:
        game = played[name]
        page = open_page()
        shown = Shown(page, real_server, game.id)
        shown.at(f"#e{len(game.replay) * 2 // 3}")
        screenshots(page, f"game-{name.partition('-')[0]}")
