"""Boards made of squares: fields in rows and columns, with walls around blocks of them."""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence
from typing import NamedTuple

from .picture import Sheet

WIDTHS = (7, 5, 4, 3, 2, 1)
"""Widths of a field, widest first; from 4 on, there are gaps between all columns."""


class Grid(NamedTuple):
    """Rows and columns of fields, and the size of a block with walls around it."""

    rows: int
    cols: int
    block_rows: int
    block_cols: int

    def x(self, col: int, wide: int) -> int:
        """Where a column of fields begins, to the right of the row numbers."""
        gaps = col if wide >= 4 else col // self.block_cols
        return len(str(self.rows)) + 1 + col * wide + gaps

    def span(self, wide: int) -> int:
        """The width of a board whose fields are this wide, including its row numbers."""
        return self.x(self.cols, wide)

    def widest(self, room: int) -> int:
        """The widest fields that fit into `room`, or the narrowest if none do."""
        return next((wide for wide in WIDTHS if self.span(wide) <= room), WIDTHS[-1])


class GridSheet(Sheet):
    """A sheet for a grid: a line for each row of fields, and lines between them for walls."""

    def __init__(self, grid: Grid, wide: int) -> None:
        super().__init__(grid.span(wide), 2 * grid.rows + 1)
        self.grid, self.wide = grid, wide

    def field(self, row: int, col: int, text: str, style: str) -> None:
        """Write into a field; rows and columns are counted from 0."""
        self.put(self.grid.x(col, self.wide), 2 * row + 1, text, style)

    def corner(self, row: int, col: int) -> tuple[int, int]:
        """The position of a field's upper left corner."""
        return self.grid.x(col, self.wide) - 1, 2 * row

    def walls(self, signs: str, style: str, ground: str) -> None:
        """Draw the ground, and the walls around the blocks.

        The first two of `signs` are the horizontal and vertical lines; then come the ends and
        crossings, from upper left to lower right.
        """
        g = self.grid
        downs = {self.corner(0, col)[0]: col for col in range(0, g.cols + 1, g.block_cols)}
        for y, row in enumerate(self.rows):
            across = y % (2 * g.block_rows) == 0
            for x in range(len(str(g.rows)), len(row)):
                row[x] = (signs[0], style) if across else (" ", ground)
                if x in downs:
                    crossing = 2 + 3 * _end(y, 2 * g.rows) + _end(downs[x], g.cols)
                    row[x] = (signs[crossing if across else 1], style)

    def names(self, style: str, name: Callable[[int, str], str] = lambda col, name: name) -> None:
        """Write the row numbers and the column letters; `name` can change a letter to mark it."""
        for row in range(self.grid.rows):
            number = str(row + 1).rjust(len(str(self.grid.rows)))
            self.put(0, 2 * row + 1, number, "bold")
        letters: Sequence[str] = string.ascii_lowercase
        for col in range(self.grid.cols):
            x = self.grid.x(col, self.wide) + (self.wide - 1) // 2
            self.put(x, 0, name(col, letters[col]), style)


def _end(i: int, last: int) -> int:
    return 0 if not i else 2 if i == last else 1
