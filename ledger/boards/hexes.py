"""Maps made of hexes: in staggered columns, or as a list if they don't fit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from rich.cells import cell_len
from rich.text import Text

from .picture import Pen, Sheet, blank, joined

INK = "#f0f0f0"
"""The colour of writing on painted ground."""
EDGE = "#8c8c8c"
LEAST = 12
"""The least width inside a hex, in its narrowest line."""
BEST = {1: 14, 2: 12}
"""The preferred width inside a hex, by half the height of the hex."""


class Tile(Protocol):
    """A place on a map."""

    @property
    def name(self) -> str:
        """The tile's name."""

    @property
    def column(self) -> int:
        """The column, from the left."""

    @property
    def line(self) -> int:
        """The line, from the top, in half hexes."""


T = TypeVar("T", bound=Tile)


class HexMap(ABC, Generic[T]):
    """Tiles and what is on them, drawn from their coordinates alone.

    A game says how a tile is painted and what is written on it. Hexes are 2 x `half` lines high.
    """

    def __init__(self, tiles: Sequence[T], pen: Pen) -> None:
        self.tiles = tiles
        self.pen = pen
        self.left = min(tile.column for tile in tiles)
        self.columns = max(tile.column for tile in tiles) - self.left + 1

    @abstractmethod
    def ground(self, tile: T) -> str:
        """The colour of a tile."""

    @abstractmethod
    def told(self, tile: T, room: int, half: int) -> list[Text]:
        """What is written in a hex, line by line; the last line may be left empty."""

    @abstractmethod
    def in_a_line(self, tile: T, room: int) -> Text:
        """What a list says about a tile, after its name."""

    def legend(self) -> str:
        """The legend of the symbols, which is drawn in a corner of the map."""
        return ""

    def width(self, half: int, inside: int = 0) -> int:
        """The width of the map if its hexes are 2 x `half` lines high and `inside` cells wide."""
        return self.columns * ((inside or BEST[half]) + half) + half

    def lines(self, room: int, half: int = 1, notes: Sequence[Text] = ()) -> list[Text]:
        """The map, no wider than it needs to be, with any notes in a corner or below it."""
        inside = min((room - half) // self.columns - half, BEST[half])
        if inside >= LEAST:
            sheet = self.hexes(inside, half)
            if sheet.note(0, notes):
                notes = ()
            sheet.note(-1, [Text(self.legend(), "dim")])
            lines = [*sheet.lines()]
            for line in lines:
                line.rstrip()
        else:
            lines = self.listed(room)
        below = blank("  ").join(notes)
        return [*lines, *self.pen.folded(below, room)] if notes else lines

    def hexes(self, inside: int, half: int) -> HexSheet:
        """Columns of hexes, each shifted by half a hex against its neighbours."""
        top = min(tile.line for tile in self.tiles)
        bottom = max(tile.line for tile in self.tiles)
        sheet = HexSheet(self.width(half, inside), (bottom - top + 2) * half + 1)
        places = [
            ((tile.column - self.left) * (inside + half), (tile.line - top) * half + 1)
            for tile in self.tiles
        ]
        for (x, y), tile in zip(places, self.tiles, strict=True):
            sheet.hex(x, y, inside, half, self.ground(tile))
        for (x, y), tile in zip(places, self.tiles, strict=True):
            rows = self.told(tile, inside, half)
            for i, text in enumerate(rows, 2 * half - len(rows)):
                spare = max(inside - text.cell_len, 0)
                lead = spare // 2 if half > 1 else min(spare, 1)
                sheet.write(x + half + lead, y + i, text, self.ground(tile))
        return sheet

    def listed(self, room: int) -> list[Text]:
        """The tiles as a list, in as many columns as fit."""
        wide = max(len(tile.name) for tile in self.tiles)
        out = []
        for tile in self.tiles:
            name = Text(tile.name.ljust(wide), f"bold {INK}")
            line = joined(name, self.in_a_line(tile, room))
            line.stylize_before(f"{INK} on {self.ground(tile)}")
            out.append(line)
        return [blank().append_text(line) for line in self.pen.columns(out, room)]


class HexSheet(Sheet):
    """A sheet to draw hexes on."""

    def hex(self, x: int, y: int, inside: int, half: int, ground: str) -> None:
        """Draw a painted hex whose upper left corner is at (x, y)."""
        rows, far = self.rows, x + 2 * half - 1 + inside
        for i in range(inside):
            if rows[y - 1][x + half + i][0] == " ":
                rows[y - 1][x + half + i] = ("_", EDGE)
        for i in range(half):
            inset = half - 1 - i
            for row, lines, cut in ((y + i, "/\\", inset), (y + half + i, "\\/", i)):
                rows[row][x + cut], rows[row][far - cut] = (lines[0], EDGE), (lines[1], EDGE)
                floor = "_" if row == y + 2 * half - 1 else " "
                for at in range(x + cut + 1, far - cut):
                    rows[row][at] = (floor, f"{EDGE} on {ground}")

    def write(self, x: int, y: int, text: Text, ground: str) -> None:
        """Write on a painted ground."""
        row = self.rows[y]
        for part in text.divide(range(1, len(text))) if text else ():
            sign, style = part.plain, str(part.spans[-1].style if part.spans else part.style)
            wide = cell_len(sign)
            if wide and not (sign == " " and row[x][0] == "_"):  # the lower edge continues
                bare = " on " in style or not ground
                row[x] = (sign, style if bare else f"{style or INK} on {ground}")
                row[x + 1 : x + wide] = [("", "")] * (wide - 1)
            elif sign != " ":
                row[x - 1] = (row[x - 1][0] + sign, row[x - 1][1])
            x += wide

    def note(self, top: int, notes: Sequence[Text]) -> bool:
        """Write notes at the left edge, from row `top` down; return False if something is there."""
        rows = self.rows[top:][: len(notes)]
        for row, text in zip(rows, notes, strict=True):
            room = row[: text.cell_len + 2]
            if len(room) < text.cell_len or any(sign != " " for sign, _ in room):
                return False
        for y, text in enumerate(notes, top % len(self.rows)):
            self.write(0, y, text, "")
        return True
