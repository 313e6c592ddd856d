"""Printing what `ledger import` did, for people or programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ledger.cli.language import language, message, of_a_kind, t, tn
from ledger.kernel.narration.departures import some

from .console import caret, emit, say
from .sheet_preview import draw_preview

if TYPE_CHECKING:
    from ledger.importers.report import FurtherError, Item, Report
    from ledger.library.people.matching import Doubt

MOST = 20
"""How many records of each kind are listed."""

STYLES = {
    "refused": "bold red",
    "changed": "yellow",
    "joined": "cyan",
    "new": "green",
    "removed": "magenta",
}


def print_report(report: Report, *, json: bool) -> None:
    """Print a report."""
    total = report.total()
    if json:
        from msgspec.structs import replace

        answer = {
            "library": report.library,
            "dry_run": report.dry_run,
            **total,
            "files": report.files,
            "items": [
                item if item.title != item.game else replace(item, title=item.full_title)
                for item in report.items
            ],
            "skipped": report.skipped,
            "players": report.players,
            "doubts": report.doubts,
            "gone": report.gone,
            "deleted": report.deleted,
        }
        emit(answer)
        return
    for status in ("new", "joined", "changed", "removed", "refused"):
        if items := [item for item in report.items if item.status == status]:
            _items(status, items)
    for reading in [reading for file in report.files for reading in file.readings]:
        draw_preview(reading)
    _notes(report)
    _taken_out(report)
    for doubt in report.doubts:
        print_doubt(doubt)
    for file in report.files if len(report.files) > 1 else ():
        if file.records != 1:
            say(f"{file.file}: {_records(file.records)}: {_counts(_of(file))}")
    dry = f"{t('dry run, nothing was written')}: " if report.dry_run else ""
    say(f"{dry}{report.library}: {_records(total['records'])}: {_counts(total)}")


def _items(status: str, items: Sequence[Item]) -> None:
    from rich.text import Text

    from ledger.kernel.text.safe import safe

    for item in items[:MOST]:
        head = Text().append(f"{_status(status):<8} ", STYLES[status])
        if status == "refused":
            rule = f" [{item.rule}]" if item.rule else ""
            head.append(safe(f"{message(item.where)}: {message(item.message or '')}{rule}"), "none")
        else:
            about = ", ".join(x for x in (item.full_title, (item.date or "")[:10]) if x)
            revision = f" ({t('revision {n}', n=item.revision)})" if status == "changed" else ""
            head.append(safe(f"{item.id}{revision}  {about}"), "none")
            found = t("fingerprint {fingerprint}", fingerprint=item.fingerprint)
            head.append(f"  ({found})" if item.fingerprint else "", "dim")
        say(head)
        if status in ("joined", "changed", "removed") and item.message:
            say(f"{message(item.where)}: {message(item.message)}", indent=4)
        for line in _why(item):
            say(line)
        if item.reading is not None:
            draw_preview(item.reading)
        for error in item.more:
            rule = f" [{error.rule}]" if error.rule else ""
            say(f"         {message(item.place(error))}: {message(error.message)}{rule}")
            for line in _why(error):
                say(line)
    if len(items) > MOST:
        rest = len(items) - MOST
        more = f"{_status(status)}: {tn('and {count} more', 'and {count} more', rest)}"
        say(Text(f"         {more}; {t('--json lists them all')}", "dim"))


def _taken_out(report: Report) -> None:
    """Print which games are gone, and which may have to go."""
    if report.gone:
        went = tn("{count} game went", "{count} games went", len(report.gone))
        say(f"{t('gone'):<8} {went}: {some(report.gone, language())}")
    if report.deleted:
        count = len(report.deleted)
        listed = tn(
            "{count} game is listed as deleted",
            "{count} games are listed as deleted",
            count,
        )
        how = t("--remove-deleted removes them")
        say(f"{t('deleted'):<8} {listed}: {some(report.deleted, language())}; {how}")


def _why(item: Item | FurtherError) -> Iterator[str]:
    """Yield the line with the error, and what would be right."""
    if item.source is not None:
        yield from caret(item.source, item.column)
    if item.hint:
        yield f"    {message(item.hint)}"


def _notes(report: Report) -> None:
    lines = [
        f"{message(item.where)}: {message(note)}" for item in report.items for note in item.notes
    ]
    lines += [message(text) for file in report.files for text in file.remarks]
    lines += [f"{message(text)} ({t('skipped')})" for text in report.skipped]
    for line in lines[:MOST]:
        say(f"{t('note'):<8} {line}")
    if len(lines) > MOST:
        more = tn("and {count} more note", "and {count} more notes", len(lines) - MOST)
        say(f"         {more}; {t('--json lists them all')}")


def print_doubt(doubt: Doubt) -> None:
    """Print that some players may be the same person, and how to settle that."""
    first, second, *rest = doubt.players
    if doubt.kind == "ambiguous":
        text = t("the name {name} could mean {players}")
        what = text.format(name=doubt.name, players=some(doubt.players, language()))
    else:
        what = t("everybody called {name} may be the same person").format(name=doubt.name)
    merge = f"`ledger players merge {first} {second}`"
    so = t("if so, {command} and so on") if rest else t("if so, {command}")
    say(f"{t('players'):<8} {what}: {so.format(command=merge)}")


def _of(counts: object) -> dict[str, int]:
    from ledger.importers.report import STATUSES

    return {s: getattr(counts, s) for s in STATUSES}


def _counts(counts: Mapping[str, int]) -> str:
    from ledger.importers.report import STATUSES

    parts = [of_a_kind(counts[s], _status(s)) for s in STATUSES if counts[s]]
    return ", ".join(parts) or t("nothing in it")


def _status(status: str) -> str:
    """Return what became of a record, in one word."""
    return {
        "new": t("new"),
        "joined": t("joined"),
        "known": t("known"),
        "changed": t("changed"),
        "removed": t("removed"),
        "refused": t("refused"),
    }[status]


def _records(n: int) -> str:
    return tn("{count} record", "{count} records", n)


def joined(parts: Iterable[str | None]) -> str:
    """Join the strings that aren't empty."""
    return ", ".join(part for part in parts if part)
