"""The colours of the game, for the terminal and for the browser."""

from __future__ import annotations

SEATS = ("#e05a50", "#c9a227", "#4caf50", "#5b9bf0")
"""Red, yellow, green and blue; the seat's number says the same without colour."""
GOODS = {
    "shrimp": "#e5624e",
    "flowers": "#d052bf",
    "avocado": "#5a9a34",
    "pineapple": "#c98a1b",
    "aubergine": "#8a63d2",
    "fish": "#3a8fc0",
    "banana": "#b59f1a",
}
