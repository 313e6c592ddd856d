"""What the picture of a board is made with; import it where a picture is drawn, for it is large."""

from __future__ import annotations

from ledger.kernel.text.boards.frames import CardFace, aligned, card_row, sections, track
from ledger.kernel.text.boards.grids import Grid, GridSheet
from ledger.kernel.text.boards.hexes import INK, HexMap
from ledger.kernel.text.picture import (
    INKS,
    NARROWEST,
    NO_INK,
    Board,
    Frame,
    Ink,
    Pen,
    Picture,
    Sheet,
    blank,
    count,
    ink,
    joined,
)

__all__ = [
    "INK",
    "INKS",
    "NARROWEST",
    "NO_INK",
    "Board",
    "CardFace",
    "Frame",
    "Grid",
    "GridSheet",
    "HexMap",
    "Ink",
    "Pen",
    "Picture",
    "Sheet",
    "aligned",
    "blank",
    "card_row",
    "count",
    "ink",
    "joined",
    "sections",
    "track",
]
