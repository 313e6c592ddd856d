"""`ledger index`, and how commands come to the index of a library."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ledger.cli.options import Json, LibraryDir, library_at

if TYPE_CHECKING:
    import duckdb

    from ledger.index.library_index import Index

    Opener = Callable[[Path | None], AbstractContextManager[duckdb.DuckDBPyConnection]]


def index(
    ctx: typer.Context,
    library: LibraryDir = None,
    anew: Annotated[bool, typer.Option("--anew", help="Make it anew from all logs.")] = False,
    json: Json = False,
) -> None:
    """Bring the index of the library up to date.

    Questions do that by themselves. The index holds nothing that the logs do not: it can be
    deleted at any time.

    \b
    Example:
      ledger index --anew

    --json: {"file", "how", "games", "seconds", "bytes"}; how is nothing, changes or all.
    """
    import time

    from ledger.cli.output.console import emit, say

    found = _index(ctx, library)
    if not found.library.exists():
        from ledger.kernel.errors import Malformed

        raise Malformed("there is no library here", file=str(found.library.folder))
    start = time.perf_counter()
    with _writing(found), _progress(found) as done:
        how, games = found.refresh(anew=anew, progress=done)
    size = found.file.stat().st_size
    facts: dict[str, Any] = {
        "file": str(found.file),
        "how": how,
        "games": games,
        "seconds": round(time.perf_counter() - start, 3),
        "bytes": size,
    }
    if json:
        emit(facts)
    elif how == "nothing":
        say(f"{found.file}: up to date")
    else:
        say(f"{found.file}: {games:,} games in {facts['seconds']:.1f} s, {size / 1e6:.1f} MB")


def export_parquet(ctx: typer.Context, library: Path | None, folder: Path) -> None:
    """Write all tables of the library as Parquet files; `ledger export --to parquet` calls it."""
    from ledger.cli.output.console import say

    rows = _index(ctx, library).export(folder)
    say(f"{folder}: {sum(rows.values()):,} rows in {len(rows)} tables")


def _index(ctx: typer.Context, folder: Path | None) -> Index:
    from ledger.index.library_index import Index

    def waiting() -> None:
        sys.stderr.write("waiting: another program is writing to the index\n")

    return Index(library_at(ctx, folder), waiting=waiting)


@contextmanager
def _progress(index: Index) -> Iterator[Callable[[int], None]]:
    from ledger.cli.output.console import progress

    with progress("indexing", len(index.library.games())) as done:
        yield done


def opener(ctx: typer.Context, folder: Path | None, *, refresh: bool) -> Opener:
    """Return what opens the index of a library for a question, brought up to date if wanted."""

    @contextmanager
    def opened(writable: Path | None) -> Iterator[duckdb.DuckDBPyConnection]:
        found = _index(ctx, folder)
        with _writing(found), found.reading(refresh=refresh, writable=writable) as con:
            yield con

    return opened


@contextmanager
def _writing(index: Index) -> Iterator[None]:
    """Say what to do about a library in which no index can be written."""
    from ledger.kernel.errors import Malformed

    try:
        yield
    except OSError as e:
        inside = str(e.filename or "").startswith(str(index.folder))
        if not inside or e.errno not in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise
        logs = index.library.folder / "games"
        raise Malformed(
            "the index of this library cannot be written here, and a question needs one",
            file=str(index.folder),
            hint="copy the library to a folder of your own and ask there (--library COPY), or ask "
            f"its logs alone: ledger sql-memory {logs} -q SQL",
        ) from None
