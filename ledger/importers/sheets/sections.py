"""Sheets that hold several tables, headings in two rows, or rows that only name a day or a game."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ledger.importers.parsing.titles import squash
from ledger.importers.records import Doubt, Options
from ledger.kernel.errors import Ambiguous, LedgerError
from ledger.kernel.message import Message
from ledger.library.records.dates import read_when

from .grid import Row
from .headings import HEADINGS, Header, best_header, header_of

_MAIN = frozenset(("date", "game", "player", "players"))
_WORDS = frozenset(
    word
    for field in _MAIN
    for text in HEADINGS[field]
    for word in (text, text.capitalize(), text.title(), text.upper())
)
_OF_PLAY = _MAIN | {"id", "time", "place", "minutes", "comment", "winner", "round", "bgg"}
_LETTER = re.compile(r"[^\W\d_]")
_DIGIT = re.compile(r"\d")
_DATE = re.compile(
    r"\d{4}-\d\d?-\d\d?|\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})(?!\d)"
    r"|\d{1,2}(?:st|nd|rd|th|\.|º)?\s+(?:de\s+)?[^\W\d_]{3,12}\.?,?\s+(?:de\s+)?\d{4}"
    r"|[^\W\d_]{3,12}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}"
)
_LONGEST = 200
"""The longest row that can name a day or a game, in characters."""


def split_tables(rows: Sequence[Row], options: Options) -> list[list[Row]]:
    """Return the tables that follow one another in a sheet, each with headings of its own.

    A table goes on below headings that are merely repeated.
    """
    heads = [n for n, row in enumerate(rows) if _is_heading(row, options)]
    if len(heads) < 2 or _is_ours(rows[heads[0]], options):
        return [list(rows)]
    tables: list[list[Row]] = []
    before: list[str] = []
    for n, at in enumerate(heads):
        start = _first_label(rows, at, heads[n - 1]) if n else 0
        end = heads[n + 1] if n + 1 < len(heads) else len(rows)
        if n + 1 < len(heads):
            end = _first_label(rows, end, at)
        words = [squash(cell) for cell in rows[at].cells]
        if tables and words == before and start == at:
            tables[-1] += rows[at:end]
        else:
            tables.append(list(rows[start:end]))
        before = words
    return tables


class Beside(NamedTuple):
    """Tables side by side; `left_out` are the first headings of those that have no plays."""

    tables: list[list[Row]]
    left_out: tuple[str, ...] = ()
    line: int | None = None


def split_columns(rows: list[Row], options: Options) -> Beside:
    """Return the tables that are beside one another, with an empty column between them."""
    header = best_header(rows, options)
    if header is None:
        return Beside([rows])
    heading = next(row for row in rows if row.number == header.row)
    filled = [i for i, cell in enumerate(heading.cells) if cell]
    gaps = [
        i
        for i in range(filled[0], filled[-1])
        if not heading.cells[i] and not any(i < len(row.cells) and row.cells[i] for row in rows)
    ]
    edges = [-1, *gaps, len(heading.cells)]
    blocks = [range(a + 1, b) for a, b in itertools.pairwise(edges) if b - a > 1]
    if len(blocks) < 2:
        return Beside([rows])
    heads = [
        header_of(Row(heading.number, [heading.cells[i] for i in block]), options)
        for block in blocks
    ]
    firsts = [{head.at.get(field) for field in _MAIN} for head in heads[1:]]
    if not _is_whole(heads[0]) or not all(0 in first for first in firsts):
        return Beside([rows])
    tables = [[_part(row, block) for row in rows] for block in blocks]
    tables = [[row for row in table if any(row.cells)] for table in tables]
    words = [cell for cell in heading.cells if cell]
    twice = len(set(words)) < len(words)
    if not twice and all(len(table) >= len(tables[0]) for table in tables):
        return Beside([rows])
    whole = [n for n, head in enumerate(heads) if n == 0 or {"date", "game"} & head.at.keys()]
    return Beside(
        [tables[n] for n in whole],
        tuple(heading.cells[b[0]] for n, b in enumerate(blocks) if n not in whole),
        heading.number,
    )


def _is_whole(header: Header) -> bool:
    """Whether some headings are those of a whole table of plays."""
    at = header.at.keys()
    return bool({"date", "game"} & at) and (
        bool({"player", "players", "winner"} & at) or len(header.others) > 1
    )


def _part(row: Row, columns: range) -> Row:
    return Row(row.number, [row.cells[i] if i < len(row.cells) else "" for i in columns])


def _is_ours(row: Row, options: Options) -> bool:
    """Whether these are the headings of a table that we wrote: one table, whatever it contains."""
    return "installed" in header_of(row, options).at


def _is_heading(row: Row, options: Options) -> bool:
    """Whether a row has the headings of a table, and no facts."""
    if row.cells[0].startswith("#") or (_WORDS.isdisjoint(row.cells) and not options.columns):
        return False
    at = header_of(row, options).at
    return len(at) > 1 and bool(_MAIN & at.keys())


def _first_label(rows: Sequence[Row], at: int, after: int) -> int:
    """Return where the rows begin that only have one cell, just above the headings at `at`."""
    while at > after + 1 and _only_cell(rows[at - 1]) is not None:
        at -= 1
    return at


def _only_cell(row: Row) -> tuple[int, str] | None:
    """Return the column and text of the only cell in a row; None if it has more."""
    filled = [(i, cell) for i, cell in enumerate(row.cells) if cell]
    return filled[0] if len(filled) == 1 and len(filled[0][1]) <= _LONGEST else None


# --- headings in two rows -------------------------------------------------------------------------


class Joined(NamedTuple):
    """The rows of a table with its headings in one row; `used` are the lines that were left out."""

    rows: Sequence[Row]
    doubt: Doubt | None = None
    unused: int | None = None


def join_headings(rows: Sequence[Row], options: Options) -> Joined:
    """Join headings that are written in two rows, such as `Ana` over `Score` and `Role`."""
    header = best_header(rows, options)
    if header is None or {"action", "seq", "installed"} & header.at.keys():
        return Joined(rows)
    at = next(n for n, row in enumerate(rows) if row.number == header.row)
    head = rows[at].cells
    both = None
    if at and len({*filter(None, head)}) < len([*filter(None, head)]):
        both = _under(rows[at - 1].cells, head, header)
        if both is not None:
            rows, at = [*rows[: at - 1], *rows[at:]], at - 1
    elif at + 1 < len(rows) and _is_second(rows[at + 1].cells, header):
        below = rows[at + 1].cells
        if not any(cell and i < len(head) and head[i] for i, cell in enumerate(below)) or any(
            cell and (i >= len(head) or not head[i]) for i, cell in enumerate(below)
        ):
            both = _over(head, below)
        else:
            return Joined([*rows[: at + 1], *rows[at + 2 :]], unused=rows[at + 1].number)
        if both is not None:
            rows = [*rows[: at + 1], *rows[at + 2 :]]
    if both is None or len({*filter(None, both)}) < len([*filter(None, both)]):
        return Joined(rows)
    text = Message(
        "the headings in two rows are read as {headings}", headings=", ".join(filter(None, both))
    )
    return Joined([*rows[:at], Row(rows[at].number, both), *rows[at + 1 :]], Doubt(text))


def _under(above: Sequence[str], head: Sequence[str], header: Header) -> list[str] | None:
    """Return headings with the words over them; None if there aren't any such words."""
    words = [cell for cell in above if cell]
    if len(words) < 2 or not all(_LETTER.search(cell) for cell in words):
        return None
    fields = {i: field for field, i in header.at.items()}
    twice = {cell for cell in head if cell and list(head).count(cell) > 1}
    if any(fields.get(i) in _MAIN for i, cell in enumerate(head) if cell in twice):
        return None  # two tables side by side
    out, group = [], ""
    for i, cell in enumerate(head):
        group = above[i] if i < len(above) and above[i] else group
        if cell not in twice and fields.get(i) in _OF_PLAY:
            group = ""
        out.append(f"{group} {cell}" if group and cell else cell)
    return out


