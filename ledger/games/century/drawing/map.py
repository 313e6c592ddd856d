"""The map: hexes in shifted columns, or a list where there is no room for them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from ledger.sdk.drawing import Sheet, blank

from ..view import Cell
from .cubes import CubePicture

LAND = {"yellow": "#4a3f0c", "red": "#4d1a17", "green": "#153d20", "brown": "#3d2815"}
"""What a market tile is painted with, by the cube of its symbol."""
GROUND = {"sea": "#10365e", "port": "#2f3140", "slot": "#303030", "market": LAND["brown"]}
"""What any other tile is painted with."""
WAVE = "#6fb1f5"
INK = "#f0f0f0"
EDGE = "#8c8c8c"
GOLD = "bold #ffd75f"
SHUT = "bold #ff8a80"
CREWS = ("bold #ffffff", "bold #ff9ecb", "bold #7fe3e3", "bold #ffb46b")
"""Ships and outposts on the painted map; the seat's number says the same without colour."""

LEAST = 12
"""Room inside a hex, in its narrowest line."""
BEST = {1: 14, 2: 12}
"""The same where there is enough of it, by half the height of a hex."""


class Chart:
    """The tiles of a map with what stands on them, drawn from their coordinates alone."""

    def __init__(self, cells: Sequence[Cell], pen: CubePicture) -> None:
        self.cells = cells
        self.pen = pen
        self.left = min(c.column for c in cells)
        self.columns = max(c.column for c in cells) - self.left + 1

    def width(self, half: int, inside: int = 0) -> int:
        """How wide the map is with so much room in a hex of 2 x `half` lines."""
        return self.columns * ((inside or BEST[half]) + half) + half

    def lines(self, room: int, half: int = 1, notes: Sequence[Text] = ()) -> list[Text]:
        """The map in as much of the room as it needs, with some notes in a corner or below it."""
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

    # --- hexes

    def hexes(self, inside: int, half: int) -> HexSheet:
        """Columns of hexes, each shifted by half a hex against its neighbours."""
        top = min(c.line for c in self.cells)
        bottom = max(c.line for c in self.cells)
        sheet = HexSheet(self.width(half, inside), (bottom - top + 2) * half + 1)
        places = [
            ((c.column - self.left) * (inside + half), (c.line - top) * half + 1)
            for c in self.cells
        ]
        for (x, y), c in zip(places, self.cells, strict=True):
            sheet.hex(x, y, inside, half, self.ground(c))
        for (x, y), c in zip(places, self.cells, strict=True):
            rows = self.told(c, inside, half)
            for i, text in enumerate(rows, 2 * half - len(rows)):
                spare = max(inside - text.cell_len, 0)
                lead = spare // 2 if half > 1 else min(spare, 1)
                sheet.write(x + half + lead, y + i, text, self.ground(c))
        return sheet

    def legend(self) -> str:
        """What the signs mean, as far as there are any."""
        here = [k for k in ("outpost", "ship") if any(getattr(c, f"{k}s") for c in self.cells)]
        return " ".join(f"{self.pen.sign[k]} {k}s" for k in here)

    def ground(self, c: Cell) -> str:
        """The colour of a tile."""
        return LAND.get(c.spice, GROUND[c.kind])

    def told(self, c: Cell, room: int, half: int) -> list[Text]:
        """What is written into a hex, line by line; the last line may stay empty."""
        name = Text(self.pen.fit(c.name, 5 if half == 1 else room - 4), f"bold {INK}")
        if half == 1:
            offer = self.offer(c, room - 1 - name.cell_len)
            return [self.joined(name, offer), self.pieces(c)]
        label = self.pen.fit(self.label(c), room - 1 - name.cell_len)
        first = self.joined(name, Text(label, INK))
        here = self.pieces(c, label=False)
        if c.kind == "sea" and not here:
            here = self.waves(3)
        return [first, self.offer(c, room), here, Text()]

    def joined(self, *parts: Text) -> Text:
        """What there is of some parts."""
        return Text(" ").join(t for t in parts if t)

    def label(self, c: Cell) -> str:
        """What a tile is called."""
        return self.pen.clean(c.symbol) or ("" if c.kind == "slot" else c.kind)

    def offer(self, c: Cell, room: int) -> Text:
        """What a tile is good for; where there is no room, equal cubes are counted."""
        out = self.good(c)
        if out.cell_len > room:
            out = self.good(c, short=True)
        out.truncate(room)
        return out

    def good(self, c: Cell, *, short: bool = False) -> Text:
        """What a tile is good for: a trade, points for cubes, or only water."""
        pen = self.pen
        if c.kind == "market":
            odd = "" if c.spice in c.give else pen.clean(c.symbol)[:1]
            return self.joined(Text(odd, INK), pen.trade(c.give, c.get, short=short))
        if c.vp is not None:
            out = pen.cubes(c.vp.cost, short=short).append(pen.sign["to"], INK)
            return out.append(str(c.vp.points), GOLD)
        if c.closed:
            return Text("closed", SHUT)
        return self.waves(4) if c.kind == "sea" else Text()

    def waves(self, n: int) -> Text:
        """Some water."""
        return Text(" ".join(self.pen.sign["wave"] * n), WAVE)

    def pieces(self, c: Cell, *, label: bool = True) -> Text:
        """Outposts and ships on a tile, by seat."""
        parts = [Text("port", INK)] if label and c.kind == "port" else []
        for sign, seats in (("outpost", c.outposts), ("ship", c.ships)):
            if seats:
                part = Text().append(self.pen.sign[sign], INK)
                for seat in seats:
                    part.append(str(seat), CREWS[(seat - 1) % len(CREWS)])
                parts.append(part)
        return self.joined(*parts)

    # --- a list

    def listed(self, room: int) -> list[Text]:
        """The tiles one by one, in as many columns as fit."""
        wide = max(len(c.name) for c in self.cells)
        out = []
        for c in self.cells:
            name = Text(c.name.ljust(wide), f"bold {INK}")
            line = self.joined(name, self.offer(c, room), self.pieces(c))
            line.stylize_before(f"{INK} on {self.ground(c)}")
            out.append(line)
        return [blank().append_text(t) for t in self.pen.columns(out, room)]


class HexSheet(Sheet):
    """Paper for hexes."""

    def hex(self, x: int, y: int, inside: int, half: int, ground: str) -> None:
        """A hex whose upper left corner is at (x, y), painted."""
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
        """A text on a painted ground."""
        row = self.rows[y]
        for part in text.divide(range(1, len(text))) if text else ():
            sign, style = part.plain, str(part.spans[-1].style if part.spans else part.style)
            wide = cell_len(sign)
            if wide and not (sign == " " and row[x][0] == "_"):  # the lower edge goes on
                bare = " on " in style or not ground
                row[x] = (sign, style if bare else f"{style or INK} on {ground}")
                row[x + 1 : x + wide] = [("", "")] * (wide - 1)
            elif sign != " ":
                row[x - 1] = (row[x - 1][0] + sign, row[x - 1][1])
            x += wide

    def note(self, top: int, notes: Sequence[Text]) -> bool:
        """Write into the left corner of some rows, if nothing is there."""
        rows = self.rows[top:][: len(notes)]
        for row, text in zip(rows, notes, strict=True):
            room = row[: text.cell_len + 2]
            if len(room) < text.cell_len or any(sign != " " for sign, _ in room):
                return False
        for y, text in enumerate(notes, top % len(self.rows)):
            self.write(0, y, text, "")
        return True
