"""The page in a browser: what lies where. Whoever is on turn picks a card of the hand."""

from __future__ import annotations

from typing import Any

from ledger.sdk import N_
from ledger.sdk.scene import SEAT_TONES, Face, Part, Scene, SceneBuilder

ROOM = 4


def scene(view: Any, table: SceneBuilder) -> Scene:
    """Make a scene of a view; a card that its viewer can't see is the back of any card."""
    asks = {"turn": N_("play a card")}
    table.table(view, SEAT_TONES, points=lambda seat: str(seat.points), asks=asks)
    for seat in view.seats:
        for name, title, cards in (
            ("hand", table.title("hand"), seat.hand),
            ("played", table.title("played"), seat.played),
        ):
            row = table.region(name, "row", 40, 56, owner=seat.seat, room=ROOM, title=title)
            for i, card in enumerate(cards):
                shown = card or "?"
                face = Face(w=40, h=56, parts=(Part(text=shown, x=20, y=34, size=15, bold=True),))
                id = f"{name}-{seat.seat}-{i}"
                table.put(id, shown, face, row, i=i, same=shown, value=card or "", say=shown)
    return table.scene()
