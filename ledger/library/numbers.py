"""Whole numbers, in whatever way a file writes them."""

from __future__ import annotations

from typing import Any


def whole(value: Any) -> int | None:
    """Return a whole number, however it is written: 7, "7", 7.0."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int):
        return value if abs(value) < 10**MAX_DIGITS else None
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 10**15 else None
    if isinstance(value, str):
        text = value.strip()
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdecimal() and len(digits) <= MAX_DIGITS:
            return int(text)
    return None


MAX_DIGITS = 18
"""The most digits of a number: what fits into 64 bits."""
