"""Estimating the width of a text without measuring any font.

The browser does the same in `static/text_width.js`, so both cut a text in the same place.
"""

from __future__ import annotations

_THIN = frozenset("iIljtfr.,:;|!'()[] ")
_WIDE = frozenset("mwMW@%&")


def width_of(text: str, size: int) -> int:
    """Return the width of a string in pixels."""
    return sum(map(_thousandths, text)) * size // 1000


def fit(text: str, size: int, space: int) -> str:
    """Cut a string to a width, and mark where it was cut."""
    if width_of(text, size) <= max(space, 0):
        return text
    left = space * 1000 // size - 1000 if size else 0
    out = ""
    for sign in text:
        left -= _thousandths(sign)
        if left < 0:
            break
        out += sign
    return f"{out.rstrip(' ')}…"


def _thousandths(sign: str) -> int:
    if sign in _THIN:
        return 340
    if sign in _WIDE or "A" <= sign <= "Z":
        return 900 if sign in _WIDE else 700
    return 1050 if sign >= "\u1100" else 580
