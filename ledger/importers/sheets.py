"""A table, whichever shape it has: results tall or wide, moves, or times of moves."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.kernel.errors import Malformed

from .columns import find_header
from .dates import sniff_order
from .grid import Grid, Row
from .moves import read_moves, read_times
from .records import Options, Record, Where
from .sheet import NEEDED, Sheet
from .sheet_tall import read_tall
from .sheet_wide import read_wide
from .titles import Titles


def read_grid(grid: Grid, name: str, titles: Titles, options: Options) -> Iterator[Record]:
    """Yield what a table holds, whichever shape it has."""
    rows = list(grid.rows)
    where = Where(name, None, f"sheet {grid.sheet!r}" if grid.sheet is not None else None)
    header = find_header(rows, options, name)
    at = header.at if header else {}
    if header is None or not ("player" in at or (header.others and ("date" in at or "game" in at))):
        raise Malformed(
            "no row has the headings of results or moves",
            file=name,
            line=rows[0].number if rows else None,
            hint=f"it needs {NEEDED}; other headings can be named: --column player=Spieler",
        )
    body = [r for r in rows if r.number > header.row and not _is_note(r)]
    order = options.dates or sniff_order(header.cell(r, "date") for r in body)
    sheet = Sheet(header, body, order, where, titles, options)
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
    yield from (read_tall if "player" in at else read_wide)(sheet)


def _is_note(row: Row) -> bool:
    return row.cells[0].startswith("#") and not any(row.cells[1:])
