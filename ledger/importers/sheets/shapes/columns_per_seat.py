"""Results with one row per play and columns for each seat: `Player 1, Score 1`, `1st, 2nd`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ledger.importers.field_names import FIELD_NAMES
from ledger.importers.parsing.scores import read_score
from ledger.importers.parsing.titles import squash
from ledger.importers.records import Choice, Doubt
from ledger.importers.sheets.grid import Row
from ledger.importers.sheets.headings import HEADINGS, is_other_number
from ledger.importers.sheets.list_cells import (
    NO_WINNER,
    ListFormat,
    ListItem,
    doubt_noted,
    find_list_format,
    names_in,
)
from ledger.importers.sheets.reading import Reading
from ledger.importers.sheets.sheet import Sheet, column_cells, identity, looks_like_names
from ledger.importers.sheets.slots import Slot, is_side, read_named_slot, read_slot
from ledger.kernel.errors import Malformed
from ledger.kernel.message import Message, Text
from ledger.library.records.numbers import whole

from .seats import (
    NO_PLAYERS,
    Seat,
    doubt_together,
    doubt_unplayed,
    read_seats,
    scores_between,
)

_NUMBER_ALONE = re.compile(r"#?\d{1,2}[.):º°]?")
_FILLED = frozenset(("", "0", "0.0", "-", "–", "—"))
"""What a sheet writes in the columns of an empty seat."""

_NUMBERED_GAME = re.compile(
    rf"(?:{'|'.join(map(re.escape, HEADINGS['game']))})\s*#?\d{{1,2}}", re.IGNORECASE
)
_OUTCOMES = frozenset(("score", "rank", "winner"))

_CALLED = {"rank": "place", "winner": "won", "start": "began", "new": "first_time"}
_NOBODY = frozenset(("-", "–", "—", "n/a", "none", "0"))


class SeatColumns(NamedTuple):
    """The columns of one seat, by our fields, and what their headings say about it."""

    columns: dict[str, int]
    given: dict[str, str]


def find_numbered_seats(sheet: Sheet) -> Reading | None:
    """Read a sheet whose headings number the seats, teams or places in a play."""
    slots = {i: slot for i, slot in _slots(sheet).items() if not _is_number(sheet, i, slot)}
    slots, numbered = _numbered_places(sheet, slots)
    named = {i for i, slot in slots.items() if slot.field in ("player", "team")}
    by_place = {
        i: slot._replace(field="player", finish=slot.number, number=None)
        for i, slot in slots.items()
        if slot.field == "rank" and slot.number and looks_like_names(column_cells(sheet, i))
    }
    if by_place and not named:  # `Place 1` with a name in it
        slots |= by_place
        named = set(by_place)
    if len([i for i in named if not slots[i].bare]) + any(slots[i].bare for i in named) < 2:
        return None
    if all(slots[i].bare for i in named):
        return None
    beside = _sides_beside_players(sheet, slots, named)
    if beside is not None and _several_rows_a_play(sheet):
        return None
    if (several := _games_in_a_row(sheet)) is not None:
        raise several
    seats = _seats(slots, named)
    used = {i for seat in seats for i in seat.columns.values()}
    inner = _without(sheet, used)
    headings = sheet.heading.cells
    lists = {i: find_list_format(column_cells(sheet, i), headings[i]) for i in sorted(named)}
    doubts: list[Doubt] = []
    if numbered is not None:
        doubts.append(numbered)
    if beside is not None:
        doubts.append(beside)
    if (doubt := _unscored(inner, seats, lists)) is not None:
        doubts.append(doubt)
    if scored := [headings[i] for i, found in lists.items() if found.scored is not None]:
        text = Message(
            "numbers after names in {columns} are taken for scores", columns=", ".join(scored)
        )
        doubts.append(Doubt(text))
    doubts += doubt_noted(
        item.text
        for i, found in lists.items()
        for cell in column_cells(sheet, i)
        for item in found.items(cell)
    )
    if listed := [
        headings[i]
        for i, found in lists.items()
        if found.separator or found.joined or found.versus is not None
    ]:
        text = Message(
            "some cells of {columns} are taken for several players who share what is said there",
            columns=", ".join(listed),
        )
        doubts.append(Doubt(text))

    return Reading(
        inner,
        Message("a row per play, with columns for each seat"),
        read_seats(inner, _numbered(inner, seats, lists), inner.header.others, NO_PLAYERS),
        columns=_meanings(sheet, seats),
        doubts=(*doubts, *doubt_together(inner), *doubt_unplayed(inner)),
    )


def _sides_beside_players(sheet: Sheet, slots: Mapping[int, Slot], named: set[int]) -> Doubt | None:
    """Doubt that `Host` or `Guest` beside `Player` played, too: they may be about the evening."""
    headings = sheet.heading.cells
    sides = sorted(i for i in named if is_side(headings[i]))
    alone = sorted(i for i in named if slots[i].bare)
    numbers = {slots[i].number for i in sides}
    own = any(slot.number in numbers for i, slot in slots.items() if i not in named)
    if own or not sides or not alone or len(sides) + len(alone) < len(named):
        return None
    text = Message(
        "{sides} beside {player!r} may have played, or be something about the play",
        sides=", ".join(headings[i] for i in sides),
        player=headings[alone[0]],
    )
    return Doubt(text)


def _several_rows_a_play(sheet: Sheet) -> bool:
    """Whether most rows share their date and game with another, as those of players do."""
    count = Counter(identity(sheet, row) for row in sheet.rows)
    return 2 * sum(n for n in count.values() if n > 1) > len(sheet.rows)


def _numbered(
    sheet: Sheet, seats: list[SeatColumns], lists: Mapping[int, ListFormat]
) -> _NumberedSeats:
    """Return the seats, and what the winner column calls them: `Player 2`, or 2."""
    called = {squash(sheet.heading.cells[s.columns["player"]]): n for n, s in enumerate(seats)}
    winner = sheet.header.at.get("winner")
    said = set() if winner is None else {whole(cell) for cell in column_cells(sheet, winner)}
    if None not in said and said - {0, 1} and said <= set(range(len(seats) + 1)):
        called |= {str(n): n - 1 for n in range(1, len(seats) + 1)}
    return _NumberedSeats(seats, lists, called)


def said_of(item: ListItem) -> dict[str, str]:
    """Return what a cell says about a name in it, by our fields: `Ana (45)`, `Ana*`."""
    out = {} if item.score is None else {"score": item.score}
    if item.won is not None:
        out["winner"] = "1" if item.won else "0"
    return out


class _NumberedSeats(NamedTuple):
    """The seats in a row, and how each one writes several names in a cell.

    `called` maps what the winner column can call a seat to that seat.
    """

    columns: list[SeatColumns]
    lists: Mapping[int, ListFormat]
    called: Mapping[str, int]

    def names(self, row: Row) -> Sequence[str]:
        return [seat.values["player"] for seat in self._seats(row)]

    def seats(self, row: Row, first: dict[str, str], problems: list[Text]) -> Sequence[Seat]:
        n = self.called.get(squash(first.get("winner", "")))
        if n is not None and (who := _cells(row, self.columns[n].columns).get("player")):
            first["winner"] = who
        return list(self._seats(row))

    def _seats(self, row: Row) -> Iterator[Seat]:
        for seat in self.columns:
            cells = _cells(row, seat.columns)
            who = cells.pop("player", "")
            if who.casefold() in _NOBODY:
                who = ""
            if not who and all(cell in _FILLED for cell in cells.values()):
                continue
            items = self.lists[seat.columns["player"]].items(who)
            for item in _sharing(items) or [ListItem("?")]:
                yield Seat({**seat.given, **said_of(item), **cells, "player": item.text})


def _games_in_a_row(sheet: Sheet) -> Malformed | None:
    """Return why a table with several titles in a row can't be read: `Game 1, Game 2`."""
    titles = [
        heading
        for i, heading in enumerate(sheet.heading.cells)
        if _NUMBERED_GAME.fullmatch(heading) and looks_like_names(column_cells(sheet, i))
    ]
    if len(titles) + ("game" in sheet.header.at and titles != [sheet.headings["game"]]) < 2:
        return None
    return Malformed(
        "{columns}: a row has several games, and each play needs a row of its own",
        file=sheet.where.file,
        line=sheet.header.row,
        columns=", ".join(titles),
    )


