"""Playing in a real browser: by taps alone on a phone, by keys alone on a desktop."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from client.real_server import RealServer
from ledger.client.client import TableClient
from ledger.kernel.game.registry import installed
from ledger.kernel.log.events import Seat
from ledger.testing.effort import CAMPAIGN

from .chromium import DESKTOP, PHONE, Hand
from .guard import Guard
from .looks import assert_accessible, assert_fits

READY = '#play[data-turn="mine"]:not([aria-busy], [inert]), #play[data-turn="over"]'
TARGET = 36
OFFERED = """() => ({
  turn: document.getElementById("play").dataset.turn,
  lit: [...document.querySelectorAll(".picks .lit")].map((one) => one.dataset.piece),
  buttons: [...document.querySelectorAll("#play .option")].map((one) => one.dataset.pick),
  confirm: !document.querySelector("#play .confirm").disabled,
  pay: document.querySelector("#play .acts button:nth-child(2)").offsetParent !== null,
  refused: document.querySelector("#play .refusal")?.textContent ?? "",
})"""
PLACE = """(piece) => {
  const found = document.querySelector(`.picks .lit[data-piece="${CSS.escape(piece)}"]`);
  found.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = found.querySelector(".edge").getBoundingClientRect();
  const at = [x + width / 2, y + height / 2];
  const hit = found.querySelector(".hit").getBoundingClientRect();
  const top = document.elementFromPoint(...at);
  return { at, size: Math.min(hit.width, hit.height), free: top?.closest(".picks") !== null };
}"""
FOCUSED = """() => {
  const { activeElement: here } = document;
  const { piece = "", pick = "" } = here.dataset;
  return { piece, pick, text: here.textContent, confirm: here.classList.contains("confirm") };
}"""


class Seated:
    """Somebody who plays on a page."""

    def __init__(self, page: Page, server: RealServer, table: TableClient, seat: int) -> None:
        self.page, self.table, self.seat = page, table, seat
        page.goto(f"{server.url}/games/{table.id}#join={server.token(table, seat)}")
        page.locator(".piece").first.wait_for(state="attached")

    def offered(self) -> dict[str, Any]:
        """Wait until it is this seat's turn, and return what can be done."""
        try:
            self.page.wait_for_selector(READY, state="attached", timeout=60_000)
        except TimeoutError:
            bar = self.page.locator("#play").evaluate("bar => bar.cloneNode().outerHTML")
            shown = self.page.locator(".now").inner_text()
            raise AssertionError(f"{bar} at {shown}, {self.table.facts()}") from None
        return self.page.evaluate(OFFERED)

    @property
    def confirm(self) -> Locator:
        """The button that plays the chosen move, which says what that is."""
        return self.page.locator("#play .confirm")

    def played(self, before: int) -> None:
        """Wait until the service has a move that was confirmed."""
        expect(self.page.locator("#play .refusal")).to_be_hidden()
        expect(self.page.locator(".count")).not_to_have_text(re.compile(rf"^{before} / "))


class Taps(Seated):
    """Uses a finger."""

    def piece(self, id: str) -> None:
        place = self.page.evaluate(PLACE, id)
        assert place["size"] >= TARGET - 0.01, (id, place)
        assert place["free"], f"something lies above {id}"
        self.page.touchscreen.tap(*place["at"])

    def button(self, pick: str) -> None:
        self.page.locator(f'#play .option[data-pick="{pick}"]').tap()

    def act(self, name: str) -> None:
        self.page.locator("#play .acts").get_by_role("button", name=name, exact=True).tap()

    def play(self) -> None:
        self.confirm.tap()


class Keys(Seated):
    """Uses the keyboard."""

    def piece(self, id: str) -> None:
        self._tab(lambda here: here["piece"] != "")
        for _ in range(200):
            if self.page.evaluate(FOCUSED)["piece"] == id:
                break
            self.page.keyboard.press("ArrowRight")
        else:
            raise AssertionError(f"no arrow leads to {id}")
        self.page.keyboard.press(random.choice(("Enter", "Space")))

    def button(self, pick: str) -> None:
        self._tab(lambda here: here["pick"] == pick)
        self.page.keyboard.press("Enter")

    def act(self, name: str) -> None:
        self._tab(lambda here: here["text"] == name)
        self.page.keyboard.press("Enter")

    def play(self) -> None:
        self._tab(lambda here: here["confirm"])
        self.page.keyboard.press("Enter")

    def _tab(self, there: Callable[[dict[str, Any]], bool]) -> None:
        for _ in range(150):
            if there(self.page.evaluate(FOCUSED)):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("the Tab key doesn't lead there")


