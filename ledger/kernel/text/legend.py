"""What the signs of a board mean: a game says it as data, and every board shows it alike."""

from __future__ import annotations

from typing import NamedTuple


class Sign(NamedTuple):
    """A sign and what it means.

    `{name}` stands for the sign of that name in the picture's theme, or for one that all boards
    have (`{back}`, `{turn}`); `{letter}` is the first of the letters.
    """

    sign: str
    meaning: str
    style: str = ""
