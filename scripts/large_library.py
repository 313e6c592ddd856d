"""Many short games in PostgreSQL: what it takes to load, list, search, read and ask them.

Games of at most 30 events are loaded in bulk into a server of our own. Then new processes look at
them, each from nothing, and say how long that took and how much memory they had at most. The same
games go into a folder and into a lake, so that bytes can be compared. With --json the figures come
as one object, which `scripts/capacity` reads. Exit code 1: somebody had more than --memory.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts.console import arguments, say

if TYPE_CHECKING:
    from ledger.library.stores import LibraryStores

MOVES = 3
BATCH = 500
"""Games that are loaded together."""
PAGE = 100


# --- loading ----------------------------------------------------------------------------------


def short_game(n: int) -> tuple[str, bytes]:
    """Play a short game."""
    from scripts.simulated_library import GAMES, NAMES, game_of

    return game_of(n, 9, NAMES, GAMES[:2], 0.0, MOVES)


def load(stores: LibraryStores, count: int) -> dict[str, Any]:
    """Load short games in bulk; return how many events and bytes they have."""
    from ledger.kernel.log.codec import Head, read
    from ledger.library.journal import LogAdded, describe
    from ledger.library.shared_journal import SharedJournal
    from ledger.store.interface import Piece

    journal = SharedJournal(stores)
    lines = size = longest = 0
    start, seconds = time.monotonic(), 0.0
    with ProcessPoolExecutor() as pool:
        games = pool.map(short_game, range(count), chunksize=50)
        while batch := list(islice(games, BATCH)):
            facts = []
            for id, data in batch:
                log = describe(read(data).lines, len(data))
                facts.append(LogAdded(id=id, identity=f"id:{log.game}:{id}", revision=1, log=log))
                lines, size = lines + log.lines, size + log.size
                longest = max(longest, log.lines)
            began = time.monotonic()
            stores.games.put([Piece(id, Head(), data) for id, data in batch])
            journal.say(lambda known, facts=facts: facts)  # type: ignore[misc]
            seconds += time.monotonic() - began
            if len(batch) == BATCH and (lines // 20) % 10_000 < BATCH:
                say(f"{lines:,} events, {time.monotonic() - start:.0f} s")
    return {
        "games": count,
        "events": lines,
        "longest": longest,
        "bytes": size,
        "seconds to load": round(seconds, 1),
    }


@contextmanager
def opened(address: str) -> Iterator[LibraryStores]:
    """Open a library in a database."""
    from ledger.cli.places import open_place

    with open_place(address) as place:
        yield place.stores


# --- looking ----------------------------------------------------------------------------------


def look(address: str, what: str, games: int) -> dict[str, float]:
    """Do one thing in this process, from nothing; return what it took."""
    import resource

    from ledger.library.shared_journal import SharedJournal
    from ledger.service.rooms.interface import GameFilter
    from ledger.service.rooms.listing import LibraryListing

    start, used = time.perf_counter(), time.process_time()
    taken: dict[str, float] = {}

    def step(name: str, work: Callable[[], object]) -> None:
        began = time.perf_counter()
        work()
        taken[f"{name} ms"] = round((time.perf_counter() - began) * 1e3, 1)

    with opened(address) as stores:
        library: Any = SharedJournal(stores)
        if what == "list":
            listing = LibraryListing(library)
            step("first page", lambda: listing.page(GameFilter(), "", PAGE))
            middle = f"osaka-9-{games // 2:05d}"
            step("later page", lambda: listing.page(GameFilter(), middle, PAGE))
            step("search a player", lambda: listing.page(GameFilter(player="ana"), "", PAGE))
            step(
                "search a player's running games",
                lambda: listing.page(GameFilter(player="ana", unsealed=True), "", PAGE),
            )
            step("find by id", lambda: listing.some([middle]))
            step("read a game", lambda: list(stores.games.read(stores.games.games()[games // 2])))
        else:
            ids = stores.games.games()
            step("where all end", lambda: stores.games.heads(ids))
    taken["seconds"] = round(time.perf_counter() - start, 1)
    taken["CPU seconds"] = round(time.process_time() - used, 1)
    taken["MB"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)
    return taken


def apart(*words: object) -> dict[str, Any]:
    """Run a part of this program in a process of its own."""
    command = [sys.executable, "-m", "scripts.large_library", *map(str, words)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def keep_lake(address: str, folder: str) -> dict[str, float]:
    """Make a lake in this process, without others; return what it took."""
    import resource

    from ledger.index.lake.source import LakeSource
    from ledger.index.lake.writer import LakeWriter
    from ledger.system.crew import NoCrew

    used = time.process_time()
    with opened(address) as stores, LakeWriter(Path(folder), LakeSource(stores)) as writer:
        done = writer.update(crew=NoCrew())
        first, began = time.process_time() - used, time.perf_counter()
        writer.update()
        again = time.perf_counter() - began
    return {
        "seconds": done.seconds,
        "CPU seconds": round(first, 1),
        "nothing new, seconds": round(again, 2),
        "bytes": done.bytes,
        "MB": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
    }


def ask(folder: str) -> dict[str, float]:
    """Ask a lake in this process; return what it took."""
    from ledger.index.lake.versions import Lake
    from ledger.index.query.ask import ask as run
    from ledger.index.query.connect import connect

    taken: dict[str, float] = {}
    with Lake(Path(folder)).held() as version:
        for name, sql in (
            ("open, and count games", "select count(*) from games"),
            ("games of a player", "select log from seats join games using (game_id) "
             "where player = 'ana' order by log limit 100"),
            ("events by type", "select type, count(*) from events group by all"),
        ):  # fmt: skip
            began = time.perf_counter()
            con = connect(version)
            run(con, sql).rows()
            con.close()
            taken[f"{name} ms"] = round((time.perf_counter() - began) * 1e3, 1)
    return taken


# --- the whole --------------------------------------------------------------------------------


def measure(count: int) -> dict[str, Any]:
    """Load, look, and compare."""
    import psycopg

    from ledger.library.copying import LibraryCopy
    from ledger.library.stores import open_folder
    from scripts.postgres_server import running

    found: dict[str, Any] = {}
    with running() as server, tempfile.TemporaryDirectory() as name:
        address, lake = server.address(), f"{name}/lake"
        with opened(address) as stores:
            found["loaded"] = load(stores, count)
        with psycopg.connect(address, autocommit=True) as admin:
            admin.execute("vacuum analyze")
            sizes = admin.execute(
                "select relname, pg_total_relation_size(c.oid) from pg_class c "
                "join pg_namespace n on n.oid = relnamespace where nspname = 'ledger' "
                "and relkind = 'r'"
            ).fetchall()
            found["PostgreSQL"] = {"bytes": sum(size for _, size in sizes)}
        for what in ("list", "heads"):
            say(f"{what} …")
            found[what] = apart("--look", what, "--address", address, "--games", count)
        say("lake …")
        found["lake"] = apart("--look", "lake", "--address", address, "--folder", lake)
        found["asked"] = apart("--look", "ask", "--folder", lake)
        say("folder …")
        some = Path(name) / "folder"
        with opened(address) as stores, open_folder(some) as copy:
            LibraryCopy(stores, copy).run()
        files = [path.stat() for path in some.rglob("*") if path.is_file()]
        found["folder"] = {
            "bytes": sum(file.st_size for file in files),
            "bytes on the disk": sum(file.st_blocks * 512 for file in files),
        }
    return found


def main() -> int:
    """Read the arguments, and measure."""
    parser = arguments("large-library", __doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--memory", type=float, default=1024, help="MB that any process may have")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--look", choices=["list", "heads", "lake", "ask"], help="one part, alone")
    parser.add_argument("--address", help="of the database, for a part")
    parser.add_argument("--folder", help="of the lake, for a part")
    args = parser.parse_args()
    if args.look is not None:
        if args.look == "lake":
            print(json.dumps(keep_lake(args.address, args.folder)))
        elif args.look == "ask":
            print(json.dumps(ask(args.folder)))
        else:
            print(json.dumps(look(args.address, args.look, args.games)))
        return 0
    found = measure(args.games)
    if args.json:
        print(json.dumps(found, indent=2))
    else:
        for part, figures in found.items():
            print(f"{part}: " + ", ".join(f"{name} {value:,}" for name, value in figures.items()))
    most = max(found[part]["MB"] for part in ("list", "heads", "lake"))
    return int(most > args.memory)


if __name__ == "__main__":
    sys.exit(main())
