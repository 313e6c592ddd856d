"""`ledger query` and its kin: SQL over all recorded games, and the reports made of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from ledger.cli.options import LibraryDir
from ledger.cli.output.answers import (
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

from .index import opener

if TYPE_CHECKING:
    import duckdb

    from .index import Opener

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
    opened = opener(ctx, library, refresh=not no_refresh)
    text = _text(sql, file)
    if text is None:
        from ledger.cli.query_prompt import prompt

        with opened(None):  # brought up to date before the first question
            pass
        prompt(opener(ctx, library, refresh=False), style, timeout)
    else:
        ask_and_print(opened, text, read_params(param), style, timeout, parquet)


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
        from ledger.cli.query_prompt import prompt

        with opened(None) as con:

            @contextmanager
            def same(writable: Path | None) -> Iterator[duckdb.DuckDBPyConnection]:
                yield con

            prompt(same, style, timeout)
    else:
        ask_and_print(opened, text, read_params(param), style, timeout, parquet)


def _text(sql: str | None, file: Path | None) -> str | None:
    """Return the question: an argument, a file, what comes through a pipe, or none."""
    from ledger.cli.files import read_text

    if sql is not None and file is not None:
        raise typer.BadParameter("give the question as an argument or as --file, not both")
    if file is not None:
        return read_text(file)
    if sql == "-" or (sql is None and not sys.stdin.isatty()):
        return read_text(Path("-"))
    return sql


def ask_and_print(
    opened: Opener,
    sql: str,
    params: dict[str, Any],
    style: Style,
    timeout: float,
    parquet: Path | None,
) -> None:
    """Ask, and print the answer or write it into a Parquet file."""
    if parquet is None:
        with opened(None) as con:
            answer(con, sql, params, style, timeout)
        return
    from ledger.cli.files import check_free
    from ledger.cli.output.console import say
    from ledger.index.query.ask import save

    check_free(parquet, force=False)
    target = parquet.absolute()
    with opened(target) as con:
        rows = save(con, sql, params, target, seconds=timeout)
    say(f"{rows:,} rows in {parquet}")
