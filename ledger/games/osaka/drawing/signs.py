"""The signs, inks and cards of this game's pictures."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from rich.text import Text

from ledger.kernel.text.picture import Picture


class Ink(NamedTuple):
    """How a colour of goods is shown: card faces, lines and tokens, ships."""

    face: str
    line: str
    hull: str


INKS = {
    "red": Ink("bold #ffffff on #b3261e", "#d9534f", "#b3261e"),
    "blue": Ink("bold #ffffff on #1f5fbf", "#5b9bf0", "#1f5fbf"),
    "yellow": Ink("bold #000000 on #f2c230", "#c9a227", "#f2c230"),
    "green": Ink("bold #ffffff on #2e7d32", "#4caf50", "#2e7d32"),
}
NO_INK = Ink("bold reverse", "bold", "bold")
"""For the colours of a box of one's own."""
SEATS = ("bold", "bold #e58fb5", "bold #9a9a9a", "bold #b98a5e")
"""White, pink, gray and brown; the seat's number says the same without colour."""


class Signs(NamedTuple):
    """The signs of this board, for one kind of terminal."""

    ship: str
    wreck: str
    anchor: str
    waves: str
    wave: str
    piece: str
    token: str
    icon: str
    flow: str


UNICODE = Signs(
    ship="◥◤",
    wreck="≋≋",
    anchor="⚓",
    waves="≈",
    wave="≈",
    piece="◆",
    token="●",  # noqa: S106
    icon="☂",
    flow="◂",
)
ASCII = Signs(
    ship="\\/",
    wreck="~~",
    anchor="anchor",
    waves="~~",
    wave="~",
    piece="*",
    token="o",  # noqa: S106
    icon="i",
    flow="<",
)


def ink(colour: str) -> Ink:
    """The ink of a colour of goods."""
    return INKS.get(colour, NO_INK)


class CardPen(Picture):
    """Writes cards."""

    seat_styles = SEATS

    @property
    def signs(self) -> Signs:
        """The signs that the terminal takes."""
        return ASCII if self.plain else UNICODE

    def card(self, card: str, colour: str, *, insured: bool = False, count: int = 1) -> Text:
        """A card among others; an insured one is turned: in brackets and underlined."""
        face = ink(colour).face + (" underline" if insured else "")
        out = Text(f"[{self.clean(card)}]" if insured else self.clean(card), face)
        return Text().append_text(out).append(f"{self.common.times}{count}" if count > 1 else "")

    def spread(self, cards: Sequence[tuple[str, str, bool]], room: int) -> list[Text]:
        """Cards in one line, equal ones counted if there is no room, in more lines if need be."""
        out = [self.card(c, colour, insured=turned) for c, colour, turned in cards]
        if sum(t.cell_len + 1 for t in out) - 1 > room:
            kinds = ((kind, len(list(same))) for kind, same in groupby(cards))
            out = [self.card(c, k, insured=turned, count=n) for (c, k, turned), n in kinds]
        lines = [Text()]
        for t in out:
            if lines[-1] and lines[-1].cell_len + 1 + t.cell_len > room:
                lines.append(Text())
            lines[-1].append(" " if lines[-1] else "").append_text(t)
        return lines
