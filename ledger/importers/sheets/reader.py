"""Reading a sheet of any shape: results, moves, or the times of moves."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import NamedTuple

import msgspec

from ledger.importers.parsing.scores import sniff_decimals
from ledger.importers.parsing.titles import Titles
from ledger.importers.records import (
    Choice,
    Doubt,
    Location,
    NotASheet,
    Options,
    Record,
    Remark,
    UnclearSheet,
)
from ledger.importers.scoring import Scoring, with_scoring
from ledger.kernel.errors import Malformed
from ledger.kernel.message import Message
from ledger.library.records.dates import sniff_order

from .cleanup import clean_up
from .grid import Grid, Portion, Row, portions, too_many_cells
from .headings import Header, find_header, is_of_results, lies_on_its_side
from .portions import SeenPlays, end_of_plays
from .preview import preview
from .reading import Reading
from .shapes.column_per_player import read_column_per_player
from .shapes.columns_per_seat import find_named_seats, find_numbered_seats
from .shapes.players_in_a_cell import find_players_in_a_cell
from .shapes.row_per_move import read_moves, read_times
from .shapes.row_per_player import find_row_per_player
from .shapes.winner_only import find_winner_only
from .sheet import NEEDED, Sheet

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
    """The interpretation of a sheet, with remarks and doubts from before its shape was known."""

    sheet: Sheet
    remarks: Sequence[Remark]
    doubts: Sequence[Doubt]


def read_grid(grid: Grid, name: str, titles: Titles, options: Options) -> Iterator[Record]:
    """Yield the records in a sheet of any shape; a large one is read in portions."""
    where = Location(name, None, f"sheet {grid.sheet!r}" if grid.sheet is not None else None)
    parts = portions(grid.rows)
    first = next(parts)
    if first.last:
        yield from _whole(first.rows, where, titles, options)
    else:
        yield from _once(_in_portions(itertools.chain([first], parts), where, titles, options))


def _whole(rows: list[Row], where: Location, titles: Titles, options: Options) -> Iterator[Record]:
    """Yield the records in a sheet that is read in one piece."""
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
        if {"action", "seq"} & sheet.header.at.keys():
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
    header = find_header(rows, options, name)
    if header is None or not is_of_results(header):
        raise NotASheet(
            "no row has the headings of results or moves",
            file=name,
            line=rows[0].number if rows else None,
            hint="it needs {needed}; you can name other headings: --column player=Spieler",
            needed=NEEDED,
        )
    heading = next(r for r in rows if r.number == header.row)
    body = [r for r in rows if r.number > header.row and not _is_note(r)]
    clean = clean_up(header, heading, body, options)
    header, surplus, at = clean.header, clean.surplus, clean.header.at
    remarks = [Remark(Location(name, line, where.part), text) for line, text in clean.remarks]
    if surplus and "game_id" in at:  # a move with something missing is refused for that instead
        why = Message("some cells beside the table have no heading, so they are left out")
        remarks.append(Remark(Location(name, min(surplus), where.part), why))
        surplus = frozenset()
    order = options.dates or sniff_order(header.column(clean.rows, "date"))
    decimals, unclear = sniff_decimals(dict.fromkeys(_numbers(header, clean.rows)))
    decimals = options.decimals or decimals
    doubts = list(clean.doubts)
    if unclear is not None and decimals is None and "action" not in at:
        text = Message("{example!r} could be more than a thousand, or a fraction", example=unclear)
        thousand = Message("the point is between thousands, as in 1.234,5")
        fraction = Message("the comma is between thousands, as in 1,234.5")
        ways = (
            Choice("decimals", "comma", thousand),
            Choice("decimals", "point", fraction, shown=True),
        )
        doubts.append(Doubt(text, ways))
    sheet = Sheet(header, heading, clean.rows, order, where, titles, options, surplus, decimals)
    return _Understood(sheet, remarks, doubts)


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
        if "game" not in sheet.header.at and options.game is None:
            raise Malformed(
                "no column says which game was played",
                file=where.file,
                line=sheet.header.row,
                hint="name the column, like --column game=Spiel, or the game itself, like "
                "--game osaka",
            )
        reading = next(r for shape in _SHAPES if (r := shape(sheet)) is not None)
        reading = reading._replace(doubts=(*found.doubts, *reading.doubts))
        certain = options.sure or not (reading.doubts or chosen)
        if certain and not reading.wrong:
            records = _decided(reading.records, sheet)
            if options.show is not None:
                plays = list(records)
                options.show(preview(reading, plays))
                records = iter(plays)
            yield from found.remarks
            return reading._replace(records=records)
        plays = list(reading.records)
        shown = preview(reading, plays)
        answer = False if reading.wrong or options.confirm is None else options.confirm(shown)
        if answer is True:
            yield from found.remarks
            return reading._replace(records=_decided(iter(plays), sheet))
        if answer is False:
            yield from found.remarks
            raise UnclearSheet(shown, where.file, sheet.header.row)
        found, chosen = _understand(rows, where, titles, answer.taken(options)), True


def _decided(records: Iterator[Record], sheet: Sheet) -> Iterator[Record]:
    """Yield records, adding the winners of plays that only have scores."""
    options = sheet.options
    scoring = options.scoring or Scoring(options.wins, options.ask_wins)
    return with_scoring(records, scoring, Location(sheet.where.file, None, sheet.where.part))


def _is_note(row: Row) -> bool:
    return row.cells[0].startswith("#") and not any(row.cells[1:])
