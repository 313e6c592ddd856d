"""The colours and symbols of the game, for the terminal and for the browser."""

from __future__ import annotations

SEAT_TONES = ("#e05a50", "#c9a227", "#4caf50", "#5b9bf0")
"""Red, yellow, green and blue; the seat number identifies them without colour, too."""
GOODS = {
    "shrimp": "#e5624e",
    "flowers": "#d052bf",
    "avocado": "#5a9a34",
    "pineapple": "#c98a1b",
    "aubergine": "#8a63d2",
    "fish": "#3a8fc0",
    "banana": "#b59f1a",
}
LETTERS = {good: f"bold {tone}" for good, tone in GOODS.items()}
"""Styles for the letters of goods where they appear on their own."""

# --- on the board in the terminal

OWNERS = (
    "bold #ffffff on #c62828",
    "bold #000000 on #f7ca45",
    "bold #ffffff on #2e7d32",
    "bold #ffffff on #1e62c9",
)
"""Boats with a player's trader on them; the seat number identifies them without colour, too."""
NEUTRAL = "#2b1a0c on #dcc09a"
PARASOL = "#5a0f2e on #f3b6c4"
EMPTY = "#2b1a0c on #a8957c"
ROLES = {
    "thief": "bold #ff8a80 on #191919",
    "guard": "bold #ffffff on #5b4bb0",
    "cook": "bold #2b1a0c on #ff9e40",
}
WATER = "#3f7d99 on #0f3d55"
CLOSED = "#3b6377 on #0b2c3d"
ENTRANCES = {"light": "bold #0b2c3d on #8fd0e8", "dark": "bold #9fd6ea on #051c28"}
BRIDGE = "#b98d57 on #4f351d"
LABEL = "bold #f3dfc1 on #4f351d"
FULL = "#f3dfc1 on #7a5a33"
SCORED = "bold #12303f on #ffffff"
SIGNS = {
    "bridge": ("═║╔╦╗╠╬╣╚╩╝", "=|+++++++++"),
    "mooring": ("•", "o"),
    "full": ("◆", "*"),
    "idle": ("◇", "%"),
    "water": ("~", "~"),
    "closed": ("░", "x"),
    "light": ("○", "()"),
    "dark": ("●", "[]"),
    "thief": ("←T→", "<T>"),
    "guard": ("↕G↕", "^G^"),
    "cook": ("C×2", "Cx2"),
    "arrows": ("←→↕×2", "<>^x2"),
    "parasol": ("☂ ", ""),
    "": ("", ""),
    "small": ("☆", "*"),
    "big": ("★", "**"),
    "guarded": ("↕", "^"),
}
"""The board's symbols; entrances, special boats and market days go by their own names.

`bridge` has the horizontal and the vertical line, then the nine corners and junctions, from the
upper left to the lower right. The empty name is for fields without a market day.
"""
