"""Reading a sheet of any shape: results, moves, or times of moves."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.importers.parsing.titles import Titles
from ledger.importers.records import Location, NotASheet, Options, Record, Remark, UnclearSheet
from ledger.kernel.errors import Malformed
from ledger.kernel.message import Message, Text
from ledger.library.records.dates import sniff_order

from .cleanup import clean_up
from .grid import Grid, Row
from .headings import find_header
from .preview import preview
from .shapes.column_per_player import PlayerColumns, read_column_per_player
from .shapes.players_in_a_cell import PlayerLists, read_players_in_a_cell
from .shapes.row_per_move import read_moves, read_times
from .shapes.row_per_player import read_row_per_player
from .sheet import NEEDED, Sheet


def read_grid(grid: Grid, name: str, titles: Titles, options: Options) -> Iterator[Record]:
    """Yield the records of a sheet, whatever its shape."""
    rows = list(grid.rows)
    where = Location(name, None, f"sheet {grid.sheet!r}" if grid.sheet is not None else None)
    header = find_header(rows, options, name)
    at = header.at if header else {}
    found = {"player", "players"} & at.keys()
    if header is None or not (found or (header.others and ("date" in at or "game" in at))):
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
    for line, text in clean.remarks:
        yield Remark(Location(name, line, where.part), text)
    if surplus and "game_id" in at:  # a move with something missing is refused for that instead
        why = Message("some cells beside the table have no heading, so they are left out")
        yield Remark(Location(name, min(surplus), where.part), why)
        surplus = frozenset()
    order = options.dates or sniff_order(header.cell(r, "date") for r in clean.rows)
    sheet = Sheet(header, heading, clean.rows, order, where, titles, options, surplus)
    if "action" in at and "player" in at:
        yield from read_moves(sheet)
        return
    if "player" in at and {"game_id", "seq"} <= at.keys():
        yield from read_times(sheet)
        return
    if "game" not in at and options.game is None:
        raise Malformed(
            "no column says which game was played",
            file=name,
            line=header.row,
            hint="name the column, like --column game=Spiel, or the game itself, like --game osaka",
        )
    yield from _results(sheet, list(clean.doubts))


def _results(sheet: Sheet, doubts: list[Text]) -> Iterator[Record]:
    """Yield the plays of a sheet of results.

    Raises UnclearSheet if its columns can't be right, or aren't certain and nobody confirms them.
    """
    wrong: Text | None = None
    people: dict[int, str] = {}
    if "player" in sheet.header.at:
        shape, records = Message("a row per player"), read_row_per_player(sheet)
    elif "players" in sheet.header.at:
        lists = PlayerLists(sheet)
        shape = Message("a row per play, with its players in one cell")
        records = read_players_in_a_cell(sheet, lists)
        doubts += lists.doubts
    else:
        columns = PlayerColumns(sheet)
        shape = Message("a row per play, with a column per player")
        records = read_column_per_player(sheet, columns)
        doubts += columns.doubts
        wrong, people = columns.wrong, columns.people
    options = sheet.options
    if wrong or (doubts and not options.sure):
        plays = list(records)
        shown = preview(sheet, shape, plays, players=people, doubts=doubts, wrong=wrong)
        if wrong or options.confirm is None or not options.confirm(shown):
            raise UnclearSheet(shown, sheet.where.file, sheet.header.row)
        records = iter(plays)
    yield from records


def _is_note(row: Row) -> bool:
    return row.cells[0].startswith("#") and not any(row.cells[1:])
