"""Keeping a lake up to date: changes are read, folded and published as a new version.

The lake itself records how much of each log it has, so that the next writer needs nothing else. A
writer that is killed leaves the newest version as it was, along with any finished part of a large
build.
"""

from __future__ import annotations

import functools
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Never

import duckdb
import msgspec

from ledger.index.build.changes import Plan, make_plan
from ledger.index.build.fingerprints import code_fingerprint, code_fingerprints
from ledger.index.build.inputs import Source
from ledger.index.build.load import run
from ledger.index.build.staging import SMALL, chunks, staged
from ledger.index.build.update import create, forget, load_batches, new_games, opened
from ledger.index.rows.chronology import number_games
from ledger.index.rows.columns import views
from ledger.index.rows.people import write_players
from ledger.index.rows.ratings import rate
from ledger.index.rows.results import load_results
from ledger.index.schema import GAMES, PLAYERS, PROBLEMS, RATINGS, SEATS, SqlTable
from ledger.index.types import LogToLoad, StagedLog
from ledger.kernel.errors import Failed, LedgerError, Locked
from ledger.kernel.game.registry import installed
from ledger.system.locks import close, lock_alone
from ledger.system.processes import cores
from ledger.system.worker_pool import InlinePool, ProcessPool, WorkerPool

from .reading import text
from .shards import merge, to_merge, write_file, write_shard
from .source import LakeSource
from .versions import Lake, Shard, Version, partition

WHOLE: tuple[SqlTable, ...] = (GAMES, SEATS, PLAYERS, RATINGS, PROBLEMS)
"""The tables that are rewritten with each version."""
_ORDER = {"games": "game_id", "seats": "game_id, seat", "players": "player", "ratings": "n, player"}
_LOGS, _HOMES = "logs", "homes"
"""Two small tables: how much of each log is in the lake; and which part has its rows, with the
digest that was wanted.
"""
_DDL = "create table internal.homes (game_id integer, part integer, wanted varchar)"

PAUSE = 1.0
"""The shortest time between two versions, in seconds."""
SHARE = 4
"""The pause after a version, as a multiple of the time that it took to make."""
KEEP = 20.0
"""Seconds of work after which progress is saved, in case this process dies before it is done."""
MEMORY, THREADS = "256MB", 2
"""Limits of the database with the small tables; it merges parts of any size within them (tried with
sixteen million events). Other processes read the logs.
"""
MANY = 10_000
"""With this many new games, rating all games again is just as fast; also the size of a batch of
ids.
"""
LOOK = 15.0
"""Seconds after which we check even without a hint, since hints can get lost."""

Progress = Callable[[int], None]


class UpdateReport(NamedTuple):
    """The result of an update: the version, the number of games changed, the time and the size."""

    version: int
    games: int
    seconds: float
    bytes: int