def play(player: Taps | Keys, rng: random.Random, moves: int) -> int:
    """Play moves of one's own at random, to the end of the game if there are so many."""
    played = picks = 0
    while played < moves:
        found = player.offered()
        if found["turn"] == "over":
            break
        steps: list[tuple[Callable[[str], None], str]]
        steps = [(player.piece, id) for id in found["lit"]]
        steps += [(player.button, pick) for pick in found["buttons"]]
        if found["confirm"] and (not steps or rng.random() < 0.75):
            before = player.table.facts().version
            player.play()
            player.played(before)
            played, picks = played + 1, 0
        elif found["pay"] and (not steps or rng.random() < 0.3):
            player.act("Pay for me")
        elif steps and picks < 15:
            act, what = rng.choice(steps)
            act(what)
            picks += 1
        else:
            player.act("Start over")
            picks = 0
    return played


@pytest.fixture
def join(open_page: Any, real_server: RealServer) -> Callable[..., Taps | Keys]:
    """Sit down at a new game; the service plays the other seats."""

    def sit(name: str, hand: Hand) -> Taps | Keys:
        bots = installed()[name].bots
        bot = next((b for b in bots if b != "random"), "random")
        table = real_server.admin.create(name, ["Ana", Seat(name="Bot", bot=bot)])
        kind = Taps if hand == "touch" else Keys
        page = open_page(PHONE if hand == "touch" else DESKTOP, only=hand)
        return kind(page, real_server, table, 1)

    return sit


GAMES = sorted(installed())


@pytest.mark.parametrize(
    ("name", "hand"),
    [(name, hand) for name in GAMES for hand in ("touch", "keys")]
    if CAMPAIGN
    else [("osaka", "touch"), ("splash", "keys")],
)
@pytest.mark.timeout(1800)
def test_a_game_is_played_by_one_hand(join: Any, name: str, hand: Hand) -> None:
    player = join(name, hand)
    played = play(player, random.Random(f"{name}/{hand}"), 500 if CAMPAIGN else 3)
    facts = player.table.facts()
    assert played >= 3
    if CAMPAIGN:
        assert facts.status == "over"
        print(f"\n{name} by {hand}: {played} moves, {facts.version} lines, {facts.result.reason}")
    assert_accessible(player.page)
    assert_fits(player.page)


def test_a_move_is_chosen_refused_typed_and_taken_back(
    page: Page, guard: Guard, real_server: RealServer
) -> None:
    """What the bar is for besides choosing; nothing of it stays in the picture."""
    table = real_server.table("osaka")
    seat = table.facts().awaiting[0].seat
    player = Keys(page, real_server, table, seat)
    bar, board, refusal = page.locator("#play"), page.locator("#board"), page.locator(".refusal")
    acts = bar.locator(".acts")
    assert len(player.offered()["lit"]) == 4
    expect(acts.get_by_role("button", name="Undo")).to_have_count(0)  # nothing was done yet

    board.locator(".lit").first.click()  # chosen, and back again
    expect(player.confirm).to_be_enabled()
    expect(board.locator(".picks .chosen")).to_have_count(1)
    expect(acts.get_by_role("button", name="Undo tap")).to_be_visible()
    page.keyboard.press("Escape")
    expect(board.locator(".picks .lit")).to_have_count(4)
    expect(player.confirm).to_be_disabled()

    acts.get_by_role("button", name="Type").click()  # typed, refused, completed
    field = bar.get_by_role("textbox")
    field.fill("buy R5")
    field.press("Enter")
    guard.expect("console", "422")
    expect(refusal).to_contain_text("OSA-09")
    refusal.get_by_role("button", name="OSA-09").click()
    expect(page.locator("dialog[open]")).to_contain_text("OSA-09")
    page.keyboard.press("Escape")
    field.fill("claim r")
    bar.locator(".completions").get_by_role("button", name="red").click()
    expect(field).to_have_value("claim red ")
    field.press("Enter")
    expect(bar).to_have_attribute("data-turn", "theirs")
    expect(board.locator(".picks")).to_have_count(0)  # the picture is as it was
    assert table.facts().version == 7

    acts.get_by_role("button", name="Undo move").click()  # taken back: asked again
    expect(bar).to_have_attribute("data-turn", "mine")
    assert len(player.offered()["lit"]) == 4
    table.note("meanwhile")  # a remark moves the game on, and the page with it
    expect(page.locator(".count")).to_contain_text("/ 9")
    player.offered()

    def late(route: Any) -> None:
        body = {
            "type": "/problems/stale",
            "title": "",
            "status": 412,
            "detail": "",
            "kind": "stale",
        }
        route.fulfill(status=412, json=body)

    page.route("**/commands", late)
    board.locator(".lit").first.click()
    player.confirm.click()
    guard.expect("console", "412")
    expect(refusal).to_be_visible()
    expect(board.locator(".picks")).to_have_count(0)
    assert table.facts().version == 9


