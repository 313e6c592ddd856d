"""Building the page that a browser shows.

A game's `Pictures(scene=scene)` is given a function that takes a view and a `SceneBuilder` and
returns a `Scene`; `ledger new-game` writes a small one.
"""

from __future__ import annotations

from ledger.kernel.scene.builder import SceneBuilder
from ledger.kernel.scene.shapes import Face, Panel, Part, Piece, Region, Scene
from ledger.kernel.text.tones import SEAT_TONES, seat_tone

__all__ = [
    "SEAT_TONES",
    "Face",
    "Panel",
    "Part",
    "Piece",
    "Region",
    "Scene",
    "SceneBuilder",
    "seat_tone",
]
