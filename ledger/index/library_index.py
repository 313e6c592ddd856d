"""The index of a library: a file that is built when needed and can be deleted at any time.

A full build writes a new file, which is renamed once it is complete. Later changes are made in one
transaction, together with the record of how much has been indexed. Whenever a process dies, the
next one finds either a complete index or none.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from ledger.kernel.errors import Malformed
from ledger.library.library import Library
from ledger.store.files import RealFiles
from ledger.system.locks import Waiting, locked
from ledger.system.worker_pool import WorkerPool

from .build.fingerprints import code_fingerprint
from .query.sandbox import SandboxReply, SandboxRequest, ask_in_sandbox
from .schema import VERSION

if TYPE_CHECKING:  # the engine and the build code are imported when needed
    import duckdb

    from .build.inputs import Source
    from .query.query_process import QueryProcess

NAME = "index.duckdb"
Progress = Callable[[int], None]
State = Literal["fresh", "stale", "none"]
ReadMeta = Callable[[Path], dict[str, str]]


class RefreshReport(NamedTuple):
    """What a refresh did (nothing, changes in place, or a full build), and for how many games."""

    how: Literal["nothing", "changes", "all"]
    games: int


class Index:
    """The index of one library."""

    def __init__(
        self, library: Library, *, waiting: Waiting | None = None, brief: bool = False
    ) -> None:
        self.library, self.brief = library, brief
        self.folder = library.folder / ".index"
        if brief:
            self.folder /= "brief"
        self.file = self.folder / NAME
        self._waiting = waiting

    def quickest_for(self, sql: str, process: QueryProcess, *, refresh: bool) -> Index:
        """Return the index that can answer a query soonest.

        If this index has to be built, and the query doesn't need the course of any game, return a
        brief index, which leaves the course out and is built in a fraction of the time.
        """
        if not self.library.exists():
            return self
        state, meta = self._state(process.read_meta)
        if state == "none" or (refresh and meta.get("codes") != code_fingerprint()):
            from .build.update import load_games

            needs_course = process.needs_course(sql)
            load_games(e.game for e in self.library.games() if e.kind == "log")  # in the meantime
            return Index(self.library, waiting=self._waiting, brief=not needs_course())
        return self

    # --- asking -----------------------------------------------------------------------------

    @contextmanager
    def held(
        self,
        *,
        refresh: bool = True,
        progress: Progress | None = None,
        read_meta: ReadMeta | None = None,
    ) -> Iterator[Path]:
        """Hold the index so that nobody changes it; bring it up to date first if `refresh`.

        `read_meta` reads the metadata of the index, for callers that have the file open elsewhere.
        Raises `Malformed` if there is no library, or if the index can't be brought up to date.
        """
        if not self.library.exists():
            raise Malformed(
                "there is no library here",
                file=str(self.library.folder),
                hint="`ledger import` starts one; `ledger query SQL FILE` queries logs directly",
            )
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._lock(shared=True):
            state, _ = self._state(read_meta or self._read_meta)
            if state == "fresh" or (state == "stale" and not refresh):
                yield self.file
                return
        for _ in range(10):
            self.refresh(progress=progress)
            with self._lock(shared=True):
                # the library may be changing constantly: its state a moment ago will do
                if self.file.exists():
                    yield self.file
                    return
        raise Malformed("the index can't be brought up to date", file=str(self.file))

    @contextmanager
    def reading(
        self,
        *,
        refresh: bool = True,
        progress: Progress | None = None,
        writable: Path | None = None,
    ) -> Iterator[duckdb.DuckDBPyConnection]:
        """Open the index for queries; `writable` is the only file a query may write to."""
        with self.held(refresh=refresh, progress=progress), self._open(writable) as con:
            yield con

    def ask_in_sandbox(self, request: SandboxRequest, *, refresh: bool = True) -> SandboxReply:
        """Run a stranger's query in a process of its own; without `refresh`, use the index as it
        is.
        """
        with self.held() if refresh else self._as_it_is() as file:
            return ask_in_sandbox(msgspec.structs.replace(request, file=str(file)))

    @contextmanager
    def _as_it_is(self) -> Iterator[Path]:
        """Hold the index without opening it here, since many threads may query it at once."""
        with self._lock(shared=True):
            yield self.file

    def export(self, folder: Path) -> dict[str, int]:
        """Write every table as Parquet files; return the number of rows in each."""
        from .parquet import export

        with self.held() as file:
            return export(file, folder)

    @contextmanager
    def _open(self, writable: Path | None) -> Iterator[duckdb.DuckDBPyConnection]:
        from .query.connect import connect

        con = connect(self.file, writable=writable)
        try:
            yield con
        finally:
            con.close()

    def state(self) -> State:
        """Return whether the index is fresh, stale or missing; this check is cheap."""
        return self._state(self._read_meta)[0]

    def _state(self, read_meta: ReadMeta) -> tuple[State, dict[str, str]]:
        if not self.file.exists():
            return "none", {}
        try:
            meta = read_meta(self.file)
        except Malformed:
            return "none", {}
        if meta.get("schema") != str(VERSION):
            return "none", meta
        same = (
            meta.get("version") == self.library.version and meta.get("codes") == code_fingerprint()
        )
        return "fresh" if same else "stale", meta

    def _read_meta(self, file: Path) -> dict[str, str]:
        import duckdb

        from .query.ask import about
        from .query.query_process import not_an_index

        try:
            with self._open(None) as con:
                return about(con)
        except duckdb.ConnectionException:
            raise  # this process has the file open with other settings; it isn't broken
        except duckdb.Error:
            raise not_an_index(str(file)) from None

    # --- writing ----------------------------------------------------------------------------

    def refresh(
        self,
        *,
        anew: bool = False,
        progress: Progress | None = None,
        pool: WorkerPool | None = None,
    ) -> RefreshReport:
        """Bring the index up to date, or rebuild it from scratch if `anew`; a `pool` reads the
        logs.
        """
        from .build.inputs import library_source

        self.folder.mkdir(parents=True, exist_ok=True)
        with locked(self.folder / "build.lock", waiting=self._waiting):
            self._sweep()
            if not anew:
                state, meta = self._state(self._read_meta)
                if state == "fresh":
                    return RefreshReport("nothing", 0)
                if state == "stale" and (done := self._change(meta, progress, pool)):
                    return done
            return self._build(library_source(self.library), progress, pool)

    def _change(
        self, meta: dict[str, str], progress: Progress | None, pool: WorkerPool | None
    ) -> RefreshReport | None:
        """Apply the changes in place; return None if a full build is faster or the file broken."""
        import duckdb

        from .build import update as build
        from .build.changes import make_plan
        from .build.inputs import library_source
        from .build.load import run

        with self._lock(shared=False):
            try:
                con = build.opened(self.file)
                try:
                    # leave a few changes in the write-ahead log
                    run(con, "pragma disable_checkpoint_on_shutdown")
                    source = self._news(con, meta) or library_source(self.library)
                    plan = make_plan(con, source)
                    if plan.lines > plan.total:
                        return None
                    games = build.update(
                        con,
                        source,
                        self.folder,
                        plan=plan,
                        progress=progress,
                        pool=pool,
                        brief=self.brief,
                    )
                finally:
                    con.close()
            except duckdb.Error:
                return None  # the index is only a cache: rebuild it
        return RefreshReport("changes", games)

    def _news(self, con: duckdb.DuckDBPyConnection, meta: dict[str, str]) -> Source | None:
        from .build.inputs import changes_since
        from .build.load import run

        if meta["codes"] != code_fingerprint():
            return None

        def players(keys: list[str]) -> dict[str, str]:
            every = "from (select unnest(keys) as key, player from players)"
            return dict(
                run(con, f"select key, player {every} where key in (select unnest(?))", [keys])
            )

        def revisions(ids: list[str]) -> dict[str, int]:
            sql = "select log, revision from internal.logs where log in (select unnest(?))"
            return dict(run(con, sql, [ids]))

        return changes_since(self.library, meta["version"], players, revisions)

    def _build(
        self, source: Source, progress: Progress | None, pool: WorkerPool | None = None
    ) -> RefreshReport:
        files, new = RealFiles(), self.folder / f"new-{os.getpid()}.duckdb"
        try:
            games = build_file(new, source, self.folder, progress, pool, brief=self.brief)
            with self._lock(shared=False):
                self._remove(self.file.with_name(NAME + ".wal"))
                files.rename(new, self.file)
            files.sync_folder(self.folder)
        finally:
            self._remove(new)
        return RefreshReport("all", games)

    def _sweep(self) -> None:
        """Remove the files of killed writers; the build lock makes us the only writer."""
        for old in self.folder.iterdir():
            if old.name.startswith(("stage-", "new-")):
                shutil.rmtree(old) if old.is_dir() else old.unlink()

    def _remove(self, file: Path) -> None:
        for path in (file, file.with_name(file.name + ".wal")):
            path.unlink(missing_ok=True)

    def _lock(self, *, shared: bool) -> AbstractContextManager[None]:
        return locked(self.folder / "index.lock", shared=shared, waiting=self._waiting)


def build_file(
    file: Path,
    source: Source,
    folder: Path,
    progress: Progress | None = None,
    pool: WorkerPool | None = None,
    *,
    brief: bool = False,
) -> int:
    """Build a new index and return its number of games; `folder` is for temporary files."""
    from .build import update as build
    from .build.changes import plan_beyond

    plan = plan_beyond(source, {})
    with ExitStack() as stack:
        if pool is None:  # before opening the database, which starts threads
            pool = stack.enter_context(build.pool_for(plan, brief=brief))
        begun = stack.enter_context(build.staging_run(plan, folder, pool, brief=brief))
        con = build.opened(file)
        try:
            build.create(con)
            games = build.load_run(con, source, begun, progress)
            con.checkpoint()
        finally:
            con.close()
    return games
