"""What a board in the browser is made with."""

from __future__ import annotations

from ledger.kernel.scene.builder import SEAT_TONES, SceneBuilder, asked_of
from ledger.kernel.scene.headline import headline, seat_notes
from ledger.kernel.scene.shapes import Face, Panel, Part, Piece, Region, Scene

__all__ = [
    "SEAT_TONES",
    "Face",
    "Panel",
    "Part",
    "Piece",
    "Region",
    "Scene",
    "SceneBuilder",
    "asked_of",
    "headline",
    "seat_notes",
]
