"""What the picture of a board is made with; import it where a picture is drawn, for it is large."""

from __future__ import annotations

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
)

__all__ = [
    "INKS",
    "NARROWEST",
    "NO_INK",
    "Board",
    "Frame",
    "Ink",
    "Pen",
    "Picture",
    "Sheet",
    "blank",
    "count",
    "ink",
]
