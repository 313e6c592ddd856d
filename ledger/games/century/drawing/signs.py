"""The signs and inks of this game's pictures, and cubes as they are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rich.text import Text

CUBES = (
    "bold #000000 on #f2c230",
    "bold #ffffff on #b3261e",
    "bold #ffffff on #2e7d32",
    "bold #ffffff on #7b4a21",
)
"""By level, from yellow to brown; the letters say the same without colour."""
LAND = ("#4a3f0c", "#4d1a17", "#153d20", "#3d2815")
"""What a market tile is painted with, by the level of its symbol."""
SEA = "#10365e"
WAVE = "#6fb1f5"
HARBOUR = "#2f3140"
BARE = "#303030"
INK = "#f0f0f0"
EDGE = "#8c8c8c"
GOLD = "bold #ffd75f"
SHUT = "bold #ff8a80"
CREWS = ("bold #ffffff", "bold #ff9ecb", "bold #7fe3e3", "bold #ffb46b")
"""Ships and outposts on the painted map; the seat's number says the same without colour."""
POINTS = "bold #c9a227"
SEATS = ("bold", "bold #e58fb5", "bold #4fb3b3", "bold #d98e45")
"""Names and points, on a ground of any colour."""


class Signs(NamedTuple):
    """The signs of this board, for one kind of terminal."""

    outpost: str
    ship: str
    wave: str
    post: str
    to: str


UNICODE = Signs(outpost="⌂", ship="▲", wave="≈", post="■", to="→")
ASCII = Signs(outpost="o", ship="^", wave="~", post="#", to=">")


class Brush:
    """Writes cubes, trades and cards in letters, each cube in its colour."""

    def __init__(self, letters: Mapping[str, str], *, plain: bool) -> None:
        self.signs = ASCII if plain else UNICODE
        self.letters = letters
        self.inks = dict(zip(letters, CUBES, strict=False))

    def cubes(self, have: Mapping[str, int], *, short: bool = False) -> Text:
        """Cubes as a row of letters; `short`: more than one of a colour as a number."""
        out = Text()
        for k, letter in self.letters.items():
            if n := have.get(k, 0):
                text = f"{n}{letter}" if short and n > 1 else letter * n
                out.append(text, self.inks.get(k, ""))
        return out

    def trade(
        self, give: Mapping[str, int], get: Mapping[str, int], *, short: bool = False
    ) -> Text:
        """What is given and what is got."""
        out = self.cubes(give, short=short).append(self.signs.to)
        return out.append_text(self.cubes(get, short=short))
