"""`ledger query`: SQL over all recorded games."""

from __future__ import annotations

import typer

from ledger.cli.options import Force, LibraryDir
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
    Refresh,
    Stats,
    Timeout,
    read_params,
    read_size,
)
from ledger.cli.sources.indexes import LakeDir, index_opener
from ledger.cli.sources.sql_questions import Sql, SqlFile, ask_and_print, sql_text


def query(
    ctx: typer.Context,
    sql: Sql = None,
    file: SqlFile = None,
    param: Params = None,
    library: LibraryDir = None,
    lake: LakeDir = None,
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
    no_refresh: Refresh = False,
    force: Force = False,
) -> None:
    """Query the library in SQL.

    The index is brought up to date first. `ledger tables` shows what you can query; the SQL dialect
    is DuckDB's. A query can't change anything, and can't reach any file or address. Without SQL, on
    a terminal, you get a prompt.

    \b
    Example:
      ledger query "select name, count(*) from seats where won group by name order by 2 desc"
      ledger query --lake /srv/lake "select count(*) from events"

    --json: an array of objects, one per row, with the columns as keys.
    """
    from ledger.index.query.query_process import QueryProcess

    with QueryProcess(read_size(memory), copied=True) as process:  # it starts while we prepare
        style = OutputStyle(
            limit=limit, stats=stats, table=table, csv=csv, json=json, ndjson=ndjson, md=md
        )
        text = sql_text(sql, file)
        opened = index_opener(ctx, library, process, refresh=not no_refresh, lake=lake, sql=text)
        if text is None:
            from ledger.cli.prompts.sql_prompt import prompt

            with opened(None):  # bring it up to date before the first query
                pass
            prompt(index_opener(ctx, library, process, refresh=False, lake=lake), style, timeout)
        else:
            ask_and_print(opened, text, read_params(param), style, timeout, parquet, force=force)
