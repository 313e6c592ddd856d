"""A sheet whose headings are known, and how one or more of its rows become a play."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from ledger.importers.parsing.fields import Fields, read_flag
from ledger.importers.parsing.scores import Decimals
from ledger.importers.parsing.strict_json import strict
from ledger.importers.parsing.titles import TitleMatch, Titles, squash
from ledger.importers.records import SHEET, Location, Options, Record, Wins, make_record
from ledger.importers.scoring import read_wins
from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.message import Message, Text
from ledger.kernel.results import PlayRecord, Standing
from ledger.library.people.matching import exact
from ledger.library.records.dates import Order, When, problem_of, read_clock, read_when

from .grid import Row
from .headings import Header

_LETTER = re.compile(r"[^\W\d_]")
_DATED = re.compile(r"\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}:\d\d", re.ASCII)
_TOGETHER = re.compile(r"co-?op|kooperac|together")
_ABSENT = frozenset(("", "-", "–", "—", "n/a", "#n/a", "na", "dnp", "nan", "null"))
_HOURS = re.compile(
    r"(\d{1,3})(?::| ?(?:h|hrs?|hours?|godz|ore?)\.?) ?(\d\d?)(?::\d\d| ?m| ?min| ?mins)?\.?",
    re.ASCII | re.IGNORECASE,
)
_WHOLE_HOURS = re.compile(
    r"(\d{1,2}(?:[.,]\d{1,2})?) ?(?:h|hrs?|hours?|godz|ore?)\.?", re.I | re.ASCII
)
_MINUTES = re.compile(r"(\d{1,5})(?: ?(?:m|min|mins|minutes?|minut[yi]?|'|′)\.?)", re.I | re.ASCII)
NEEDED = Message("headings like date, game, player, score (or date, game and a column per player)")
OF_PLAY = (
    *("source", "id", "date", "time", "game", "bgg", "place", "round", "rounds", "minutes"),
    *("hours", "board", "comment", "quantity", "complete", "highest_wins", "lowest_wins"),
    *("scoring", "cooperative", "extra"),
    *("installed", "game_id", "seq", "args", "at", "players"),
)
"""Columns about the play as a whole."""


class Sheet(NamedTuple):
    """A sheet, and the field that each of its columns belongs to."""

    header: Header
    heading: Row
    rows: Sequence[Row]
    order: Order | None
    where: Location
    titles: Titles
    options: Options
    surplus: frozenset[int] = frozenset()
    decimals: Decimals | None = None

    @property
    def headings(self) -> Mapping[str, str]:
        """The sheet's own heading for each of our fields."""
        return {f: self.heading.cells[i] for f, i in self.header.at.items()}

    def at(self, row: Row) -> Location:
        """Return the location of a row."""
        return Location(self.where.file, row.number, self.where.part)


def column_cells(sheet: Sheet, i: int) -> list[str]:
    """Return the non-empty cells of a column."""
    return [r.cells[i] for r in sheet.rows if i < len(r.cells) and r.cells[i]]


def is_absent(cell: str) -> bool:
    """Whether a cell says that a player wasn't there: empty, a dash, `n/a`."""
    return cell.casefold() in _ABSENT


def looks_like_names(cells: Sequence[str]) -> bool:
    """Whether cells contain words rather than numbers, dates, or yes and no."""
    words = [c for c in cells if _LETTER.search(c) and read_flag(c) is None and not _DATED.match(c)]
    return bool(cells) and len(words) * 4 >= len(cells) * 3


def identity(sheet: Sheet, row: Row) -> tuple[str, ...]:
    """Return the values that two rows have in common only if they belong to the same play."""
    cell = sheet.header.cell
    if id := cell(row, "id"):
        return (cell(row, "source"), id)
    title = cell(row, "game") or sheet.options.game or ""
    day, clock = cell(row, "date"), cell(row, "time")
    try:
        when = read_when(day, sheet.order)
        day, clock = when.date or "", clock or when.time or ""
    except LedgerError:
        pass  # `play_record` refuses the play for this
    game = sheet.titles.find(title, short=True).game or squash(title)
    return (day, clock, game, exact(cell(row, "place")), cell(row, "round"))


