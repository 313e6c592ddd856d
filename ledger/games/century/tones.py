"""The colours and symbols of the pieces, in the terminal and in the browser."""

from __future__ import annotations

SEAT_TONES = ("#f4efe6", "#e58fb5", "#4fb3b3", "#d98e45")
"""The colours of each seat's ship and outposts; those of the first are white wood."""
CUBES = {"yellow": "#f2b92a", "red": "#c8362a", "green": "#2e7d32", "brown": "#6b4226"}
LAND = {"yellow": "#eed27c", "red": "#e6a98c", "green": "#a8d08d", "brown": "#cfae8a"}
"""The colours of market tiles in the browser, by the cube their symbol stands for."""
DARK, LIGHT = "#2c2012", "#ffffff"
"""Text colours, for light and for dark backgrounds."""

# --- on the board in the terminal

POINTS = "bold #c9a227"
PAINTED = {"yellow": "#4a3f0c", "red": "#4d1a17", "green": "#153d20", "brown": "#3d2815"}
"""The background of a market tile, by the cube its symbol stands for."""
GROUND = {"sea": "#10365e", "port": "#2f3140", "slot": "#303030", "market": PAINTED["brown"]}
"""The background of any other tile."""
WAVE = "#6fb1f5"
GOLD = "bold #ffd75f"
SHUT = "bold #ff8a80"
CREWS = ("bold #ffffff", "bold #ff9ecb", "bold #7fe3e3", "bold #ffb46b")
"""Ships and outposts on the coloured map; the seat number identifies them without colour, too."""
SIGNS = {
    "outpost": ("⌂", "o"),
    "ship": ("▲", "^"),
    "wave": ("≈", "~"),
    "post": ("■", "#"),
    "to": ("→", ">"),
}
