"""What sentences are made of: cubes, symbols and tiles as a language puts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ledger.kernel.text import sentences as words
from ledger.kernel.text.sentences import N_

from .box import CUBES, SEA

SYMBOLS = (N_("ginger"), N_("chili"), N_("tea"), N_("cloves"))
"""The trade symbols of our box."""


class Teller(words.Teller):
    """Tells cubes, symbols and tiles."""

    phrases = {  # noqa: RUF012
        "other": lambda t, x: t.name(x.opponent),
        "who": lambda t, x: t.each(map(t.name, x.seats)),
        "symbol": lambda t, x: t.symbol(x.symbol),
        "mixed": lambda t, x: str(len(x.tiles)),
        "map": lambda t, x: ", ".join(
            f"{cell} {t.tile(tile)}" for cell, tile in zip(x.cells, x.tiles, strict=False)
        ),
        "got": lambda t, x: t.amounts(x.got),
        "gave": lambda t, x: t.amounts(x.gave),
        "paid": lambda t, x: t.amounts(Counter(x.paid)),
        "back": lambda t, x: t.amounts(Counter(x.cubes)),
        "cube": lambda t, x: t.cubes(x.cube, 1),
        "discards": lambda t, x: str(len(x.hand) + len(x.played)),
        "spent": lambda t, x: ", ".join(card or "?" for card in (*x.hand, *x.played)),
    }

    def several(self, values: Sequence[Any]) -> str:
        """A field that holds several things."""
        return self.each(map(str, values))

    def cubes(self, colour: str, count: int) -> str:
        """A number of cubes, as what somebody takes or pays."""
        n = self.n
        known = {
            "yellow": n("{count} yellow cube", "{count} yellow cubes", count),
            "red": n("{count} red cube", "{count} red cubes", count),
            "green": n("{count} green cube", "{count} green cubes", count),
            "brown": n("{count} brown cube", "{count} brown cubes", count),
        }
        return known.get(colour, "{count} {colour}").format(count=count, colour=colour)

    def amounts(self, cubes: Mapping[str, int]) -> str:
        """Cubes of several colours, from the lowest level to the highest."""
        order = [*(k for k in CUBES if k in cubes), *(k for k in cubes if k not in CUBES)]
        return self.each(self.cubes(k, cubes[k]) for k in order if cubes[k])

    def symbol(self, symbol: str) -> str:
        """A trade symbol; one of somebody's own box stays as it is."""
        return self._(symbol) if symbol in SYMBOLS else symbol

    def tile(self, tile: str) -> str:
        """A tile of the map."""
        return self._("sea") if tile == SEA else tile
