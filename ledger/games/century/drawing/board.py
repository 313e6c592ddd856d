"""The terminal picture of the board, drawn from a view alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from ledger.sdk.kit import Sign

from ..legend import LEGEND
from ..texts import ASKS
from ..tones import POINTS
from ..view import Card, Seat, View
from .cubes import CubePicture
from .map import Chart

SIDE = 40
"""The width needed to put everything else beside the map."""
GRID = 36
"""The width a panel needs to show the outposts in a square."""


class CenturyPicture(CubePicture):
    """Draws the map, the merchants and bonus tiles, and the players."""

    view: View
    asks = ASKS
    legend = LEGEND

    def __init__(self, view: View, width: int, names: Sequence[str], *, plain: bool) -> None:
        super().__init__(view, width, names, plain=plain)
        self.chart = Chart(view.cells, self)
        self.wide = self.chart.width(half=2)
        self.side = width - self.wide - 2

    def lines(self) -> Iterable[Text]:
        """Draw the whole board, with everything else beside the map if it fits, else below it."""
        yield self.header()
        if self.side >= SIDE:
            map, rest, key = self.large()
            yield from self.beside(map, [*rest, *key], self.wide + 2)
            return
        yield from self.chart.lines(self.width, 1, self.bonus())
        yield from self.offers(self.width)
        yield from self.panels()

    def large(self) -> tuple[list[Text], list[Text], list[Text]]:
        """Return the map in large hexes, the parts beside it, and the legend if it fits."""
        map = self.chart.lines(self.wide, 2, self.bonus())
        part = self.beside_it(self.side)
        rest, key = [*part.offers(self.side), *part.panels()], part.key(LEGEND, self.side)
        return map, rest, key if len(rest + key) <= len(map) else []

    def explained(self) -> Sequence[Sign]:
        """Return all symbols if the legend is shown beside the map, otherwise none."""
        if self.side < SIDE:
            return ()
        _, _, key = self.large()
        return LEGEND if key else ()

    def supply(self) -> str:
        """Return the sizes of the piles, and whether this is the last round."""
        v, dot = self.view, self.common.dot
        tiles = f" {dot} {self.tell('VP tiles {n}', n=v.stack)}" if self.width >= 60 else ""
        last = any(len(seat.tiles) >= v.end_tiles for seat in v.seats) and not v.over
        round_ = f"{self.tell('last round')} {dot} " if last else ""
        return f"{round_}{self.tell('deck {n}', n=v.deck)}{tiles}"

    def offers(self, room: int) -> list[Text]:
        """Draw what can be chosen: the row of merchants, and any starting cubes."""
        v = self.view
        row = [Text.assemble((f"{i}: ", "dim"), self.card(x)) for i, x in enumerate(v.row, 1)]
        out = self.spread(self.tell("Merchants"), row, room)
        sets = [self.named(k, self.cubes(x)) for k, x in v.sets.items()]
        return out + self.spread(self.tell("Starting cubes"), sets, room) if sets else out

    def bonus(self) -> list[Text]:
        """Draw the bonus tiles that are left."""
        v = self.view
        first = Text().append(f"{self.tell('Bonus')}  ", "bold")
        first.append_text(self.times(self.p("bonus", "move"), v.moves))
        first.append("  ").append_text(self.times(self.p("bonus", "hold"), v.holds))
        points = " ".join(map(str, v.bonus))
        return [first, Text(f"{self.tell('VP')} {points or 0}", POINTS if points else "dim")]

    def spread(self, title: str, parts: Sequence[Text], room: int) -> list[Text]:
        """Draw a title followed by its parts."""
        return self.listed(f"{title} ", [t.copy().append(" ") for t in parts], room)

    def times(self, what: str, n: int) -> Text:
        """Draw a number of tiles of one kind."""
        return Text(f"{what} {self.common.times}{n}", "" if n else "dim")

    def card(self, x: Card) -> Text:
        """Draw what a card does and the cubes on it.

        Its name is added if it says something else.
        """
        if x.steps:
            out = Text().append(f"UP{x.steps}", "bold")
        else:
            out = self.trade(x.give, x.get) if x.give else self.cubes(x.get)
        out = self.named(x.id, out)
        if x.cubes:
            out.append(" (").append_text(self.cubes(x.cubes)).append(")")
        return out

    def named(self, id: str, does: Text) -> Text:
        """Draw a component by what it does, adding its name if that says something else."""
        if id.replace("-", self.sign["to"]) == does.plain:
            return does
        return Text().append(f"{self.clean(id)}:").append_text(does)

    # --- the players

    def points(self, seat: Seat) -> Text:
        """Show the score, as far as it is known."""
        return Text(f" {'?' if seat.score is None else seat.score} {self.tell('VP')} ", POINTS)

    def tail(self, seat: Seat) -> str:
        """Show where the ship is."""
        return f" {self.sign['ship']}{self.clean(seat.ship)} " if seat.ship else " "

    def below(self, seat: Seat, room: int) -> tuple[Text, Text]:
        """Return the player's bonus tiles, and what the player has to do."""
        have = [f"{self.tell('VP')} {' '.join(map(str, seat.bonus))}"] if seat.bonus else []
        kinds = (self.p("bonus", "move"), seat.moves), (self.p("bonus", "hold"), seat.holds)
        have += [what if n == 1 else self.times(what, n).plain for what, n in kinds if n]
        left = Text(f" {self.fit(self.dotted(*have), room // 2)} " if have else "")
        return left, super().below(seat, room - left.cell_len - 1)[1]

    def inside(self, seat: Seat, room: int) -> list[Text]:
        """Draw what a player has: cubes, VP tiles, outposts and cards."""
        rows = [self.outposts(seat, symbol) for symbol in seat.outposts]
        if room < GRID:
            grid = self.flow(Text(), rows, room)
            return [*self.hold(seat, room), *grid, *self.cards(seat, room)]
        at = room - max(t.cell_len for t in rows)
        both = [*self.hold(seat, at - 2), *self.cards(seat, at - 2)]
        return [*self.beside(both, rows, at)]

    def hold(self, seat: Seat, room: int) -> list[Text]:
        """Draw cubes and VP tiles, on one line if they fit."""
        n = sum(seat.hold.values())
        out = Text().append(f"{n}/{seat.limit} ", "bold" if n > seat.limit else "")
        out.append_text(self.cubes(seat.hold, short=n > seat.limit))
        back = self.common.back * 2
        tiles = Text(" ").join([Text(str(x.points) if x else back, POINTS) for x in seat.tiles])
        gap = room - out.cell_len - tiles.cell_len
        if gap < 1 and tiles:
            return [out, tiles]
        return [out.append(" " * gap).append_text(tiles)]

    def outposts(self, seat: Seat, symbol: str) -> Text:
        """Draw a row of the player's board: points where outposts were built, else symbols."""
        built, values = seat.outposts[symbol], self.view.values
        out = Text(f"{self.clean(self.view.marks.get(symbol, '?'))} ", "bold")
        for i, n in enumerate(values):
            out.append(*(str(n), "bold") if i < built else (self.sign["post"], "dim"))
        return out

    def cards(self, seat: Seat, room: int) -> list[Text]:
        """Draw the hand, the played cards and the discard pile; hidden cards are just counted."""
        piles = (
            (self.tell("hand"), seat.hand_size, seat.hand),
            (self.tell("played"), len(seat.played), seat.played),
            (self.tell("discard"), seat.discard_size, seat.discard),
            (self.tell("among"), len(seat.either), seat.either),
        )
        parts: list[Text] = []
        for i, (name, n, cards) in enumerate(piles):
            if n or i == 0:
                parts.append(Text(name, "dim"))
                parts += map(self.card, cards)
                if n > len(cards) or not n:
                    parts.append(Text(f"+{n - len(cards)}" if cards else str(n)))
        return self.flow(Text(), parts, room, indent=1)


class MapPicture(CenturyPicture):
    """Draws just the map."""

    def lines(self) -> Iterable[Text]:
        """Draw the map in large hexes if they fit, else in small ones, else as a list."""
        return self.chart.lines(self.width, 2 if self.chart.width(2) <= self.width else 1)
