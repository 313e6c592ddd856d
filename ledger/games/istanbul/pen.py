"""What the picture of the board is drawn with: signs, inks, columns and frames."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from ledger.kernel.text import safe

from .board import Tile

FACES = {
    "red": "bold #ffffff on #b3261e",
    "yellow": "bold #000000 on #f2c230",
    "green": "bold #ffffff on #2e7d32",
    "blue": "bold #ffffff on #1f5fbf",
    "brown": "bold #ffffff on #7b4a21",
    "lira": "bold #000000 on #c8c8c8",
    "card": "bold #ffffff on #6b4fa0",
}
"""Dice and tokens; their letters say the same without colour."""
LINES = {
    "red": "#d9534f",
    "yellow": "#c9a227",
    "green": "#4caf50",
    "blue": "#5b9bf0",
}
RUBY = "bold #e0115f"
SEATS = ("bold", "bold #e58fb5", "bold #7fc8c8", "bold #b98a5e")
"""The seat's number says the same without colour."""


class Frame(NamedTuple):
    """The lines of a box."""

    tl: str
    h: str
    tr: str
    v: str
    bl: str
    br: str
    left: str
    right: str


class Signs(NamedTuple):
    """The signs of the board, for one kind of terminal."""

    thin: Frame
    thick: Frame
    ruby: str
    gone: str
    turn: str
    dot: str
    more: str


UNICODE = Signs(
    thin=Frame("╭", "─", "╮", "│", "╰", "╯", "├", "┤"),
    thick=Frame("┏", "━", "┓", "┃", "┗", "┛", "┣", "┫"),
    ruby="◆",
    gone="·",
    turn="▶",
    dot="·",
    more="…",
)
ASCII = Signs(
    thin=Frame("+", "-", "+", "|", "+", "+", "+", "+"),
    thick=Frame("#", "=", "#", "|", "#", "#", "#", "#"),
    ruby="*",
    gone=".",
    turn=">",
    dot="-",
    more="..",
)


def blank(text: str = "", style: str = "") -> Text:
    """A line that is cut at the edge of the screen, never wrapped."""
    return Text(text, style, no_wrap=True, overflow="crop")


def count(n: int, what: str) -> str:
    """A number of things."""
    return f"{n} {what}{'' if n == 1 else 's'}"


def effect(t: Tile) -> str:
    """What a tile does, in a few words."""
    words = [f"{n} {k} a turn" for k, n in t.income.items()]
    words += [f"{n} {k} with lira" for k, n in t.on_lira.items()]
    for n, text in ((t.reveal, "bazaar card"), (t.actions, "action"), (t.dice, "die")):
        if n:
            words.append(f"{n} {text} {'a turn' if text == 'bazaar card' else 'more'}")
    return ", ".join(words)


class Pen:
    """Writes names, columns and frames with one set of signs."""

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

    def framed(self, inner: Text, v: str, width: int, style: str) -> Text:
        """A line between the sides of a frame."""
        inner = inner.copy()
        inner.truncate(width - 4, pad=True)
        return blank().append(f"{v} ", style).append_text(inner).append(f" {v}", style)

    def columns(self, cells: Sequence[Text], room: int, high: Sequence[int] = ()) -> list[Text]:
        """Cells below each other, in as many columns as fit; `high`: so many rows and no other."""
        gap = 3
        for rows in high or range(1, len(cells) + 1):
            parts = [cells[i : i + rows] for i in range(0, len(cells), rows)]
            wide = [max(t.cell_len for t in part) for part in parts]
            if sum(wide) + gap * (len(parts) - 1) <= room:
                break
        else:
            return [line for cell in cells for line in self.folded(cell, room)]
        spare = min((room - sum(wide)) // max(len(parts) - 1, 1), gap + 3)
        out = [Text() for _ in range(rows)]
        for i, part in enumerate(parts):
            for line, cell in zip(out, part, strict=False):
                line.append(" " * (sum(wide[:i]) + spare * i - line.cell_len)).append_text(cell)
        return out

    def folded(self, cell: Text, room: int) -> list[Text]:
        """A cell in more lines if need be, cut between words."""
        return [cell] if cell.cell_len <= room else self.flow(Text(), cell.split(" "), room)

    def flow(self, label: Text, parts: Iterable[Text], room: int, indent: int = 2) -> list[Text]:
        """Parts behind a label, in more lines if need be."""
        lines = [label]
        for t in parts:
            if lines[-1].cell_len + t.cell_len > room and lines[-1].cell_len > indent:
                lines[-1].rstrip()
                lines.append(Text(" " * indent))
            lines[-1].append_text(t).append(" ")
        lines[-1].rstrip()
        return lines
