"""`ledger report`: named queries, whose results are shown as a table or a picture."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
    from ledger.index.query.query_process import IndexQueries
    from ledger.index.reports.report import Report

Picture = Path | None


def report(
    ctx: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]",
            help="The name of a report; without it, the reports are listed.",
            autocompletion=completion.reports,
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            metavar="TITLE",
            help="Only this game.",
            autocompletion=completion.games,
        ),
    ] = None,
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
    """Run a report on the games in the library, or list the reports.

    The plays it leaves out are counted on stderr, with the reasons.

    Reports of your own are .sql files in the folder `reports` of the library, or in LEDGER_REPORTS;
    they start with a header like the ones that `ledger report NAME --sql` prints.

    --svg, --png and --html need the extra `plot` (pip install "tabletop-ledger[plot]"); the files
    load nothing from the network.

    \b
    Example:
      ledger report
      ledger report players --game osaka

    --json: an array of objects, one per row, with the columns as keys. Without a NAME, one object
    per report, {"name", "title", "about", "game", "params", "columns", "left_out", "plot", "own"}.
    """
    if name is None:
        _list(ctx, library, game, json=json)
        return
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
        values = found.values(_params(found, game, read_params(param)))
        opened = index_opener(
            ctx, library, process, refresh=not no_refresh, lake=lake, sql=found.sql
        )
        if isinstance(values.get("game"), str) and (game or param):
            with opened(None) as questions:
                values["game"] = _game_meant(questions, values["game"])
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


def _params(found: Report, game: str | None, given: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters that were given, with --game as the one that most reports have."""
    if game is None or found.game == game.casefold():
        return given
    return given | {"game": game}


def _game_meant(questions: IndexQueries, typed: str) -> str:
    """Return the name or the title by which reports know a game, which may be typed in any way.

    Raises `Malformed` if nobody has played it.
    """
    from ledger.kernel.errors import Malformed
    from ledger.kernel.game.summary import our_summary
    from ledger.kernel.text.suggest import did_you_mean
    from ledger.library.people.matching import loose

    known: dict[str, str] = {}
    for name, title in questions.ask("select distinct game, title from games").rows():
        ours = our_summary(name or "")
        others = () if ours is None else ours.meta.titles.values()
        known |= {loose(word): name or title for word in (*others, title, name) if word}
    wanted = loose(typed)
    within = {meant for word, meant in known.items() if wanted in word}
    if wanted in known or len(within) == 1:
        return known.get(wanted) or within.pop()
    raise Malformed(
        "the library has no game called {typed!r}",
        hint=did_you_mean(wanted, known) or "`ledger list` shows what was played",
        typed=typed,
    )


def _list(ctx: typer.Context, library: Path | None, game: str | None, *, json: bool) -> None:
    """List the reports: first those about all games, then those of each game."""
    import msgspec
    from rich.text import Text

    from ledger.cli.output.console import emit, say
    from ledger.index.reports.report import reports as known

    found = [
        one
        for one in known(report_folders(ctx, library)).values()
        if game is None or game.casefold() == one.game or any(p.name == "game" for p in one.params)
    ]
    if json:
        for one in found:
            facts = msgspec.to_builtins(one)
            del facts["sql"], facts["words"]
            emit(facts)
        return
    wide = max(len(one.name) for one in found)
    for one in found:
        line = Text(f"{one.name:{wide}}  ", "cyan").append(
            one.in_language(language()).title, "none"
        )
        params = ", ".join(p.name for p in one.params)
        say(line.append(f"  ({params})" if params else "", "dim"))


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
