"""How commands get the index of a library."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli.language import t
from ledger.cli.options import library_at
from ledger.cli.worker_pools import pool_for

if TYPE_CHECKING:
    from ledger.index.library_index import Index
    from ledger.index.query.query_process import IndexQueries, QueryProcess

    IndexOpener = Callable[[Path | None], AbstractContextManager[IndexQueries]]

LakeDir = Annotated[
    Path | None,
    typer.Option("--lake", metavar="DIR", help="Use a lake made by `ledger index --lake`."),
]


def export_parquet(
    ctx: typer.Context, library: Path | None, folder: Path, jobs: int | None
) -> None:
    """Write all tables of the library as Parquet files, for `ledger export --to parquet`."""
    from ledger.cli.output.console import say
    from ledger.cli.output.forgotten_people import library_without_forgotten
    from ledger.index.library_index import Index

    with library_without_forgotten(library_at(ctx, library)) as copy, ExitStack() as stack:
        index = index_at(ctx, library) if copy is None else Index(copy)
        if index.library.exists():
            pool = None  # small changes don't need one, and starting one takes time
            if jobs is not None:
                pool = stack.enter_context(pool_for(jobs, None, len(index.library.games())))
            stack.enter_context(writing_index(index))
            index.refresh(progress=stack.enter_context(index_progress(index)), pool=pool)
        rows = index.export(folder)
    n, tables = sum(rows.values()), len(rows)
    say(t("{folder}: {n:,} rows in {tables} tables", folder=folder, n=n, tables=tables))


def index_at(ctx: typer.Context, folder: Path | None) -> Index:
    """Return the index of a library."""
    from ledger.index.library_index import Index

    def waiting() -> None:
        sys.stderr.write(f"{t('waiting: another program is writing to the index')}\n")

    return Index(library_at(ctx, folder), waiting=waiting)


@contextmanager
def index_progress(index: Index) -> Iterator[Callable[[int], None]]:
    """Show the progress of a build once the first games are done, as a bar starts a thread."""
    from ledger.cli.output.console import progress

    with ExitStack() as stack:
        bars: list[Callable[[int], None]] = []

        def done(games: int) -> None:
            if not bars:
                every = len(index.library.games())
                bars.append(stack.enter_context(progress(t("indexing"), every)))
            bars[0](games)

        yield done


def index_opener(
    ctx: typer.Context,
    folder: Path | None,
    process: QueryProcess,
    *,
    refresh: bool,
    lake: Path | None = None,
    sql: str | None = None,
) -> IndexOpener:
    """Return a function that opens the index for queries, brought up to date if `refresh`.

    With a `lake`, that is queried instead, in its present state. If `sql` is the only query,
    nothing more than it needs is prepared.
    """

    @contextmanager
    def opened(writable: Path | None) -> Iterator[IndexQueries]:
        if lake is not None:
            from ledger.index.lake.versions import Lake

            with Lake(lake).held() as version:
                yield process.about(version, writable)
            return
        found, meta = index_at(ctx, folder), process.read_meta
        with writing_index(found):
            if sql is not None:
                found = found.quickest_for(sql, process, refresh=refresh)
            with found.held(refresh=refresh, read_meta=meta) as file:
                yield process.about(file, writable)

    return opened


@contextmanager
def writing_index(index: Index) -> Iterator[None]:
    """If the index can't be written, say what to do about it."""
    from ledger.kernel.errors import Malformed

    try:
        yield
    except OSError as e:
        inside = str(e.filename or "").startswith(str(index.folder))
        if not inside or e.errno not in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise
        logs = index.library.folder / "games"
        raise Malformed(
            "the index of this library can't be written here, and queries need one",
            file=str(index.folder),
            hint="copy the library to a folder of your own and query the copy (--library COPY), "
            "or query its logs directly: ledger query SQL {logs}",
            logs=logs,
        ) from None
