"""The map: the colours of its tiles, and what is written on them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from ledger.sdk import N_
from ledger.sdk.drawing import INK, HexMap, joined

from ..tones import CREWS, GOLD, GROUND, PAINTED, SHUT, WAVE
from ..view import Cell
from .cubes import CubePicture


class Chart(HexMap[Cell]):
    """Draws the tiles of a map with the outposts and ships on them."""

    pen: CubePicture

    def legend(self) -> str:
        """Explain the symbols for outposts and ships, if there are any on the map."""
        here = [k for k in ("outpost", "ship") if any(getattr(c, f"{k}s") for c in self.tiles)]
        names = {"outpost": N_("outposts"), "ship": N_("ships")}
        return " ".join(f"{self.pen.sign[k]} {self.pen.tell(names[k])}" for k in here)

    def ground(self, c: Cell) -> str:
        """Return the colour of a tile."""
        return PAINTED.get(c.spice, GROUND[c.kind])

    def told(self, c: Cell, room: int, half: int) -> list[Text]:
        """Return what is written on a hex, line by line; the last line may stay empty."""
        name = Text(self.pen.fit(c.name, 5 if half == 1 else room - 4), f"bold {INK}")
        if half == 1:
            return [joined(name, self.offer(c, room - 1 - name.cell_len)), self.pieces(c)]
        label = self.pen.tell(c.symbol or ("" if c.kind == "slot" else c.kind))
        first = joined(name, Text(self.pen.fit(label, room - 1 - name.cell_len), INK))
        here = self.pieces(c, label=False)
        if c.kind == "sea" and not here:
            here = self.waves(3)
        return [first, self.offer(c, room), here, Text()]

    def in_a_line(self, c: Cell, room: int) -> Text:
        """Draw a tile as one line of a list."""
        return joined(self.offer(c, room), self.pieces(c))

    def offer(self, c: Cell, room: int) -> Text:
        """Draw what a tile offers; if space is short, count cubes of the same colour."""
        out = self.good(c)
        if out.cell_len > room:
            out = self.good(c, short=True)
        out.truncate(room)
        return out

    def good(self, c: Cell, *, short: bool = False) -> Text:
        """Draw what a tile offers: a trade, points for cubes, or just water."""
        pen = self.pen
        if c.kind == "market":
            odd = "" if c.spice in c.give else pen.clean(self.begun(c.symbol))
            return joined(Text(odd, INK), pen.trade(c.give, c.get, short=short))
        if c.vp is not None:
            out = pen.cubes(c.vp.cost, short=short).append(pen.sign["to"], INK)
            return out.append(str(c.vp.points), GOLD)
        if c.closed:
            return Text(pen.tell("closed"), SHUT)
        return self.waves(4) if c.kind == "sea" else Text()

    def begun(self, symbol: str) -> str:
        """Return the shortest start of a symbol's name that no other symbol on the map shares."""
        others = {c.symbol for c in self.tiles} - {symbol}
        begun = (symbol[:n] for n in range(1, len(symbol)))
        return next((x for x in begun if not any(o.startswith(x) for o in others)), symbol)

    def waves(self, n: int) -> Text:
        """Draw waves for the open sea."""
        return Text(" ".join(self.pen.sign["wave"] * n), WAVE)

    def pieces(self, c: Cell, *, label: bool = True) -> Text:
        """Draw the outposts and ships on a tile, by seat."""
        port = Text(self.pen.tell("port") if label and c.kind == "port" else "", INK)
        return joined(port, self.crew("outpost", c.outposts), self.crew("ship", c.ships))

    def crew(self, sign: str, seats: Sequence[int]) -> Text:
        """Draw the pieces of one kind, with their seat numbers."""
        numbers = [(str(seat), CREWS[(seat - 1) % len(CREWS)]) for seat in seats]
        return Text.assemble((self.pen.sign[sign], INK), *numbers) if seats else Text()
