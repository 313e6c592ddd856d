"""The words for cubes, symbols, tiles and questions, in every language that has a catalogue."""

from __future__ import annotations

from collections.abc import Mapping

from ledger import sdk
from ledger.sdk import N_, NN_

from .box import CUBES, SEA

SYMBOLS = (N_("ginger"), N_("chili"), N_("tea"), N_("cloves"))
"""The trade symbols of our box."""
WORDS = (
    *(N_("points"), N_("VP tiles"), N_("outposts built"), N_("bonus tiles")),
    *(N_("cards"), N_("cards in hand")),
    *(N_("yellow"), N_("red"), N_("green"), N_("brown"), *SYMBOLS),
    *(N_("market"), N_("sea"), N_("port"), N_("ship"), N_("hold"), N_("hand")),
    *(N_("deck"), N_("stack"), N_("discard pile"), N_("supply")),
    *(N_("start"), N_("turn"), N_("reward")),
)
"""Single words that a screen may show: resources, colours, symbols, tiles, piles, questions."""
ASKS = {
    "start": N_("to choose cubes and place a ship"),
    "turn": N_("on turn"),
    "reward": N_("to choose a reward"),
    "market": N_("may use the market"),
    "hold": N_("to put cubes back"),
}
"""What each question asks the player to do."""
CUBE = {
    "yellow": NN_("{count} yellow cube", "{count} yellow cubes"),
    "red": NN_("{count} red cube", "{count} red cubes"),
    "green": NN_("{count} green cube", "{count} green cubes"),
    "brown": NN_("{count} brown cube", "{count} brown cubes"),
}


class Speaker(sdk.Speaker):
    """Puts cubes and tiles into the words of a language."""

    def cubes(self, colour: str, count: int) -> str:
        """A number of cubes, as what somebody takes or pays."""
        return self.count(CUBE[colour], count) if colour in CUBE else f"{count} {colour}"

    def amounts(self, cubes: Mapping[str, int]) -> str:
        """Cubes of several colours, from the lowest level to the highest."""
        order = dict.fromkeys((*CUBES, *cubes))
        return self.each([self.cubes(k, cubes[k]) for k in order if cubes.get(k)])

    def tile(self, cell: str, tile: str) -> str:
        """A tile on its place of the map."""
        return f"{cell} {self._('sea') if tile == SEA else tile}"
