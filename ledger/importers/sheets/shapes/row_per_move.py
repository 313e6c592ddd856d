"""Moves in a sheet: rows with actions become lines of a session; some rows have only times."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from ledger.importers.records import (
    Location,
    Record,
    Refusal,
    Remark,
    SheetSession,
    make_record,
    printable,
)
from ledger.importers.sheets.grid import Row
from ledger.importers.sheets.sheet import Sheet
from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.game.registry import find_game
from ledger.kernel.message import Message, Text
from ledger.kernel.notation.words.quoting import escape, quote, read_names
from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.library.records.dates import read_when
from ledger.library.records.merge import TOLD_BY
from ledger.library.records.numbers import whole

_READ = (
    *("game_id", "game", "seq", "player", "players", "action", "args", "at", "comment"),
    *("place", "date", "round"),
)
_BREAK = re.compile(r"[\r\n]")
_CLOCK = re.compile(r"(?:(\d{4}-\d\d-\d\d)[T ])?(\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)Z?", re.ASCII)


def read_moves(sheet: Sheet) -> Iterator[Record]:
    """Yield every game in the sheet as a session."""
    for heading in (*(f for f in sheet.header.at if f not in _READ), *sheet.header.others.values()):
        yield Remark(
            Location(sheet.where.file, sheet.header.row, sheet.where.part),
            Message(
                "the column {column!r} is left out: it doesn't belong in a table of moves",
                column=heading,
            ),
        )
    for id, rows in _games(sheet):
        try:
            yield _session(sheet, id, rows)
        except LedgerError as e:
            yield Refusal.of(e, sheet.at(rows[0]), printable(id) or None)


def _games(sheet: Sheet) -> Iterator[tuple[str, list[Row]]]:
    groups: dict[str, list[Row]] = {}
    for row in sheet.rows:
        groups.setdefault(sheet.header.cell(row, "game_id"), []).append(row)
    yield from groups.items()


def _session(sheet: Sheet, id: str, rows: list[Row]) -> SheetSession:
    cell = sheet.header.cell
    if not id:
        raise Malformed("the row doesn't say which game it belongs to (game_id)")
    name = _game_name(sheet, id, rows)
    game = find_game(name)
    problems: list[Text] = []
    rows = _ordered(sheet, rows, problems)
    listed = next((cell(r, "players") for r in rows if cell(r, "players")), "")
    people = read_names(listed) or list(dict.fromkeys(p for r in rows if (p := cell(r, "player"))))
    head = [f"game: {name}", f"players: {', '.join(quote(p, game, people) for p in people)}"]
    head.append(f"id: {escape(id)}")
    if place := next((cell(r, "place") for r in rows if cell(r, "place")), ""):
        head.append(f"place: {escape(place)}")
    if round := next((cell(r, "round") for r in rows if cell(r, "round")), ""):
        head.append(f"round: {escape(round)}")
    if day := next((cell(r, "date") for r in rows if cell(r, "date")), ""):
        head.append(f"started: {read_when(day, sheet.order).date or '?'}")
    lines = []
    for row in rows:
        who, action, args = (cell(row, f) for f in ("player", "action", "args"))
        if who and who not in people:
            raise Malformed(
                "{name!r} isn't among the players {listed}",
                line=row.number,
                name=who,
                listed=listed,
            )
        words = [_time(cell(row, "at"), row), quote(who, game, people) if who else "", action, args]
        text = " ".join(w for w in words if w)
        if note := cell(row, "comment"):
            text += f" # {escape(note)}"
        if _BREAK.search(text):
            raise Malformed("a cell in this row contains a line break", line=row.number)
        if not action and not note:
            raise Malformed("the row has no action", line=row.number)
        lines.append((row.number, text))
    return SheetSession(
        id, name, tuple(people), tuple(lines), sheet.at(rows[0]), tuple(head), tuple(problems)
    )


def _game_name(sheet: Sheet, id: str, rows: list[Row]) -> str:
    """Return the installed game, from its column, from the user, or from the start of the id."""
    titles = {t for r in rows if (t := sheet.header.cell(r, "game"))} or {sheet.options.game or ""}
    if len(titles) > 1:
        raise Malformed(
            "the rows of {id!r} belong to several games: {titles}",
            id=id,
            titles=", ".join(sorted(titles)),
        )
    title = titles.pop()
    candidates = [title] if title else [id[: m.start()] for m in re.finditer(r"[-_/. ]|\Z", id)]
    for each in reversed(candidates):
        if found := sheet.titles.find(each, short=True).game:
            return found
    raise Malformed(
        "{title!r} isn't the name of an installed game",
        hint="add a column `game`, or let the game_id begin with its name",
        title=title or id,
    )


def _ordered(sheet: Sheet, rows: list[Row], problems: list[Text]) -> list[Row]:
    if "seq" not in sheet.header.at:
        return rows
    numbered: dict[int, Row] = {}
    for row in rows:
        text = sheet.header.cell(row, "seq")
        seq = whole(text)
        if seq is None:
            raise Malformed("seq {text!r} isn't a whole number", line=row.number, text=text[:40])
        if seq in numbered:
            first = numbered[seq].number
            raise Malformed(
                "seq {seq} appears in row {first} and in row {second}",
                line=row.number,
                seq=seq,
                first=first,
                second=row.number,
            )
        numbered[seq] = row
    order = sorted(numbered)
    if gap := next((a for a, b in itertools.pairwise(order) if b > a + 1), None):
        problems.append(Message("at least one row is missing after seq {last}", last=gap))
    return [numbered[seq] for seq in order]


def _time(text: str, row: Row) -> str:
    if not text:
        return ""
    m = _CLOCK.fullmatch(text)
    if m is None:
        raise Malformed(
            "{text!r} isn't a time", line=row.number, hint="write it like 18:30:05", text=text[:40]
        )
    return f"@{m.group(1)}T{m.group(2)}" if m.group(1) else f"@{m.group(2)}"


def read_times(sheet: Sheet) -> Iterator[Record]:
    """Yield games of which only the times of the moves are known."""
    cell = sheet.header.cell
    for id, rows in _games(sheet):
        where = sheet.at(rows[0])
        try:
            if not id:
                raise Malformed("the row doesn't say which game it belongs to")
            people = dict.fromkeys(cell(r, "player") or "?" for r in rows)
            title = cell(rows[0], "game") or sheet.options.game or "?"
            when = read_when(cell(rows[0], "at") or cell(rows[0], "date"), sheet.order)
            fields = [*sheet.header.at, *sheet.header.others.values()]
            at = [*sheet.header.at.values(), *sheet.header.others]
            moves = [
                {
                    f: r.cells[i]
                    for f, i in zip(fields, at, strict=True)
                    if i < len(r.cells) and r.cells[i]
                }
                for r in rows
            ]
            played = PlayRecord(
                source="bga",
                key=id,
                title=title,
                game=sheet.titles.find(title, short=title == sheet.options.game).game,
                date=when.date,
                time=when.time,
                standings=tuple(Standing(person=Person(name=p)) for p in people),
                extra={TOLD_BY: "times", "moves": moves},
            )
            yield make_record(played, where)
        except LedgerError as e:
            yield Refusal.of(e, where, printable(id) or None)
