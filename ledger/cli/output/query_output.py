"""Query results on the screen, in a pipe or in a file."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ledger.cli.language import language, t, tn

if TYPE_CHECKING:
    from ledger.index.query.query_process import IndexQueries
    from ledger.index.query.result import QueryResult
    from ledger.index.reports.report import Report

ROWS = 1000
"""How many rows a table on the screen has at most, unless --limit is given."""

AsTable = Annotated[
    bool, typer.Option("--table", help="Print a table (the default on a terminal).")
]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print CSV (the default in a pipe).")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, as described above.")]
AsNdjson = Annotated[bool, typer.Option("--ndjson", help="Print one JSON object per line.")]
AsMarkdown = Annotated[bool, typer.Option("--md", help="Print a Markdown table.")]
ParquetFile = Annotated[
    Path | None,
    typer.Option("--parquet", metavar="FILE", help="Write a Parquet file."),
]
Params = Annotated[
    list[str] | None,
    typer.Option("--param", metavar="K=V", help="A value for $K; may be repeated."),
]
Limit = Annotated[int, typer.Option("--limit", min=0, help="At most this many rows; 0 for all.")]
Stats = Annotated[bool, typer.Option("--stats", help="Report on stderr how long it took.")]
Timeout = Annotated[float, typer.Option("--timeout", min=0.1, help="The time limit in seconds.")]
Memory = Annotated[
    str | None,
    typer.Option(
        "--memory",
        metavar="SIZE",
        help="The memory limit, such as 2GB (default: half of all memory).",
    ),
]
Refresh = Annotated[
    bool, typer.Option("--no-refresh", help="Use the index as it is, even if games are missing.")
]


class OutputStyle:
    """How to print a result."""

    def __init__(self, *, limit: int = 0, stats: bool = False, **formats: bool) -> None:
        chosen = [name for name, wanted in formats.items() if wanted]
        if len(chosen) > 1:
            raise typer.BadParameter(f"choose one of --{' and --'.join(chosen)}")
        from .console import terminal

        self.format = chosen[0] if chosen else "table" if terminal() else "csv"
        self.limit, self.stats = limit, stats


def read_params(pairs: list[str] | None) -> dict[str, Any]:
    """Read the values of parameters, as JSON if possible and as strings otherwise."""
    import json

    from ledger.cli.options import split_pairs

    out: dict[str, Any] = {}
    for key, value in split_pairs(pairs, "--param").items():
        try:
            out[key] = json.loads(value)
        except ValueError:
            out[key] = value
    return out


def read_size(text: str | None) -> int | None:
    """Read an amount of memory, such as 500MB or 2 GB."""
    if text is None:
        return None
    found = re.fullmatch(r"\s*(\d{1,6}(?:\.\d{1,3})?)\s*([MGT])i?B?\s*", text, re.IGNORECASE)
    if found is None or not float(found[1]):
        raise typer.BadParameter(f"{text!r} isn't an amount of memory; write 500MB or 2GB")
    return int(float(found[1]) * 1024 ** (2 + "MGT".index(found[2].upper())))


def print_answer(
    questions: IndexQueries,
    sql: str,
    params: dict[str, Any],
    style: OutputStyle,
    seconds: float,
    report: Report | None = None,
) -> None:
    """Run a query and print its result; a report's table has headings in the reader's language."""
    start = time.perf_counter()
    found = questions.ask(sql, params, seconds=seconds)
    rows = show(found, style, report)
    if style.stats:
        spent = (time.perf_counter() - start) * 1000
        took = f"{spent:,.0f} ms"
        sys.stderr.write(
            tn("{count} row in {time}", "{count} rows in {time}", rows, time=took) + "\n"
        )


def show(found: QueryResult, style: OutputStyle, report: Report | None = None) -> int:
    """Print a result in the given style; return how many rows it has."""
    from ledger.index.query import formats

    if style.format == "table":
        translated = report and report.in_language(language())
        return _table(found, style.limit or ROWS, translated, exact=bool(style.limit))
    found.limit = style.limit
    write = {
        "csv": formats.csv_lines,
        "json": formats.json,
        "ndjson": formats.ndjson,
        "md": formats.markdown,
    }[style.format]
    from .console import terminal

    for text in write(found):
        if terminal():
            from ledger.kernel.text.safe import safe

            text = "".join(safe(line) + "\n" for line in text.splitlines())
        sys.stdout.write(text)
    return found.given


def column_head(name: str) -> str:
    """Return the heading for a column in a table for people."""
    from ledger.index.query.formats import shown
    from ledger.kernel.text.translations import translator

    if language() == "en":
        return shown(name)
    translated = translator("ledger.index", "index", language()).pgettext("column", name)
    return shown(translated)


def _in_words(value: Any) -> str:
    """Return a value the way people read it in a table."""
    from ledger.index.query.formats import shown

    if isinstance(value, bool):
        return t("yes") if value else t("no")
    return shown(value)


def _table(found: QueryResult, limit: int, report: Report | None, *, exact: bool) -> int:
    from rich.table import Table as Grid
    from rich.text import Text

    from ledger.index.query.formats import numeric

    from .console import console, terminal, warn

    rows = found.rows(limit + 1)
    grid = Grid(box=None, pad_edge=False, header_style="bold")
    for field in found.fields:
        grid.add_column(
            Text(column_head(field.name)),
            justify="right" if numeric(field) else "left",
            overflow="fold",
        )
    for row in rows[:limit]:
        cells = zip(found.fields, row, strict=True)
        values = (report.word(field.name, v) if report else v for field, v in cells)
        grid.add_row(*(Text(_in_words(v)) for v in values))
    out = console(width=None if terminal() else 200)
    if out.is_terminal and len(rows) > out.height - 3:
        with out.pager(styles=True):
            out.print(grid)
    else:
        out.print(grid)
    if len(rows) > limit and not exact:
        first = tn("only the first {count} row", "only the first {count} rows", limit)
        warn(f"{first}; {t('--limit 0 --csv prints them all')}")
    return min(len(rows), limit)
