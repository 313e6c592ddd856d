"""What the SQL commands have in common."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ledger.cli.output.answers import (
    Style,
    answer,
)

if TYPE_CHECKING:
    from ledger.cli.indexes import Opener
    from ledger.index.query.apart import Questions
    from ledger.index.reports.catalogue import Report


Sql = Annotated[
    str | None,
    typer.Argument(metavar="[SQL]", help="A select, or - for stdin."),
]


SqlFile = Annotated[
    Path | None,
    typer.Option("--file", "-f", metavar="FILE", help="Read the question from a file."),
]


def sql_text(sql: str | None, file: Path | None) -> str | None:
    """Return the query from the argument, a file or a pipe; None if there isn't one."""
    from ledger.cli.files import read_text

    if sql is not None and file is not None:
        raise typer.BadParameter("give the question as an argument or as --file, not both")
    if file is not None:
        return read_text(file)
    if sql == "-" or (sql is None and not sys.stdin.isatty()):
        return read_text(Path("-"))
    return sql


def tell_left_out(questions: Questions, report: Report, values: dict[str, Any]) -> None:
    """Say which plays a report leaves out, and how many."""
    from ledger.cli.output.console import note

    sql = report.left_out_query()
    if sql is None:
        return
    needed = {"game": values["game"]} if "$game" in sql else {}
    if found := questions.ask(sql, needed).rows():
        plays = sum(n for _, n in found)
        said = ", ".join(f"{why} {n:,}" for why, n in found)
        note(f"left out: {plays:,} {'play' if plays == 1 else 'plays'} ({said})")


def ask_and_print(
    opened: Opener,
    sql: str,
    params: dict[str, Any],
    style: Style,
    timeout: float,
    parquet: Path | None,
    report: Report | None = None,
) -> None:
    """Run a query, and print the answer or write it to a Parquet file."""
    if parquet is None:
        with opened(None) as questions:
            answer(questions, sql, params, style, timeout)
            if report is not None:
                tell_left_out(questions, report, params)
        return
    from ledger.cli.files import check_free
    from ledger.cli.output.console import say

    check_free(parquet, force=False)
    with opened(parquet.absolute()) as questions:
        rows = questions.save(sql, params, seconds=timeout)
        if report is not None:
            tell_left_out(questions, report, params)
    say(f"{rows:,} rows in {parquet}")
