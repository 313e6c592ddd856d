"""`ledger sql-memory`: SQL over some logs, without a library."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli.output.answers import (
    Csv,
    JsonRows,
    Limit,
    Md,
    Ndjson,
    Params,
    Parquet,
    Stats,
    Style,
    Table,
    Timeout,
    read_params,
)

if TYPE_CHECKING:
    import duckdb

from ledger.cli.questions import SqlFile, ask_and_print, sql_text


def sql_memory(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Game logs, or folders of them.")
    ],
    sql: Annotated[
        str | None,
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

    It has the same tables as `ledger query`, built in memory from the given files.

    \b
    Example:
      ledger sql-memory replays -q "select type, count(*) from events group by type"

    --json: an array of objects, one per row, the columns as keys.
    """
    style = Style(limit=limit, stats=stats, table=table, csv=csv, json=json, ndjson=ndjson, md=md)
    text = sql_text(sql, file)

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