class LakeWriter:
    """The only writer of a lake; use it as a context manager.

    Entering it raises `Locked` if another process is writing.
    """

    def __init__(self, folder: Path, source: LakeSource, *, public: bool = False) -> None:
        self._lake, self._folder, self._source = Lake(folder), folder, source
        self._public = public
        self._lock: int | None = None
        self._con: duckdb.DuckDBPyConnection | None = None
        self._scratch = folder / f"scratch-{os.getpid()}.duckdb"
        self._version = self._nothing()
        self._half = False
        self._kept = 0.0  # when progress was last saved
        self._bytes = 0

    def _nothing(self) -> Version:
        return Version(number=0, last_file=0, journal="", codes="", public=self._public, tables={})

    def __enter__(self) -> LakeWriter:
        self._folder.mkdir(parents=True, exist_ok=True)
        try:
            self._lock = lock_alone(self._folder / "writer.lock")
        except BlockingIOError as e:
            raise Locked(
                "another program (process {pid}) is writing to the lake in {folder}",
                pid=e.strerror,
                folder=self._folder,
            ) from None
        for old in self._folder.glob("scratch-*"):
            _remove(old)
        return self

    def __exit__(self, *_: Any) -> None:
        self._let_go()
        self._source.close()
        if self._lock is not None:
            close(self._lock)

    def _let_go(self) -> None:
        if self._con is not None:
            self._con.close()
            self._con = None
        for name in (self._scratch.name, f"{self._scratch.name}.wal"):
            _remove(self._folder / name)

    # --- updating -----------------------------------------------------------------------------

    def update(
        self,
        *,
        anew: bool = False,
        progress: Progress | None = None,
        pool: WorkerPool | None = None,
    ) -> UpdateReport:
        """Bring the lake up to date, or rebuild it if `anew`; a `pool` reads the logs."""
        began = time.perf_counter()
        games = self._update(anew, progress, pool)
        seconds = round(time.perf_counter() - began, 3)
        return UpdateReport(self._version.number, games, seconds, self._bytes)

    def _update(self, anew: bool, progress: Progress | None, pool: WorkerPool | None) -> int:
        try:
            with tempfile.TemporaryDirectory(prefix="scratch-", dir=self._folder) as name:
                games = self._bring(Path(name), anew, progress, pool)
        except BaseException:
            self._let_go()  # the unfinished work in there isn't in the lake
            raise
        self._source.taken_in()
        files = (self._folder / name for name in self._version.files())
        self._bytes = sum(file.stat().st_size for file in files)
        return games

    def _bring(
        self, tmp: Path, anew: bool, progress: Progress | None, pool: WorkerPool | None
    ) -> int:
        everything = anew or self._con is None
        con = self._opened(anew)
        self._kept = time.monotonic()
        journal = self._source.look()
        changes = _Changes()
        with _pool_when_needed(pool) as pool_for:
            for n, window in enumerate(self._source.windows(tmp, everything=everything)):
                plan = self._plan(con, window)
                if plan.games:
                    folder = tmp / f"window-{n}"
                    folder.mkdir()
                    told = _behind(changes.games, progress)
                    self._take(con, plan, window, folder, told, pool_for(plan.lines))
                    load_results(con, plan, window, folder)
                    changes.add(plan.games, new_games(con, plan, window))
        gone = self._drop_gone(con, everything)
        if gone:
            changes.add(gone, None)
        old = self._version
        same = (old.journal, old.codes) == (
            journal,
            code_fingerprint(),
        ) and not self._half
        if not changes.games and old.tables and same:
            return 0
        players = Source(version=journal, logs=[], results=[], players=self._source.players())
        moved = write_players(con, players, tmp)
        number_games(con)
        rate(con, tmp, None if moved or self._half else changes.new)
        self._compact(con)
        self._save(con, journal, self._lake.publish)
        self._half = False
        self._lake.sweep()
        return changes.games

    def _drop_gone(self, con: duckdb.DuckDBPyConnection, everything: bool) -> int:
        """Remove the games that are gone; return their number."""
        gone = self._source.gone(_known(con), everything=everything)
        if gone:
            sql = "select game_id from internal.logs where log in (select unnest(?))"
            ids = [id for (id,) in run(con, sql, [gone])]
            plan = Plan([], [], ids, 0, 0, {}, 0)
            forget(con, plan, Source(version="", logs=[], results=[], players=None), [])
            self._leave(ids)
            return len(ids)
        return 0

    def _opened(self, anew: bool) -> duckdb.DuckDBPyConnection:
        """Return a database with the small tables of the lake; the large ones are empty."""
        if self._con is not None and not anew:
            return self._con
        self._let_go()
        self._lake.sweep()
        newest = self._lake.newest()
        self._version = self._nothing()
        if newest is not None:
            kept = newest.public == self._public and not anew
            self._change(number=newest.number, last_file=newest.last_file)
            self._version = newest if kept else self._version
        self._half = self._lake.is_half(self._version)
        con = self._con = opened(self._scratch)
        run(con, f"set memory_limit = '{MEMORY}'")
        run(con, f"set threads = {max(min(cores() // 2, THREADS), 1)}")
        create(con)
        run(con, _DDL)
        for name, into in self._small():
            if name in self._version.tables:
                file = text(self._folder / self._version.table(name))
                run(con, f"insert into {into} from read_parquet({file})")
        return con

    def _small(self) -> Iterator[tuple[str, str]]:
        for table in WHOLE:
            yield table.name, table.name
        for name in (_LOGS, _HOMES):
            yield name, f"internal.{name}"

    def _plan(self, con: duckdb.DuckDBPyConnection, source: Source) -> Plan:
        """Plan the work; logs are read from the start, because old rows are in files by now."""
        plan = make_plan(con, source)
        code, logs = code_fingerprints(), []
        tried = {
            log: (revision, of, wanted)
            for log, revision, of, wanted in run(
                con,
                "select log, revision, code, wanted from internal.logs "
                "join internal.homes using (game_id) where log in (select unnest(?))",
                [[item.log for _, _, item in plan.logs]],
            )
        }
        for game, lines, item in plan.logs:
            # a log that couldn't be read isn't tried again until it is supposed to be different
            if tried.get(item.log) != (item.revision, code.get(game, code[""]), item.head or ""):
                item.known_seq, item.known_head = 0, ""
                logs.append((game, lines, item))
        return plan._replace(logs=logs, lines=sum(lines for _, lines, _ in logs))

    def _take(
        self,
        con: duckdb.DuckDBPyConnection,
        plan: Plan,
        source: Source,
        tmp: Path,
        progress: Progress | None,
        pool: WorkerPool,
    ) -> None:
        """Read and fold logs, and write their rows as parts."""
        items = {item.game_id: item for _, _, item in plan.logs}
        nowhere = [_nothing_of(item) for item in items.values()]
        forget(con, plan, source, nowhere)
        known = {known.game_id for known in plan.have.values()}
        self._leave([id for id in items if id in known])
        work = list(chunks(plan.logs, tmp))
        answers = staged(work, pool, self._source.fetch)
        for game, done in load_batches(con, plan, work, answers, progress=progress):
            self._add_shard(con, game, [items[d.game_id] for d in done])
            for d in done:
                self._source.drop(items[d.game_id])
            if time.monotonic() > self._kept + KEEP:
                self._save(con, self._version.journal, self._lake.keep)
                self._kept = time.monotonic()

    def _leave(self, games: list[int]) -> None:
        """Mark the rows of these games in existing parts as out of date."""
        con = self._con
        assert con is not None  # noqa: S101
        left = dict(
            run(
                con,
                "select part, count(*) from internal.homes where game_id in (select unnest(?)) "
                "group by part",
                [games],
            )
        )
        run(con, "delete from internal.homes where game_id in (select unnest(?))", [games])
        self._change(
            parts=tuple(
                msgspec.structs.replace(part, live=part.live - left.get(part.number, 0))
                for part in self._version.parts
            )
        )

    def _add_shard(self, con: duckdb.DuckDBPyConnection, game: str, items: list[LogToLoad]) -> None:
        number = self._number()
        part = write_shard(con, self._folder, number, partition(game), len(items))
        games, wanted = [item.game_id for item in items], [item.head or "" for item in items]
        into = "insert into internal.homes select unnest(?), ?, unnest(?)"
        run(con, into, [games, number, wanted])
        self._change(parts=(*self._version.parts, part))

    def _compact(self, con: duckdb.DuckDBPyConnection) -> None:
        while found := to_merge(self._version.parts):
            parts: list[Shard] = list(self._version.parts)
            for some in found:
                made = merge(con, self._folder, self._number(), some)
                parts = [p for p in parts if p not in some] + ([made] if made else [])
            self._change(parts=tuple(parts))

    # --- writing ------------------------------------------------------------------------------

    def _save(
        self, con: duckdb.DuckDBPyConnection, journal: str, publish: Callable[[Version], None]
    ) -> None:
        """Write the small tables and the file of a new version."""
        tables: dict[str, int] = {}
        for name, source in self._small():
            number = tables[name] = self._number()
            order = f" order by {_ORDER[name]}" if name in _ORDER else ""
            file = self._folder / name / f"{number:09}.parquet"
            write_file(con, f"from {source}{order}", file)
        new = msgspec.structs.replace(
            self._version,
            number=self._version.number + 1,
            journal=journal,
            codes=code_fingerprint(),
            tables=tables,
            views=_views(),
        )
        publish(new)
        self._version = new

    def _number(self) -> int:
        self._change(last_file=self._version.last_file + 1)
        return self._version.last_file

    def _change(self, **facts: Any) -> None:
        self._version = msgspec.structs.replace(self._version, **facts)

    # --- following ----------------------------------------------------------------------------

    def follow(
        self, told: Callable[[UpdateReport], None], trouble: Callable[[LedgerError], None]
    ) -> Never:
        """Keep the lake up to date forever, checking after every hint and now and then without one.

        `told` is called after each update that changed games, and `trouble` with the error if the
        store can't be reached.
        """
        with _hints(self._source) as hinted:
            while True:
                hinted.clear()
                began = time.monotonic()
                try:
                    if (done := self.update()).games:
                        told(done)
                except Failed as e:
                    trouble(e)
                took = time.monotonic() - began
                hinted.wait(LOOK)
                time.sleep(max(PAUSE, SHARE * took))


