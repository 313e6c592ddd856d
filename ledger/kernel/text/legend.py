"""The symbols on a board and their meanings: declared as data, and shown on every board."""

from __future__ import annotations

from typing import NamedTuple


class Sign(NamedTuple):
    """A symbol on a board and what it means.

    `{name}` is replaced by the symbol of that name in the picture's theme, or by one that all
    boards have (`{back}`, `{turn}`); `{letter}` is the first of the letters.
    """

    sign: str
    meaning: str
    style: str = ""
