"""What the service costs with 100 games and with 10,000: list, create, open, SQL, tokens.

Both services run in this process and are asked in turn, so that whatever slows the machine slows
both. The promise: nothing costs more than twice as much.

python -m scripts.benchmarks.many_games [--few 100] [--many 10000] [--repeats 15] [--keep FOLDER]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from ledger.kernel.game.registry import find_game
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.reading import read
from ledger.kernel.rules.chance import Seeded
from ledger.library.journal import shared
from ledger.library.journal.facts import describe
from ledger.library.library import Library
from ledger.service.app import LedgerApp, Settings
from ledger.service.folder_backend import folder_backend
from ledger.service.http.gateway import GatewaySettings
from ledger.service.rooms import game_journal
from scripts.simulated_library import NAMES

ORIGIN = "http://127.0.0.1:8000"
MOVES = 6
MOST = 2.0
"""How much more anything may cost in the large library."""


def fill(folder: Path, count: int) -> None:
    """Fill a library with short games, every other one over."""
    game = find_game("osaka")
    with Library(folder).writing() as writer:
        for n in range(count):
            rng = random.Random(n)
            chance, id = Seeded(rng), f"osaka-{n:05d}"
            started = f"2026-03-{n % 28 + 1:02d}T18:00:00.000Z"
            opened = open_game(game, rng.sample(NAMES, 2), id=id, started=started)
            table = Table.open(game, opened, chance, at=started)
            for _ in range(MOVES):
                seat = game.rules.awaiting(table.state)[0].seat
                bot = game.bots[sorted(game.bots)[0]]
                table.do(bot.choose(game, table.state, seat, rng), chance, at=started)
            if n % 2:
                table.abandon("rain", at=started)
                table.seal(at=started)
            data = table.bytes()
            log = describe(read(data).lines, len(data))
            writer.add_log(f"id:osaka:{id}", id, log, data)


class Served:
    """A service with a library, asked as an admin."""

    def __init__(self, app: LedgerApp, games: int) -> None:
        self.app, self.games = app, games
        self.secret, _ = app.service.tokens.make("admin")
        self.rng = random.Random(1)
        self.unopened = list(range(0, games, 2))
        self.rng.shuffle(self.unopened)
        transport = httpx.ASGITransport(app)
        self.client = httpx.AsyncClient(transport=transport, base_url=ORIGIN, timeout=600)

    async def ask(self, method: str, path: str, **body: Any) -> Any:
        """Send a request and return the answer."""
        headers = {"Authorization": f"Bearer {self.secret}"}
        url = f"/api/v1{path}"
        answer = await self.client.request(method, url, headers=headers, json=body or None)
        answer.raise_for_status()
        return answer.json()

    async def page(self, query: str, games: int) -> None:
        """Ask for a page that has so many games."""
        found = len((await self.ask("GET", f"/games?{query}"))["games"])
        if found != games:
            raise SystemExit(f"/games?{query} gave {found} games")

    def fresh(self) -> str:
        """Return a game that goes on and nobody has opened yet."""
        return f"osaka-{self.unopened.pop():05d}"

    # --- what is measured -------------------------------------------------------------------

    async def first_page(self) -> None:
        """Ask for the first games."""
        await self.page("limit=100", 100)

    async def later_page(self) -> None:
        """Ask for games in the middle."""
        await self.page(f"limit=20&after=osaka-{self.games // 2:05d}", 20)

    async def filtered_page(self) -> None:
        """Ask for the running games of somebody."""
        await self.page("limit=2&status=running&player=ana", 2)

    async def page_after_change(self) -> None:
        """Ask for the new games, behind all others."""
        await self.page("limit=1&after=osaka-09999", 1)

    async def create(self) -> None:
        """Start a game after a while in which nobody did."""
        await self.ask("POST", "/games", game="osaka", seats=["Ana", "Bartek"])

    async def open(self) -> None:
        """Look at a game that is not open."""
        await self.ask("GET", f"/games/{self.fresh()}")

    async def event(self) -> None:
        """Add an event and see it in SQL."""
        game = self.noted
        done = await self.ask("POST", f"/games/{game}/notes", text="hm")
        sql = "select max(seq) from events join games using (game_id) where log = $log"
        table = await self.ask("POST", "/query", sql=sql, params={"log": game})
        if table["rows"] != [[done["version"]]]:
            raise SystemExit(f"{game} is at {done['version']}, but SQL says {table['rows']}")

    async def token(self) -> None:
        """Make a token."""
        await self.ask("POST", "/tokens", role="spectator")

    noted = "osaka-00002"

    def settle(self) -> None:
        """Let the journal go, as it does when nobody starts games for a while."""
        shared.KEPT, kept = -1.0, shared.KEPT
        self.app.registry.journal.journal.pause_if_idle()
        shared.KEPT = kept


MEASURED: dict[str, Callable[[Served], Awaitable[None]]] = {
    "first page of the list": Served.first_page,
    "a later page": Served.later_page,
    "a page with filters": Served.filtered_page,
    "create a game": Served.create,
    "the list after that": Served.page_after_change,
    "open a game": Served.open,
    "a new event, seen in SQL": Served.event,
    "one more token": Served.token,
}


@asynccontextmanager
async def served(folder: Path, games: int) -> AsyncIterator[Served]:
    """Run a service in this process."""
    app = LedgerApp(Settings(backend=folder_backend(folder), gateway=GatewaySettings(rate=0)))
    async with app.routes.lifespan():
        yield Served(app, games)


async def measure(folders: dict[int, Path], repeats: int) -> dict[str, list[float]]:
    """Ask both services in turn; return the median seconds of each."""
    game_journal.UPDATE_SECONDS = 0.0  # what a question costs that finds something new
    async with AsyncExitStack() as stack:
        both = [await stack.enter_async_context(served(f, n)) for n, f in folders.items()]
        for one in both:
            await one.event()  # the file for questions is made once
            for n in range(one.games // 10):
                one.app.service.tokens.make("spectator", f"osaka-{n:05d}")
        times = {name: [list[float]() for _ in both] for name in MEASURED}
        for _ in range(repeats):
            for name, work in MEASURED.items():
                for one, seen in zip(both, times[name], strict=True):
                    one.settle()
                    start = time.perf_counter()
                    await work(one)
                    seen.append(time.perf_counter() - start)
        return {name: [statistics.median(seen) for seen in own] for name, own in times.items()}


def main() -> int:
    """Read the arguments, fill the libraries, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--few", type=int, default=100)
    parser.add_argument("--many", type=int, default=10_000)
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--keep", type=Path, help="where to keep the libraries for the next run")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folders = {}
        for games in (args.few, args.many):
            folders[games] = (args.keep or Path(temporary)) / f"library-{games}"
            if not Library(folders[games]).exists():
                fill(folders[games], games)
        found = asyncio.run(measure(folders, args.repeats))
    print(f"{'':28}{args.few:>9,}{args.many:>12,}   ratio")
    for name, (few, many) in found.items():
        print(f"{name:28}{few * 1e3:7.1f} ms{many * 1e3:9.1f} ms{many / few:8.2f}")
    return int(any(many / few > MOST for few, many in found.values()))


if __name__ == "__main__":
    sys.exit(main())
