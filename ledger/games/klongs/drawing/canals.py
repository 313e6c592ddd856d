"""The water with its districts, footbridges, moorings and boats, drawn character by character."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size

from ledger.sdk.drawing import Grid, GridSheet, Pen

from .. import tones as ink
from ..setup import Boat
from ..view import Field, Mooring, Water


def grid(water: Water) -> Grid:
    """Return the grid of water fields, with footbridges around the districts."""
    return Grid(water.rows, water.cols, *water.district)


def boat_style(boat: Boat) -> str:
    """Return the style for a boat that has no player's trader on it."""
    trader = ink.PARASOL if boat.parasol else ink.NEUTRAL
    return ink.ROLES.get(boat.role, trader if boat.trader else ink.EMPTY)


class Chart(GridSheet):
    """Draws the board with fields `wide` characters wide.

    On a market day, `scorer` is the seat whose options are highlighted.
    """

    def __init__(self, water: Water, wide: int, pen: Pen, scorer: int = 0) -> None:
        super().__init__(grid(water), wide)
        self.scorer, self.pen, self.sign = scorer, pen, pen.sign
        self.walls(self.sign["bridge"], ink.BRIDGE, ink.WATER)
        guarded = self.sign["guarded"] if wide > 1 else ""
        self.names(ink.LABEL, lambda col, name: name + guarded * (col in water.guarded))
        for f in water.fields:
            self.field(f.row, f.col, *self.shown(f))
        for mooring in water.moorings:
            self.mooring(mooring)

    def shown(self, f: Field) -> tuple[str, str]:
        """Return the text and style for a field: its boat, or water."""
        if f.boat is not None:
            return self.boat(f.boat, f.owner)
        if f.closed:
            return self.sign["closed"] * self.wide, ink.CLOSED
        if f.entrance:
            return self.middle(self.sign[f.entrance]), ink.ENTRANCES[f.entrance]
        return self.middle(self.sign["water"]), ink.WATER

    def middle(self, text: str) -> str:
        """Centre text in a field."""
        before = max(self.wide - cell_len(text) + (self.wide == 2), 0) // 2
        return set_cell_size(" " * before + text, self.wide)

    def boat(self, boat: Boat, owner: int) -> tuple[str, str]:
        """Return the text and style for a boat.

        The text has the owner's number, the good and the baskets, or what a special boat does.
        """
        if boat.role:
            return self.middle(self.special(boat)), boat_style(boat)
        wide = self.wide
        mark = "p" if boat.parasol else "n" if boat.trader else ""
        text = f"{self.pen.clean(boat.letter)}{boat.baskets}"
        who, style = " " if boat.trader else "_", boat_style(boat)
        if owner:
            who, style = str(owner), ink.OWNERS[(owner - 1) % len(ink.OWNERS)]
        if wide < 3:
            text = f"{who}{text}"[2 - wide :]
        elif wide == 3:
            text = f"{text}{mark}" if boat.trader else f"{who}{text}"
        else:
            lead = {4: who, 5: f"{who} "}.get(wide, f" {who} ")
            text = f"{lead}{text}{mark}"
        return set_cell_size(text, wide), style

    def special(self, boat: Boat) -> str:
        """Return the name of a special boat if it fits, otherwise its symbol."""
        name, sign = self.pen.clean(boat.id), self.sign[boat.role]
        if self.wide >= 5 >= cell_len(name):
            return name
        return sign if self.wide >= 3 else sign.strip(self.sign["arrows"])

    def mooring(self, m: Mooring) -> None:
        """Draw a mooring place; a complete one shows the points for each trader there."""
        x, y = self.corner(m.row, m.col)
        if m.worth is None:
            self.put(x, y, self.sign["mooring"], self.rows[y][x][1])
            return
        # complete, but useless without traders, or without those of the player who scores (KLO-24)
        useful = self.scorer in m.seats if self.scorer else m.seats
        style = ink.SCORED if useful else ink.FULL
        if self.wide >= 4:
            self.put(x - 1, y, f"[{m.worth}]" if useful else f"({m.worth})", style)
        elif useful:
            self.put(x, y, str(m.worth) if self.wide == 3 else self.sign["full"], style)
        else:
            self.put(x, y, self.sign["idle"], style)