def group_alike(sheet: Sheet, who: Callable[[Row], tuple[object, ...]]) -> Iterator[Row]:
    """Yield the rows, putting those that differ only in their results next to each other."""
    alike: dict[tuple[object, ...], list[Row]] = {}
    for row in sheet.rows:
        alike.setdefault((identity(sheet, row), who(row)), []).append(row)
    return itertools.chain.from_iterable(alike.values())


def shared_facts(
    sheet: Sheet, rows: list[Row], problems: list[Text], fields: Sequence[str] = OF_PLAY
) -> tuple[dict[str, str], dict[int, dict[str, str]]]:
    """Return the facts of the whole play and, for each row, what differs from the rows above it."""
    first: dict[str, str] = {}
    differ: dict[int, dict[str, str]] = {}
    for row in rows:
        if row.number in sheet.surplus:
            raise Malformed(
                "this row has more cells than there are headings",
                line=row.number,
                hint='a cell that contains the separator needs quotes, like "51,5"',
            )
        for field in fields:
            text = sheet.header.cell(row, field)
            if text and _conflict(sheet, field, first.setdefault(field, text), text):
                problems.append(
                    Message(
                        "{field}: row {row} says {text!r}, unlike the rows above",
                        field=field,
                        row=row.number,
                        text=text[:40],
                    )
                )
                differ.setdefault(row.number, {})[field] = text
    return first, differ


def check_id(sheet: Sheet, row: Row, seen: dict[str, Row]) -> None:
    """Refuse a row that has the id of another play; identical rows are one play."""
    id = sheet.header.cell(row, "id")
    first = seen.setdefault(id, row) if id else row
    if first.cells != row.cells:
        raise Malformed(
            "row {row} has the same id {id!r} but is another play",
            row=first.number,
            id=id[:40],
        )


def _conflict(sheet: Sheet, field: str, a: str, b: str) -> bool:
    """Whether two cells of a column mean different things; one date can be written in many ways."""
    if a == b:
        return False
    if field == "game":
        one, two = (sheet.titles.find(x, short=True).game or squash(x) for x in (a, b))
        return one != two
    try:
        return field != "date" or read_when(a, sheet.order) != read_when(b, sheet.order)
    except LedgerError:
        return True


def unknown_cells(header: Header, row: Row) -> dict[str, str]:
    """Return the cells of columns that aren't any of our fields, by heading."""
    return {
        heading: row.cells[i]
        for i, heading in header.others.items()
        if i < len(row.cells) and row.cells[i]
    }


def json_cell(f: Fields, name: str, problems: list[Text]) -> dict[str, Any]:
    """Take a cell that contains a JSON object."""
    text = f.left.pop(name, "")
    if not text:
        return {}
    try:
        value = strict(text)
        return value if isinstance(value, dict) else {name: value}
    except Malformed as e:
        problems.append(Message.join(": ", [f.name_of(name), e.text]))
        return {name: text}


