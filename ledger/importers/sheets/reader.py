"""Reading a sheet of any shape: results, moves, or the times of moves."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import NamedTuple

import msgspec

from ledger.importers.parsing.fields import read_result
from ledger.importers.parsing.scores import sniff_decimals
from ledger.importers.parsing.titles import Titles, squash
from ledger.importers.records import (
    Choice,
    Doubt,
    Location,
    NotASheet,
    Options,
    Record,
    Refusal,
    Remark,
    UnclearSheet,
)
from ledger.importers.scoring import Scoring, with_scoring
from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.message import Message
from ledger.library.records.dates import sniff_order

from .blanks import fill_blanks
from .cleanup import clean_up
from .grid import Grid, Portion, Row, portions, too_many_cells
from .headings import HEADINGS, Header, find_header, is_of_results, lies_on_its_side
from .list_cells import names_in
from .portions import SeenPlays, end_of_plays
from .preview import preview
from .reading import Reading
from .sections import join_headings, split_columns, split_tables, take_labels
from .shapes.column_per_player import read_column_per_player
from .shapes.columns_per_seat import find_named_seats, find_numbered_seats
from .shapes.players_in_a_cell import find_players_in_a_cell
from .shapes.row_per_move import read_moves, read_times
from .shapes.row_per_player import find_row_per_player
from .shapes.winner_only import find_winner_only
from .sheet import NEEDED, Sheet, column_cells, looks_like_names
from .slots import names_seats

_NUMBERED_GAME = re.compile(
    rf"(?:{'|'.join(map(re.escape, HEADINGS['game']))})\s*#?\d{{1,2}}", re.IGNORECASE
)
"""Headings such as `Game 2`."""

_SHAPES: Sequence[Callable[[Sheet], Reading | None]] = (
    find_numbered_seats,
    find_row_per_player,
    find_players_in_a_cell,
    find_named_seats,
    find_winner_only,
    read_column_per_player,
)
"""The shapes that a sheet of results can have; the first that fits is used."""


class _Understood(NamedTuple):
    """The interpretation of a sheet, with remarks and doubts from before its shape was known.

    `far` means that what a row says can depend on any other row.
    """

    sheet: Sheet
    remarks: Sequence[Remark]
    doubts: Sequence[Doubt]
    far: bool = False


def read_grid(grid: Grid, name: str, titles: Titles, options: Options) -> Iterator[Record]:
    """Yield the records in a sheet of any shape; a large one is read in portions.

    The sheet may hold several tables, but not if it is large.
    """
    where = Location(name, None, f"sheet {grid.sheet!r}" if grid.sheet is not None else None)
    parts = portions(grid.rows)
    first = next(parts)
    if first.last:
        yield from _tables(first.rows, where, titles, options)
    else:
        yield from _once(_in_portions(itertools.chain([first], parts), where, titles, options))


def _tables(rows: list[Row], where: Location, titles: Titles, options: Options) -> Iterator[Record]:
    """Yield the records of all the tables in a sheet."""
    tables: list[list[Row]] = []
    for part in split_tables(rows, options):
        beside = split_columns(part, options)
        tables += beside.tables
        for first in beside.left_out:
            text = Message("the table that begins with {column!r} is left out", column=first)
            yield Remark(Location(where.file, beside.line, where.part), text)
    for table in tables:
        try:
            yield from _whole(table, where, titles, options)
        except LedgerError as e:
            if len(tables) == 1:
                raise
            e.line = table[0].number if e.line is None else e.line
            yield Refusal.of(e, Location(where.file, e.line, where.part))


def _whole(rows: list[Row], where: Location, titles: Titles, options: Options) -> Iterator[Record]:
    """Yield the records in a table that is read in one piece."""
    found = _understand(rows, where, titles, options)
    at = found.sheet.header.at
    if "action" in at and "player" in at:
        yield from found.remarks
        yield from read_moves(found.sheet)
    elif "player" in at and {"game_id", "seq"} <= at.keys():
        yield from found.remarks
        yield from read_times(found.sheet)
    else:
        reading = yield from _agree(found, rows, titles)
        yield from reading.records


def _in_portions(
    parts: Iterator[Portion], where: Location, titles: Titles, options: Options
) -> Iterator[Record]:
    """Yield the plays in a large sheet of results, whose columns mean the same all the way.

    Plays that may be one although they are far apart are refused, as only the rows of a portion are
    compared with each other.
    """
    agreed: Reading | None = None
    heading: list[Row] = []
    left: list[Row] = []
    before = SeenPlays()
    for part in parts:
        rows = [*heading, *left, *part.rows]
        found = _understand(rows, where, titles, options)
        sheet = found.sheet
        if {"action", "seq"} & sheet.header.at.keys() or found.far or _several(rows, options):
            raise too_many_cells(where.file, rows[-1].number)
        end = None if part.last else end_of_plays(sheet)
        if end is not None:
            left = [row for row in rows if row.number >= end]
            rows = [row for row in rows if row.number < end]
            kept = [row for row in sheet.rows if row.number < end]
            found = found._replace(sheet=sheet._replace(rows=kept))
        reading = yield from _agree(found, rows, titles)
        if agreed is not None and not _means_the_same(agreed, reading):
            raise Malformed(
                "from row {row} on, the columns of this large table seem to mean something else",
                file=where.file,
                line=rows[len(heading)].number,
                hint="--column OURS=THEIRS and --player NAME say what the columns are; or split "
                "the table there",
                row=rows[len(heading)].number,
            )
        before.check_rows(reading.sheet)
        yield from before.checked(reading.records)
        agreed, sheet = reading, reading.sheet
        heading = [found.sheet.heading]
        options = msgspec.structs.replace(
            sheet.options,
            dates=sheet.order,
            decimals=sheet.decimals,
            sure=options.sure or bool(reading.doubts),
        )


def _several(rows: list[Row], options: Options) -> bool:
    """Whether some rows hold more than one table."""
    tables = split_tables(rows, options)
    return len(tables) > 1 or len(split_columns(rows, options).tables) > 1


def _once(records: Iterator[Record]) -> Iterator[Record]:
    """Yield records without the remarks that were made before."""
    made = set[Remark]()
    for record in records:
        if isinstance(record, Remark):
            if record in made:
                continue
            made.add(record)
        yield record


def _means_the_same(one: Reading, other: Reading) -> bool:
    return (one.shape, one.sheet.header, one.columns, one.people) == (
        *(other.shape, other.sheet.header),
        *(other.columns, other.people),
    )


def _understand(
    rows: Sequence[Row], where: Location, titles: Titles, options: Options
) -> _Understood:
    """Find the headings of a sheet, and clean it up."""
    name = where.file
    if lies_on_its_side(rows):
        raise Malformed(
            "the headings of this table are in its first column",
            file=name,
            line=rows[0].number,
            hint="turn it so that they are in its first row: every play or player needs a row",
        )
    joined = join_headings(rows, options)
    rows = joined.rows
    header = find_header(rows, options, name)
    if header is None or not (is_of_results(header) or names_seats(header.others.values())):
        raise NotASheet(
            "no row has the headings of results or moves",
            file=name,
            line=rows[0].number if rows else None,
            hint="it needs {needed}; you can name other headings: --column player=Spieler",
            needed=NEEDED,
        )
    heading = next(r for r in rows if r.number == header.row)
    body = [r for r in rows if r.number > header.row and not _is_note(r)]
    again = [r for r in body if _repeats(r, heading)]
    body = [r for r in body if not _repeats(r, heading)] if again else body
    above = [r for r in rows if r.number < header.row and not _is_note(r)]
    labelled = take_labels(header, heading, body, above, options)
    heading = labelled.heading
    clean = clean_up(labelled.header, heading, labelled.rows, options)
    header, surplus, at = clean.header, clean.surplus, clean.header.at
    filled = fill_blanks(header, heading, clean.rows, options)
    remarks = [Remark(Location(name, line, where.part), text) for line, text in clean.remarks]
    for line in (r.number for r in again):
        text = Message("the headings are here again: this row is left out")
        remarks.append(Remark(Location(name, line, where.part), text))
    if joined.unused is not None:
        text = Message("this row has more headings and no play: it is left out")
        remarks.append(Remark(Location(name, joined.unused, where.part), text))
    for row in labelled.left_out:
        said = Message(
            "what is above the headings is left out: {text!r}",
            text=" ".join(filter(None, row.cells))[:40],
        )
        remarks.append(Remark(Location(name, row.number, where.part), said))
    if surplus and "game_id" in at:  # a move with something missing is refused for that instead
        why = Message("some cells beside the table have no heading, so they are left out")
        remarks.append(Remark(Location(name, min(surplus), where.part), why))
        surplus = frozenset()
    order = options.dates or sniff_order(header.column(filled.rows, "date"))
    decimals, unclear = sniff_decimals(dict.fromkeys(_numbers(header, filled.rows)))
    decimals = options.decimals or decimals
    doubts = [*labelled.doubts, *clean.doubts]
    doubts += [doubt for doubt in (joined.doubt, filled.doubt) if doubt is not None]
    if unclear is not None and decimals is None and "action" not in at:
        text = Message("{example!r} could be more than a thousand, or a fraction", example=unclear)
        thousand = Message("the point is between thousands, as in 1.234,5")
        fraction = Message("the comma is between thousands, as in 1,234.5")
        ways = (
            Choice("decimals", "comma", thousand),
            Choice("decimals", "point", fraction, shown=True),
        )
        doubts.append(Doubt(text, ways))
    sheet = Sheet(header, heading, filled.rows, order, where, titles, options, surplus, decimals)
    far = bool(header.labels) or filled.far or clean.far
    return _Understood(sheet, remarks, doubts, far)


def _numbers(header: Header, rows: Sequence[Row]) -> Iterator[str]:
    """Yield the cells that can be scores."""
    taken = {i for field, i in header.at.items() if field != "score"}
    return (cell for row in rows for i, cell in enumerate(row.cells) if cell and i not in taken)


def _agree(
    found: _Understood, rows: Sequence[Row], titles: Titles
) -> Generator[Record, None, Reading]:
    """Return how a sheet of results is read, yielding the remarks on it.

    Raises `UnclearSheet` if its columns can't be right, or are uncertain and nobody confirms them.
    """
    chosen = False
    while True:
        sheet = found.sheet
        options, where = sheet.options, sheet.where
        _check_titles(sheet)
        if "game" not in sheet.header.at and options.game is None:
            raise Malformed(
                "no column says which game was played",
                file=where.file,
                line=sheet.header.row,
                hint="name the column, like --column game=Spiel, or the game itself, like "
                "--game osaka",
            )
        reading = next(r for shape in _SHAPES if (r := shape(sheet)) is not None)
        own = reading.doubts if "installed" not in sheet.header.at else ()  # we wrote those names
        reading = reading._replace(doubts=(*found.doubts, *own))
        certain = options.sure or not (reading.doubts or chosen)
        if certain and not reading.wrong:
            records = _decided(reading.records, sheet)
            if options.show is not None:
                plays = list(records)
                options.show(preview(reading, plays))
                records = iter(plays)
            yield from found.remarks
            yield from _kept(reading)
            return reading._replace(records=records)
        plays = list(reading.records)
        shown = preview(reading, plays)
        answer = False if reading.wrong or options.confirm is None else options.confirm(shown)
        if answer is True:
            yield from found.remarks
            yield from _kept(reading)
            return reading._replace(records=_decided(iter(plays), sheet))
        if answer is False:
            yield from found.remarks
            raise UnclearSheet(shown, where.file, sheet.header.row)
        found, chosen = _understand(rows, where, titles, answer.taken(options)), True


def _check_titles(sheet: Sheet) -> None:
    """Raise if a row has several titles, as `Game 1` and `Game 2` do."""
    headings = sheet.heading.cells
    named = [i for i, heading in enumerate(headings) if _NUMBERED_GAME.fullmatch(heading)]
    named = [i for i in named if _are_titles(sheet, i)]
    own = sheet.header.at.get("game")
    if len({*named, *([] if own is None else [own])}) < 2 or not named:
        return
    raise Malformed(
        "{columns}: a row has several games, and each play needs a row of its own",
        file=sheet.where.file,
        line=sheet.header.row,
        columns=", ".join(headings[i] for i in named),
    )


def _are_titles(sheet: Sheet, i: int) -> bool:
    """Whether a column has titles: words that aren't the names of those who played."""
    if not looks_like_names(column_cells(sheet, i)):
        return False
    for row in sheet.rows:
        title = squash(row.cells[i]) if i < len(row.cells) else ""
        others = {squash(n) for j, cell in enumerate(row.cells) if j != i for n in names_in(cell)}
        others |= set(map(squash, sheet.header.others.values())) - {squash(sheet.heading.cells[i])}
        if title and (len(title) < 2 or title in others or read_result(title) is not None):
            return False
    return True


def _decided(records: Iterator[Record], sheet: Sheet) -> Iterator[Record]:
    """Yield records, adding the winners of plays that only have scores."""
    options = sheet.options
    scoring = options.scoring or Scoring(options.wins, options.ask_wins)
    return with_scoring(records, scoring, Location(sheet.where.file, None, sheet.where.part))


def _kept(reading: Reading) -> Iterator[Remark]:
    """Yield a remark that names the columns which are only kept as remarks."""
    sheet = reading.sheet
    if reading.people or "installed" in sheet.header.at:  # those are named one by one, or ours
        return
    kept = [h for i, h in sheet.header.others.items() if i not in reading.columns]
    if kept:
        text = Message("these columns are kept as remarks: {columns}", columns=", ".join(kept))
        yield Remark(Location(sheet.where.file, sheet.header.row, sheet.where.part), text)


def _repeats(row: Row, heading: Row) -> bool:
    """Whether a row has the headings again."""
    if row.cells[0] != heading.cells[0]:
        return False
    cells = [*row.cells, *[""] * (len(heading.cells) - len(row.cells))]
    return cells[: len(heading.cells)] == list(heading.cells)


def _is_note(row: Row) -> bool:
    return row.cells[0].startswith("#") and not any(row.cells[1:])
