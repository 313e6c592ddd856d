"""Turning Rich output into rows of segments, each exactly the right width, in Unicode or ASCII."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from rich.cells import cell_len, set_cell_size
from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.text import Text

from ledger.kernel.text.safe import safe

Row: TypeAlias = list[Segment]
Rows: TypeAlias = list[Row]


class Signs(NamedTuple):
    """The characters used for drawing."""

    dot: str = "·"
    cut: str = "…"
    arrow: str = "→"
    here: str = "▸"
    turn: str = "▶"
    rule: str = "─"
    wall: str = "│"
    more: str = "▾"
    past: str = "━"
    past_tick: str = "┷"
    rest: str = "─"
    rest_tick: str = "┴"
    cursor: str = "●"
    scoring: str = "◆"
    mark: str = "▲"
    note: str = "▪"
    bars: str = "▁▂▃▄▅▆▇█"
    corners: str = "╭╮╰╯"


UNICODE = Signs()
ASCII = Signs(
    *("-", "...", "->", ">", ">", "-", "|", "v", "=", "+", "-", "'", "O", "*", "^", "n"),
    *("_.-=+*#@", "++++"),
)


class _Sink(io.StringIO):
    """Swallows all output; boards choose their characters by its encoding."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._name = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._name


class Painter:
    """Draws for one kind of terminal."""

    def __init__(self, *, ascii: bool = False) -> None:
        self.ascii = ascii
        self.signs = ASCII if ascii else UNICODE
        self.console = Console(
            file=_Sink("ascii" if ascii else "utf-8"),
            width=400,
            force_terminal=True,
            color_system="truecolor",
            legacy_windows=False,
            markup=False,
            emoji=False,
            highlight=False,
            _environ={},
        )

    def clean(self, text: str) -> str:
        """Return text that is safe to print, in characters that the terminal can show."""
        text = safe(text)
        return text.encode("ascii", "backslashreplace").decode() if self.ascii else text

    def fit(self, text: str, width: int) -> str:
        """Cut a string to a width, and mark where it was cut."""
        if cell_len(text) <= width:
            return text
        cut = self.signs.cut
        if width <= cell_len(cut):
            return set_cell_size(text, max(width, 0))
        return set_cell_size(text, width - cell_len(cut)).rstrip() + cut

    def row(self, text: Text, width: int) -> Row:
        """Return one line of text, cut or padded to a width."""
        if text.cell_len > width:
            text.truncate(width, overflow="crop")
        segments = [s for s in text.render(self.console, end="") if s.text]
        return self.sized(segments, width)

    def rows(self, what: RenderableType, width: int) -> Rows:
        """Render something into lines of this width."""
        options = self.console.options.update(width=width, height=None)
        return [
            self.sized(line, width) for line in self.console.render_lines(what, options, pad=False)
        ]

    def sized(self, row: Sequence[Segment], width: int) -> Row:
        """Cut or pad a line to a width; for ASCII terminals, convert it to ASCII."""
        out = list(Segment.simplify(Segment.adjust_line_length(list(row), width)))
        if self.ascii:
            out = [s if s.text.isascii() else s._replace(text=_ascii(s.text)) for s in out]
        return out

    def blank(self, width: int) -> Row:
        """Return an empty line."""
        return [Segment(" " * width)]

    def heading(self, title: str, width: int, right: str = "", note: str = "") -> Row:
        """Return a line that divides the screen: a title in a thin rule, perhaps with a note."""
        rule = self.signs.rule
        tail = f" {right} {rule}" if right else ""
        title = self.fit(title, max(width - cell_len(tail) - 3, 0))
        out = ink(f"{rule} ", "dim").append(title, "bold").append(" ")
        if note:
            room = width - out.cell_len - cell_len(tail) - 3
            out.append(f"{rule} ", "dim").append(self.fit(note, room), "yellow").append(" ")
        out.append(rule * max(width - out.cell_len - cell_len(tail), 0), "dim")
        return self.row(out.append(tail, "dim"), width)


def ink(text: str, style: str = "") -> Text:
    """Return text whose style doesn't spread to anything appended to it."""
    return Text().append(text, style)


def _ascii(text: str) -> str:
    signs = "".join(c if c.isascii() else "?" * cell_len(c) for c in text)
    return set_cell_size(signs, cell_len(text))  # joined characters take less room than their parts


def plain_text(rows: Rows) -> str:
    """Return rows as a string, without colours."""
    return "".join("".join(s.text for s in row).rstrip() + "\n" for row in rows)
