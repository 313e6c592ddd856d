"""The terminal picture of the board, drawn from a view alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from ledger.sdk import N_
from ledger.sdk.drawing import Picture, blank
from ledger.sdk.kit import Sign

from ..legend import LEGEND, PRINTED, TABLE
from ..tones import LETTERS, SCORED, SIGNS
from ..view import Seat, Store, View
from .canals import Chart, boat_style, grid

SIDE = 26
"""The width needed for a player's panel beside the board."""


class KlongsPicture(Picture):
    """Draws the Luk-Phat track, the water with its boats, and the players beside or below it."""

    view: View
    theme = SIGNS
    legend = LEGEND
    asks = {"place": N_("to place a boat"), "end of turn": N_("may move a boat")}  # noqa: RUF012

    def lines(self) -> Iterable[Text]:
        """Draw the whole board."""
        yield self.header()
        yield from self.track()
        fields = grid(self.view.water)
        beside = self.width - SIDE - 1
        if fields.span(4) > beside:
            yield from self.chart(fields.widest(self.width))
            yield from self.key(TABLE, self.width)
            yield from self.panels()
            return
        wide = fields.widest(beside)
        room = fields.span(wide)
        side = self.beside_it(self.width - room - 1)
        board, players = [*self.chart(wide)], [*side.panels()]
        signs = self.key(TABLE, side.width)
        if len(players) + len(signs) <= len(board):
            players += signs
        else:
            board += self.key(TABLE, room)
        yield from self.beside(board, players, room + 1)

    def explained(self) -> Sequence[Sign]:
        """Return the symbols that are explained beside the board during play."""
        return TABLE

    def letter_style(self, name: str) -> str:
        """Return the style for the letter of a good."""
        return LETTERS.get(name, "bold")

    def track(self) -> list[Text]:
        """Draw the Luk-Phat track; the marker's field is in brackets, market days have stars."""
        marker, parts = self.view.marker, []
        for i, step in enumerate(self.view.track):
            text = f"{step.points}{self.sign[step.day]}"
            style = "dim" if i < marker else "bold" if step.day else ""
            here = (f"[{text}]", SCORED) if i == marker else (text, style)
            parts.append(Text().append(*here))
        parasol = self.sign["parasol"] if self.width >= 60 else ""
        return self.flow(blank().append(f"{parasol}Luk-Phat ", "bold"), parts, self.width)

    def chart(self, wide: int) -> Iterable[Text]:
        """Draw the water; on a market day, highlight what the player being asked can score."""
        scorer = self.now if self.ask.get(self.now) == "market day" else 0
        return Chart(self.view.water, wide, self, scorer).lines()

    def asked(self, seat: int) -> str:
        """Return what a player is being asked, in a few words."""
        v = self.view
        if self.ask[seat] != "market day":
            return super().asked(seat)
        if v.day != "small":
            return self.tell("scores or passes, big day")
        text = N_("scores or passes, round {round} of {rounds}")
        return self.tell(text, round=v.day_round, rounds=v.day_rounds)

    def todo(self, seat: Seat) -> str:
        """Return what a player has to do; a panel has no room for the round of a market day."""
        return super().todo(seat).partition(",")[0]

    def supply(self) -> str:
        """Return what is left to draw."""
        v, wide = self.view, self.width >= 60
        long = f"{self.tell('stack')} " if wide or len(v.stacks) == 1 else ""
        left = [f"{long}{f'{name}: ' if name else ''}{n}" for name, n in v.stacks.items()]
        return self.dotted(*left, self.tell("out {n}", n=len(v.out)) if v.out and wide else "")

    def points(self, seat: Seat) -> Text:
        """Show the points, and those that the warehouse will add."""
        more = f"+{seat.worth} " if seat.worth and not self.view.over else ""
        return Text().append(f" {seat.points} ", "bold").append(more, "dim")

    # --- the players

    def inside(self, seat: Seat, room: int) -> list[Text]:
        """Draw what a player has: hand, traders, move cards and warehouse."""
        hand = [Text().append(self.clean(b.id), boat_style(b)) for b in seat.hand]
        for stack, n in seat.hidden.items():
            hand += [Text().append(f"{self.common.back}{stack or self.common.back}", "dim")] * n
        lines = self.listed(self.tell("hand"), hand, room, self.tell("empty"))
        traders = self.n("{count} trader", "{count} traders", seat.traders)
        moves = self.n("{count} move", "{count} moves", seat.cards)
        lines.append(Text(self.dotted(traders, moves)))
        goods = [self.store(x, room) for x in seat.stores]
        if seat.specials:
            goods.append(Text(f"+{len(seat.specials)}", "dim"))
        return lines + self.listed(self.tell("store"), goods, room, self.tell("empty"))

    def store(self, x: Store, room: int) -> Text:
        """Draw the boats of one good in the warehouse, with their points if there is room."""
        out = Text().append(self.clean(x.letter), LETTERS.get(x.good, "bold"))
        out.append(f"{self.common.times}{x.count}")
        return out.append(f"={x.points}", "dim") if room > 34 else out


class EmptyPicture(KlongsPicture):
    """Draws the board of a box with nothing on it."""

    def lines(self) -> Iterable[Text]:
        """Draw the track, the water, and the meaning of the symbols."""
        yield from self.track()
        yield from self.chart(grid(self.view.water).widest(self.width))
        yield from self.key(PRINTED, self.width, letters=False)
