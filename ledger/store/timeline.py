"""How the order in which games grew is written: one line per growth, `game first last`."""

from __future__ import annotations

from typing import NamedTuple

TIMELINE = ".service/timeline"
"""The name of the file in a library that holds the timeline."""


class GrowthLine(NamedTuple):
    """Lines that were added to a game."""

    game: str
    first: int
    last: int

    def written(self) -> bytes:
        """Return the line, including its line break."""
        return b"%b %d %d\n" % (self.game.encode(), self.first, self.last)


def parse_growth(line: bytes) -> GrowthLine:
    """Read a line, given without its line break."""
    game, first, last = line.split(b" ")
    return GrowthLine(game.decode(), int(first), int(last))
