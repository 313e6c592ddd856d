"""Printing what `ledger import` did, for people or programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from .console import caret, emit, say
from .table_reading import draw_reading

if TYPE_CHECKING:
    from ledger.importers.report import Further, Item, Report
    from ledger.library.person_match import Doubt

MOST = 20
"""How many records of one kind are listed."""

STYLES = {"refused": "bold red", "changed": "yellow", "joined": "cyan", "new": "green"}


def tell(report: Report, *, json: bool) -> None:
    """Print a report."""
    total = report.total()
    if json:
        emit(
            {
                "library": report.library,
                "dry_run": report.dry_run,
                **total,
                "files": report.files,
                "items": report.items,
                "skipped": report.skipped,
                "players": report.players,
                "doubts": report.doubts,
            }
        )
        return
    for status in ("new", "joined", "changed", "refused"):
        _items(status, [item for item in report.items if item.status == status])
    _notes(report)
    for doubt in report.doubts:
        tell_doubt(doubt)
    for file in report.files if len(report.files) > 1 else ():
        if file.records != 1:
            say(f"{file.file}: {counted(file.records, 'record')}: {_counts(_of(file))}")
    dry = "dry run, nothing was written: " if report.dry_run else ""
    say(f"{dry}{report.library}: {counted(total['records'], 'record')}: {_counts(total)}")


def _items(status: str, items: Sequence[Item]) -> None:
    from rich.text import Text

    from ledger.kernel.text.safe import safe

    for item in items[:MOST]:
        head = Text().append(f"{status:<8} ", STYLES[status])
        if status == "refused":
            rule = f" [{item.rule}]" if item.rule else ""
            head.append(safe(f"{item.where}: {item.message}{rule}"), "none")
        else:
            about = ", ".join(x for x in (item.title, (item.date or "")[:10]) if x)
            revision = f" (revision {item.revision})" if status == "changed" else ""
            head.append(safe(f"{item.id}{revision}  {about}"), "none")
            head.append(f"  (fingerprint {item.fingerprint})" if item.fingerprint else "", "dim")
        say(head)
        if status in ("joined", "changed") and item.message:
            say(f"{item.where}: {item.message}", indent=4)
        for line in _why(item):
            say(line)
        if item.reading is not None:
            draw_reading(item.reading)
        for error in item.more:
            rule = f" [{error.rule}]" if error.rule else ""
            say(f"         {item.place(error)}: {error.message}{rule}")
            for line in _why(error):
                say(line)
    if len(items) > MOST:
        say(Text(f"         and {len(items) - MOST:,} more {status}; --json lists them all", "dim"))


def _why(item: Item | Further) -> Iterator[str]:
    """Yield the line with the error, and what would be right."""
    if item.source is not None:
        yield from caret(item.source, item.column)
    if item.hint:
        yield f"    {item.hint}"


def _notes(report: Report) -> None:
    lines = [f"{item.where}: {note}" for item in report.items for note in item.notes]
    lines += [text for file in report.files for text in file.remarks]
    lines += [f"{text} (skipped)" for text in report.skipped]
    for line in lines[:MOST]:
        say(f"note     {line}")
    if len(lines) > MOST:
        say(f"         and {len(lines) - MOST:,} more notes; --json lists them all")


def tell_doubt(doubt: Doubt) -> None:
    """Say that players may be the same person, and how to settle that."""
    first, second, *rest = doubt.players
    more = f" and {len(rest) - 3} more" if len(rest) > 3 else ""
    what = (
        f"the name {doubt.name} could be that of {', '.join(doubt.players[:5])}{more}"
        if doubt.kind == "ambiguous"
        else f"{doubt.name} may be one person"
    )
    so_on = " and so on" if rest else ""
    say(f"players  {what}: `ledger players merge {first} {second}`{so_on} if so")


def _of(counts: object) -> dict[str, int]:
    from ledger.importers.report import STATUSES

    return {s: getattr(counts, s) for s in STATUSES}


def _counts(counts: Mapping[str, int]) -> str:
    from ledger.importers.report import STATUSES

    parts = [f"{counts[s]:,} {s}" for s in STATUSES if counts[s]]
    return ", ".join(parts) or "nothing in it"


def counted(n: int, what: str) -> str:
    """Return a number with its noun."""
    return f"1 {what}" if n == 1 else f"{n:,} {what}s"


def joined(parts: Iterable[str | None]) -> str:
    """Join the texts that aren't empty."""
    return ", ".join(part for part in parts if part)