def _over(head: Sequence[str], below: Sequence[str]) -> list[str]:
    """Return the lower of two headings in each column."""
    width = max(len(head), len(below))
    pairs = zip(
        [*head, *[""] * (width - len(head))], [*below, *[""] * (width - len(below))], strict=True
    )
    return [low or high for high, low in pairs]


def _is_second(cells: Sequence[str], header: Header) -> bool:
    """Whether the first row below the headings has more of them, and no play."""
    main = [i for field, i in header.at.items() if field in ("date", "game", "id", "player")]
    words = [cell for cell in cells if cell]
    return (
        bool(main)
        and not any(cells[i] for i in main if i < len(cells))
        and len(words) > 1
        and all(_LETTER.search(cell) and not _DIGIT.search(cell) for cell in words)
    )


# --- rows that name a day or a game ---------------------------------------------------------------


class Labelled(NamedTuple):
    """A table with its labels in columns; `left_out` are rows above it that say nothing we need."""

    header: Header
    heading: Row
    rows: Sequence[Row]
    doubts: Sequence[Doubt] = ()
    left_out: Sequence[Row] = ()


def take_labels(
    header: Header, heading: Row, rows: Sequence[Row], above: Sequence[Row], options: Options
) -> Labelled:
    """Turn rows such as `1 March 2026` or `Azul`, above the rows that they are about, into columns.

    A row is a label only where the table has no column for what it says.
    """
    if {"action", "seq"} & header.at.keys() or sum(map(bool, heading.cells)) < 2:
        return Labelled(header, heading, rows)
    labels = {row.number: label for row in (*above, *rows) if (label := _label(row))}
    dates = {n: day for n, text in labels.items() if (day := date_in(text)) is not None}
    games = {n: text for n, text in labels.items() if n not in dates}
    if "date" in header.at or "date" in options.columns:
        dates = {}
    inside = {row.number for row in rows}
    if (
        "game" in header.at
        or options.game is not None
        or heading.cells.index(next(filter(None, heading.cells))) == header.at.get("player")
    ):
        games = {}
    used = dates.keys() | games.keys()
    left_out = [row for row in above if row.number not in used]
    if not used:
        return Labelled(header, heading, rows, left_out=left_out)
    width = max(len(heading.cells), *(len(row.cells) for row in rows))
    ways = [(field, found) for field, found in (("date", dates), ("game", games)) if found]
    current = [""] * len(ways)
    out = []
    for row in (*above, *rows):
        for k, (_, found) in enumerate(ways):
            current[k] = found.get(row.number, current[k])
        if row.number in inside and row.number not in used:
            padded = [*row.cells, *[""] * (width - len(row.cells))]
            out.append(Row(row.number, [*padded, *current]))
    names = [*heading.cells, *[""] * (width - len(heading.cells))]
    at, doubts = dict(header.at), []
    for k, (field, found) in enumerate(ways):
        at[field] = width + k
        example = labels[next(iter(found))]
        names.append(example)
        text = (
            Message(
                "rows like {example!r} are taken for the date of the plays below", example=example
            )
            if field == "date"
            else Message(
                "rows like {example!r} are taken for the game of the plays below", example=example
            )
        )
        doubts.append(Doubt(text))
    labels_at = tuple(range(width, width + len(ways)))
    return Labelled(
        header._replace(at=at, labels=labels_at),
        Row(heading.number, names),
        out,
        tuple(doubts),
        left_out,
    )


def _label(row: Row) -> str | None:
    """Return the text of a row with only one cell, in its first column."""
    first = row.cells[0]
    if not first or first.startswith("#") or len(first) > _LONGEST or any(row.cells[1:]):
        return None
    return first


def date_in(text: str) -> str | None:
    """Return the date that a text has in it, as `Evening of 1.3.2026` does."""
    for part in (text, *_dates(text)):
        try:
            if read_when(part).date is not None:
                return part
        except Ambiguous:
            return part  # the other dates of the table may settle it
        except LedgerError:
            continue
    return None


def _dates(text: str) -> Iterator[str]:
    return (m.group() for m in _DATE.finditer(text[:_LONGEST]))
