"""Cleaning up a table: sums, cells without a heading, and what a column `place` means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ledger.importers.parsing.titles import squash
from ledger.importers.records import Options

from .columns import Header
from .grid import Row

SUMS = frozenset(
    (
        "total",
        "totals",
        "sum",
        "grandtotal",
        "razem",
        "suma",
        "lacznie",
        "totale",
        "totali",
        "somma",
    )
)
"""Names of rows and columns that add up others."""

_EITHER = frozenset(("place", "miejsce", "posto"))
_PLACE = re.compile(r"\d{1,9}(?:\.|st|nd|rd|th|º|°|ª)?", re.ASCII | re.IGNORECASE)


class Tidy(NamedTuple):
    """A table with nothing but results; `remarks` have their lines, `surplus` are too wide rows."""

    header: Header
    rows: Sequence[Row]
    surplus: frozenset[int]
    remarks: Sequence[tuple[int, str]]


def tidied(header: Header, heading: Row, rows: Sequence[Row], options: Options) -> Tidy:
    """Return a table with nothing but results, and remarks on what was left out or guessed."""
    remarks: list[tuple[int, str]] = []
    header = _placed(header, heading, rows, options, remarks)
    header = _without_sums(header, options, remarks)
    kept = []
    for row in rows:
        if (name := _is_sum(header, row)) is None:
            kept.append(row)
        else:
            remarks.append((row.number, f"{name!r} is a sum, not a play: this row is left out"))
    width = len(heading.cells)
    surplus = frozenset(row.number for row in kept if any(row.cells[width:]))
    for i, cell in enumerate(heading.cells):
        lost = [r for r in kept if i < len(r.cells) and r.cells[i]] if not cell else []
        if lost:
            remarks.append(
                (lost[0].number, f"column {i + 1} has no heading: its cells are left out")
            )
    return Tidy(header, kept, surplus, remarks)


def _placed(
    header: Header,
    heading: Row,
    rows: Sequence[Row],
    options: Options,
    remarks: list[tuple[int, str]],
) -> Header:
    """Find out whether a `place` column says where they played or who came first."""
    at, others = dict(header.at), dict(header.others)
    candidates = [i for i in (at.get("rank"), *others) if i is not None]
    for i in candidates:
        name = heading.cells[i]
        if squash(name) not in _EITHER or name in options.columns.values():
            continue
        cells = [r.cells[i] for r in rows if i < len(r.cells) and r.cells[i]]
        numbers = sum(1 for c in cells if _PLACE.fullmatch(c))
        if "place" in at or not cells or ("player" in at and 2 * numbers > len(cells)):
            continue
        if at.get("rank") == i:
            del at["rank"]
        others.pop(i, None)
        at["place"] = i
        remarks.append(
            (
                header.row,
                f"the column {name!r} is taken as the place where it was played; if it is a rank, "
                f"say --column rank={name}",
            )
        )
    return Header(header.row, at, others)


def _without_sums(header: Header, options: Options, remarks: list[tuple[int, str]]) -> Header:
    """Leave out columns that add up others, since no player is called Total."""
    if "player" in header.at:
        return header
    at, others = dict(header.at), dict(header.others)
    for i, name in header.others.items():
        if squash(name) in SUMS and name not in options.players:
            del others[i]
            why = f"the column {name!r} is a sum, not a player: it is left out"
            remarks.append((header.row, why))
    return Header(header.row, at, others)


def _is_sum(header: Header, row: Row) -> str | None:
    """Return the name of a row that adds up others; None for any other row."""
    who = header.cell(row, "player")
    first = next((cell for cell in row.cells if cell), "")
    return next((x for x in (who, first) if squash(x) in SUMS), None)
