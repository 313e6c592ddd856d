"""Tables of text cells: CSV with any delimiter, and the sheets of a workbook."""

from __future__ import annotations

import csv
import operator
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from ledger.importers.parsing.decoding import Decoded
from ledger.importers.parsing.limits import (
    MAX_CELL,
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_LINE,
    MAX_ROWS,
    MIB,
)
from ledger.kernel.errors import Malformed
from ledger.kernel.message import Message
from ledger.kernel.text.cells import read_cell

_DELIMITERS = ",;\t|"
_SAMPLE = 30
_SHORT = 64
"""The longest text, in characters, that is likely to be in several cells."""
_TEXTS = 100_000
"""How many different texts are kept."""
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
csv.field_size_limit(MAX_CELL)


class Row(msgspec.Struct, frozen=True, gc=False):
    """A row: its number in the file, and its cells."""

    number: int
    cells: Sequence[str]


class Columns:
    """Some columns of a table, to be read from many rows."""

    def __init__(self, at: Iterable[int]) -> None:
        self.at = tuple(at)
        self._width = max(self.at, default=-1) + 1
        self._get = operator.itemgetter(*self.at) if len(self.at) > 1 else None

    def cells(self, row: Row) -> tuple[str, ...]:
        """Return the cells of a row in these columns; a missing one is an empty string."""
        cells = row.cells
        if self._get is not None and len(cells) >= self._width:
            return self._get(cells)  # type: ignore[no-any-return]
        return tuple([cells[i] if i < len(cells) else "" for i in self.at])


class Grid(NamedTuple):
    """A table: its rows in order, and the sheet they come from."""

    rows: Iterable[Row]
    sheet: str | None = None


class Portion(NamedTuple):
    """Some rows of a table; `last` if none follow."""

    rows: list[Row]
    last: bool


def read_csv(decoded: Decoded, name: str) -> Grid:
    """Return the rows of a CSV file, using the delimiter that fits its first rows best."""
    text = decoded.text
    for at in range(0, len(text), MAX_LINE):
        piece = text[at : at + MAX_LINE]
        if len(piece) == MAX_LINE and "\n" not in piece and "\r" not in piece:
            raise Malformed(
                "a line is longer than {limit} MiB: this is not a table",
                file=name,
                line=text.count("\n", 0, at) + 1,
                limit=MAX_LINE // MIB,
            )
    best = max(_DELIMITERS, key=lambda d: (_sense(text, d), -_DELIMITERS.index(d)))
    return Grid(_bounded(_rows(text, best, name), name))


def _sense(text: str, delimiter: str) -> tuple[int, int]:
    """Rate a delimiter: how many of the first rows have the same width, and that width."""
    widths = []
    try:
        for row in _sample(text, delimiter):
            if any(cell.strip() for cell in row):
                widths.append(len(row))
            if len(widths) >= _SAMPLE:
                break
    except csv.Error:
        return (0, 0)
    return max(((widths.count(w), w) for w in set(widths) if w > 1), default=(0, 0))


def _sample(text: str, delimiter: str) -> Iterator[list[str]]:
    return csv.reader(_lines(text[:65536]), delimiter=delimiter)


def _lines(text: str) -> Iterator[str]:
    """Yield lines with their line endings, without copying the text."""
    return (m.group() for m in _LINE.finditer(text))


class _Texts(dict[str, str]):
    """What each cell contains, by the way it is written.

    Most cells of a table repeat, so each text is worked out, and kept in memory, only once.
    """

    def __missing__(self, written: str) -> str:
        text = read_cell(written.strip())
        if len(written) <= _SHORT:
            if len(self) >= _TEXTS:
                self.clear()
            self[written] = text
        return text


def _rows(text: str, delimiter: str, name: str) -> Iterator[Row]:
    reader = csv.reader(_lines(text), delimiter=delimiter, strict=True)
    text_of = _Texts().__getitem__
    number = 1
    try:
        for cells in reader:
            yield Row(number, tuple(map(text_of, cells)))
            number = reader.line_num + 1
    except csv.Error as e:
        if "unexpected end" in str(e):
            why = Message('a cell that opens with a " is never closed')
        elif "field limit" in str(e):
            why = Message("a cell is longer than {limit} characters", limit=MAX_CELL)
        else:
            why = Message('something follows the " that closes a cell')
        raise Malformed(
            "this row can't be read: {reason}", file=name, line=number, reason=why
        ) from None


def _bounded(rows: Iterator[Row], name: str) -> Iterator[Row]:
    for count, row in enumerate(rows, 1):
        if count > MAX_ROWS:
            raise Malformed("this table has more than {limit} rows", file=name, limit=MAX_ROWS)
        if len(row.cells) > MAX_COLUMNS:
            if any(row.cells[MAX_COLUMNS:]):
                raise Malformed(
                    "this row has more than {limit} columns",
                    file=name,
                    line=row.number,
                    limit=MAX_COLUMNS,
                )
            row = Row(row.number, row.cells[:MAX_COLUMNS])
        if _filled(row):
            yield row


def _filled(row: Row) -> int:
    return len(row.cells) - row.cells.count("")


def portions(rows: Iterable[Row]) -> Iterator[Portion]:
    """Yield the rows of a table in portions that have a bounded number of filled cells."""
    taken: list[Row] = []
    cells = 0
    for row in rows:
        filled = _filled(row)
        if taken and cells + filled > MAX_CELLS:
            yield Portion(taken, last=False)
            taken, cells = [], 0
        taken.append(row)
        cells += filled
    yield Portion(taken, last=True)


def all_rows(rows: Iterable[Row], name: str) -> list[Row]:
    """Return the rows of a table that has to be read in one piece."""
    first = next(portions(rows))
    if not first.last:
        raise too_many_cells(name, first.rows[-1].number)
    return first.rows


def too_many_cells(name: str, line: int) -> Malformed:
    """Return the error for a table that is too large and can't be read in portions."""
    return Malformed(
        "this table has more than {limit} filled cells, which is the limit",
        file=name,
        line=line,
        limit=MAX_CELLS,
    )


def of_sheet(rows: Iterable[list[str]], sheet: str, name: str) -> Grid:
    """Return the rows of a worksheet."""
    return Grid(_bounded((Row(i, cells) for i, cells in enumerate(rows, 1)), name), sheet)
