"""The game page in a real browser, against a real service."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page

from ledger.kernel.game.registry import find_game
from ledger.kernel.replay.reading import read
from ledger.library.journal.facts import describe
from ledger.library.library import Library
from scripts.benchmarks.long_log import played
from scripts.browser import open_browser
from scripts.console import say
from scripts.local_service import serving

STEP_BAR = 8.0
FIRST_BAR = 3.0
LONG_BAR = 1.5
SHORT = 300
WATCH = """
(() => {
  const told = (window.told = { frames: [], head: 0, board: 0 });
  const ask = window.requestAnimationFrame.bind(window);
  let spent = 0;
  window.requestAnimationFrame = (act) =>
    ask((now) => {
      const start = performance.now();
      act(now);
      spent += performance.now() - start;
    });
  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (kind, act, ...more) {
    if (!kind.startsWith("pointer") || typeof act !== "function") {
      return listen.call(this, kind, act, ...more);
    }
    const timed = function (event) {
      const start = performance.now();
      act.call(this, event);
      spent += performance.now() - start;
    };
    return listen.call(this, kind, timed, ...more);
  };
  const frame = () => {
    told.frames.push(spent);
    spent = 0;
    ask(frame);
  };
  ask(frame);
  new MutationObserver((changes, watcher) => {
    if (!told.head && document.querySelector("#head .brand")) told.head = performance.now();
    if (!document.querySelector("#board .pieces .piece")) return;
    told.board = performance.now();
    watcher.disconnect();
  }).observe(document, { childList: true, subtree: true });
})();
"""


LOADED = "() => performance.timing.loadEventEnd - performance.timing.navigationStart"
TAKEN = "() => { const f = told.frames; told.frames = []; return f }"


def measure(game: str, events: int, long: int, repeats: int) -> bool:
    """Measure, print, and say whether every bar was kept."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _fill(folder, game, {"short": SHORT, "drag": events, "long": long})
        with serving(folder) as (url, token), open_browser() as browser:
            kept = [
                _dragging(browser, url, token, events),
                _first_board(browser, url, token, repeats),
                _long_log(browser, url, token, repeats),
            ]
    return all(kept)


def _fill(folder: Path, name: str, sizes: dict[str, int]) -> None:
    game = find_game(name)
    with Library(folder).writing() as writer:
        for id, lines in sizes.items():
            data = played(game, lines).bytes()
            writer.add_log(id, id, describe(read(data).lines, len(data)), data)


@contextmanager
def _opened(browser: Browser, url: str, token: str, id: str) -> Iterator[Page]:
    """Open a game by a link, in a browser that has never seen the server."""
    with _new_page(browser, f"{url}/games/{id}#join={token}") as page:
        _board(page)
        yield page


@contextmanager
def _new_page(browser: Browser, url: str) -> Iterator[Page]:
    """Open a page in a browser that has never seen the server."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto(url)
    yield page
    context.close()


def _board(page: Page) -> float:
    """Wait for a board, and return how long it took from the beginning, in milliseconds."""
    page.wait_for_selector("#board .pieces .piece", state="attached")
    found: float = page.evaluate("() => told.board")
    return found


def _again(page: Page) -> float:
    page.reload()
    return _board(page)


def _frames(page: Page) -> list[float]:
    found: list[float] = page.evaluate(TAKEN)
    return found


def _dragging(browser: Browser, url: str, token: str, events: int) -> bool:
    with _opened(browser, url, token, "drag") as page:
        page.wait_for_timeout(3000)
        _frames(page)
        start = time.perf_counter()
        page.wait_for_timeout(3000)
        idle = len(_frames(page)) / (time.perf_counter() - start)
        bar = page.get_by_role("slider").first
        box = bar.bounding_box()
        if box is None:
            raise RuntimeError("there is no timeline")
        y = box["y"] + box["height"] / 2
        page.mouse.move(box["x"] + 1, y)
        page.mouse.down()
        start = time.perf_counter()
        steps = 400
        for n in range(steps + 1):
            page.mouse.move(box["x"] + box["width"] * n / steps, y)
        took = time.perf_counter() - start
        page.mouse.up()
        frames = _frames(page)
    busy = sorted(f for f in frames if f > 0.2)
    worst = busy[len(busy) * 95 // 100]
    say(
        f"dragging through {events:,} events: {len(busy)} steps, script per step median "
        f"{statistics.median(busy):.1f} ms, p95 {worst:.1f} ms (at most {STEP_BAR}); "
        f"{len(frames) / took:.0f} frames a second, {idle:.0f} on the idle page"
    )
    return worst <= STEP_BAR


def _first_board(browser: Browser, url: str, token: str, repeats: int) -> bool:
    took: dict[str, list[float]] = {name: [] for name in ("answer", "page", "fresh", "again")}
    for _ in range(repeats):
        with _opened(browser, url, token, "short") as page:
            took["fresh"].append(_board(page))
            took["again"].append(_again(page))
        # as new a browser for each: the first page of one has to wake it up
        with _new_page(browser, f"{url}/health") as page:
            took["answer"].append(page.evaluate(LOADED))
        with _new_page(browser, url) as page:
            page.wait_for_selector("#head .brand", state="attached")
            took["page"].append(page.evaluate("() => told.head"))
    answer, empty, fresh, again = map(statistics.median, took.values())
    say(
        f"first board: {fresh:.0f} ms with a link in a new browser, {again:.0f} ms when it is "
        f"loaded again; the server's first page, with nothing on it yet, {empty:.0f} ms: "
        f"{fresh / empty:.1f} and {again / empty:.1f} times (at most {FIRST_BAR}); an answer "
        f"without any page {answer:.0f} ms"
    )
    return fresh <= FIRST_BAR * empty


def _long_log(browser: Browser, url: str, token: str, repeats: int) -> bool:
    with (
        _opened(browser, url, token, "long") as long,
        _opened(browser, url, token, "short") as short,
    ):
        took = [(_again(short), _again(long)) for _ in range(repeats)]
    few = statistics.median(few for few, _ in took)
    many = statistics.median(many for _, many in took)
    say(
        f"a long log: first board {many:.0f} ms, of a short one {few:.0f} ms: "
        f"{many / few:.2f} times (at most {LONG_BAR})"
    )
    return many <= LONG_BAR * few
