"""The board in a terminal: the land with its names of rows and columns, as large as it fits."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from ledger.sdk import N_
from ledger.sdk.drawing import Picture, blank

from . import STEPS, Seat, View, place

MARGIN = 4
"""The room for the names of rows."""
GROUND = "#1f2a14 on #b7cf8e"
LOOKS = {
    "lake": "#ffffff on #2f6ea3",
    "dyke": "#5d4326 on #b7cf8e",
    "mill": "bold #7a3b22 on #f4ead2",
}


class Fenland(Picture):
    """Draws each tile three lines high, then what is to be laid."""

    view: View
    asks = {"lay": N_("to lay the tile"), "keep": N_("to set a keeper")}  # noqa: RUF012
    theme = {  # noqa: RUF012
        "lake": ("≈", "~"),
        "NS": ("║", "|"),
        "EW": ("═", "="),
        "bend": ("■", "o"),
        "crossing": ("╬", "+"),
        "mill": ("※", "M"),
        "spot": ("+", "+"),
    }

    def table(self) -> Iterable[Text]:
        """Draw the land, then what is to be laid or kept."""
        v = self.view
        columns, rows = zip(*v.steps.values(), strict=True)
        xs = range(min(columns), max(columns) + 1)
        ys = range(max(rows), min(rows) - 1, -1)
        wide = next((n for n in (2, 1) if MARGIN + 3 * n * len(xs) <= self.width), 0)
        if not wide:
            yield from self.listed(self.tell("Land"), self.in_a_list(), self.width)
        else:
            names = "".join(place(x, 0)[2:].center(3 * wide) for x in xs)
            yield blank(" " * MARGIN + names, "bold")
            for y in ys:
                tiles = [self.tile(place(x, y), wide) for x in xs]
                for i, side in enumerate(("N", "", "S")):
                    name = place(0, y).removesuffix("E0") if not side else ""
                    line = blank(name.ljust(MARGIN), "bold")
                    for tile in tiles:
                        line.append_text(tile[i])
                    yield line
        yield from self.folded(Text(self.to_do()), self.width)

    def to_do(self) -> str:
        """Say which tile is to be laid, and how it can be turned."""
        v = self.view
        if v.tile:
            turned = (f"{k}: {' '.join(parts)}" for k, parts in enumerate(v.of_tile))
            return f"{self.tell('Tile')} {v.tile}   {'   '.join(turned)}"
        return f"{self.tell('Keeper')}  {'  '.join(v.free)}" if v.free else ""

    def in_a_list(self) -> list[Text]:
        """Tell of each tile where it is, if there is no room to draw them."""
        owners = {name: p.seat for p in self.view.seats for name in p.keepers}
        return [
            Text(f"{name}:{tile}{k}" + (f"({owners[name]})" if name in owners else ""))
            for name, (tile, k) in self.view.board.items()
        ]

    def tile(self, name: str, wide: int) -> list[Text]:
        """Draw a tile as three lines of three cells, or a spot where one can be laid."""
        if name not in self.view.board:
            spot = self.sign["spot"] if name in self.view.turns else ""
            return [Text(text.center(3 * wide), "bold") for text in ("", spot, "")]
        cells = self.cells(name)
        out = []
        for y in (1, 0, -1):
            line = Text()
            for sign, style in (cells.get((x, y), (" ", GROUND)) for x in (-1, 0, 1)):
                line.append(sign * wide if sign in "≈~═=" else sign.ljust(wide), style)
            out.append(line)
        return out

    def cells(self, name: str) -> dict[tuple[int, int], tuple[str, str]]:
        """Return what is in the middle of a tile and on its sides, each with its style."""
        out = {}
        kinds = [part.partition("-")[::2] for part in self.view.parts[name]]
        several = sum(kind == "dyke" for kind, _ in kinds) > 1
        for kind, sides in kinds:
            for side in sides:
                sign = "lake" if kind == "lake" else "NS" if side in "NS" else "EW"
                out[STEPS[side]] = self.sign[sign], LOOKS[kind]
            if kind == "dyke" and (several or len(sides) > 1):
                sign = "crossing" if several else sides if sides in self.sign else "bend"
                out[0, 0] = self.sign[sign], LOOKS[kind]
            elif kind == "mill" or len(sides) > 1:
                out.setdefault((0, 0), (self.sign[kind], LOOKS[kind]))
        for p in self.view.seats:
            if name in p.keepers:
                side = p.keepers[name].partition("-")[2][:1]
                out[STEPS.get(side, (0, 0))] = str(p.seat), f"reverse {self.seat_style(p.seat)}"
        return out

    def supply(self) -> str:
        """Return how many tiles are left."""
        return self.tell("{count} tiles left", count=self.view.pile)

    def points(self, seat: Seat) -> Text:
        """Show a player's points."""
        return Text(f" {seat.points} ", "bold")

    def inside(self, seat: Seat, room: int) -> list[Text]:
        """Tell where a player's keepers are."""
        out = [Text(f"{name}:{part}") for name, part in seat.keepers.items()]
        title = self.tell("Keepers {count}", count=seat.left)
        return self.listed(title, out, room, "")
