"""A hand and a face-down discard pile, as far as an onlooker can tell their cards apart.

Everybody knows which cards the two contain together; which of them were discarded is hidden. `hand`
and `down` hold the cards that are certainly in hand or certainly discarded. Every unseen discard
puts the cards in hand at that moment on a layer of their own: of the cards in the first i layers at
least `least[i]` have been discarded, and of all layers together exactly `least[-1]`. Nothing more
can be known, as a card can only have been discarded after it came.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Pack:
    """The cards that are certain, and layers of cards that are either in hand or discarded."""

    hand: list[str] = field(default_factory=list)
    down: list[str] = field(default_factory=list)
    layers: list[list[str]] = field(default_factory=list)
    least: list[int] = field(default_factory=list)

    @property
    def in_hand(self) -> int:
        """How many cards are in hand."""
        if not self.layers:
            return len(self.hand)
        return len(self.hand) + sum(map(len, self.layers)) - self.least[-1]

    @property
    def discarded(self) -> int:
        """How many cards are in the discard pile."""
        return len(self.down) + (self.least[-1] if self.least else 0)

    @property
    def maybe(self) -> list[str]:
        """The cards that may be in hand or discarded."""
        return list(itertools.chain(*self.layers)) if self.layers else []

    @property
    def all(self) -> list[str]:
        """All the cards in it, wherever they are."""
        return [*self.hand, *self.down, *self.maybe]

    @property
    def size(self) -> int:
        """How many cards it has altogether."""
        return self.in_hand + self.discarded

    @property
    def sound(self) -> bool:
        """Whether discards can have produced these layers, which a correction may have changed."""
        if len(self.layers) != len(self.least):
            return False
        cards = done = 0
        for layer, least in zip(self.layers, self.least, strict=True):
            cards += len(layer)
            if not done <= least <= cards:
                return False
            done = least
        return True

    def can_hold(self, cards: Iterable[str]) -> bool:
        """Whether all these cards, each named once, could be in hand at the same time."""
        wanted = set(cards).difference(self.hand)
        if not wanted:
            return True
        left = 0
        for layer, least in zip(self.layers, self.least, strict=True):
            left += sum(card not in wanted for card in layer)
            wanted.difference_update(layer)
            if left < least:
                return False
        return not wanted

    def take(self, card: str) -> None:
        """Take out a card that was seen leaving the hand, which proves that it was there.

        Raises `ValueError` if it can't have been in hand.
        """
        for layer in self.layers:
            if card in layer:
                layer.remove(card)
                self._narrow()
                return
        self.hand.remove(card)

    def discard(self, cards: Iterable[str | None]) -> None:
        """Put cards from the hand on the discard pile; None is a card that nobody saw.

        Raises `ValueError` for a card that can't have been in hand.
        """
        unseen = 0
        for card in cards:
            if card is None:
                unseen += 1
                continue
            if self.layers:
                self.take(card)
            else:  # usually everything is known
                self.hand.remove(card)
            self.down.append(card)
        if unseen:
            self.bury(unseen)

    def bury(self, count: int) -> None:
        """Put this many unseen cards from the hand on the discard pile."""
        hand, layers = self.hand, self.layers
        self.hand = []
        if layers:
            layers.append(hand)
            self.least.append(self.least[-1] + count)
            self._narrow()
        elif len(hand) == count:
            self.down += hand
        else:
            self.layers, self.least = [hand], [count]

    def rest(self, more: Iterable[str]) -> None:
        """Return all cards to the hand, and add `more`."""
        hand = self.hand
        if self.layers:
            hand += self.maybe
            self.layers, self.least = [], []
        hand += self.down
        hand += more
        self.down = []

    def _narrow(self) -> None:
        """Settle the first layers if every card in them must have been discarded."""
        cards = certain = 0
        least = self.least
        for i, layer in enumerate(self.layers):
            cards += len(layer)
            if cards == least[i]:
                certain = i + 1
        if certain:
            gone = self.least[certain - 1]
            self.down += itertools.chain(*self.layers[:certain])
            self.layers = self.layers[certain:]
            self.least = [n - gone for n in self.least[certain:]]

    def copy(self) -> Pack:
        """Return an independent copy."""
        pack = object.__new__(Pack)  # faster than its __init__: states are copied all the time
        pack.hand, pack.down = self.hand.copy(), self.down.copy()
        pack.layers = [x.copy() for x in self.layers] if self.layers else []
        pack.least = self.least.copy()
        return pack
