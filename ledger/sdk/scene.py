"""What a board in the browser is made with."""

from __future__ import annotations

from ledger.kernel.scene.builder import SceneBuilder
from ledger.kernel.scene.shapes import Face, Panel, Part, Piece, Region, Scene
from ledger.kernel.text.tones import SEAT_TONES

__all__ = [
    "SEAT_TONES",
    "Face",
    "Panel",
    "Part",
    "Piece",
    "Region",
    "Scene",
    "SceneBuilder",
]
