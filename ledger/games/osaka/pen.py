"""What the picture of the board is drawn with: signs, inks, and cards in a line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from ledger.kernel.text import safe


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


class Frame(NamedTuple):
    """The lines of a box."""

    tl: str
    h: str
    tr: str
    v: str
    bl: str
    br: str
    down: str
    up: str


class Signs(NamedTuple):
    """The signs of the board, for one kind of terminal."""

    thin: Frame
    thick: Frame
    ship: str
    wreck: str
    anchor: str
    waves: str
    wave: str
    piece: str
    token: str
    icon: str
    turn: str
    back: str
    times: str
    to: str
    flow: str
    dot: str
    more: str


UNICODE = Signs(
    thin=Frame("╭", "─", "╮", "│", "╰", "╯", "┬", "┴"),
    thick=Frame("┏", "━", "┓", "┃", "┗", "┛", "┳", "┻"),
    ship="◥◤",
    wreck="≋≋",
    anchor="⚓",
    waves="≈",
    wave="≈",
    piece="◆",
    token="●",  # noqa: S106
    icon="☂",
    turn="▶",
    back="▒",
    times="×",
    to="→",
    flow="◂",
    dot="·",
    more="…",
)
ASCII = Signs(
    thin=Frame("+", "-", "+", "|", "+", "+", "+", "+"),
    thick=Frame("#", "=", "#", "|", "#", "#", "#", "#"),
    ship="\\/",
    wreck="~~",
    anchor="anchor",
    waves="~~",
    wave="~",
    piece="*",
    token="o",  # noqa: S106
    icon="i",
    turn=">",
    back="#",
    times="x",
    to="->",
    flow="<",
    dot="-",
    more="..",
)


def blank(text: str = "", style: str = "") -> Text:
    """A line that is cut at the edge of the screen, never wrapped."""
    return Text(text, style, no_wrap=True, overflow="crop")


def ink(colour: str) -> Ink:
    """The ink of a colour of goods."""
    return INKS.get(colour, NO_INK)


class Pen:
    """Writes names, cards and frames with one set of signs."""

    def __init__(self, signs: Signs) -> None:
        self.signs = signs

    def clean(self, text: str) -> str:
        """Text from outside: nothing in it moves the cursor, and ASCII terminals get ASCII."""
        text = safe(text)
        return text if self.signs is UNICODE else text.encode("ascii", "backslashreplace").decode()

    def fit(self, text: str, room: int) -> str:
        """Text cut to a room."""
        if cell_len(text) <= room:
            return text
        more = self.signs.more
        return set_cell_size(text, max(room - len(more), 0)).rstrip() + more[: max(room, 0)]

    def border(self, left: Text, right: Text, ends: str, h: str, width: int, style: str) -> Text:
        """A line of a frame with something written into it at either end."""
        gap = width - 4 - left.cell_len - right.cell_len
        out = blank().append(ends[0] + h, style).append_text(left)
        return out.append(h * gap, style).append_text(right).append(h + ends[1], style)

    def card(self, card: str, colour: str, *, insured: bool = False, count: int = 1) -> Text:
        """A card among others; an insured one is turned: in brackets and underlined."""
        face = ink(colour).face + (" underline" if insured else "")
        out = Text(f"[{self.clean(card)}]" if insured else self.clean(card), face)
        return Text().append_text(out).append(f"{self.signs.times}{count}" if count > 1 else "")

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

    def labelled(self, label: Text, lines: list[Text], right: str, room: int) -> list[Text]:
        """Lines with a label before the first one and something at its right end."""
        out = [Text(" " * label.cell_len).append_text(t) for t in lines]
        out[0] = label.append_text(lines[0])
        out[0].append(" " * (room - out[0].cell_len - len(right))).append(right, "dim")
        return out
