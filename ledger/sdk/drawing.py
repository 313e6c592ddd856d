"""Drawing a board in the terminal: pictures, their parts, and `draw_board`.

This needs Rich. A game gives its picture by name, `Pictures(board=".drawing:NimPicture")`, so that
this module is only imported when a board is drawn.
"""

from __future__ import annotations

from ledger.boards.draw import draw_board, draw_empty_board
from ledger.boards.frames import CardFace, aligned, card_row, sections, track
from ledger.boards.grids import Grid, GridSheet
from ledger.boards.hexes import INK, HexMap
from ledger.boards.legible import plain
from ledger.boards.picture import (
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
    "draw_board",
    "draw_empty_board",
    "ink",
    "joined",
    "plain",
    "sections",
    "track",
]
