"""The colours and signs of the pieces, in the terminal and in the browser."""

from __future__ import annotations

SEAT_TONES = ("#f4efe6", "#e58fb5", "#4fb3b3", "#d98e45")
"""Ships and outposts of the seats; the first one's are of white wood."""
CUBES = {"yellow": "#f2b92a", "red": "#c8362a", "green": "#2e7d32", "brown": "#6b4226"}
LAND = {"yellow": "#eed27c", "red": "#e6a98c", "green": "#a8d08d", "brown": "#cfae8a"}
"""Market tiles in the browser, by the cube of their symbol."""
DARK, LIGHT = "#2c2012", "#ffffff"
"""What is written on light and on dark colours."""

# --- on the board in the terminal

POINTS = "bold #c9a227"
PAINTED = {"yellow": "#4a3f0c", "red": "#4d1a17", "green": "#153d20", "brown": "#3d2815"}
"""What a market tile is painted with, by the cube of its symbol."""
GROUND = {"sea": "#10365e", "port": "#2f3140", "slot": "#303030", "market": PAINTED["brown"]}
"""What any other tile is painted with."""
WAVE = "#6fb1f5"
GOLD = "bold #ffd75f"
SHUT = "bold #ff8a80"
CREWS = ("bold #ffffff", "bold #ff9ecb", "bold #7fe3e3", "bold #ffb46b")
"""Ships and outposts on the painted map; the seat's number says the same without colour."""
SIGNS = {
    "outpost": ("⌂", "o"),
    "ship": ("▲", "^"),
    "wave": ("≈", "~"),
    "post": ("■", "#"),
    "to": ("→", ">"),
}


def seat_tone(seat: int) -> str:
    """Return the colour of a seat's pieces."""
    return SEAT_TONES[(seat - 1) % len(SEAT_TONES)]
