"""The board in a terminal: a line for each gully, with its camps and climbers from foot to top."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from ledger.sdk import N_
from ledger.sdk.drawing import Picture, blank

from . import Seat, View

WIDEST = 5
"""Room for four camps and a climber."""


class Hillside(Picture):
    """Draws the hill lying on its side, then the dice and the players."""

    view: View
    asks = {"roll": N_("to roll or stop"), "climb": N_("to choose a pair")}  # noqa: RUF012
    theme = {"climber": ("▲", "^"), "ledge": ("·", ".")}  # noqa: RUF012

    @property
    def wide(self) -> int:
        """The room for a ledge."""
        return min(max((self.width - 3) // max(self.view.ledges.values()), 1), WIDEST)

    def table(self) -> Iterable[Text]:
        """Draw the gullies, then the dice with their pairs."""
        v = self.view
        for gully, ledges in v.ledges.items():
            line = blank().append(f"{gully:>2} ", "bold")
            for ledge in range(1, ledges + 1):
                line.append_text(self.ledge(gully, ledge, self.wide))
            yield line
        yield blank(f"{self.tell('Dice')} {' '.join(v.dice) or '-'}   {'  '.join(v.pairs)}")

    def ledge(self, gully: int, ledge: int, wide: int) -> Text:
        """Draw a ledge: who camps there, the climber, or the number of the gully's owner."""
        v, out = self.view, Text()
        for p in v.seats:
            if gully in p.gullies:
                return out.append(str(p.seat) * wide, f"reverse {self.seat_style(p.seat)}")
        if v.climbers.get(gully) == ledge:
            out.append(self.sign["climber"], self.seat_style(v.active))
        for p in v.seats:
            if p.camps.get(gully) == ledge:
                out.append(str(p.seat), self.seat_style(p.seat))
        out = out or out.append(self.sign["ledge"], "dim")
        out.truncate(wide, pad=True)
        return out

    def supply(self) -> str:
        """Say nothing: nothing is drawn."""
        return ""

    def points(self, seat: Seat) -> Text:
        """Show how many gullies a player owns."""
        return Text(f" {len(seat.gullies)} ", "bold")

    def inside(self, seat: Seat, room: int) -> list[Text]:
        """List a player's gullies, and the camps where the hill has no room for all of them."""
        ledges, none = self.view.ledges, self.tell("none")
        own = [Text(str(gully)) for gully in seat.gullies]
        camps = [Text(f"{x}:{at}/{ledges[x]}") for x, at in sorted(seat.camps.items())]
        narrow = self.wide < len(self.view.seats)
        return [
            *self.listed(self.tell("Gullies"), own, room, none),
            *(self.listed(self.tell("Camps"), camps, room, none) if narrow else ()),
        ]
