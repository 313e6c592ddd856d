"""How the order in which games grew is written: a line for each growth, `game first last`."""

from __future__ import annotations

from typing import NamedTuple

TIMELINE = ".service/timeline"
"""The file in a library that tells it."""


class GrowthLine(NamedTuple):
    """Lines that a game got."""

    game: str
    first: int
    last: int

    def written(self) -> bytes:
        """Return the line, with its end."""
        return b"%b %d %d\n" % (self.game.encode(), self.first, self.last)


def parse_growth(line: bytes) -> GrowthLine:
    """Read a line, without its end."""
    game, first, last = line.split(b" ")
    return GrowthLine(game.decode(), int(first), int(last))
