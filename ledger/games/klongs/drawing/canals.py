"""The water with its districts, footbridges, moorings and boats, drawn sign by sign."""

from __future__ import annotations

import string

from rich.cells import cell_len, set_cell_size

from ledger.sdk.drawing import Pen, Sheet

from ..setup import Boat
from ..view import Field, Mooring, Water
from . import signs as ink

WIDTHS = (7, 5, 4, 3, 2, 1)
"""Of a field, widest first; from 4 on there is water between the columns of a district."""


def span(water: Water, wide: int) -> int:
    """How wide a board with fields of a width is, with the numbers of its rows."""
    return _x(water, water.cols, wide)


def widest(water: Water, room: int) -> int:
    """The widest fields that fit into a room; the narrowest if none do."""
    return next((w for w in WIDTHS if span(water, w) <= room), WIDTHS[-1])


def _x(water: Water, col: int, wide: int) -> int:
    gaps = col if wide >= 4 else col // water.district[1]
    return len(str(water.rows)) + 1 + col * wide + gaps


class Chart(Sheet):
    """One board with fields of one width; on a market day for the one who scores."""

    def __init__(self, water: Water, wide: int, pen: Pen, scorer: int = 0) -> None:
        self.water, self.wide, self.scorer = water, wide, scorer
        self.pen, self.sign = pen, pen.sign
        self.left, self.size = len(str(water.rows)), span(water, wide)
        super().__init__(self.size, 2 * water.rows + 1)
        self.bridges()
        self.labels()
        for field in water.fields:
            self.field(field)
        for mooring in water.moorings:
            self.mooring(mooring)

    def x(self, col: int) -> int:
        """Where a column of fields begins."""
        return _x(self.water, col, self.wide)

    def bridges(self) -> None:
        """Water, and the footbridges around the districts."""
        w, signs = self.water, self.sign["bridge"]
        high, deep = w.district
        downs = {self.x(col) - 1: col for col in range(0, w.cols + 1, deep)}
        for y in range(2 * w.rows + 1):
            across = y % (2 * high) == 0
            for x in range(self.left, self.size):
                sign, style = (signs[0], ink.BRIDGE) if across else (" ", ink.WATER)
                if x in downs:
                    end = 2 + 3 * _end(y, 2 * w.rows) + _end(downs[x], w.cols)
                    sign, style = signs[end if across else 1], ink.BRIDGE
                self.rows[y][x] = (sign, style)

    def labels(self) -> None:
        """The names of rows and columns; a guarded column is marked."""
        for row in range(self.water.rows):
            self.put(0, 2 * row + 1, str(row + 1).rjust(self.left), "bold")
        for col in range(self.water.cols):
            name = string.ascii_lowercase[col]
            if col in self.water.guarded and self.wide > 1:
                name += self.sign["guarded"]
            self.put(self.x(col) + (self.wide - 1) // 2, 0, name, ink.LABEL)

    def field(self, f: Field) -> None:
        """A boat, or the water that it could lie on."""
        if f.boat is not None:
            text, style = self.boat(f.boat, f.owner)
        elif f.closed:
            text, style = self.sign["closed"] * self.wide, ink.CLOSED
        elif f.entrance:
            text, style = self.middle(self.sign[f.entrance]), ink.ENTRANCES[f.entrance]
        else:
            text, style = self.middle(self.sign["water"]), ink.WATER
        self.put(self.x(f.col), 2 * f.row + 1, text, style)

    def middle(self, text: str) -> str:
        """Text in the middle of a field."""
        before = max(self.wide - cell_len(text) + (self.wide == 2), 0) // 2
        return set_cell_size(" " * before + text, self.wide)

    def boat(self, boat: Boat, owner: int) -> tuple[str, str]:
        """The owner's number, good and baskets, or what a special boat does."""
        if boat.role:
            return self.middle(self.special(boat)), ink.ROLES[boat.role]
        wide = self.wide
        mark = "p" if boat.parasol else "n" if boat.trader else ""
        text = f"{self.pen.clean(boat.letter)}{boat.baskets}"
        if owner:
            who, style = str(owner), ink.OWNERS[(owner - 1) % len(ink.OWNERS)]
        elif boat.trader:
            who, style = " ", ink.PARASOL if boat.parasol else ink.NEUTRAL
        else:
            who, style = "_", ink.EMPTY
        if wide < 3:
            text = f"{who}{text}"[2 - wide :]
        elif wide == 3:
            text = f"{text}{mark}" if boat.trader else f"{who}{text}"
        else:
            lead = {4: who, 5: f"{who} "}.get(wide, f" {who} ")
            text = f"{lead}{text}{mark}"
        return set_cell_size(text, wide), style

    def special(self, boat: Boat) -> str:
        """A special boat: its name, where there is room for it, or a sign."""
        name, sign = self.pen.clean(boat.id), self.sign[boat.role]
        if self.wide >= 5 >= cell_len(name):
            return name
        return sign if self.wide >= 3 else sign.strip(self.sign["arrows"])

    def mooring(self, m: Mooring) -> None:
        """A mooring place; a full one with the points that each trader there brings."""
        y, x = 2 * m.row, self.x(m.col) - 1
        if m.worth is None:
            self.put(x, y, self.sign["mooring"], self.rows[y][x][1])
            return
        # full, but no use without traders, or without those of the one who scores now (KLO-24)
        useful = self.scorer in m.seats if self.scorer else m.seats
        style = ink.SCORED if useful else ink.FULL
        if self.wide >= 4:
            self.put(x - 1, y, f"[{m.worth}]" if useful else f"({m.worth})", style)
        elif useful:
            self.put(x, y, str(m.worth) if self.wide == 3 else self.sign["full"], style)
        else:
            self.put(x, y, self.sign["idle"], style)


def _end(i: int, last: int) -> int:
    return 0 if not i else 2 if i == last else 1
