"""The seats in a play whose columns are known: who sat there, and how they did."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from ledger.importers.parsing.fields import DRAWN, Fields, read_flag, read_result
from ledger.importers.parsing.scores import Decimals, read_score
from ledger.importers.parsing.titles import squash
from ledger.importers.records import Doubt, Record, Refusal, printable
from ledger.importers.sheets.grid import Row
from ledger.importers.sheets.list_cells import ListFormat, find_list_format, flags_of, names_in
from ledger.importers.sheets.sheet import (
    NamedColumns,
    Sheet,
    check_id,
    column_cells,
    group_alike,
    play_record,
    shared_facts,
)
from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.message import Message, Text
from ledger.kernel.results import Person, Standing
from ledger.library.people.matching import exact, is_nobody

_ORDINAL = re.compile(
    r"(?:[=T](?P<tied>\d{1,9})|(?P<plain>\d{1,9})(?:\.|st|nd|rd|th|º|°|ª|=))\.?",
    re.ASCII | re.IGNORECASE,
)
_FLAGS = (("winner", "won"), ("start", "began"), ("new", "first_time"))
_NUMBERS = (("rank", "place"), ("seat", "seat"))
_TEXTS = ("colour", "role", "team")
_BETWEEN = re.compile("[-–—:]")
_ONE_SCORE = re.compile(r"\d{1,6}(?:[.,]5)?|\d{0,6}½", re.ASCII)
_HALF_TIME = re.compile(
    r"(?P<result>[^()\[\]A-Za-z]+?)\s*(?P<more>[(\[][^()\[\]]*[)\]]|[A-Za-z][A-Za-z.]{1,9})"
)
_WINS = re.compile(
    r"(?P<name>.+?)\s+(?:wins?|won|wygrywa|wygrał|wygrała|vince|ha vinto|gewinnt|gewann|gagne|gana)"
    r"[.!]?",
    re.IGNORECASE | re.DOTALL,
)
_SHARED = frozenset(("½", "1/2", "="))
"""What stands for half a point each."""

_OF_ALL = ("winner", "start", "new")
"""Columns that name some of the players in a row."""


def doubt_together(sheet: Sheet) -> list[Doubt]:
    """Doubt that a word such as `won` or `lost` is about all the players of a play."""
    at = sheet.header.at
    if "cooperative" in at:
        return []
    columns = [
        sheet.headings[field]
        for field in ("winner", "score")
        if field in at
        and any(_shared_result(field, c) is not None for c in column_cells(sheet, at[field]))
    ]
    if not columns:
        return []
    text = Message(
        "won or lost in the column {column!r} is taken for all players of a play together",
        column=columns[0],
    )
    return [Doubt(text)]


def doubt_unplayed(sheet: Sheet) -> list[Doubt]:
    """Doubt rows without a result if all others have one: they may not have been played yet."""
    at = sheet.header.at.get("score")
    cells = [row.cells[at] if at is not None and at < len(row.cells) else "" for row in sheet.rows]
    results = sum(scores_between(cell, 2) is not None for cell in cells)
    empty = [n for n, cell in enumerate(cells) if not any(map(str.isalnum, cell))]
    if not results or not empty or results + len(empty) < len(cells):
        return []
    text = Message(
        "row {row} has no result, so it may not have been played yet (rows like it: {count})",
        row=sheet.rows[empty[0]].number,
        count=len(empty),
    )
    return [Doubt(text)]


def _shared_result(field: str, cell: str) -> bool | None:
    """Return what `won`, `lost`, `yes` or `no` says about all the players; None for other words."""
    if field == "winner" and cell.isalpha() and len(cell) > 1:
        found = read_flag(cell)
        return read_result(cell) if found is None else found
    return read_result(cell)


NO_PLAYERS = Message("the row doesn't say who played")


class Seat(NamedTuple):
    """One player in a row, and what the row says about them, by our fields."""

    values: Mapping[str, str]


class SeatReader(Protocol):
    """How a sheet of some shape says who sat in the seats of a row."""

    def names(self, row: Row) -> Sequence[str]:
        """Return who played."""

    def seats(self, row: Row, first: dict[str, str], problems: list[Text]) -> Sequence[Seat]:
        """Return who played and how they did; take their fields out of the facts of the play."""


def ordinal(cell: str) -> str:
    """Return `1` for `1st`, `=1` and the like; return any other cell unchanged."""
    m = _ORDINAL.fullmatch(cell)
    return cell if m is None else m["tied"] or m["plain"]


def read_seats(
    sheet: Sheet, reader: SeatReader, notes: Mapping[int, str], missing: Text
) -> Iterator[Record]:
    """Yield the play in each row; `notes` are columns that are kept as remarks.

    `missing` says what is wrong with a row that doesn't have any players.
    """

    def who(row: Row) -> tuple[str, ...]:
        return tuple(sorted(map(exact, reader.names(row))))

    listed = None
    if (at := sheet.header.at.get("players")) is not None:
        listed = find_list_format(column_cells(sheet, at), sheet.headings["players"])
    seen: dict[str, Row] = {}
    columns = NamedColumns(sheet.header.at)
    remarks = NamedColumns({heading: i for i, heading in notes.items()})
    for row in group_alike(sheet, who):
        problems: list[Text] = []
        try:
            check_id(sheet, row, seen)
            first, _ = shared_facts(sheet, [row], problems, columns)
            seats = _with_result(reader.seats(row, first, problems), first)
            seats = _together(_with_others(seats, first, listed), first)
            standings = _standings(sheet, seats, first, problems, missing)
            said = first.get("score", "")
            if said and read_score(said, sheet.decimals).total is None:
                problems.append(
                    Message("score: {text!r} doesn't say how these players did", text=said[:40])
                )
            more = remarks.filled(row)
            yield play_record(sheet, first, standings, sheet.at(row), problems, more)
        except LedgerError as e:
            id = printable(sheet.header.cell(row, "id")) or None
            yield Refusal.of(e, sheet.at(row), id)


def scores_between(cell: str, count: int) -> list[str] | None:
    """Return the scores in a result such as `3-1` or `2:1 (1:0)`, in the order of the players."""
    if (m := _HALF_TIME.fullmatch(cell)) is not None:
        cell = m["result"]
    if count == 2 and cell in _SHARED:
        return ["½", "½"]
    scores = [score.strip() for score in _BETWEEN.split(cell.replace("1/2", "½"))]
    return scores if len(scores) == count > 1 and all(map(_ONE_SCORE.fullmatch, scores)) else None


def _with_result(seats: Sequence[Seat], first: dict[str, str]) -> Sequence[Seat]:
    """Return the seats with their scores from a result that was written for them all."""
    if "score" not in first:
        if len(seats) < 2 or "score" not in seats[0].values or "score" in seats[1].values:
            return seats
        own = scores_between(seats[0].values["score"], len(seats))
        if own is not None and not any("score" in seat.values for seat in seats[1:]):
            first["score"] = seats[0].values["score"]  # `Player, Opponent, Result`
            alone = {f: cell for f, cell in seats[0].values.items() if f != "score"}
            seats = [Seat(alone), *seats[1:]]
    scores = scores_between(first.get("score", ""), len(seats))
    if scores is None or any("score" in seat.values for seat in seats):
        return seats
    cell = first.pop("score")
    if (m := _HALF_TIME.fullmatch(cell)) is not None:
        first["comment"] = ", ".join(filter(None, (first.get("comment"), m["more"])))
    return [Seat({**seat.values, "score": n}) for seat, n in zip(seats, scores, strict=True)]


def _with_others(
    seats: Sequence[Seat], first: dict[str, str], listed: ListFormat | None
) -> Sequence[Seat]:
    """Return the seats with those who are only listed: `Ana, Bo, Cy`, and Ana came first."""
    if listed is None or "players" not in first:
        return seats
    known = {squash(seat.values.get("player", "")) for seat in seats}
    names = [item.text for item in listed.items(first["players"])]
    if not known & {squash(name) for name in names}:
        return seats
    del first["players"]
    return [*seats, *(Seat({"player": name}) for name in names if squash(name) not in known)]


def _together(seats: Sequence[Seat], first: dict[str, str]) -> Sequence[Seat]:
    """Return the seats as winners or losers if the row says so about all of them."""
    for field in ("winner", "score"):
        won = _shared_result(field, first[field]) if field in first else None
        if won is not None and len(seats) > 1 and not any("winner" in s.values for s in seats):
            del first[field]
            return [Seat({**s.values, "winner": "1" if won else "0"}) for s in seats]
    return seats


def _standings(
    sheet: Sheet, seats: Sequence[Seat], first: dict[str, str], problems: list[Text], missing: Text
) -> list[Standing]:
    if not seats:
        raise Malformed(missing)
    names = [exact(seat.values.get("player", "")) or "?" for seat in seats]
    people = [name for name in names if not is_nobody(name)]
    if twice := next((name for name in people if people.count(name) > 1), None):
        raise Malformed("{name!r} appears twice in one play", name=twice)
    _find_winner(first, names)
    named = {f: flags_of(first, f, names, problems) for f in _OF_ALL}
    out = [
        _standing(seat, name, {f: flags[i] for f, flags in named.items()}, problems, sheet.decimals)
        for i, (seat, name) in enumerate(zip(seats, names, strict=True))
    ]
    if [s.won for s in out] in ([False, None], [None, False]):  # if one of two lost, the other won
        out = [msgspec.structs.replace(s, won=True) if s.won is None else s for s in out]
    return out


def _find_winner(first: dict[str, str], names: Sequence[str]) -> None:
    """Read `Ann wins`, or her name alone, as the winner if it is where a result could be."""
    said = first.get("score", "")
    if not said:
        return
    m = _WINS.fullmatch(said)
    text = said if m is None else m["name"]
    known = {squash(name) for name in names}
    if "winner" not in first and {squash(n) for n in names_in(text)} <= known:
        del first["score"]
        first["winner"] = text


def _standing(
    seat: Seat,
    name: str,
    named: Mapping[str, bool | None],
    problems: list[Text],
    decimals: Decimals | None,
) -> Standing:
    values = {f: cell for f, cell in seat.values.items() if f != "player" and cell}
    if "rank" in values:
        values["rank"] = ordinal(values["rank"])
    for field in ("score", "winner"):  # a W where a score could be says who won
        text = values.get(field, "")
        if text.lower() in DRAWN:
            del values[field]
            values.setdefault("result", text)
        elif field == "score" and read_result(text) is not None:
            values.setdefault("winner", values.pop("score"))
    f = Fields(values, problems, name)
    score = read_score(f.any("score"), decimals)
    if score.problem:
        problems.append(Message.join(": ", [name, score.problem]))
    fields: dict[str, Any] = {
        "won": named["winner"],
        "began": named["start"],
        "first_time": named["new"],
    }
    for field, ours in _FLAGS:
        if field in f.left and (said := f.flag(field)) is not None:
            fields[ours] = said
    for field, ours in _NUMBERS:
        if field in f.left:
            fields[ours] = f.number(field, least=1)
    fields |= {field: f.text(field) for field in _TEXTS if field in f.left}
    return Standing(
        person=Person(name=name),
        score=score.text,
        parts=score.parts,
        total=score.total,
        extra=f.extra(),
        **fields,
    )
