"""`ledger verify`: check logs against the rules."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli.options import Json, LogFiles
from ledger.kernel.text.reasons import why

if TYPE_CHECKING:
    from ledger.kernel.errors import LedgerError
    from ledger.kernel.log.codec import Reading
    from ledger.kernel.log.verify import Report

STYLE = {"legal": "green", "possible": "green", "illegal": "bold red", "damaged": "bold red"}


def verify(
    paths: LogFiles,
    against: Annotated[
        Path | None,
        typer.Option(
            metavar="SEAT.jsonl",
            help="Also check that this is what a seat saw of FILE (see export --as).",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Check logs against the rules.

    Every move is decided again and compared. A log is legal; possible (some cards weren't recorded,
    but nothing speaks against it); illegal; damaged; or unreadable. In a folder, all .jsonl files
    are checked, including those in its subfolders.

    \b
    Example:
      ledger verify replays games/osaka-3p-7-0001.jsonl

    --json: one object per file, {"file", "verdict", "events", "open", "problems": [{"line", "seq",
    "kind", "rule", "message"}]}.

    Exit code: 0 if all are legal or possible, 1 if one is illegal or damaged, 2 if one is
    unreadable.
    """
    from ledger.cli.output.console import emit, progress, terminal
    from ledger.kernel.log.verify import EXIT

    files = _files(paths)
    if against is not None and len(files) != 1:
        raise typer.BadParameter("needs exactly one FILE", param_hint="--against")
    reports: list[Report] = []
    tell = emit if json else _tell
    later = terminal()  # a progress bar and lines on one screen would overwrite each other
    with progress("verifying", len(files)) as done:
        for n, file in enumerate(files, 1):
            reports.append(_check(file, against, alone=len(files) == 1))
            if not later:
                tell(reports[-1])
            done(n)
    for report in reports if later else ():
        tell(report)
    if len(reports) > 1 and not json:
        _sum(reports)
    raise typer.Exit(max((EXIT[r.verdict] for r in reports), default=0))


def _files(paths: list[Path]) -> list[Path]:
    """Replace folders with the logs in them."""
    from ledger.kernel.errors import Malformed

    out: list[Path] = []
    for path in paths:
        if path.is_dir():
            found = path.rglob("*.jsonl")
            # notes on a log (game.notes.jsonl) aren't a log
            below = sorted(p for p in found if p.is_file() and not p.stem.endswith(".notes"))
            if not below:
                raise Malformed("there is no .jsonl file in this folder", file=str(path))
            out += below
        else:
            out.append(path)
    return out


def _check(file: Path, against: Path | None, *, alone: bool) -> Report:
    from ledger.cli.files import read_bytes
    from ledger.cli.output.console import exit_code, progress
    from ledger.kernel.errors import LedgerError
    from ledger.kernel.log.codec import read
    from ledger.kernel.log.verify import Problem, Report
    from ledger.kernel.log.verify import verify as check

    name = _name(file)
    try:
        reading = read(read_bytes(file))
        with progress("verifying", len(reading.lines) if alone else 0) as done:
            found = check(reading, name, progress=done if alone else None)
        return found if against is None else _compare(found, reading, against)
    except LedgerError as e:
        bad = exit_code(e) == 1
        problem = Problem(e.line, None, "illegal" if bad else "schema", e.rule, e.message)
        return Report(name, "illegal" if bad else "unreadable", 0, False, (problem,))
    except OSError as e:
        problem = Problem(None, None, "schema", None, _message(e))
        return Report(name, "unreadable", 0, False, (problem,))


def _compare(found: Report, reading: Reading, against: Path) -> Report:
    """Add anything wrong with the seat's stream to the report on the full log."""
    import msgspec

    from ledger.cli.files import read_bytes
    from ledger.kernel.errors import LedgerError
    from ledger.kernel.log.verify import EXIT, Problem, Verdict, compare_stream

    verdict: Verdict = "illegal"
    try:
        problem = compare_stream(reading, read_bytes(against))
        if problem is None:
            return found
        if problem.kind in ("digest", "torn"):
            verdict = "damaged"
    except (LedgerError, OSError) as e:
        verdict = "unreadable"
        problem = Problem(getattr(e, "line", None), None, "schema", None, _message(e))
    told = msgspec.structs.replace(problem, message=f"{_name(against)}: {problem.message}")
    worst = max(found.verdict, verdict, key=lambda v: EXIT[v])
    return msgspec.structs.replace(found, verdict=worst, problems=(*found.problems, told))


def _message(error: LedgerError | OSError) -> str:
    if isinstance(error, OSError):
        return why(error)
    return error.message


def _name(file: Path) -> str:
    """Return a file's name as text that can be written as JSON."""
    return str(file).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _tell(report: Report) -> None:
    from rich.text import Text

    from ledger.cli.output.console import say
    from ledger.kernel.text.safe import safe

    verdict = report.verdict
    line = Text(f"{verdict:<11}", STYLE.get(verdict, "bold red")).append(safe(report.file), "none")
    count = "1 event" if report.events == 1 else f"{report.events:,} events"
    open_ = ", still open" if report.open and verdict != "unreadable" else ""
    say(line.append(f"  ({count}{open_})" if report.events else "", "dim"))
    for p in report.problems:
        where = f"line {p.line}: " if p.line is not None else ""
        text = Text(f"{where}{p.kind}: ", "dim").append(safe(p.message), "none")
        say(text.append(f" [{safe(p.rule)}]" if p.rule else "", "cyan"), indent=11)


def _sum(reports: list[Report]) -> None:
    from ledger.cli.output.console import say

    counts = Counter(r.verdict for r in reports)
    events = sum(r.events for r in reports)
    say(
        f"{len(reports):,} files, {events:,} events: "
        + ", ".join(f"{n:,} {verdict}" for verdict, n in counts.items())
    )
