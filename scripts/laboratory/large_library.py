"""Many short games: what it takes to list, search, open and play them over a service.

Games of at most 30 events are loaded in bulk, once into PostgreSQL and once into a folder. On each
a service is started from nothing; it lists them page by page, looks for a player, opens and plays
some, and is started again. A lake is made of the database, too, and asked. The same is done with a
few games: a service may need --memory times as much with all of them. The lake's writer may need
--lake-memory MB more, most of it for merging large tables, however many games there are. With
--json the figures come as one object. Exit code 1: something needed too much memory.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from itertools import islice
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from scripts.console import arguments, say, show

if TYPE_CHECKING:
    import httpx

    from ledger.library.stores.library_stores import LibraryStores

MOVES = 3
DIFFERENT = 1000
"""Games that are really played; the others are copies of them with other ids and players."""
BATCH = 500
"""Games that are loaded together."""
PAGE = 100
SAMPLE = 200
"""Games that are opened and played."""
PATIENCE = 300.0
"""Seconds for one answer."""


# --- loading ----------------------------------------------------------------------------------


@cache
def played(n: int) -> Any:
    """Play a short game and return its lines."""
    from ledger.kernel.replay.log_reader import read
    from scripts.common.simulated_library import GAMES, NAMES, game_of

    return read(game_of(n, 9, NAMES, GAMES[:2], 0.0, MOVES)[1]).lines


def short_game(n: int) -> tuple[str, bytes, Any]:
    """Return game number `n`: its id, its bytes, and what a journal says of it."""
    import msgspec

    from ledger.kernel.log.events import Event, Opened
    from ledger.kernel.replay.restamp import restamp
    from ledger.library.journal.facts import describe
    from scripts.common.simulated_library import NAMES

    lines = played(n % DIFFERENT)
    id = f"{lines[0].data.game}-9-{n:06d}"
    who = random.Random(n).sample(NAMES, len(lines[0].data.seats))

    def renamed(event: Event) -> Event:
        if not isinstance(event, Opened):
            return event
        seats = tuple(
            msgspec.structs.replace(seat, name=name)
            for seat, name in zip(event.seats, who, strict=True)
        )
        return msgspec.structs.replace(event, id=id, seats=seats)

    made, data = restamp(lines, renamed)
    return id, data, describe(made, len(data))


def load(places: Mapping[str, LibraryStores], count: int) -> dict[str, Any]:
    """Load the same short games into each place, in bulk; return what they are and took."""
    from ledger.kernel.log.codec import Head
    from ledger.library.journal.facts import LogAdded
    from ledger.library.journal.shared import SharedJournal
    from ledger.store.store import LogSegment

    journals = {name: SharedJournal(stores, stores.game_list()) for name, stores in places.items()}
    lines = size = longest = done = 0
    start, seconds = time.monotonic(), dict.fromkeys(places, 0.0)
    with ProcessPoolExecutor() as pool:
        games = pool.map(short_game, range(count), chunksize=DIFFERENT // 8)
        while batch := list(islice(games, BATCH)):
            facts = []
            for id, _, log in batch:
                facts.append(LogAdded(id=id, identity=f"id:{log.game}:{id}", revision=1, log=log))
                lines, size = lines + log.lines, size + log.size
                longest = max(longest, log.lines)
            for name, stores in places.items():
                began = time.monotonic()
                stores.games.put([LogSegment(id, Head(), data) for id, data, _ in batch])
                journals[name].say(lambda known, facts=facts: facts)  # type: ignore[misc]
                seconds[name] += time.monotonic() - began
            done += len(batch)
            if done % (20 * BATCH) == 0:
                say(f"{done:,} games, {time.monotonic() - start:.0f} s")
    for journal in journals.values():
        journal.close()
    return {
        "games": count,
        "events": lines,
        "longest": longest,
        "bytes": size,
        **{f"seconds to load, {name}": round(taken, 1) for name, taken in seconds.items()},
    }


@contextmanager
def unflushed(folder: Path) -> Iterator[LibraryStores]:
    """Open a library in a folder for loading, without a flush for each game."""
    from ledger.library.stores.library_stores import FolderKeptFiles, LibraryStores
    from ledger.library.stores.log_files import GAMES
    from ledger.store import FolderStore
    from ledger.store.files import RealFiles

    files = RealFiles()
    for flush in ("fsync", "fdatasync", "sync_folder"):
        setattr(files, flush, lambda *_: None)
    with (
        FolderStore(folder / GAMES, files=files) as games,
        FolderStore(folder, files=files) as journal,
    ):
        yield LibraryStores(str(folder), games, journal, FolderKeptFiles(folder))


@contextmanager
def opened(place: str) -> Iterator[LibraryStores]:
    """Open a library in a database or a folder."""
    from ledger.cli.sources.libraries import open_library

    with open_library(place) as found:
        yield found.stores


# --- the service ------------------------------------------------------------------------------


def use(where: tuple[str, ...], games: int) -> dict[str, Any]:
    """Start a service, list, search, open and play, and start it again; return what it took."""
    import httpx

    from scripts.common.local_service import admin_token, started

    headers = {"Authorization": f"Bearer {admin_token(where)}"}
    found: dict[str, Any] = {}
    for name in ("first start", "second start"):
        with (
            httpx.Client(headers=headers, timeout=PATIENCE) as client,
            timed(found, f"{name}, everything"),
            started(where) as service,
        ):
            client.base_url = httpx.URL(f"{service.url}/api/v1/")
            with timed(found, f"{name}, ready"):
                service.ready()
            with timed(found, f"{name}, first page"):
                first = _get(client, "games", limit=PAGE)["games"]
            if name == "first start":
                found |= _list_and_play(client, games, first)
            found[f"{name}, MB at most"] = _memory(service.process.pid)
    return found


@contextmanager
def timed(found: dict[str, Any], name: str) -> Iterator[None]:
    """Note how many seconds something takes."""
    began = time.perf_counter()
    yield
    found[f"{name}, s"] = round(time.perf_counter() - began, 2)


def _get(client: httpx.Client, path: str, **given: str | int) -> Any:
    return client.get(path, params=given).raise_for_status().json()


def _list_and_play(client: httpx.Client, games: int, first: Sequence[Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}

    def each(name: str, work: Callable[[Any], Any], ids: Iterable[Any]) -> None:
        taken = []
        for id in ids:
            began = time.perf_counter()
            work(id)
            taken.append(1e3 * (time.perf_counter() - began))
        found[f"{name}, ms p50"] = round(median(taken), 1)
        found[f"{name}, ms max"] = round(max(taken), 1)

    pages = [first]

    def next_page(_: int) -> None:
        pages.append(_get(client, "games", limit=PAGE, after=pages[-1][-1]["id"])["games"])

    each("page", next_page, range(-(-games // PAGE) - 1))
    if sum(map(len, pages)) != games:
        raise RuntimeError(f"{sum(map(len, pages))} of {games} games were listed")
    players = ("Ana", "Bartek", "Wera", "Nobody")
    each("search a player", lambda who: _get(client, "games", player=who, limit=PAGE), players)
    some = sorted(random.Random(games).sample(range(games), min(games, SAMPLE)))
    names = [f"{('osaka', 'istanbul')[n % 2]}-9-{n:06d}" for n in some]
    each("open", lambda id: _get(client, f"games/{id}"), names)

    def play(id: str) -> None:
        asked = _get(client, f"games/{id}")["awaiting"][0]["seat"]
        legal = _get(client, f"games/{id}/legal", seat=asked)["moves"]
        body = {"move": legal[0]["move"], "seat": asked}
        client.post(f"games/{id}/commands", json=body).raise_for_status()

    each("open and move", play, [id for n, id in zip(some, names, strict=True) if n % 2 == 0])

    def start(who: str) -> None:
        body = {"game": "osaka", "seats": [who, "Ana"]}
        made = client.post("games", json=body).raise_for_status().json()
        listed = _get(client, "games", player=who.lower())["games"]
        if [row["id"] for row in listed] != [made["id"]]:
            raise RuntimeError(f"the new game is not listed: {listed}")

    each("start a game, and find it in the list", start, ["Somebody New"])
    return found


def _memory(process: int) -> float:
    """Return how much memory a process had at most, in MB.

    Not by `ru_maxrss`: that counts what the process that started it had, too.
    """
    status = Path(f"/proc/{process}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return round(int(line.split()[1]) / 1024, 1)


# --- the lake ---------------------------------------------------------------------------------


def apart(work: Callable[..., dict[str, Any]], *given: str) -> dict[str, Any]:
    """Do something in a new process, whose memory is its own."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(work, given)


