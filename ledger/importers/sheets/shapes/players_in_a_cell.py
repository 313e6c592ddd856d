"""Results with one row per game and all its players in one cell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ledger.importers.parsing.fields import Fields
from ledger.importers.parsing.scores import read_score
from ledger.importers.records import Record, Refusal, printable
from ledger.importers.sheets.grid import Row
from ledger.importers.sheets.list_cells import ListFormat, find_list_format, flags_of, read_literal
from ledger.importers.sheets.sheet import (
    Sheet,
    check_id,
    group_alike,
    play_record,
    shared_facts,
    unknown_cells,
)
from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.message import Message, Text
from ledger.kernel.results import Person, Standing
from ledger.library.people.matching import exact

_EACH = ("score", "rank", "seat", "colour", "role", "team")
"""Columns that can have one item for each player, in the same order."""


class PlayerLists:
    """The players of each row of a sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        cells = [sheet.header.cell(row, "players") for row in sheet.rows]
        self.lists: ListFormat = find_list_format(cells, sheet.headings["players"])
        self.doubts: list[Text] = [] if self.lists.doubt is None else [self.lists.doubt]

    def names(self, row: Row) -> list[str]:
        """Return who played."""
        return [exact(i.text) for i in self.lists.items(self.sheet.header.cell(row, "players"))]


def read_players_in_a_cell(sheet: Sheet, lists: PlayerLists) -> Iterator[Record]:
    """Yield the play of each row."""
    seen: dict[str, Row] = {}
    for row in group_alike(sheet, lambda row: tuple(sorted(lists.names(row)))):
        problems: list[Text] = []
        try:
            check_id(sheet, row, seen)
            first, _ = shared_facts(sheet, [row], problems, list(sheet.header.at))
            standings = _standings(lists, first, row, problems)
            yield play_record(
                sheet, first, standings, sheet.at(row), problems, unknown_cells(sheet.header, row)
            )
        except LedgerError as e:
            yield Refusal.of(e, sheet.at(row), printable(sheet.header.cell(row, "id")) or None)


def _standings(
    lists: PlayerLists, first: dict[str, str], row: Row, problems: list[Text]
) -> list[Standing]:
    items = lists.lists.items(first.pop("players", ""))
    names = [exact(item.text) or "?" for item in items]
    if not names:
        raise Malformed("the row doesn't say who played")
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise Malformed("{name!r} appears twice in one play", name=twice)
    each = {field: _one_each(first, field, len(names), problems) for field in _EACH}
    flags = {f: flags_of(first, f, names, problems) for f in ("winner", "start", "new")}
    out = []
    for i, item in enumerate(items):
        f = Fields({k: v[i] for k, v in each.items() if v}, problems, names[i])
        score = read_score(item.score if item.score is not None else f.any("score"))
        if score.problem:
            problems.append(Message.join(": ", [names[i], score.problem]))
        fields: dict[str, Any] = {
            "place": f.number("rank", least=1),
            "seat": f.number("seat", least=1),
            "colour": f.text("colour"),
            "role": f.text("role"),
            "team": f.text("team"),
        }
        out.append(
            Standing(
                person=Person(name=names[i]),
                score=score.text,
                parts=score.parts,
                total=score.total,
                won=flags["winner"][i],
                began=flags["start"][i],
                first_time=flags["new"][i],
                extra=f.extra(),
                **fields,
            )
        )
    return out


def _one_each(
    first: dict[str, str], field: str, count: int, problems: list[Text]
) -> list[str] | None:
    """Take a cell that has one item for each player; leave it if it has more or fewer."""
    cell = first.get(field, "")
    if not cell:
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
