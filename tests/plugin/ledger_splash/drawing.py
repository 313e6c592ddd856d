"""The table as a picture for the terminal; imported only when one is drawn, for it needs Rich."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table

from ledger.sdk.drawing import plain

from .view import View


def draw(view: View, width: int, names: Sequence[str]) -> RenderableType:
    """Draw a view."""
    out = Table(title=f"Turn {view.turn}, {view.bag} in the bag", width=min(width, 60))
    for title in ("", "Player", "Points", "Hand"):
        out.add_column(title)
    for p in view.seats:
        hand = "?" * p.size if p.stones is None else " ".join(x or "?" for x in p.stones)
        mark = ">" if p.seat == view.active else ""
        out.add_row(mark, plain(names[p.seat - 1]), str(p.points), hand)
    out.caption = "Pond: " + " ".join(view.pond) if view.pond else "The pond is still"
    return out
