"""The colours of seats and wares, for every kind of picture."""

from __future__ import annotations

SEAT_TONES = ("#f4efe6", "#e58fb5", "#7fc8c8", "#b98a5e")
"""Colours to tell players apart, as seat numbers do; the game has no player pieces."""
THINGS = {
    "red": "#b8322a",
    "yellow": "#e0a81e",
    "green": "#3d8b4a",
    "blue": "#2a6db5",
    "brown": "#7b4a21",
    "lira": "#a8741a",
    "card": "#5e4391",
}
"""Colours of goods, and of whatever else a die can show."""
RUBY = "bold #e0115f"
SIGNS = {"ruby": ("◆", "*"), "gone": ("·", ".")}
"""The board's symbols: one set for most terminals, and one for ASCII-only terminals."""
