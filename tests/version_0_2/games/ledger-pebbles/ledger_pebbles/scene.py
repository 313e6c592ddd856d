"""The page in a browser: what lies where. Whoever is on turn picks stones from the bowl."""

from __future__ import annotations

from typing import Any

from ledger.sdk import N_
from ledger.sdk.scene import SEAT_TONES, Face, Part, Scene, SceneBuilder

MOST = 3


def scene(view: Any, table: SceneBuilder) -> Scene:
    """Make a scene of a view."""
    asks = {"turn": N_("take stones")}
    table.table(view, SEAT_TONES, points=lambda seat: str(seat.stones), asks=asks)
    left = table.region("left", "row", 44, 44, area="main", title=table.title("left"))
    face = Face(w=44, h=44, label=(22, 29, 20))
    table.put("left", "left", face, left, text=str(view.bowl), say=str(view.bowl))
    bowl = table.region("bowl", "row", 44, 44, area="main", room=MOST, title=table.title("take"))
    for n in range(1, min(MOST, view.bowl) + 1):
        face = Face(w=44, h=44, parts=(Part(text=str(n), x=22, y=29, size=20, bold=True),))
        table.put(f"stones-{n}", f"stones-{n}", face, bowl, i=n - 1, value=str(n), say=str(n))
    return table.scene()
