"""The colours of the pieces: the same in the terminal and in the browser."""

from __future__ import annotations

SEATS = ("#f4efe6", "#e58fb5", "#4fb3b3", "#d98e45")
"""Ships and outposts of the seats; the first one's are of white wood."""
CUBES = {"yellow": "#f2b92a", "red": "#c8362a", "green": "#2e7d32", "brown": "#6b4226"}
LAND = {"yellow": "#eed27c", "red": "#e6a98c", "green": "#a8d08d", "brown": "#cfae8a"}
"""Market tiles in the browser, by the cube of their symbol."""
DARK, LIGHT = "#2c2012", "#ffffff"
"""What is written on light and on dark colours."""


def seat_tone(seat: int) -> str:
    """Return the colour of a seat's pieces."""
    return SEATS[(seat - 1) % len(SEATS)]
