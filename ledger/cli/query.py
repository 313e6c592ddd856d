"""`ledger query` and its kin: SQL over all recorded games, and the reports made of it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from .answers import (
    Csv,
    JsonRows,
    Limit,
    Md,
    Ndjson,
    Params,
    Parquet,
    Refresh,
    Stats,
    Style,
    Table,
    Timeout,
    answer,
    read_params,
)
from .options import Json, LibraryDir, library_at

if TYPE_CHECKING:
    import duckdb

    from ledger.index.index import Index

    Opener = Callable[[Path | None], AbstractContextManager[duckdb.DuckDBPyConnection]]

Sql = Annotated[
    Optional[str],  # noqa: UP045 # Typer reads it at run time
    typer.Argument(metavar="[SQL]", help="A select, or - for stdin."),
]
SqlFile = Annotated[
    Optional[Path],  # noqa: UP045
    typer.Option("--file", "-f", metavar="FILE", help="Read the question from a file."),
]


def query(
    ctx: typer.Context,
    sql: Sql = None,
    file: SqlFile = None,
    param: Params = None,
    library: LibraryDir = None,
    table: Table = False,
    csv: Csv = False,
    json: JsonRows = False,
    ndjson: Ndjson = False,
    md: Md = False,
    parquet: Parquet = None,
    limit: Limit = 0,
    stats: Stats = False,
    timeout: Timeout = 60.0,
    no_refresh: Refresh = False,
) -> None:
    """Ask the library a question in SQL.

    The index is brought up to date first. `ledger tables` shows what there is to ask; the SQL is
    that of DuckDB. Nothing can be changed, and no file or address be reached. Without SQL, on a
    terminal, a prompt opens.

    \b
    Example:
      ledger query "select name, count(*) from seats where won group by name order by 2 desc"

    --json: an array of objects, one per row, the columns as keys.
    """
    style = Style(limit=limit, stats=stats, table=table, csv=csv, json=json, ndjson=ndjson, md=md)
    opened = _library(ctx, library, refresh=not no_refresh)
    text = _text(sql, file)
    if text is None:
        from .prompt import prompt

        with opened(None):  # brought up to date before the first question
            pass
        prompt(_library(ctx, library, refresh=False), style, timeout)
    else:
        _ask(opened, text, read_params(param), style, timeout, parquet)


def sql_memory(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Game logs, or folders of them.")
    ],
    sql: Annotated[
        Optional[str],  # noqa: UP045
        typer.Option("--sql", "-q", metavar="SQL", help="A select; else stdin, or a prompt."),
    ] = None,
    file: SqlFile = None,
    param: Params = None,
    table: Table = False,
    csv: Csv = False,
    json: JsonRows = False,
    ndjson: Ndjson = False,
    md: Md = False,
    parquet: Parquet = None,
    limit: Limit = 0,
    stats: Stats = False,
    timeout: Timeout = 60.0,
) -> None:
    """Ask some logs a question in SQL, without a library.

    The same tables as `ledger query`, made for the occasion from the given files.

    \b
    Example:
      ledger sql-memory replays -q "select type, count(*) from events group by type"

    --json: an array of objects, one per row, the columns as keys.
    """
    style = Style(limit=limit, stats=stats, table=table, csv=csv, json=json, ndjson=ndjson, md=md)
    text = _text(sql, file)

    @contextmanager
    def opened(writable: Path | None) -> Iterator[duckdb.DuckDBPyConnection]:
        from ledger.index.api import in_memory

        with in_memory(files, writable) as con:
            yield con

    if text is None:
        from .prompt import prompt

        with opened(None) as con:

            @contextmanager
            def same(writable: Path | None) -> Iterator[duckdb.DuckDBPyConnection]:
                yield con

            prompt(same, style, timeout)
    else:
        _ask(opened, text, read_params(param), style, timeout, parquet)


def tables(
    name: Annotated[
        Optional[str],  # noqa: UP045
        typer.Argument(metavar="[TABLE]", help="One table with its columns, or a part of names."),
    ] = None,
    json: Json = False,
) -> None:
    """List the tables that can be asked, or show one.

    Besides the tables there is a view for each type of event of each game, like osaka_bought,
    with the event's fields as columns. A field whose name SQL keeps for itself has an underscore
    behind it: to_.

    \b
    Example:
      ledger tables seats

    --json: one object per table, {"name", "meaning", "columns": [{"name", "type", "meaning"}],
    "example"}.
    """
    from ledger.index.columns import views
    from ledger.index.schema import TABLES
    from ledger.kernel.errors import Malformed
    from ledger.kernel.game import installed

    from .out import emit

    found = [*TABLES, *(view for view, _ in views(installed().values()))]
    if name is not None:
        exact = [t for t in found if t.name == name.lower()]
        found = exact or [t for t in found if name.lower() in t.name]
        if not found:
            raise Malformed(f"there is no table {name!r}", hint="`ledger tables` lists them all")
    if json:
        for t in found:
            emit({**t._asdict(), "columns": [c._asdict() for c in t.columns]})
    elif name is not None and len(found) == 1:
        _one_table(found[0])
    else:
        _names([(t.name, t.meaning) for t in found])


def _one_table(table: Any) -> None:
    from rich.text import Text

    from .out import say

    say(Text(table.name, "bold cyan").append(f"  {table.meaning}", "none"))
    wide = max(len(c.name) for c in table.columns)
    kind = min(max(len(c.type) for c in table.columns), 24)
    for c in table.columns:
        line = Text(f"  {c.name:{wide}}  ", "bold").append(f"{c.type:{kind}}  ", "dim")
        say(line.append(c.meaning, "none"), indent=0)
    say(Text("\nExample: ", "dim").append(table.example, "none"))


def _names(rows: list[tuple[str, str]]) -> None:
    from rich.text import Text

    from .out import say

    wide = max(len(name) for name, _ in rows)
    for name, meaning in rows:
        say(Text(f"{name:{wide}}  ", "cyan").append(meaning, "none"))


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

    from .out import emit, say

    found = _index(ctx, library)
    if not found.library.exists():
        from ledger.kernel.errors import Malformed

        raise Malformed("there is no library here", file=str(found.library.folder))
    start = time.perf_counter()
    with _progress(found) as done:
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
    from .out import say

    rows = _index(ctx, library).export(folder)
    say(f"{folder}: {sum(rows.values()):,} rows in {len(rows)} tables")


# --- helpers --------------------------------------------------------------------------------


def _text(sql: str | None, file: Path | None) -> str | None:
    """Return the question: an argument, a file, what comes through a pipe, or none."""
    from .files import read_text

    if sql is not None and file is not None:
        raise typer.BadParameter("give the question as an argument or as --file, not both")
    if file is not None:
        return read_text(file)
    if sql == "-" or (sql is None and not sys.stdin.isatty()):
        return read_text(Path("-"))
    return sql


def _ask(
    opened: Opener,
    sql: str,
    params: dict[str, Any],
    style: Style,
    timeout: float,
    parquet: Path | None,
) -> None:
    if parquet is None:
        with opened(None) as con:
            answer(con, sql, params, style, timeout)
        return
    from ledger.index.query import save

    from .files import check_free
    from .out import say

    check_free(parquet, force=False)
    target = parquet.absolute()
    with opened(target) as con:
        rows = save(con, sql, params, target, seconds=timeout)
    say(f"{rows:,} rows in {parquet}")


def _index(ctx: typer.Context, folder: Path | None) -> Index:
    from ledger.index.index import Index

    def waiting() -> None:
        sys.stderr.write("waiting: another program is writing to the index\n")

    return Index(library_at(ctx, folder), waiting=waiting)


@contextmanager
def _progress(index: Index) -> Iterator[Callable[[int], None]]:
    from .out import progress

    with progress("indexing", len(index.library.games())) as done:
        yield done


def _library(ctx: typer.Context, folder: Path | None, *, refresh: bool) -> Opener:
    @contextmanager
    def opened(writable: Path | None) -> Iterator[duckdb.DuckDBPyConnection]:
        found = _index(ctx, folder)
        with found.reading(refresh=refresh, writable=writable) as con:
            yield con

    return opened
