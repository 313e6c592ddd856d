"""A sheet whose headings are known, and how one or more of its rows become a play."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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

from .grid import Columns, Row
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
_LONGEST_DURATION = 40
_SCORING = frozenset(("highest_wins", "lowest_wins", "scoring"))
_SEPARATORS = str.maketrans({sign: f"%{ord(sign):02X}" for sign in "%/+#"})
"""The characters that separate the parts of a key, as they are written inside a part."""

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


class NamedColumns(Columns):
    """Some columns of a sheet by name."""

    def __init__(self, at: Mapping[str, int]) -> None:
        super().__init__(at.values())
        self.names = tuple(at)

    def filled(self, row: Row) -> dict[str, str]:
        """Return the cells of a row in these columns that aren't empty, by name."""
        return {name: cell for name, cell in zip(self.names, self.cells(row), strict=True) if cell}


def columns_of_play(sheet: Sheet) -> NamedColumns:
    """Return the columns about the play as a whole."""
    at = sheet.header.at
    return NamedColumns({field: at[field] for field in OF_PLAY if field in at})


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


OF_IDENTITY = ("source", "id", "date", "time", "game", "place", "round")
"""The columns that `identity` looks at."""


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
    sheet: Sheet, rows: list[Row], problems: list[Text], columns: NamedColumns
) -> tuple[dict[str, str], dict[int, dict[str, str]]]:
    """Return the facts of the whole play and, for each row, what differs from the rows above it.

    `columns` are those that have the facts.
    """
    first: dict[str, str] = {}
    differ: dict[int, dict[str, str]] = {}
    before: tuple[str, ...] = ()
    for row in rows:
        if row.number in sheet.surplus:
            raise Malformed(
                "this row has more cells than there are headings",
                line=row.number,
                hint='a cell that contains the separator needs quotes, like "51,5"',
            )
        cells = columns.cells(row)
        if cells == before:
            continue
        for field, text in zip(columns.names, cells, strict=True):
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
        before = cells if row.number not in differ else ()
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
    played_in, rounds = f.number("minutes", unset=0), f.number("rounds", unset=0)
    place, board, comment = f.text("place"), f.text("board"), f.text("comment")
    cooperative = f.flag("cooperative") is True or together
    source, id, round = f.text("source"), f.text("id"), f.left.get("round")
    key = id
    if key is None:
        name = match.game or squash(title)
        parts = (when.date, when.time, name, exact(place or ""), round)
        key = _weak_key(parts, standings)
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
            minutes=played_in,
            rounds=rounds,
            place=place,
            board=board,
            comment=comment,
            quantity=1 if quantity is None else quantity,
            complete=complete is not False,
            highest_wins=wins != "low",
            cooperative=cooperative,
            standings=tuple(standings),
            extra=extra,
        ),
        where,
        problems,
        weak=id is None,
        wins=None if ours else wins,
    )


def _weak_key(parts: Iterable[str | None], standings: Sequence[Standing]) -> str:
    """Return the key of a play that has no id: what is known about it, and who played."""
    people = "+".join(sorted(_plain(exact(s.person.name)) for s in standings))
    return "/".join([*("" if p is None else _plain(p) for p in parts), people])


def _scoring(f: Fields) -> tuple[Wins | None, bool]:
    """Take what a row says about how the game is won: by most or fewest points, or together."""
    if _SCORING.isdisjoint(f.left):
        return None, False
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
    return _read_minutes(text) if 0 < len(text) <= _LONGEST_DURATION else None


@functools.lru_cache(maxsize=4096)
def _read_minutes(text: str) -> int | None:
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
    return text.translate(_SEPARATORS)


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
