"""What the SQL commands have in common."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ledger.cli.language import t, tn
from ledger.cli.output.query_output import (
    OutputStyle,
    print_answer,
)
from ledger.kernel.words.sentences import N_

if TYPE_CHECKING:
    from ledger.cli.sources.indexes import IndexOpener
    from ledger.index.query.query_process import IndexQueries
    from ledger.index.reports.report import Report


SqlFile = Annotated[
    Path | None,
    typer.Option("--file", "-f", metavar="FILE", help="Read the SQL from a file."),
]


LEFT_OUT = (
    *(N_("ignored"), N_("not finished"), N_("solo"), N_("cooperative"), N_("teams not known")),
    *(N_("no winner"), N_("everybody won"), N_("no date"), N_("places not known")),
)
"""Why a report leaves plays out, in the words of the index's tables."""


def sql_text(sql: str | None, file: Path | None) -> str | None:
    """Return the query from the argument, a file or a pipe; None if there isn't one."""
    from ledger.cli.files.plain_files import read_text

    if sql is not None and file is not None:
        raise typer.BadParameter("give the query as an argument or with --file, not both")
    if file is not None:
        return read_text(file)
    if sql == "-" or (sql is None and not sys.stdin.isatty()):
        return read_text(Path("-"))
    return sql


def note_left_out(questions: IndexQueries, report: Report, values: dict[str, Any]) -> None:
    """Print how many plays a report leaves out, and why."""
    from ledger.cli.output.console import note

    sql = report.left_out_query()
    if sql is None:
        return
    needed = {"game": values["game"]} if "$game" in sql else {}
    if found := questions.ask(sql, needed).rows():
        plays = sum(n for _, n in found)
        said = ", ".join(f"{t(why)} {n:,}" for why, n in found)
        note(
            tn("left out: {count} play ({why})", "left out: {count} plays ({why})", plays, why=said)
        )


def ask_and_print(
    opened: IndexOpener,
    sql: str,
    params: dict[str, Any],
    style: OutputStyle,
    timeout: float,
    parquet: Path | None,
    report: Report | None = None,
    *,
    force: bool = False,
) -> None:
    """Run a query, and print its result or write it to a Parquet file."""
    if parquet is None:
        with opened(None) as questions:
            print_answer(questions, sql, params, style, timeout, report)
            if report is not None:
                note_left_out(questions, report, params)
        return
    from ledger.cli.files.plain_files import check_free
    from ledger.cli.output.console import say

    check_free(parquet, force=force)
    # what is there stays until the new file is whole
    aside = parquet.with_name(f"{parquet.name}.new") if parquet.exists() else parquet
    with opened(aside.absolute()) as questions:
        rows = questions.save(sql, params, seconds=timeout)
        if report is not None:
            note_left_out(questions, report, params)
    aside.replace(parquet)
    say(tn("{count} row in {file}", "{count} rows in {file}", rows, file=parquet))
