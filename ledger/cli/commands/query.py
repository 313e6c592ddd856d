"""`ledger query`: SQL over all recorded games, or over some logs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
from ledger.cli.sources.sql_questions import SqlFile, ask_and_print, sql_text

if TYPE_CHECKING:
    from ledger.cli.sources.indexes import IndexOpener
    from ledger.index.query.query_process import IndexQueries, QueryProcess


def query(
    ctx: typer.Context,
    asked: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SQL] [FILE...]",
            help="A select in quotes, or - for stdin; with logs or folders of them, only these are "
            "queried.",
        ),
    ] = None,
    file: SqlFile = None,
    sql: Annotated[str | None, typer.Option("--sql", "-q", hidden=True)] = None,
    tables: Annotated[
        bool, typer.Option("--tables", help="List what you can query; with a NAME, show one table.")
    ] = False,
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
    """Query the library, or some logs, in SQL.

    The index of the library is brought up to date first. The SQL dialect is DuckDB's. A query can't
    change anything, and can't reach any file or address. Without SQL, on a terminal, you get a
    prompt.

    --tables lists the tables. Besides these, there is a view for each event type of each game, like
    osaka_bought, with the event's fields as columns. If a field's name is reserved in SQL, the
    column's name ends in an underscore: to_.

    \b
    Example:
      ledger query "select name, count(*) from seats where won group by name order by 2 desc"
      ledger query "select type, count(*) from events group by type" replays
      ledger query --lake /srv/lake "select count(*) from events"
      ledger query --tables seats

    --json: an array of objects, one per row, with the columns as keys. With --tables, one object
    per table, {"name", "meaning", "columns": [{"name", "type", "meaning"}], "example"}, in English.
    """
    if tables:
        from ledger.cli.output.sql_tables import print_tables

        print_tables(_only(asked or []), json=json)
        return
    from ledger.index.query.query_process import QueryProcess

    with ExitStack() as stack:
        # it starts while we prepare
        process = stack.enter_context(QueryProcess(read_size(memory), copied=True))
        style = OutputStyle(
            limit=limit, stats=stats, table=table, csv=csv, json=json, ndjson=ndjson, md=md
        )
        written, logs = _sql_and_logs(asked or [], sql)
        text = sql_text(written, file)
        if logs:
            if library is not None or lake is not None:
                raise typer.BadParameter("query logs, or a library, or a lake: not two of them")
            opened = _opener_of(logs, process, stack)
        else:
            opened = index_opener(
                ctx, library, process, refresh=not no_refresh, lake=lake, sql=text
            )
        if text is not None:
            ask_and_print(opened, text, read_params(param), style, timeout, parquet, force=force)
            return
        from ledger.cli.prompts.sql_prompt import prompt

        if not logs:
            with opened(None):  # bring it up to date before the first query
                pass
            opened = index_opener(ctx, library, process, refresh=False, lake=lake)
        prompt(opened, style, timeout)


def _sql_and_logs(asked: list[str], sql: str | None) -> tuple[str | None, list[Path]]:
    """Tell the query from the logs."""
    logs = [word for word in asked if sql is not None or _is_log(word)]
    words = [word for word in asked if word not in logs]
    if len(words) > 1:
        raise typer.BadParameter('write the query in quotes: ledger query "select …"')
    return (words[0] if words else sql), [Path(log) for log in logs]


def _is_log(word: str) -> bool:
    """Whether a word names a log or a folder rather than being SQL."""
    if word.endswith(".jsonl"):
        return True
    try:
        return word not in ("", "-") and Path(word).exists()
    except OSError:  # too long for a file name
        return False


def _only(names: list[str]) -> str | None:
    if len(names) > 1:
        raise typer.BadParameter("--tables takes one name")
    return names[0] if names else None


def _opener_of(logs: list[Path], process: QueryProcess, stack: ExitStack) -> IndexOpener:
    """Build an index of some logs in a temporary file, and return what opens it."""
    from ledger.index.api import built_of

    index = stack.enter_context(built_of(logs))

    @contextmanager
    def opened(writable: Path | None) -> Iterator[IndexQueries]:
        yield process.about(index, writable)

    return opened
