"""The board as a picture for the terminal, made from a view alone."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from ledger.sdk.drawing import Picture, blank, count

from ..setup import Boat
from ..tones import SEATS
from ..view import Seat, Store, View
from . import legend
from .canals import Chart, span, widest
from .signs import EMPTY, GOODS, NEUTRAL, PARASOL, ROLES, SCORED, THEME

SIDE = 26
"""Room that a player's panel needs beside the board."""


class KlongsPicture(Picture):
    """The Luk-Phat track, the water with its boats, and the players beside or below it."""

    view: View
    seat_tones = SEATS
    theme = THEME
    asks = {"place": "to place a boat", "end of turn": "may move a boat"}  # noqa: RUF012

    def lines(self) -> Iterable[Text]:
        """The whole board."""
        yield self.header()
        yield from self.track()
        water = self.view.water
        beside = self.width - SIDE - 1
        if span(water, 4) > beside:
            yield from self.chart(widest(water, self.width))
            yield from legend.of_table(self, self.width)
            yield from self.panels()
            return
        wide = widest(water, beside)
        room = span(water, wide)
        side = self.beside_it(self.width - room - 1)
        board, players = [*self.chart(wide)], [*side.panels()]
        signs = legend.of_table(self, side.width)
        if len(players) + len(signs) <= len(board):
            players += signs
        else:
            board += legend.of_table(self, room)
        yield from self.beside(board, players, room + 1)

    def track(self) -> list[Text]:
        """The Luk-Phat track: the marker stands in brackets, market days have a star."""
        marker, parts = self.view.marker, []
        for i, step in enumerate(self.view.track):
            text = f"{step.points}{self.sign[step.day]}"
            style = "dim" if i < marker else "bold" if step.day else ""
            here = (f"[{text}]", SCORED) if i == marker else (text, style)
            parts.append(Text().append(*here))
        parasol = self.sign["parasol"] if self.width >= 60 else ""
        return self.flow(blank().append(f"{parasol}Luk-Phat ", "bold"), parts, self.width)

    def chart(self, wide: int) -> Iterable[Text]:
        """The water; on a market day it shows what the one who is asked can score."""
        scorer = self.now if self.ask.get(self.now) == "market day" else 0
        return Chart(self.view.water, wide, self, scorer).lines()

    def asked(self, seat: int) -> str:
        """What a player is asked, in a few words."""
        v = self.view
        which = f"round {v.day_round} of {v.day_rounds}" if v.day == "small" else "big day"
        scoring = self.ask[seat] == "market day"
        return f"scores or passes, {which}" if scoring else super().asked(seat)

    def todo(self, seat: Seat) -> str:
        """What is to be done; a panel has no room for the round of a market day."""
        return super().todo(seat).partition(",")[0]

    def supply(self) -> str:
        """What is left to draw."""
        v, dot = self.view, f" {self.common.dot} "
        long = "stack " if self.width >= 60 or len(v.stacks) == 1 else ""
        left = dot.join(f"{long}{f'{name}: ' if name else ''}{n}" for name, n in v.stacks.items())
        return left + (f"{dot}out {len(v.out)}" if v.out and self.width >= 60 else "")

    def points(self, seat: Seat) -> Text:
        """The points, and those that the warehouse will bring."""
        more = f"+{seat.worth} " if seat.worth and not self.view.over else ""
        return Text().append(f" {seat.points} ", "bold").append(more, "dim")

    # --- the players

    def inside(self, seat: Seat, room: int) -> list[Text]:
        """What a player has: hand, traders, move cards and warehouse."""
        hand = [self.boat(b) for b in seat.hand]
        for stack, n in seat.hidden.items():
            hand += [Text().append(f"{self.common.back}{stack or self.common.back}", "dim")] * n
        lines = self.listed("hand", hand, room, "empty")
        people = Text().append(count(seat.traders, "trader"))
        lines.append(people.append(f" {self.common.dot} {count(seat.cards, 'move')}"))
        goods = [self.store(x, room) for x in seat.stores]
        if seat.specials:
            goods.append(Text(f"+{len(seat.specials)}", "dim"))
        return lines + self.listed("store", goods, room, "empty")

    def store(self, x: Store, room: int) -> Text:
        """The boats of a good in the warehouse, with their points where there is room."""
        out = Text().append(self.clean(x.letter), GOODS.get(x.good, "bold")).append(str(x.count))
        return out.append(f"={x.points}", "dim") if room > 34 else out

    def boat(self, b: Boat) -> Text:
        """A boat in hand, by its name."""
        style = EMPTY if not b.trader else PARASOL if b.parasol else NEUTRAL
        return Text().append(self.clean(b.id), ROLES.get(b.role, style))


class EmptyPicture(KlongsPicture):
    """The board of a box with nothing on it."""

    def lines(self) -> Iterable[Text]:
        """The track, the water, and what the signs mean."""
        yield from self.track()
        yield from self.chart(widest(self.view.water, self.width))
        yield from legend.of_empty_board(self)
