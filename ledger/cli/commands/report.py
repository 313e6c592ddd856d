"""`ledger report`: run a named query, and show the result as a table or a picture."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli import completion
from ledger.cli.language import language
from ledger.cli.options import Force, LibraryDir, library_at
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
from ledger.cli.sources.sql_questions import ask_and_print, note_left_out

if TYPE_CHECKING:
    from ledger.index.reports.report import Report

Picture = Path | None


def report(
    ctx: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="The name of a report; `ledger reports` lists them.",
            autocompletion=completion.reports,
        ),
    ],
    param: Params = None,
    library: LibraryDir = None,
    lake: LakeDir = None,
    table: AsTable = False,
    csv: AsCsv = False,
    json: AsJson = False,
    ndjson: AsNdjson = False,
    md: AsMarkdown = False,
    parquet: ParquetFile = None,
    plot: Annotated[bool, typer.Option("--plot", help="Draw a chart in the terminal.")] = False,
    svg: Annotated[
        Picture, typer.Option("--svg", metavar="FILE", help="Write a chart as SVG.")
    ] = None,
    png: Annotated[
        Picture, typer.Option("--png", metavar="FILE", help="Write a chart as PNG.")
    ] = None,
    html: Annotated[
        Picture, typer.Option("--html", metavar="FILE", help="Write a chart as an HTML page.")
    ] = None,
    sql: Annotated[bool, typer.Option("--sql", help="Print the report's SQL instead.")] = False,
    limit: Limit = 0,
    stats: Stats = False,
    timeout: Timeout = 60.0,
    memory: Memory = None,
    no_refresh: Refresh = False,
    force: Force = False,
) -> None:
    """Run a report on the games in the library.

    The plays it leaves out are counted on stderr, with the reasons.

    --svg, --png and --html need the extra `plot` (pip install "tabletop-ledger[plot]"); the files
    load nothing from the network.

    \b
    Example:
      ledger report players --param game=osaka

    --json: an array of objects, one per row, with the columns as keys.
    """
    from ledger.index.reports.report import find_report

    if sql:
        from ledger.cli.output.console import safe_lines

        safe_lines(find_report(name, report_folders(ctx, library)).sql)
        return
    from ledger.index.query.query_process import QueryProcess

    with QueryProcess(read_size(memory), copied=True) as process:  # it starts while we prepare
        style = OutputStyle(
            limit=limit, stats=stats, table=table, csv=csv, json=json, ndjson=ndjson, md=md
        )
        found = find_report(name, report_folders(ctx, library))
        values = found.values(read_params(param))
        opened = index_opener(
            ctx, library, process, refresh=not no_refresh, lake=lake, sql=found.sql
        )
        pictures = [p for p in (svg, png, html) if p is not None]
        if not (plot or pictures):
            _heading(found, style)
            ask_and_print(opened, found.sql, values, style, timeout, parquet, found, force=force)
            return
        from ledger.cli.files.plain_files import check_free

        for path in pictures:
            check_free(path, force=force)
        with opened(None) as questions:
            rows = questions.ask(found.sql, values, seconds=timeout).dicts()
            note_left_out(questions, found, values)
    from ledger.cli.files.plain_files import write_whole
    from ledger.cli.output.console import console, say
    from ledger.index.charts.files import picture
    from ledger.index.charts.terminal import draw

    if plot:
        console().print(draw(found, rows, console().width, values, language()))
    for target, kind in ((svg, "svg"), (png, "png"), (html, "html")):
        if target is not None:
            write_whole(target, picture(found, rows, kind, values, language()), force=force)
            say(f"{target}")


def _heading(found: Report, style: OutputStyle) -> None:
    from rich.text import Text

    from ledger.cli.output.console import say, terminal

    if style.format == "table" and terminal():
        translated = found.in_language(language())
        say(Text(translated.title, "bold"))
        say(Text(translated.about + "\n", "dim"))


def report_folders(ctx: typer.Context, library: Path | None) -> list[Path]:
    """Return the folders of the user's own reports."""
    own = os.environ.get("LEDGER_REPORTS")
    return [library_at(ctx, library).folder / "reports", *([Path(own)] if own else [])]
