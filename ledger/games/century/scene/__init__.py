"""The board in the browser, built from a view alone."""

from __future__ import annotations

from ledger.sdk.scene import Scene, SceneBuilder

from .. import tones
from ..texts import ASKS
from ..view import Seat, View
from . import chart, offers, seats
from .words import words_of


def scene(view: View, builder: SceneBuilder) -> Scene:
    """Return a scene with the map, the merchants and bonus tiles, and what the players have."""
    words = words_of(view, builder)

    def points(seat: Seat) -> str:
        return words.phrases.points.format(points="?" if seat.score is None else seat.score)

    builder.table(view, tones.SEAT_TONES, points, ASKS)
    chart.lay(view, builder, words)
    offers.lay(view, builder, words)
    seats.lay(view, builder, words)
    return builder.scene()
