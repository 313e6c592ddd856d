"""Take pictures of every page, in both colour schemes, as wide as a phone, a tablet and a desk.

    scripts/pictures --out pictures
    scripts/pictures --out pictures --only osaka
    scripts/pictures --docs

Each is called like `osaka-play-390-dark.png`. The games are those in `replays/`, so that a picture
only changes when what it shows does; the links of a host differ each time. `--only` takes those
whose names contain some text; `--docs` makes again what README and docs show.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from scripts import ROOT
from scripts.browser import open_browser
from scripts.console import arguments, say

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from ledger.client.client import Client

REPLAYS = ROOT / "replays"
DOCS = ROOT / "docs" / "pictures"
WIDTHS = (390, 768, 1280)
HEIGHTS = {390: 844, 768: 1024, 1280: 800}
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
GAMES = ("osaka", "istanbul", "century", "klongs")
PLUGIN = "splash"
TABS = {"log": "Ledger", "scores": "Scores", "info": "Game"}
SETTLED = 400
"""Milliseconds after which nothing on a page moves any more."""
PATIENCE = 120_000
"""Milliseconds for a board on a machine that has other work to do."""
REDRAWN = 400
"""Milliseconds after which a page stands in other colours."""
WHOLE = """() => {
  const board = document.querySelector("#board");
  const hidden = board ? board.scrollHeight - board.clientHeight : 0;
  return Math.max(document.documentElement.scrollHeight, innerHeight + hidden);
}"""
"""How high a window must be for nothing to be hidden, not even in the board, which may scroll."""
BOARDS = {"century": 60, "klongs": 32}
"""The turns whose boards stand in the docs."""

Shoot = Callable[[Any, int], None]
"""Does something on a page at a width."""


class View(NamedTuple):
    """A page to take pictures of: its address, what to do there at each width, and how much."""

    name: str
    address: str
    token: str = ""
    act: Shoot | None = None
    whole: bool = False
    before: tuple[str, ...] = ()
    """Other links that the browser has opened before."""


class Served(NamedTuple):
    """The service that is looked at."""

    url: str
    admin: Client
    token: str
    folder: Path

    def join(self, game: str, seat: int) -> str:
        """Return the link of a seat, or of a spectator (0)."""
        made = self.admin.make_token("seat" if seat else "spectator", game=game, seat=seat or None)
        return f"{self.url}/games/{game}#join={made.token}"


def take(out: Path, only: str = "") -> None:
    """Take pictures of all views whose names contain some text."""
    out.mkdir(parents=True, exist_ok=True)
    with _looked_at() as (browser, served):
        for view in _views(served):
            if only in view.name:
                _shoot(browser, view, out)


def take_for_docs() -> None:
    """Make the pictures of the docs: boards by the program, pages as a browser shows them."""
    DOCS.mkdir(parents=True, exist_ok=True)
    with _looked_at() as (browser, served):
        _for_docs(browser, served)


@contextmanager
def _looked_at() -> Iterator[tuple[Browser, Served]]:
    """Serve a library with games, for as long as a browser looks at it."""
    from ledger.client.client import Client
    from scripts.common.local_service import serving

    with tempfile.TemporaryDirectory() as name:
        library = Path(name) / "library"
        _fill(library, Path(name))
        with serving(library) as (url, token), open_browser() as browser:
            yield browser, Served(url, Client(url, token), token, Path(name))


def _ledger(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "ledger.cli", *words], check=True, capture_output=True)


def _fill(library: Path, folder: Path) -> None:
    """Put every replay into a library, and a game of the plug-in."""
    from ledger.kernel.replay.log_reader import read
    from ledger.library.journal.facts import describe
    from ledger.library.library import Library

    shape = ("--players", "3", "--games", "1", "--seed", "7", "--bot", "greedy")
    when = ("--start", "2026-03-01T18:00:00Z")
    _ledger("simulate", PLUGIN, *shape, *when, "--out", str(folder / "games"))
    files = {path.stem: path for path in sorted(REPLAYS.glob("*-?p.jsonl"))}
    files |= {f"{PLUGIN}-3p": path for path in (folder / "games").glob("*.jsonl")}
    with Library(library).writing() as writer:
        for id, path in files.items():
            data = path.read_bytes()
            writer.add_log(id, id, describe(read(data).lines, len(data)), data)


def _views(served: Served) -> Iterator[View]:
    url, host = served.url, served.admin.make_token("host").token
    seats = tuple(served.join(f"{game}-3p", 1 + n % 3) for n, game in enumerate(GAMES))
    watching = served.join("osaka-3p", 0)
    yield View("first-home", url, whole=True)
    yield View("home", url, whole=True, before=(*seats, watching))
    yield View("choose", f"{url}/games/osaka-3p", before=(seats[0], watching))
    yield View("no-link", f"{url}/games/osaka-3p")
    yield View("problem", f"{url}/games/nowhere#join={served.token}")
    yield View("api", f"{url}/api")
    yield View("host", f"{url}/host#join={host}", whole=True, act=_choose_game)
    yield View("links", f"{url}/host#join={host}", whole=True, act=_start_game)
    for game in (*GAMES, PLUGIN):
        id = f"{game}-3p"
        middle = _middle(served, id)
        seat, spectator = served.join(id, 1), served.join(id, 0)
        yield View(f"{game}-seat", f"{url}/games/{id}#e{middle}", whole=True, before=(seat,))
        watch = f"{game}-4p" if game in GAMES else id
        yield View(f"{game}-watch", served.join(watch, 0), whole=True)
        for tab in TABS:
            yield View(
                f"{game}-{tab}", f"{url}/games/{id}#e{middle}", act=_open(tab), before=(spectator,)
            )
        mine = _continued(served, game)
        yield View(f"{game}-play", mine, act=_lit)
        yield View(f"{game}-chosen", mine, act=_pick)
    yield View("help", f"{url}/games/osaka-3p#e90", before=(watching,), act=_dialog("?"))
    yield View("share", f"{url}/games/osaka-3p#e90", before=(watching,), act=_dialog("s"))
    yield View("rule", f"{url}/games/osaka-3p#e90", before=(watching,), act=_dialog("r"))
    page = served.folder / "osaka.html"
    _ledger("export", str(REPLAYS / "osaka-3p.jsonl"), "--to", "html", "--out", str(page))
    yield View("file", f"{page.as_uri()}#e120")


def _middle(served: Served, id: str) -> int:
    """Return the line with which a turn begins in the middle of a game."""
    from ledger.kernel.replay.log_reader import read

    lines = read(served.admin.game(id).export()).lines
    half = lines[len(lines) // 2 :]
    return next(e.seq for e in half if e.turn > half[0].turn and not e.more)


def _continued(served: Served, game: str) -> str:
    """Let a game be played on from its middle; return the link of who is asked."""
    id = f"{game}-3p"
    running = served.admin.game(id).branch(_middle(served, id), id=f"{game}-now")
    return served.join(running.id, running.facts().awaiting[0].seat)


def _choose_game(page: Page, _: int) -> None:
    page.get_by_role("radio", name="Bangkok Klongs").check()
    page.get_by_label("Name of seat 1").fill("Ana")
    page.get_by_label("Name of seat 2").fill("Bartek")


def _start_game(page: Page, width: int) -> None:
    if page.locator(".link-card").count():
        return
    _choose_game(page, width)
    page.get_by_role("button", name="Start the game").click()
    page.locator(".link-card").first.wait_for()


def _open(tab: str) -> Shoot:
    def act(page: Page, _: int) -> None:
        found = page.locator(f"#tab-{tab}")
        if found.get_attribute("aria-selected") != "true":
            found.click()

    return act


def _lit(page: Page, _: int) -> None:
    page.locator('#play[data-turn="mine"]:not([aria-busy])').wait_for()


def _pick(page: Page, width: int) -> None:
    _lit(page, width)
    if page.get_by_role("button", name="Start over").is_visible():
        return
    lit = page.locator(".picks .lit")
    if lit.count():
        lit.first.scroll_into_view_if_needed()
        place = lit.first.locator(".edge").bounding_box()
        if place is not None:
            page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    elif page.locator("#play .option").count():
        page.locator("#play .option").first.click()


def _dialog(key: str) -> Shoot:
    def act(page: Page, _: int) -> None:
        if not page.locator("dialog[open]").count():
            page.keyboard.press(key)
            page.locator("dialog[open]").wait_for()

    return act


@contextmanager
def _opened(browser: Browser, view: View, width: int, scale: float = 1) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": width, "height": HEIGHTS[width]},
        device_scale_factor=scale,
        locale="en-GB",
        timezone_id="UTC",
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    for link in view.before:
        page.goto("about:blank")
        page.goto(link)
        page.locator("#board .piece").first.wait_for(state="attached")
    if len(view.before) > 1:  # a tab of its own, which has no seat yet
        page.close()
        page = context.new_page()
    page.goto("about:blank")
    page.goto(view.address)
    if "/games/" in view.address and view.name not in ("choose", "no-link", "problem"):
        page.locator("#board .piece").first.wait_for(state="attached")
    yield page
    context.close()


def _shoot(browser: Browser, view: View, out: Path) -> None:
    with _opened(browser, view, WIDTHS[-1]) as page:
        for width in reversed(WIDTHS):
            page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
            page.wait_for_timeout(SETTLED)
            if view.act is not None:
                view.act(page, width)
                page.wait_for_timeout(SETTLED)
            if view.whole:  # rather than a picture of all: what stays at the foot is where it is
                high = page.evaluate(WHOLE)
                page.set_viewport_size({"width": width, "height": max(high, HEIGHTS[width])})
                page.wait_for_timeout(SETTLED)
            for scheme in SCHEMES:
                _colour(page, scheme)
                page.screenshot(path=out / f"{view.name}-{width}-{scheme}.png")
    say(f"pictures: {view.name}")


def _colour(page: Page, scheme: Scheme) -> None:
    page.emulate_media(color_scheme=scheme)
    page.evaluate("scheme => { document.documentElement.dataset.scheme = scheme }", scheme)
    page.wait_for_timeout(REDRAWN)


def _for_docs(browser: Browser, served: Served) -> None:
    for game, turn in BOARDS.items():
        log, where = str(REPLAYS / f"{game}-3p.jsonl"), str(DOCS / f"{game}.svg")
        _ledger("export", log, "--to", "svg", "--turn", str(turn), "--out", where, "--force")
    screen = ("--terminal", "--turn", "60", "--width", "120", "--height", "42")
    log, where = str(REPLAYS / "century-3p.jsonl"), str(DOCS / "viewer.svg")
    _ledger("export", log, "--to", "svg", *screen, "--out", where, "--force")
    with TemporaryDirectory() as library:
        _ledger("--library", library, "import", str(REPLAYS))
        curve = ("score-curve", "--param", "game=osaka", "--svg", str(DOCS / "score-curve.svg"))
        _ledger("--library", library, "report", *curve, "--force")
    running = {game: _continued(served, game) for game in ("osaka", "istanbul")}
    shown: tuple[tuple[str, str, int, Scheme], ...] = (
        ("game-page", "osaka", 1280, "light"),
        ("phone", "istanbul", 390, "dark"),
    )
    for name, game, width, scheme in shown:
        with _opened(browser, View(name, running[game], act=_lit), width) as page:
            _lit(page, width)
            _colour(page, scheme)
            page.screenshot(path=DOCS / f"{name}.png")
        say(f"pictures: {name}")


def main() -> int:
    """Read the arguments, and take the pictures."""
    parser = arguments("pictures", __doc__)
    parser.add_argument("--out", type=Path, default=Path("pictures"), help="the folder for them")
    parser.add_argument("--only", default="", help="only views whose names contain this")
    parser.add_argument("--docs", action="store_true", help="make those in docs/pictures again")
    asked = parser.parse_args()
    if asked.docs:
        take_for_docs()
    else:
        take(asked.out, asked.only)
    return 0


if __name__ == "__main__":
    sys.exit(main())
