"""`ledger sql-memory`: query some logs in SQL, without a library."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli.options import Force
from ledger.cli.output.query_output import (
    AsCsv,
    AsJson,
    AsMarkdown,
    AsNdjson,
    AsTable,
    Limit,
    Memory,
    OutputStyle,
    Params,
    ParquetFile,
    Stats,
    Timeout,
    read_params,
    read_size,
)

if TYPE_CHECKING:
    from ledger.index.query.query_process import IndexQueries

from ledger.cli.sources.sql_questions import SqlFile, ask_and_print, sql_text


def sql_memory(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Game logs, or folders of them.")
    ],
    sql: Annotated[
        str | None,
        typer.Option("--sql", "-q", metavar="SQL", help="A select; without it, stdin or a prompt."),
    ] = None,
    file: SqlFile = None,
    param: Params = None,
    table: AsTable = False,
    csv: AsCsv = False,
    json: AsJson = False,
    ndjson: AsNdjson = False,
    md: AsMarkdown = False,
    parquet: ParquetFile = None,
    limit: Limit = 0,
    stats: Stats = False,
    timeout: Timeout = 60.0,
    memory: Memory = None,
    force: Force = False,
) -> None:
    """Query some logs in SQL, without a library.

    It has the same tables as `ledger query`, built in memory from the given files.

    \b
    Example:
      ledger sql-memory replays -q "select type, count(*) from events group by type"

    --json: an array of objects, one per row, with the columns as keys.
    """
    style = OutputStyle(
        limit=limit, stats=stats, table=table, csv=csv, json=json, ndjson=ndjson, md=md
    )
    text = sql_text(sql, file)

    from ledger.index.api import built_of
    from ledger.index.query.query_process import QueryProcess

    with QueryProcess(read_size(memory), copied=True) as process, built_of(files) as index:

        @contextmanager
        def opened(writable: Path | None) -> Iterator[IndexQueries]:
            yield process.about(index, writable)

        if text is None:
            from ledger.cli.prompts.sql_prompt import prompt

            prompt(opened, style, timeout)
        else:
            ask_and_print(opened, text, read_params(param), style, timeout, parquet, force=force)
