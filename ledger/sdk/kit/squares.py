"""Boards of squares in a box: the names of their fields, and which of them are adjacent."""

from __future__ import annotations

import string
import sys
from collections.abc import Iterable, Mapping

Places = Mapping[str, tuple[int, int]]
"""Fields by name, each with its row and column, counted from 0."""
Fields = tuple[str, ...]
SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""The steps to the fields that share a side with a field, as rows and columns."""
AROUND = tuple((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
"""The steps to the fields that share a side or a corner with a field."""


def squares(rows: int, columns: int) -> dict[str, tuple[int, int]]:
    """Return the fields of a board with at most 26 columns, row by row: b1 is next to a1."""
    letters = string.ascii_lowercase[:columns]
    names = [[sys.intern(f"{x}{row}") for x in letters] for row in range(1, rows + 1)]
    return {name: (i, j) for i, row in enumerate(names) for j, name in enumerate(row)}


def fields_around(board: Places, ways: Iterable[tuple[int, int]] = AROUND) -> dict[str, Fields]:
    """Return, for each field, the fields that these steps lead to."""
    named, ways = {place: name for name, place in board.items()}, tuple(ways)
    return {
        name: tuple(named[r + i, c + j] for i, j in ways if (r + i, c + j) in named)
        for name, (r, c) in board.items()
    }


def fields_together(groups: Mapping[str, object]) -> dict[str, Fields]:
    """Return, for each field, the other fields of its group (a row, for example, or a block)."""
    found: dict[object, list[str]] = {}
    for name, group in groups.items():
        found.setdefault(group, []).append(name)
    return {name: tuple(x for x in found[group] if x != name) for name, group in groups.items()}


def corners(board: Places) -> dict[str, Fields]:
    """Return every corner of four fields, together with these: bc23 joins b2, c2, b3 and c3."""
    found = fields_around(board, ((0, 0), (0, 1), (1, 0), (1, 1))).values()
    fours = [fields for fields in found if len(fields) == 4]
    return {f"{nw[0]}{ne[0]}{nw[1:]}{sw[1:]}": (nw, ne, sw, se) for nw, ne, sw, se in fours}