def _unscored(
    sheet: Sheet, seats: Sequence[SeatColumns], lists: Mapping[int, ListFormat]
) -> Doubt | None:
    """Doubt seats of which nothing says how they did, if some column may."""
    known = {*sheet.header.at}.union(*(seat.columns for seat in seats), *(s.given for s in seats))
    told = any(found.scored is not None or found.starred for found in lists.values())
    if told or _OUTCOMES & known:
        return None
    header = sheet.header
    used = {*header.at.values(), *(i for seat in seats for i in seat.columns.values())}
    free = [i for i in range(len(sheet.heading.cells)) if i not in used]
    free = [i for i in free if _may_be_scores(column_cells(sheet, i))]
    unnamed = [i for i in free if not sheet.heading.cells[i]]
    between = [header.others[i] for i in free if i in header.others and _are_between(sheet, i)]
    named = [h for i in free if (h := header.others.get(i)) and not is_other_number(h)]
    columns = dict.fromkeys([*between, *named])
    if unnamed:
        text = Message(
            "nothing says how the players did: column {n} has numbers, but no heading such as "
            "`Score 1`",
            n=unnamed[0] + 1,
        )
        return Doubt(text)
    if not columns:
        return None
    text = Message(
        "no column is known to say how the players did; it may be one of these: {columns}",
        columns=", ".join(list(columns)[:5]),
    )
    score = Message("it has the scores")
    return Doubt(text, tuple(Choice("column", f"score={name}", score) for name in between[:5]))


