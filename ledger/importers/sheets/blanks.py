"""Empty cells below a date or a title: merged cells, or cells that nobody filled in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ledger.importers.records import Choice, Doubt, Options
from ledger.kernel.message import Message

from .grid import Row
from .headings import Header


class Filled(NamedTuple):
    """Rows whose empty dates and titles are filled in; `doubt` asks whether that is right.

    `far` means that there were any, and that they may be filled in from far above.
    """

    rows: Sequence[Row]
    doubt: Doubt | None = None
    far: bool = False


def fill_blanks(header: Header, heading: Row, rows: Sequence[Row], options: Options) -> Filled:
    """Fill in the date and the game from the row above, unless the user says they aren't known.

    Below a row that names a play, rows without a date, a game and an id are more of its players. A
    row with a date and without a game is only filled in if the user says so.
    """
    if {"action", "seq", "installed"} & header.at.keys():
        return Filled(rows)
    fields: list[str] = [field for field in ("date", "game") if field in header.at]
    alone = "player" in header.at
    if all(all(header.column(rows, field)) for field in fields):
        return Filled(rows)
    above = dict.fromkeys(fields, "")
    out: list[Row] = []
    far = False
    first: tuple[str, int, str] | None = None
    for row in rows:
        cells = row.cells
        empty = [f for f in fields if not header.cell(row, f)]
        more = alone and len(empty) == len(fields) and not header.cell(row, "id")
        missing = [] if more else [f for f in empty if above[f]]
        far = far or (not more and "date" in empty)
        if missing == ["game"] and "date" in fields and options.blanks is None:
            missing = []
        if missing:
            cells = [*cells, *[""] * (max(header.at[f] for f in missing) + 1 - len(cells))]
            for field in missing:
                cells[header.at[field]] = above[field]
            first = first or (missing[0], row.number, above[missing[0]])
        above |= {f: said for f in fields if (said := header.cell(row, f))}
        out.append(Row(row.number, cells) if missing else row)
    if options.blanks == "unknown":
        return Filled(rows)
    if first is None:
        return Filled(rows, far=far)
    if options.blanks == "above":
        return Filled(out, far=True)
    field, line, said = first
    text = Message(
        "the column {column!r} is empty in row {row}: it could be as in the row above ({said}), or "
        "not known",
        column=heading.cells[header.at[field]],
        row=line,
        said=said[:40],
    )
    ways = (
        Choice("blanks", "above", Message("as in the row above"), shown=True),
        Choice("blanks", "unknown", Message("not known")),
    )
    return Filled(out, Doubt(text, ways), far=True)
