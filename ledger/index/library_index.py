"""The index of a library: a file beside it, made when it is needed and thrown away at will.

A full build is written beside and takes its place by one rename. Later changes go into the file
in one transaction, together with the note of how far it is. Whatever moment a process dies at,
the next one finds an index that is whole, or none.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Literal, NamedTuple

import duckdb
import msgspec

from ledger.kernel.errors import Malformed
from ledger.library.library import Library
from ledger.store.files import RealFiles
from ledger.system.locks import Waiting, locked

from .build import update as build
from .build.changes import make_plan
from .build.fingerprints import all_codes
from .build.inputs import Source, news_of, of_library
from .build.load import run
from .parquet import export
from .query.connect import connect
from .query.sandbox import Reply, Request, ask_apart
from .schema import VERSION

NAME = "index.duckdb"
Progress = Callable[[int], None]
State = Literal["fresh", "stale", "none"]


class Refreshed(NamedTuple):
    """What a refresh did: nothing, changes in place or all anew; how many games it took in."""

    how: Literal["nothing", "changes", "all"]
    games: int


class Index:
    """The index of one library."""

    def __init__(self, library: Library, *, waiting: Waiting | None = None) -> None:
        self.library = library
        self.folder = library.folder / ".index"
        self.file = self.folder / NAME
        self._waiting = waiting

    # --- asking -----------------------------------------------------------------------------

    @contextmanager
    def held(self, *, refresh: bool = True, progress: Progress | None = None) -> Iterator[Path]:
        """Keep the file as it is, brought up to date first unless told otherwise."""
        if not self.library.exists():
            raise Malformed(
                "there is no library here",
                file=str(self.library.folder),
                hint="`ledger import` starts one; `ledger sql-memory` asks log files directly",
            )
        self.folder.mkdir(exist_ok=True)
        for attempt in range(10):
            with self._lock(shared=True):
                state = self.state()
                if state == "fresh" or (state == "stale" and not refresh):
                    yield self.file
                    return
            self.refresh(progress=progress)
            # a library that is written to all the time is asked as it was a moment ago
            refresh = attempt < 2
        raise Malformed("the index cannot be brought up to date", file=str(self.file))

    @contextmanager
    def reading(
        self,
        *,
        refresh: bool = True,
        progress: Progress | None = None,
        writable: Path | None = None,
    ) -> Iterator[duckdb.DuckDBPyConnection]:
        """Open the index to ask it; `writable`: the one file that an answer may go to."""
        with self.held(refresh=refresh, progress=progress), self._open(writable) as con:
            yield con

    def ask_apart(self, request: Request, *, refresh: bool = True) -> Reply:
        """Ask in a process of its own, for questions of strangers; unrefreshed, as it is."""
        with self.held() if refresh else self._as_it_is() as file:
            return ask_apart(msgspec.structs.replace(request, file=str(file)))

    @contextmanager
    def _as_it_is(self) -> Iterator[Path]:
        """Keep the file as it is, and do not open it here: many threads may ask at once."""
        with self._lock(shared=True):
            yield self.file

    def export(self, folder: Path) -> dict[str, int]:
        """Write every table as Parquet files; return how many rows each has."""
        with self.held() as file:
            return export(file, folder)

    @contextmanager
    def _open(self, writable: Path | None) -> Iterator[duckdb.DuckDBPyConnection]:
        con = connect(self.file, writable=writable)
        try:
            yield con
        finally:
            con.close()

    def state(self) -> State:
        """Look whether the index holds what the library does; cheap."""
        return self._state()[0]

    def _state(self) -> tuple[State, dict[str, str]]:
        if not self.file.exists():
            return "none", {}
        try:
            with self._open(None) as con:
                meta = dict(run(con, "select key, value from internal.meta"))
        except duckdb.ConnectionException:
            raise  # the file is in use here in another way; it is not broken
        except duckdb.Error:
            return "none", {}
        if meta.get("schema") != str(VERSION):
            return "none", meta
        same = meta.get("version") == self.library.version and meta.get("codes") == all_codes()
        return "fresh" if same else "stale", meta

    # --- writing ----------------------------------------------------------------------------

    def refresh(self, *, anew: bool = False, progress: Progress | None = None) -> Refreshed:
        """Bring the index up to date, or make it anew."""
        self.folder.mkdir(exist_ok=True)
        with locked(self.folder / "build.lock", waiting=self._waiting):
            self._sweep()
            if not anew:
                state, meta = self._state()
                if state == "fresh":
                    return Refreshed("nothing", 0)
                if state == "stale" and (done := self._change(meta, progress)):
                    return done
            return self._build(of_library(self.library), progress)

    def _change(self, meta: dict[str, str], progress: Progress | None) -> Refreshed | None:
        """Take in what changed, if that is worth it and the file is well."""
        with self._lock(shared=False):
            try:
                con = build.opened(self.file)
                try:
                    # changes wait in a file beside, as long as they are few
                    run(con, "pragma disable_checkpoint_on_shutdown")
                    source = self._news(con, meta) or of_library(self.library)
                    plan = make_plan(con, source)
                    if plan.lines > plan.total:
                        return None
                    games = build.update(
                        con, source, self.folder, at_once=True, plan=plan, progress=progress
                    )
                finally:
                    con.close()
            except duckdb.Error:
                return None  # the index is a cache: all anew
        return Refreshed("changes", games)

    def _news(self, con: duckdb.DuckDBPyConnection, meta: dict[str, str]) -> Source | None:
        if meta["codes"] != all_codes():
            return None

        def players(keys: list[str]) -> dict[str, str]:
            every = "from (select unnest(keys) as key, player from players)"
            return dict(
                run(con, f"select key, player {every} where key in (select unnest(?))", [keys])
            )

        def revisions(ids: list[str]) -> dict[str, int]:
            sql = "select log, revision from internal.logs where log in (select unnest(?))"
            return dict(run(con, sql, [ids]))

        return news_of(self.library, meta["version"], players, revisions)

    def _build(self, source: Source, progress: Progress | None) -> Refreshed:
        files, new = RealFiles(), self.folder / f"new-{os.getpid()}.duckdb"
        try:
            games = build_file(new, source, self.folder, progress)
            with self._lock(shared=False):
                self._remove(self.file.with_name(NAME + ".wal"))
                files.rename(new, self.file)
            files.sync_folder(self.folder)
        finally:
            self._remove(new)
        return Refreshed("all", games)

    def _sweep(self) -> None:
        """Remove what writers left that died; nobody else writes now."""
        for old in self.folder.iterdir():
            if old.name.startswith(("stage-", "new-")):
                shutil.rmtree(old) if old.is_dir() else old.unlink()

    def _remove(self, file: Path) -> None:
        for path in (file, file.with_name(file.name + ".wal")):
            path.unlink(missing_ok=True)

    def _lock(self, *, shared: bool) -> AbstractContextManager[None]:
        return locked(self.folder / "index.lock", shared=shared, waiting=self._waiting)


def build_file(file: Path, source: Source, folder: Path, progress: Progress | None = None) -> int:
    """Write a new index; `folder` is where rows wait for it."""
    con = build.opened(file)
    try:
        build.create(con)
        games = build.update(con, source, folder, at_once=False, progress=progress)
        con.checkpoint()
    finally:
        con.close()
    return games
