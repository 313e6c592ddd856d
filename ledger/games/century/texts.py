"""The names of cubes, symbols, tiles and questions, in every language that has a catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from gettext import NullTranslations

from ledger import sdk
from ledger.sdk import N_, Component, plural

from .box import CLOSED, CUBES, SEA, Box, Card, Market

SYMBOLS = (N_("ginger"), N_("chili"), N_("tea"), N_("cloves"))
"""The trade symbols in the standard box."""
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
    "yellow": plural("{count} yellow (cube|cubes)"),
    "red": plural("{count} red (cube|cubes)"),
    "green": plural("{count} green (cube|cubes)"),
    "brown": plural("{count} brown (cube|cubes)"),
}

TIES = N_("tied on points, the last player in turn order wins")
"""How ties are broken."""


class Speaker(sdk.Speaker):
    """Puts cubes and tiles into words in one language."""

    def cubes(self, colour: str, count: int) -> str:
        """Return a number of cubes as a phrase, for something taken or paid."""
        return self.count(CUBE[colour], count) if colour in CUBE else f"{count} {colour}"

    def amounts(self, cubes: Mapping[str, int]) -> str:
        """Return cubes of several colours as a phrase, from the lowest level to the highest."""
        order = dict.fromkeys((*CUBES, *cubes))
        return self.each([self.cubes(k, cubes[k]) for k in order if cubes.get(k)])

    def tile(self, cell: str, tile: str) -> str:
        """Return a tile with its place on the map."""
        return f"{cell} {self._('sea') if tile == SEA else tile}"

    def trade(self, x: Card | Market) -> str:
        """Describe what a trade takes and gives."""
        give, get = self.amounts(x.give), self.amounts(x.get)
        return self._("trade {give} for {get}").format(give=give, get=get)

    def merchant(self, card: Card) -> str:
        """Describe what a merchant card does."""
        if card.steps:
            return self.count(plural("{count} (upgrade|upgrades)"), card.steps)
        return self.amounts(card.gain) if card.gain else self.trade(card)

    def symbol(self, symbol: str) -> str:
        """Return the name of a market tile's symbol."""
        return self._(symbol) if symbol in SYMBOLS else symbol


def components(box: Box, words: NullTranslations) -> Iterator[Component]:
    """Yield the cards, the map tiles, the VP tiles, and the starting cubes."""
    t = Speaker(words)
    each = max(box.players.counts)
    for card in box.start:
        yield Component(t._("starting card"), card.id, each, means=t.merchant(card))
    for card in box.card:
        yield Component(t._("merchant card"), card.id, means=t.merchant(card), slot="row")
    for m in box.market:
        means = f"{t.trade(m)} ({t.symbol(m.symbol)})"
        yield Component(t._("market tile"), m.id, means=means, slot="map")
    yield Component(t._("map tile"), SEA, box.limits.sea, t._("sea"), slot="map")
    for vp in box.vp:
        points = plural("{count} (point|points) for {cubes}")
        means = t.count(points, vp.points, cubes=t.amounts(vp.cost))
        yield Component(t._("VP tile"), vp.id, means=means, slot="port")
    yield Component(t._("VP tile"), CLOSED, name=t._("the closed port"), slot="port")
    for s in box.set:
        yield Component(t._("set of starting cubes"), s.id, means=t.amounts(s.cubes))
