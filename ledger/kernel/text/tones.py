"""The colours that distinguish seats, the same on boards, in lists, charts and browsers."""

from __future__ import annotations

from collections.abc import Sequence

SEAT_TONES = ("#c8402f", "#2f6fbf", "#2f8f4e", "#a06bc0", "#d98e45", "#3f9fa6", "#8a7a62")
"""The colours for games whose players have none of their own.

>>> len(SEAT_TONES)
7
"""
_WHITE = 0.85
"""A colour brighter than this can't be read on white paper."""


def seat_tone(seat: int, tones: Sequence[str] = SEAT_TONES) -> str:
    """Return the colour of a seat's pieces; if there are too few colours, they repeat."""
    return tones[(seat - 1) % len(tones)]


def seat_style(tones: Sequence[str], seat: int) -> str:
    """Return the Rich style for a seat; a white seat uses the terminal's own text colour."""
    tone = seat_tone(seat, tones)
    red, green, blue = (int(tone[i : i + 2], 16) / 255 for i in (1, 3, 5))
    bright = 0.299 * red + 0.587 * green + 0.114 * blue
    return "bold" if bright > _WHITE else f"bold {tone}"
