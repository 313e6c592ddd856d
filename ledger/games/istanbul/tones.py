"""The colours of seats and wares, for every picture."""

from __future__ import annotations

SEAT_TONES = ("#f4efe6", "#e58fb5", "#7fc8c8", "#b98a5e")
"""Players have no pieces; these colours only tell them apart, as the numbers of the seats do."""
THINGS = {
    "red": "#b8322a",
    "yellow": "#e0a81e",
    "green": "#3d8b4a",
    "blue": "#2a6db5",
    "brown": "#7b4a21",
    "lira": "#a8741a",
    "card": "#5e4391",
}
"""Goods and what else a die can show."""
RUBY = "bold #e0115f"
SIGNS = {"ruby": ("◆", "*"), "gone": ("·", ".")}
"""The signs of the board: for most terminals, and for those with only ASCII."""