def keep_lake(address: str, folder: str) -> dict[str, float]:
    """Make a lake in this process, without others; return what it took."""
    from ledger.index.lake.source import LakeSource
    from ledger.index.lake.writer import LakeWriter
    from ledger.system.worker_pool import InlinePool

    used = time.process_time()
    with opened(address) as stores, LakeWriter(Path(folder), LakeSource(stores)) as writer:
        done = writer.update(pool=InlinePool())
        first, began = time.process_time() - used, time.perf_counter()
        writer.update()
        again = time.perf_counter() - began
    return {
        "seconds": done.seconds,
        "CPU seconds": round(first, 1),
        "nothing new, seconds": round(again, 2),
        "bytes": done.bytes,
        "MB": _memory(os.getpid()),
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


def measure(count: int, few: int) -> dict[str, Any]:
    """Load, use, and compare."""
    from scripts.common.postgres_server import running

    found: dict[str, Any] = {}
    with running() as server, tempfile.TemporaryDirectory() as name:
        for games in (few, count):
            address, folder = server.new_database(f"games{games}"), Path(name) / f"folder{games}"
            with opened(address) as database, unflushed(folder) as files:
                found["loaded"] = load({"PostgreSQL": database, "folder": files}, games)
            for place, where in (
                ("PostgreSQL", ("--store", address)),
                ("folder", ("--library", str(folder))),
            ):
                say(f"{place}, {games:,} games …")
                found[f"{place}, {games}"] = use(where, games)
            say(f"lake, {games:,} games …")
            lake = f"{name}/lake{games}"
            found[f"lake, {games}"] = apart(keep_lake, address, lake) | apart(ask, lake)
        sizes = [path.stat() for path in folder.rglob("*") if path.is_file()]
        found["PostgreSQL"] = {
            "bytes": server.size(address),
            "bytes of a game in the list of games": _list_bytes(address) // count,
        }
        found["folder"] = {
            "bytes": sum(file.st_size for file in sizes),
            "bytes on the disk": sum(file.st_blocks * 512 for file in sizes),
        }
    return found


def _list_bytes(address: str) -> int:
    """Return how many bytes the list of games takes in a database, with its indexes."""
    from ledger.store.postgres import Database

    tables = (
        "select sum(pg_total_relation_size('ledger.' || tablename))::bigint "
        "from pg_tables where schemaname = 'ledger' and starts_with(tablename, 'listed')"
    )
    with Database(address) as database:
        return int(database.ask(tables)[0][0])


def main() -> int:
    """Read the arguments, and measure."""
    parser = arguments("lab large-library", __doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--few", type=int, default=1_000, help="how many to compare it with")
    parser.add_argument("--memory", type=float, default=1.25, help="times what a few games need")
    parser.add_argument("--lake-memory", type=float, default=400.0, help="MB more than with few")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args()
    found = measure(args.games, args.few)
    failed = False
    for place in ("PostgreSQL", "folder"):
        for name in ("first start", "second start"):
            most, little = (
                found[f"{place}, {n}"][f"{name}, MB at most"] for n in (args.games, args.few)
            )
            failed |= most > args.memory * little
            found[place][f"{name}: memory, times that of a few games"] = round(most / little, 2)
    most, little = (found[f"lake, {n}"]["MB"] for n in (args.games, args.few))
    failed |= most > args.lake_memory + little
    found["lake"] = {"memory, MB more than with a few games": round(most - little, 1)}
    if args.json:
        print(json.dumps(found, indent=2))
    else:
        for part, figures in found.items():
            print(f"{part}:")
            show(figures)
    print("memory: " + ("TOO MUCH" if failed else "ok"), file=sys.stderr)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
