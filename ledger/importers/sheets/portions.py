"""Reading a large table in portions: where one can end, and which plays came before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledger.importers.records import ImportedPlay, Record, Refusal
from ledger.kernel.errors import Malformed
from ledger.kernel.message import Message

from .grid import Columns, Row, too_many_cells
from .sheet import Sheet, identity

_NAMING = ("id", "date", "game")


def end_of_plays(sheet: Sheet) -> int | None:
    """Return the row with which the last play begins, as it may go on after these rows.

    None if every row is a play. Raises `Malformed` if all rows may be one play.
    """
    if "player" not in sheet.header.at:
        return None
    naming = Columns([i for f, i in sheet.header.at.items() if f in _NAMING])
    named = [n for n, row in enumerate(sheet.rows) if any(naming.cells(row))]
    last = [identity(sheet, sheet.rows[named[-1]])] if named else []
    while named and identity(sheet, sheet.rows[named[-1]]) in last:
        begin = named.pop()
    if not named:
        raise too_many_cells(sheet.where.file, (sheet.rows or [sheet.heading])[-1].number)
    return sheet.rows[begin].number


class SeenPlays:
    """The plays of earlier portions, by hashes: what is far apart can't be put together."""

    def __init__(self) -> None:
        self._rows: set[int] = set()
        self._keys: set[int] = set()

    def check_rows(self, sheet: Sheet) -> None:
        """Refuse rows that belong to a play in an earlier portion; remember these rows."""
        if "player" not in sheet.header.at:
            return
        new = set[int]()
        for row, same in _identities(sheet, sheet.rows):
            if same in self._rows:
                raise Malformed(
                    "row {row} may belong to a play far above, and this table is too large to put "
                    "them together",
                    file=sheet.where.file,
                    line=row.number,
                    hint="sort the table, so that the rows of a play follow one another",
                    row=row.number,
                )
            new.add(same)
        self._rows |= new

    def checked(self, records: Iterator[Record]) -> Iterator[Record]:
        """Yield records, refusing plays that may be the same as one in an earlier portion."""
        new = set[int]()
        for record in records:
            if isinstance(record, ImportedPlay):
                played = record.played
                key = hash((played.source, played.key))
                if key in self._keys:
                    why = Message(
                        "a play far above may be the same, and this table is too large to compare "
                        "them: a column `id` or `round` tells them apart"
                    )
                    yield Refusal(record.where, why, played.key)
                    continue
                new.add(key)
            yield record
        self._keys |= new


def _identities(sheet: Sheet, rows: Sequence[Row]) -> Iterator[tuple[Row, int]]:
    naming = Columns([i for f, i in sheet.header.at.items() if f in _NAMING])
    return ((row, hash(identity(sheet, row))) for row in rows if any(naming.cells(row)))
