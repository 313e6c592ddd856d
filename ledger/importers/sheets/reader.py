"""Reading a table of any shape: tall, wide or listed results, moves, or times of moves."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.importers.parsing.titles import Titles
from ledger.importers.records import NoTable, Options, Record, Remark, UnclearTable, Where
from ledger.kernel.errors import Malformed
from ledger.kernel.message import Message, Text
from ledger.library.records.dates import sniff_order

from .columns import find_header
from .grid import Grid, Row
from .listed import ListedPlayers, read_listed
from .moves import read_moves, read_times
from .reading import show_reading
from .sheet import NEEDED, Sheet
from .tall import read_tall
from .tidy import tidied
from .wide import PlayerColumns, read_wide


def read_grid(grid: Grid, name: str, titles: Titles, options: Options) -> Iterator[Record]:
    """Yield the records of a table, whatever its shape."""
    rows = list(grid.rows)
    where = Where(name, None, f"sheet {grid.sheet!r}" if grid.sheet is not None else None)
    header = find_header(rows, options, name)
    at = header.at if header else {}
    found = {"player", "players"} & at.keys()
    if header is None or not (found or (header.others and ("date" in at or "game" in at))):
        raise NoTable(
            "no row has the headings of results or moves",
            file=name,
            line=rows[0].number if rows else None,
            hint="it needs {needed}; you can name other headings: --column player=Spieler",
            needed=NEEDED,
        )
    heading = next(r for r in rows if r.number == header.row)
    body = [r for r in rows if r.number > header.row and not _is_note(r)]
    tidy = tidied(header, heading, body, options)
    header, surplus, at = tidy.header, tidy.surplus, tidy.header.at
    for line, text in tidy.remarks:
        yield Remark(Where(name, line, where.part), text)
    if surplus and "game_id" in at:  # a move with something missing is refused for that instead
        why = Message("some cells beside the table have no heading: they are left out")
        yield Remark(Where(name, min(surplus), where.part), why)
        surplus = frozenset()
    order = options.dates or sniff_order(header.cell(r, "date") for r in tidy.rows)
    sheet = Sheet(header, heading, tidy.rows, order, where, titles, options, surplus)
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
    yield from _results(sheet, list(tidy.doubts))


def _results(sheet: Sheet, doubts: list[Text]) -> Iterator[Record]:
    """Yield the plays of a table of results, unless its reading is wrong or has to be confirmed."""
    wrong: Text | None = None
    people: dict[int, str] = {}
    if "player" in sheet.header.at:
        shape, records = Message("a row per player"), read_tall(sheet)
    elif "players" in sheet.header.at:
        listed = ListedPlayers(sheet)
        shape = Message("a row per play, with its players in one cell")
        records = read_listed(sheet, listed)
        doubts += listed.doubts
    else:
        columns = PlayerColumns(sheet)
        shape = Message("a row per play, with a column per player")
        records = read_wide(sheet, columns)
        doubts += columns.doubts
        wrong, people = columns.wrong, columns.people
    options = sheet.options
    if wrong or (doubts and not options.sure):
        plays = list(records)
        reading = show_reading(sheet, shape, plays, players=people, doubts=doubts, wrong=wrong)
        if wrong or options.confirm is None or not options.confirm(reading):
            raise UnclearTable(reading, sheet.where.file, sheet.header.row)
        records = iter(plays)
    yield from records


def _is_note(row: Row) -> bool:
    return row.cells[0].startswith("#") and not any(row.cells[1:])
