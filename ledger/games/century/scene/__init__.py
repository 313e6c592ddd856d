"""The board in the browser: what lies where, made from a view alone."""

from __future__ import annotations

from ledger.sdk.scene import Scene, SceneBuilder

from .. import tones
from ..view import Seat, View
from . import chart, offers, seats
from .words import Words


def scene(view: View, builder: SceneBuilder) -> Scene:
    """Return the map, the merchants and bonus tiles, and what lies before the players."""
    words = Words(builder.tell, view.letters)

    def points(seat: Seat) -> str:
        return words.points.format(points="?" if seat.score is None else seat.score)

    builder.table(view, tones.SEATS, points)
    chart.lay(view, builder, words)
    offers.lay(view, builder, words)
    for seat in view.seats:
        seats.lay(view, seat, builder, words)
    return builder.scene()