@pytest.mark.campaign
@pytest.mark.parametrize("width", [390, 1280])
def test_a_payment_on_its_way_is_no_error(
    open_page: Any, real_server: RealServer, width: int
) -> None:
    table = real_server.table("osaka")
    page = open_page({"viewport": {"width": width, "height": 844}})
    answer = {"detail": "it costs 10; you pay 5", "rule": "OSA-14", "unfinished": True}

    def paying(route: Any) -> None:
        found = route.fetch().json()
        refused = {**answer, "unfinished": "G5" not in route.request.url}
        picked = "pick=" in route.request.url
        route.fulfill(json={**found, "refused": refused if picked else None})

    page.route("**/choices?*", paying)
    seat = table.facts().awaiting[0].seat
    player = Keys(page, real_server, table, seat)
    player.offered()
    page.locator(".lit").first.click()
    told = page.locator("#play .unfinished")
    expect(told).to_contain_text("you pay 5")
    expect(told).to_have_attribute("role", "status")
    expect(page.locator("#play .refusal")).to_have_count(0)
    told.get_by_role("button", name="OSA-14").click()
    expect(page.locator("dialog[open]")).to_contain_text("OSA-14")
    assert_accessible(page)


def test_what_can_be_picked_is_found_again_on_a_phone(
    open_page: Any, real_server: RealServer
) -> None:
    """The bar leads to it; who reads elsewhere is left where they are."""
    table = real_server.table("osaka")
    page = open_page({**PHONE, "viewport": {"width": 390, "height": 620}})
    player = Taps(page, real_server, table, table.facts().awaiting[0].seat)
    show_me = page.locator("#play .acts").get_by_role("button", name="Show me")
    assert len(player.offered()["lit"]) == 4
    expect(show_me).to_be_hidden()
    page.evaluate("() => scrollTo({ top: 9999, behavior: 'instant' })")
    expect(show_me).to_be_visible()
    read = page.evaluate("() => scrollY")
    assert read > 200
    table.note("meanwhile")
    expect(page.locator(".count")).to_contain_text("/ 7")
    assert page.evaluate("() => scrollY") == read
    show_me.tap()
    expect(show_me).to_be_hidden()
    expect(page.locator(".lit .hit").first).to_be_in_viewport()
    assert_accessible(page)

    page.get_by_role("button", name="Keys and help").tap()  # what fingers can do comes first
    help = page.locator("dialog[open]")
    expect(help.locator(".taps")).to_contain_text("tap it, then the button")
    expect(help.locator("kbd").first).to_be_hidden()
    help.get_by_text("With a keyboard").tap()
    expect(help.locator("kbd").first).to_be_visible()


def test_dice_are_marked_as_they_lie_and_rolled_again_in_words(
    page: Page, real_server: RealServer
) -> None:
    table = real_server.table("istanbul")
    seat = table.facts().awaiting[0].seat

    def rolling_again(route: Any) -> None:
        found = route.fetch().json()
        dice = [{"region": "dice", "value": str(n)} for n in (1, 2)]
        words = {"words": ["Ana pays 1 crystal and rolls die 1 again"], "label": "Roll dice again"}
        done = {"command": {"type": "reroll"}, "move": "reroll 1", "left": 1, **words}
        picked = "pick=" in route.request.url
        route.fulfill(json={**found, "lit": dice, "buttons": [], **(done if picked else {})})

    page.route("**/choices?*", rolling_again)
    player = Keys(page, real_server, table, seat)
    assert len(player.offered()["lit"]) == 2
    die = page.locator(".lit").first
    drawn = page.locator('.pieces [transform*="rotate"]').first.get_attribute("transform")
    mark = die.locator(".edge")
    angle = re.search(r"rotate\((-?\d+) ", drawn or "")
    assert angle
    assert (mark.get_attribute("transform") or "").startswith(f"rotate({angle[1]} ")
    assert float(mark.get_attribute("rx") or 0) < float(mark.get_attribute("width") or 0) / 4
    expect(page.locator("#play .ask")).to_have_text("Your turn: take an action or end your turn")
    die.click()
    expect(page.locator("#play .ask")).to_have_text("Ana pays 1 crystal and rolls die 1 again.")
    expect(player.confirm).to_have_text("Roll dice again")


