"""Whole numbers, in all the ways that files write them."""

from __future__ import annotations

import functools
import re
from typing import Any

_WHOLE = re.compile(r"(-?[0-9]+)(?:[.,]00?)?")
"""A program that counts in floats writes 7 as 7.0, while 7.000 may mean seven thousand."""

MAX_DIGITS = 18
"""The most digits that a number can have to fit into 64 bits."""

LONGEST = len("-") + MAX_DIGITS + len(".00")
"""The longest text, in characters, that can be a whole number."""


def whole(value: Any) -> int | None:
    """Return a whole number, however it is written: 7, "7", 7.0, "7.0"."""
    if isinstance(value, str):
        text = value.strip()
        return _read(text) if len(text) <= LONGEST else None
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int):
        return value if abs(value) < 10**MAX_DIGITS else None
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 10**15 else None
    return None


@functools.lru_cache(maxsize=4096)
def _read(text: str) -> int | None:
    m = _WHOLE.fullmatch(text)
    if m is not None and len(m.group(1).removeprefix("-")) <= MAX_DIGITS:
        return int(m.group(1))
    return None