def play_record(
    sheet: Sheet,
    first: dict[str, str],
    standings: list[Standing],
    where: Location,
    problems: list[Text],
    more: dict[str, str] | None = None,
) -> Record:
    """Return the play; `more` are its cells in columns that aren't any of our fields."""
    f = Fields(first, problems)
    title = f.text("game") or sheet.options.game
    if title is None:
        raise Malformed(
            "the row doesn't say which game was played",
            hint="--blanks above takes it from the row above",
        )
    bgg = f.number("bgg", unset=0)
    match = _game(sheet, f, title, bgg)
    if match.problem:
        problems.append(match.problem)
    when = _when(f, sheet.order)
    if (hours := f.left.get("hours")) and (minutes := _minutes(f"{hours} h")):
        del f.left["hours"]
        f.left.setdefault("minutes", str(minutes))
    if minutes := _minutes(f.left.get("minutes", "")):
        f.left["minutes"] = str(minutes)
    quantity, complete = f.number("quantity", least=1), f.flag("complete")
    wins, together = _scoring(f)
    ours = "installed" in sheet.header.at and f.left.get("source")
    fields: dict[str, Any] = {
        "minutes": f.number("minutes", unset=0),
        "rounds": f.number("rounds", unset=0),
        "place": f.text("place"),
        "board": f.text("board"),
        "comment": f.text("comment"),
        "quantity": 1 if quantity is None else quantity,
        "complete": complete is not False,
        "highest_wins": wins != "low",
        "cooperative": f.flag("cooperative") is True or together,
    }
    source, id, round = f.text("source"), f.text("id"), f.left.get("round")
    name = match.game or squash(title)
    people = "+".join(sorted(_plain(exact(s.person.name)) for s in standings))
    parts = [when.date, when.time, name, exact(fields["place"] or ""), round]
    key = id or "/".join([*("" if p is None else _plain(p) for p in parts), people])
    extra = json_cell(f, "extra", problems) | f.extra() | (more or {})
    if when.zone:
        extra["zone"] = when.zone
    return make_record(
        PlayRecord(
            source=source or sheet.options.source or SHEET,
            key=key,
            title=title,
            game=match.game,
            bgg=bgg,
            date=when.date,
            time=when.time,
            standings=tuple(standings),
            extra=extra,
            **fields,
        ),
        where,
        problems,
        weak=id is None,
        wins=None if ours else wins,
    )


def _scoring(f: Fields) -> tuple[Wins | None, bool]:
    """Take what a row says about how the game is won: by most or fewest points, or together."""
    said: set[Wins] = set()
    for field, yes, no in (("highest_wins", "high", "low"), ("lowest_wins", "low", "high")):
        if (wins := read_wins(f.left.get(field, ""))) is not None:
            f.any(field)
            said.add(wins)
        elif (flag := f.flag(field)) is not None:
            said.add(cast(Wins, yes if flag else no))
    text = f.left.get("scoring", "")
    if (wins := read_wins(text)) is not None:
        f.any("scoring")
        said.add(wins)
    together = _TOGETHER.search(text.casefold()) is not None
    if len(said) > 1:
        f.problems.append(Message("the row says both that the most and that the fewest points win"))
    return said.pop() if len(said) == 1 else None, together


def _minutes(text: str) -> int | None:
    """Return the number of minutes that `1:30`, `1h 30`, `1.5 h` or `90 min` stands for."""
    if not text:
        return None
    if m := _HOURS.fullmatch(text):
        return int(m.group(1)) * 60 + int(m.group(2))
    if m := _WHOLE_HOURS.fullmatch(text):
        return round(float(m.group(1).replace(",", ".")) * 60)
    m = _MINUTES.fullmatch(text)
    return None if m is None else int(m.group(1))


def _game(sheet: Sheet, f: Fields, title: str, bgg: int | None) -> TitleMatch:
    """Return the game; a sheet that we exported names it, whatever the title is."""
    installed = f.text("installed")
    if "installed" in sheet.header.at and f.left.get("source"):
        if installed is None:
            return TitleMatch()
        if installed in sheet.titles.short.values():
            return TitleMatch(installed)
    return sheet.titles.find(title, bgg=bgg, short=True)


def _plain(text: str) -> str:
    """Return part of a key with the characters that separate the parts escaped."""
    return re.sub(r"[%/+#]", lambda m: f"%{ord(m[0]):02X}", text)


def _when(f: Fields, order: Order | None) -> When:
    """Read the date strictly, since it identifies a play, and the time of day if possible."""
    when = read_when(f.text("date"), order)
    clock = f.left.pop("time", None)
    if clock:
        try:
            return when._replace(time=read_clock(clock))
        except Malformed as e:
            f.problems.append(problem_of(e))
            f.left["time"] = clock
    return when
