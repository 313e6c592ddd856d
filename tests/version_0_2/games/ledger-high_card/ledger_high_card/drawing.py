"""The board in a terminal; Rich is imported only when one is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ledger.sdk import plain

if TYPE_CHECKING:
    from rich.console import RenderableType


def draw(view: Any, width: int, names: Sequence[str]) -> RenderableType:
    """Draw a view, which has the fields of the state and of its players; None is a hidden card."""
    from rich.table import Table

    out = Table(title=f"{view.deck} cards in the deck", width=min(width, 70))
    for title in ("", "Player", "Points", "Hand", "Played"):
        out.add_column(title)
    for seat in view.seats:
        mark = ">" if seat.seat == view.active and not view.over else ""
        hand = " ".join(card or "?" for card in seat.hand)
        played = " ".join(seat.played)
        out.add_row(mark, plain(names[seat.seat - 1]), str(seat.points), hand, played)
    return out
