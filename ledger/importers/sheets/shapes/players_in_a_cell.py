"""Results with one row per game and all its players in one cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ledger.importers.parsing.titles import squash
from ledger.importers.sheets.grid import Row
from ledger.importers.sheets.list_cells import ListFormat, find_list_format, read_literal
from ledger.importers.sheets.reading import Reading
from ledger.importers.sheets.sheet import Sheet, column_cells
from ledger.kernel.message import Message, Text

from .seats import NO_PLAYERS, Seat, doubt_together, read_seats, scores_between

_EACH = ("score", "rank", "seat", "colour", "role", "team")
"""Columns that can have one item per player, in the same order."""


def find_players_in_a_cell(sheet: Sheet) -> Reading | None:
    """Read a sheet with all players of a play in one cell."""
    if "players" not in sheet.header.at or "player" in sheet.header.at:
        return None
    cells = [sheet.header.cell(row, "players") for row in sheet.rows]
    lists = find_list_format(cells, sheet.headings["players"], sheet.options.lists)
    if _have_columns(sheet, {squash(item.text) for cell in cells for item in lists.items(cell)}):
        return None
    return Reading(
        sheet,
        Message("a row per play, with its players in one cell"),
        read_seats(sheet, _Lists(sheet, lists), sheet.header.others, NO_PLAYERS),
        doubts=(*lists.doubts, *doubt_together(sheet)),
    )


def _have_columns(sheet: Sheet, names: set[str]) -> bool:
    """Whether most of the players also have columns, which say how they did."""
    others = sheet.header.others
    own = [i for i, heading in others.items() if squash(heading) in names]
    return 2 * len(own) > len(names) > 0 and any(column_cells(sheet, i) for i in own)


class _Lists(NamedTuple):
    """The players in each row of a sheet."""

    sheet: Sheet
    format: ListFormat

    def names(self, row: Row) -> Sequence[str]:
        return [item.text for item in self.format.items(self.sheet.header.cell(row, "players"))]

    def seats(self, row: Row, first: dict[str, str], problems: list[Text]) -> Sequence[Seat]:
        items = self.format.items(first.pop("players", ""))
        each = {field: _one_each(first, field, len(items), problems) for field in _EACH}
        out, marked = [], any(item.won for item in items)
        for i, item in enumerate(items):
            values = {field: cells[i] for field, cells in each.items() if cells}
            values["player"] = item.text
            if item.score is not None:
                values["score"] = item.score
            if item.place is not None:
                values["rank"] = str(item.place)
            if item.team is not None:
                values.setdefault("team", str(item.team))
            if marked:
                values["winner"] = "1" if item.won else "0"
            out.append(Seat(values))
        return out


def _one_each(
    first: dict[str, str], field: str, count: int, problems: list[Text]
) -> list[str] | None:
    """Take a cell that has one item per player; leave it if it has more or fewer."""
    cell = first.get(field, "")
    if not cell or (field == "score" and scores_between(cell, count)):
        return None
    known = read_literal(cell)
    items = known if known is not None else find_list_format([cell], field).items(cell)
    if len(items) != count:
        problem = Message(
            "{field}: {cell!r} doesn't have one for each of the {count} players",
            field=field,
            cell=cell[:40],
            count=count,
        )
        problems.append(problem)
        return None
    del first[field]
    return [item.text for item in items]