def _may_be_scores(cells: Sequence[str]) -> bool:
    """Whether most cells are numbers, or results between two."""
    numbers = sum(
        read_score(cell, "point").total is not None or scores_between(cell, 2) is not None
        for cell in cells
    )
    return bool(cells) and 2 * numbers > len(cells)


def _are_between(sheet: Sheet, i: int) -> bool:
    cells = column_cells(sheet, i)
    return 2 * sum(scores_between(cell, 2) is not None for cell in cells) > len(cells)


def _sharing(items: list[ListItem]) -> list[ListItem]:
    """Return the names in a cell; a number after the last of several is the score of all."""
    if not items or any(item.score is not None for item in items[:-1]):
        return items
    return [item._replace(score=items[-1].score) for item in items]


def _slots(sheet: Sheet) -> dict[int, Slot]:
    said = set(sheet.options.columns.values())
    out: dict[int, Slot] = {}
    for i, heading in enumerate(sheet.heading.cells):
        if heading and heading not in said and (slot := read_slot(heading)) is not None:
            out[i] = slot
    places = {slot.finish for slot in out.values() if slot.field == "player"} - {None}
    winner = sheet.header.at.get("winner")
    if winner is not None and winner in out and places and 1 not in places:
        out[winner] = Slot("player", finish=1)  # `Winner, Second, Third` or `Winner, Loser`
    return out


def _numbered_places(sheet: Sheet, slots: dict[int, Slot]) -> tuple[dict[int, Slot], Doubt | None]:
    """Decide whether the headings 1, 2, 3 above names number places or seats; doubt it."""
    headings = sheet.heading.cells
    bare = {i: m for i in slots if (m := _NUMBER_ALONE.fullmatch(headings[i])) is not None}
    if len(bare) < 2:
        return slots, None
    as_places = {
        i: s._replace(finish=s.number, number=None) if i in bare else s for i, s in slots.items()
    }
    said = sheet.options.numbers
    if said is not None:
        return as_places if said == "places" else slots, None
    places = Choice("numbers", "places", Message("who came first, second, …"), shown=True)
    seats = Choice("numbers", "seats", Message("the players, in any order"))
    text = Message(
        "the headings {columns} could number places or just the players",
        columns=", ".join(headings[i] for i in bare),
    )
    return as_places, Doubt(text, (places, seats))


def _is_number(sheet: Sheet, i: int, slot: Slot) -> bool:
    """Whether a column that should name players contains something else."""
    cells = [cell for cell in column_cells(sheet, i) if cell.casefold() not in _NOBODY]
    if slot.field == "team":
        return not looks_like_names(cells)
    return slot.field == "player" and bool(cells) and not looks_like_names(cells)


def _seats(slots: dict[int, Slot], named: Iterable[int]) -> list[SeatColumns]:
    """Group the columns by seat; what is said about a team applies to its members."""
    out = []
    if all(slots[i].finish for i in named):  # then `Points 1` are those of the first
        slots = {
            i: s._replace(finish=s.number, number=None) if s.number and s.team is None else s
            for i, s in slots.items()
        }
    for i in sorted(named):
        slot = slots[i]
        given = {}
        if slot.finish is not None:
            given["rank"] = str(slot.finish)
        if slot.team is not None:
            given["team"] = str(slot.team)
        columns = {"player": i}
        for j, other in slots.items():
            if j in named or other.field in columns:
                continue
            if _same_seat(slot, other):
                columns[other.field] = j
                given.pop(other.field, None)
        out.append(SeatColumns(columns, given))
    return out


def _same_seat(seat: Slot, other: Slot) -> bool:
    """Whether a column says something about a seat."""
    if seat.finish is not None or other.finish is not None:
        return seat.finish == other.finish
    if seat.team is not None:
        if other.team is not None:
            return other.team == seat.team and other.number in (None, seat.number)
        return other.number == seat.team
    if other.team is not None:
        return False
    return other.bare if seat.bare else other.number == seat.number and not other.bare