@pytest.mark.campaign
def test_a_move_that_is_taken_back_takes_back_what_was_picked_after_it(
    page: Page, real_server: RealServer
) -> None:
    """It is somebody else's turn again: nothing is kept, and nobody is asked to pick again."""
    table = real_server.table("osaka")
    first, then = (table.facts().awaiting[0].seat, 3 - table.facts().awaiting[0].seat)
    table.play("claim red", seat=first)
    player = Keys(page, real_server, table, then)
    player.offered()
    page.locator(".lit").first.click()
    expect(page.locator(".picks .chosen")).to_have_count(1)
    table.note("still thinking?")  # a remark changes nothing
    expect(page.locator(".count")).to_contain_text(f"/ {table.facts().version}")
    expect(page.locator(".picks .chosen")).to_have_count(1)
    table.undo()
    expect(page.locator("#play")).to_have_attribute("data-turn", "theirs")
    expect(page.locator(".picks")).to_have_count(0)
    expect(page.locator("#play .refusal, #play .unfinished")).to_be_hidden()
    table.play("claim blue", seat=first)
    assert player.offered()["confirm"] is False
    expect(page.locator(".picks .chosen")).to_have_count(0)


def test_who_takes_back_too_late_can_still_play(
    page: Page, guard: Guard, real_server: RealServer
) -> None:
    """Somebody has answered, and the page has seen it, before the service refuses to undo."""
    table = real_server.table("osaka")
    seat = table.facts().awaiting[0].seat
    player = Keys(page, real_server, table, seat)
    player.offered()
    page.locator(".lit").first.click()
    player.play()
    expect(page.locator("#play")).to_have_attribute("data-turn", "theirs")

    def late(route: Any) -> None:
        then = table.facts().awaiting[0].seat
        done = table.play(table.legal(seat=then).moves[0].move, seat=then)
        expect(page.locator(".count")).to_have_text(f"{done.version} / {done.version}")
        player.offered()
        route.continue_()

    page.route("**/undo", late, times=1)
    guard.expect("console", "412")
    player.act("Undo move")
    expect(page.locator("#play .unfinished")).to_have_text("The game has moved on: look again.")
    assert player.offered()["lit"]


SILENT_AT_FIRST = """() => {
  const Real = EventSource;
  let first = true;
  window.EventSource = class extends EventTarget {
    static CLOSED = 2;
    constructor(url) {
      super();
      if (!first) return new Real(url);
      first = false;
      this.readyState = 1;
      setTimeout(() => this.dispatchEvent(new Event("open")));
    }
    close() {
      this.readyState = 2;
    }
  };
}"""


def test_a_stream_that_says_nothing_holds_nobody_up(page: Page, real_server: RealServer) -> None:
    """One's own move is seen by its answer; those of others, once the silence is noticed."""
    page.add_init_script(f"({SILENT_AT_FIRST})()")
    table = real_server.table("osaka")
    seat = table.facts().awaiting[0].seat
    player = Keys(page, real_server, table, seat)
    player.offered()
    before = table.facts().version
    page.locator(".lit").first.click()
    player.play()
    player.played(before)
    expect(page.locator("#play")).to_have_attribute("data-turn", "theirs")
    done = table.play(table.legal(seat=3 - seat).moves[0].move, seat=3 - seat)
    page.evaluate(
        """() => {
          const now = Date.now;
          Date.now = () => now() + 20_000;
          dispatchEvent(new Event("online"));
        }"""
    )
    expect(page.locator(".count")).to_have_text(f"{done.version} / {done.version}", timeout=10_000)
    player.offered()


def test_confirm_waits_for_the_answer_to_the_last_tap(page: Page, real_server: RealServer) -> None:
    table = real_server.table("osaka")
    player = Keys(page, real_server, table, table.facts().awaiting[0].seat)
    player.offered()
    before = table.facts().version
    confirm = player.confirm
    page.locator(".lit").first.click()
    expect(confirm).to_be_enabled()
    waiting: list[Any] = []
    page.route("**/choices?*", lambda route: waiting.append(route), times=1)
    page.get_by_role("button", name="Undo tap", exact=True).click()
    expect(confirm).to_be_disabled()
    expect(page.locator("#play .ask")).to_have_text("")
    waiting[0].continue_()
    player.offered()
    expect(confirm).to_be_disabled()
    assert table.facts().version == before, "nothing was played"
