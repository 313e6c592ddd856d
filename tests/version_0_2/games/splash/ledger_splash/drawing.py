"""The table as a picture for the terminal; Rich is imported only when one is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ledger.sdk import plain

from .view import View

if TYPE_CHECKING:
    from rich.console import RenderableType


def draw(view: View, width: int, names: Sequence[str]) -> RenderableType:
    """Draw a view."""
    from rich.table import Table

    out = Table(title=f"Turn {view.turn}, {view.bag} in the bag", width=min(width, 60))
    for title in ("", "Player", "Points", "Hand"):
        out.add_column(title)
    for p in view.seats:
        hand = "?" * p.size if p.stones is None else " ".join(x or "?" for x in p.stones)
        mark = ">" if p.seat == view.active else ""
        out.add_row(mark, plain(names[p.seat - 1]), str(p.points), hand)
    out.caption = "Pond: " + " ".join(view.pond) if view.pond else "The pond is still"
    return out
