"""Saving a screen as a picture (SVG) or as text."""

from __future__ import annotations

import io
import re

from rich.console import Console
from rich.segment import Segment, Segments
from rich.terminal_theme import MONOKAI, TerminalTheme

from .paint import Rows, plain_text

_FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
LIGHT = TerminalTheme(
    (250, 249, 246),
    (40, 40, 40),
    [
        *((60, 60, 60), (190, 40, 50), (60, 120, 40), (160, 110, 0)),
        *((40, 80, 170), (150, 50, 140), (0, 120, 130), (110, 110, 110)),
    ],
    [
        *((130, 130, 130), (210, 60, 60), (70, 140, 50), (180, 130, 0)),
        *((60, 100, 200), (170, 70, 160), (0, 140, 150), (40, 40, 40)),
    ],
)
DARK = MONOKAI


def svg(rows: Rows, title: str, *, light: bool = False) -> str:
    """Return a screen as a self-contained SVG picture that loads nothing from the network."""
    width = sum(s.cell_length for s in rows[0])
    console = Console(
        record=True,
        width=width,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
        _environ={},
    )
    for row in rows:
        console.print(Segments([*row, Segment.line()]), end="", soft_wrap=True)
    # the same screen must give the same bytes, so the id can't be random
    out = console.export_svg(title=title, theme=LIGHT if light else DARK, unique_id="ledger")
    return _FONTS.sub("", out)


def text(rows: Rows) -> str:
    """Return a screen as a string."""
    return plain_text(rows)