def _cells(row: Row, columns: dict[str, int]) -> dict[str, str]:
    return {f: row.cells[i] for f, i in columns.items() if i < len(row.cells) and row.cells[i]}


def _without(sheet: Sheet, used: set[int]) -> Sheet:
    """Return the sheet without the columns that belong to seats."""
    header = sheet.header
    at = {f: i for f, i in header.at.items() if i not in used}
    others = {i: h for i, h in header.others.items() if i not in used}
    return sheet._replace(header=header._replace(at=at, others=others))


def _meanings(sheet: Sheet, seats: Sequence[SeatColumns]) -> dict[int, Text]:
    out: dict[int, Text] = {}
    for n, seat in enumerate(seats, 1):
        for field, i in seat.columns.items():
            if field == "player" and (place := seat.given.get("rank")):
                meaning = Message("who came in place {n}", n=place)
            elif field == "player" and (team := seat.given.get("team")):
                meaning = Message("a member of team {n}", n=team)
            elif field == "player":
                meaning = Message("player {n}", n=n)
            elif "team" in seat.given:
                meaning = Message(
                    "the {field} of team {n}", field=_name(field), n=seat.given["team"]
                )
            else:
                meaning = Message("the {field} of player {n}", field=_name(field), n=n)
            out.setdefault(i, meaning)
    return out


def _name(field: str) -> Message:
    """Return the everyday name for a field of a player."""
    return FIELD_NAMES[_CALLED.get(field, field)]


def find_named_seats(sheet: Sheet) -> Reading | None:
    """Read a sheet with several columns for each player: `SB Score, SB Role, AV Score, …`."""
    at = sheet.header.at
    if "player" in at or "players" in at or sheet.options.players:
        return None
    said = set(sheet.options.columns.values())
    seats: dict[str, SeatColumns] = {}
    for i, heading in sheet.header.others.items():
        found = None if heading in said else read_named_slot(heading)
        if found is not None:
            seat = seats.setdefault(squash(found.name), SeatColumns({}, {"player": found.name}))
            seat.columns.setdefault(found.field, i)
    for i, heading in sheet.header.others.items():  # `Ana` beside `Ana Role`
        if (known := seats.get(squash(heading))) is not None and "score" not in known.columns:
            known.columns["score"] = i
    shared = [
        field
        for field in ("score", "rank", "winner")
        if sum(field in seat.columns for seat in seats.values()) > 1
    ]
    if not shared:
        return None
    seats = {k: s for k, s in seats.items() if set(shared) & s.columns.keys()}
    if all(_empty_or_words(sheet, s.columns[f]) for s in seats.values() for f in s.columns):
        return None
    inner = _without(sheet, {i for seat in seats.values() for i in seat.columns.values()})
    winners = [
        squash(name)
        for cell in (column_cells(sheet, at["winner"]) if "winner" in at else [])
        for name in names_in(cell)
        if squash(name) not in NO_WINNER
    ]
    names = ", ".join(s.given["player"] for s in seats.values())
    wrong, doubts = None, list[Doubt]()
    if winners and 2 * sum(name in seats for name in winners) < len(winners):
        wrong = Message(
            "the column {column!r} names {winners}, but the columns with numbers are {others}: "
            "these aren't players",
            column=sheet.headings["winner"],
            winners=", ".join(dict.fromkeys(winners)),
            others=names,
        )
    elif not winners:
        doubts.append(Doubt(Message("nothing shows that {names} are players", names=names)))

    columns: dict[int, Text] = {
        i: Message("the {field} of {name}", field=_name(field), name=seat.given["player"])
        for seat in seats.values()
        for field, i in seat.columns.items()
    }
    return Reading(
        inner,
        Message("a row per play, with columns for each player"),
        read_seats(inner, _NamedSeats(list(seats.values())), inner.header.others, NO_PLAYERS),
        columns=columns,
        doubts=tuple(doubts),
        wrong=wrong,
    )


class _NamedSeats(NamedTuple):
    """The seats of players named in the headings; a player with empty cells didn't take part."""

    columns: list[SeatColumns]

    def names(self, row: Row) -> Sequence[str]:
        return [seat.given["player"] for seat in self.columns if _cells(row, seat.columns)]

    def seats(self, row: Row, first: dict[str, str], problems: list[Text]) -> Sequence[Seat]:
        cells = [(seat, _cells(row, seat.columns)) for seat in self.columns]
        return [Seat({**said, **seat.given}) for seat, said in cells if said]


def _empty_or_words(sheet: Sheet, i: int) -> bool:
    cells = column_cells(sheet, i)
    return not cells or looks_like_names(cells)