@contextmanager
def _hints(source: LakeSource) -> Iterator[threading.Event]:
    hinted = threading.Event()
    stop = source.watch(hinted.set)
    try:
        yield hinted
    finally:
        stop()


@functools.cache
def _views() -> tuple[str, ...]:
    return tuple(sql for _, sql in views(installed().values()))


def _nothing_of(item: LogToLoad) -> StagedLog:
    return StagedLog(game_id=item.game_id, game=None, seq=0, head="", cut=0)


class _Changes:
    """How many games changed, and which are new; None if older ones may have to be rated again."""

    def __init__(self) -> None:
        self.games = 0
        self.new: list[int] | None = []

    def add(self, games: int, new: list[int] | None) -> None:
        self.games += games
        whole = self.new is None or new is None or len(self.new) + len(new) > MANY
        self.new = None if whole else [*(self.new or ()), *(new or ())]


def _known(con: duckdb.DuckDBPyConnection) -> Iterator[list[str]]:
    """Yield the ids of the logs in the lake, in batches."""
    after = 0
    sql = "select game_id, log from internal.logs where game_id > ? order by game_id limit ?"
    while rows := run(con, sql, [after, MANY]):
        after = rows[-1][0]
        yield [log for _, log in rows]


@contextmanager
def _pool_when_needed(given: WorkerPool | None) -> Iterator[Callable[[int], WorkerPool]]:
    """Yield a function that returns the pool for a number of lines.

    Other processes are started at most once.
    """
    with ExitStack() as stack:
        pool = given

        def pool_for(lines: int) -> WorkerPool:
            nonlocal pool
            if pool is None and lines <= SMALL:
                return InlinePool()
            if pool is None:
                pool = stack.enter_context(ProcessPool(cores()))
            return pool

        yield pool_for


def _behind(games: int, progress: Progress | None) -> Progress | None:
    """Return a progress function that counts from this many games on."""
    return None if progress is None else lambda taken: progress(games + taken)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
