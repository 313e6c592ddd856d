"""Results with one row per game and a column per player."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from ledger.importers.parsing.scores import read_score
from ledger.importers.parsing.titles import squash
from ledger.importers.records import Record, Refused, Remark, Where, printable
from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.results import Person, Standing

from .grid import Row
from .sheet import NEEDED, Sheet, common, identity, played

_DIGIT = re.compile(r"[0-9]")


def read_wide(sheet: Sheet) -> Iterator[Record]:
    """Yield the play of each row; an empty cell means that the player didn't take part."""
    people, notes = _people(sheet)
    for heading in notes.values():
        yield Remark(
            Where(sheet.where.file, sheet.header.row, sheet.where.part),
            f"the column {heading!r} holds no scores: it is kept as a remark, not as a player",
        )
    if not people:
        raise Malformed(
            "no column holds the scores of a player",
            file=sheet.where.file,
            line=sheet.header.row,
            hint=f"it needs {NEEDED}",
        )
    for row in _alike_together(sheet, people):
        id = printable(sheet.header.cell(row, "id")) or None
        problems: list[str] = []
        try:
            first, _ = common(sheet, [row], problems, list(sheet.header.at))
            standings = _across(row, people, first, problems)
            more = {
                h: row.cells[i] for i, h in notes.items() if i < len(row.cells) and row.cells[i]
            }
            yield played(sheet, first, standings, sheet.at(row), problems, more)
        except LedgerError as e:
            yield Refused.by(e, sheet.at(row), id)


def _alike_together(sheet: Sheet, people: dict[int, str]) -> Iterator[Row]:
    """Yield the rows, with those that differ only in their scores next to each other."""
    alike: dict[tuple[object, ...], list[Row]] = {}
    for row in sheet.rows:
        who = tuple(i for i in people if i < len(row.cells) and row.cells[i])
        alike.setdefault((identity(sheet, row), who), []).append(row)
    return itertools.chain.from_iterable(alike.values())


def _people(sheet: Sheet) -> tuple[dict[int, str], dict[int, str]]:
    """Separate the players' columns, which have a number somewhere, from all others."""
    others = sheet.header.others
    if sheet.options.players:
        people = {i: h for i, h in others.items() if h in sheet.options.players}
        missing = [p for p in sheet.options.players if p not in people.values()]
        if missing:
            raise Malformed(f"no column is called {missing[0]!r}", file=sheet.where.file)
    else:
        people = {
            i: heading
            for i, heading in others.items()
            if any(i < len(r.cells) and _DIGIT.search(r.cells[i]) for r in sheet.rows)
        }
    return people, {i: h for i, h in others.items() if i not in people}


def _across(
    row: Row, people: dict[int, str], first: dict[str, str], problems: list[str]
) -> list[Standing]:
    scores = {h: row.cells[i] for i, h in people.items() if i < len(row.cells) and row.cells[i]}
    if not scores:
        raise Malformed("no player has a score in this row")
    known = {squash(name): name for name in scores}
    named: dict[str, set[str] | None] = {}
    for field in ("winner", "start"):
        text = first.pop(field, "")
        parts = [p.strip() for p in re.split(r"[,;&+/]", text) if p.strip()]
        unknown = [p for p in parts if squash(p) not in known]
        named[field] = {known[squash(p)] for p in parts} if parts and not unknown else None
        if unknown:
            problems.append(f"{field}: {unknown[0][:40]!r} has no score in this row")
            first[field] = text
    out = []
    for name, cell in scores.items():
        score = read_score(cell)
        if score.problem:
            problems.append(f"{name}: {score.problem}")
        won, began = named["winner"], named["start"]
        out.append(
            Standing(
                person=Person(name=name),
                score=score.text,
                parts=score.parts,
                total=score.total,
                won=None if won is None else name in won,
                began=None if began is None else name in began,
            )
        )
    return out
