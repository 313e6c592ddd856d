"""The board in a terminal; Rich is imported only when one is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ledger.sdk import plain

if TYPE_CHECKING:
    from rich.console import RenderableType


def draw(view: Any, width: int, names: Sequence[str]) -> RenderableType:
    """Draw a view, which has the fields of the state and of its players."""
    from rich.table import Table

    out = Table(title=f"{view.bowl} stones in the bowl", width=min(width, 60))
    for title in ("", "Player", "Stones"):
        out.add_column(title)
    for seat in view.seats:
        mark = ">" if seat.seat == view.active and not view.over else ""
        out.add_row(mark, plain(names[seat.seat - 1]), str(seat.stones))
    return out
