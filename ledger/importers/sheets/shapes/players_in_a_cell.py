"""Results with one row per game and all its players in one cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import cache, partial
from typing import NamedTuple

from ledger.importers.parsing.fields import read_result
from ledger.importers.parsing.scores import Decimals, read_score
from ledger.importers.parsing.titles import squash
from ledger.importers.records import Choice, Doubt
from ledger.importers.sheets.grid import Row
from ledger.importers.sheets.list_cells import (
    EVERYBODY,
    NO_WINNER,
    ListFormat,
    ListItem,
    doubt_noted,
    find_list_format,
    names_in,
    read_literal,
)
from ledger.importers.sheets.reading import Reading
from ledger.importers.sheets.sheet import Sheet, column_cells, looks_like_names
from ledger.kernel.message import Message, Text

from .seats import (
    NO_PLAYERS,
    Seat,
    doubt_together,
    doubt_unplayed,
    read_seats,
    scores_between,
)

_EACH = ("score", "rank", "seat", "colour", "role", "team")
"""Columns that can have one item per player, in the same order."""


def find_players_in_a_cell(sheet: Sheet) -> Reading | None:
    """Read a sheet with all players of a play in one cell."""
    if "players" not in sheet.header.at or "player" in sheet.header.at:
        return None
    cells = [sheet.header.cell(row, "players") for row in sheet.rows]
    lists = find_list_format(cells, sheet.headings["players"], sheet.options.lists)
    names = dict.fromkeys(item.text for cell in cells for item in lists.items(cell))
    if _have_columns(sheet, set(map(squash, names))):
        return None
    apart = _winners_apart(sheet, lists)
    more = [*doubt_noted(names), *_sorted_scores(sheet, lists)]
    if apart:
        text = Message(
            "the winners are never among {column!r}: they are taken for further players",
            column=sheet.headings["players"],
        )
        more.append(Doubt(text))
    return Reading(
        sheet,
        Message("a row per play, with its players in one cell"),
        read_seats(sheet, _Lists(sheet, lists, apart), sheet.header.others, NO_PLAYERS),
        doubts=(*lists.doubts, *more, *doubt_together(sheet), *doubt_unplayed(sheet)),
    )


def _winners_apart(sheet: Sheet, lists: ListFormat) -> bool:
    """Whether the list of players leaves out those who won, as `Losers` does."""
    told = 0
    for row in sheet.rows:
        winners = names_in(sheet.header.cell(row, "winner"))
        names = {squash(i.text) for i in lists.items(sheet.header.cell(row, "players"))}
        if not winners or not names:
            continue
        known = {squash(name) for name in winners}
        if known & (names | NO_WINNER | EVERYBODY) or not looks_like_names(winners):
            return False
        told += 1
    return told > 1  # one winner may be a slip


class _Scored(NamedTuple):
    """A play with scores in a cell: the winners' scores, and all scores."""

    title: str
    said: str
    winner: str
    won: set[Decimal]
    scores: list[Decimal]


def _sorted_scores(sheet: Sheet, lists: ListFormat) -> list[Doubt]:
    """Doubt that scores in a cell are in the players' order if they don't fit who won.

    They may be sorted, with the best one first.
    """
    plays = list(_scored(sheet, lists))
    ordered = all(p.scores == sorted(p.scores, reverse=True) for p in plays)
    alike: dict[str, list[_Scored]] = {}
    for play in plays:
        alike.setdefault(play.title, []).append(play)
    for same in alike.values():
        odd = [p for p in same if p.won != {max(p.scores)}]
        fewest = all(p.won == {min(p.scores)} for p in same)
        if not odd or (fewest and not ordered):
            continue
        name = sheet.headings["score"]
        text = Message(
            "{scores!r} in the column {column!r} may be sorted rather than in the players' order, "
            "as {name!r} won",
            scores=odd[0].said[:40],
            column=name,
            name=odd[0].winner[:40],
        )
        remark = Choice("column", f"comment={name}", Message("keep it as a remark"))
        return [Doubt(text, () if "comment" in sheet.header.at else (remark,))]
    return []


def _scored(sheet: Sheet, lists: ListFormat) -> Iterator[_Scored]:
    """Yield the plays that say who won and have a list of different scores."""
    if not {"score", "winner"} <= sheet.header.at.keys():
        return
    cell = sheet.header.cell
    squashed, number = cache(squash), cache(partial(_number, decimals=sheet.decimals))
    form = find_list_format(column_cells(sheet, sheet.header.at["score"]), "score")
    for row in sheet.rows:
        names = [squashed(item.text) for item in lists.items(cell(row, "players"))]
        winners = set(map(squashed, names_in(cell(row, "winner"))))
        said = cell(row, "score")
        if len(names) < 2 or not said or winners.isdisjoint(names):
            continue
        texts = scores_between(said, len(names)) or [item.text for item in form.items(said)]
        scores = [n for text in texts if (n := number(text)) is not None]
        if len(scores) == len(names) and len(set(scores)) > 1:
            won = {n for name, n in zip(names, scores, strict=True) if name in winners}
            yield _Scored(squash(cell(row, "game")), said, cell(row, "winner"), won, scores)


def _number(text: str, decimals: Decimals | None) -> Decimal | None:
    total = read_score(text, decimals).total
    return None if total is None else Decimal(total)


def _have_columns(sheet: Sheet, names: set[str]) -> bool:
    """Whether most of the players also have columns, which say how they did."""
    others = sheet.header.others
    own = [i for i, heading in others.items() if squash(heading) in names]
    return 2 * len(own) > len(names) > 0 and any(column_cells(sheet, i) for i in own)


class _Lists(NamedTuple):
    """The players in each row of a sheet."""

    sheet: Sheet
    format: ListFormat
    apart: bool = False

    def names(self, row: Row) -> Sequence[str]:
        return [item.text for item in self._items(row, self.sheet.header.cell(row, "players"))]

    def _items(self, row: Row, cell: str) -> list[ListItem]:
        """Return the players in a row; the winners come first if they aren't in the list."""
        items = self.format.items(cell)
        if self.apart and items:
            won = names_in(self.sheet.header.cell(row, "winner"))
            return [*map(ListItem, won), *items]
        return items

    def seats(self, row: Row, first: dict[str, str], problems: list[Text]) -> Sequence[Seat]:
        items = self._items(row, first.pop("players", ""))
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


def _of_all(cell: str, count: int) -> bool:
    """Whether a cell says at once how all players did: `2:1`, `won`."""
    return scores_between(cell, count) is not None or read_result(cell) is not None


def _one_each(
    first: dict[str, str], field: str, count: int, problems: list[Text]
) -> list[str] | None:
    """Take a cell that has one item per player; leave it if it has more or fewer."""
    cell = first.get(field, "")
    if not cell or (field == "score" and _of_all(cell, count)):
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
