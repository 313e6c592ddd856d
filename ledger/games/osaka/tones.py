"""The colours of seats and goods, and the board's symbols, for every kind of picture."""

from __future__ import annotations

from typing import NamedTuple

SEAT_TONES = ("#f4efe6", "#e58fb5", "#9a9a9a", "#b98a5e")
"""White, pink, gray and brown."""


class Tone(NamedTuple):
    """The tones for a colour of goods, and the symbol of the goods themselves.

    `area` fills a surface, `ink` is for text on it, and `line` is for outlines.
    """

    area: str
    ink: str
    line: str
    good: str = "osaka-crate"


GOODS = {
    "red": Tone("#bd3a2e", "#ffffff", "#7a1d16", "osaka-fan"),
    "blue": Tone("#2463ad", "#ffffff", "#123c70", "osaka-vase"),
    "yellow": Tone("#efb82c", "#3a2a00", "#8a6200", "osaka-rice"),
    "green": Tone("#2f8250", "#ffffff", "#194b2c", "osaka-tea"),
}
OTHERS = (
    Tone("#7a4fa3", "#ffffff", "#472a63"),
    Tone("#c8651b", "#ffffff", "#7c3b0a"),
    Tone("#3f8f95", "#ffffff", "#1f5559"),
    Tone("#6b5a4b", "#ffffff", "#3b3027"),
)
"""Tones for colours found only in a custom box."""
SIGNS = {
    "ship": ("◥◤", "\\/"),
    "wreck": ("≋≋", "~~"),
    "anchor": ("⚓", "anchor"),
    "waves": ("≈", "~~"),
    "wave": ("≈", "~"),
    "piece": ("◆", "*"),
    "token": ("●", "o"),
    "icon": ("☂", "i"),
    "flow": ("◂", "<"),
}
"""The board's symbols: one set for most terminals, and one for ASCII-only terminals."""
