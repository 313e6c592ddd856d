"""The position: everything that is on the table.

A `zone` marks what a table may correct by hand. It says where the values come from: attributes of
`Setup` (`copies`, `colours`) or, for the `supply`, a field of the state (`pile`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated

from ledger.sdk import Pile, zone

from .setup import Setup

Cards = Annotated[list[str], zone("copies", supply="pile")]


@dataclass(slots=True)
class Player:
    """What a player has.

    VP cards are split into `kept`, those that everybody saw, and `blind`, the number that nobody
    saw. `piece` is the card under the reservation piece, and `row` is where that card is.
    """

    hand: Cards = field(default_factory=list)
    goods: Cards = field(default_factory=list)
    insured: Cards = field(default_factory=list)
    tokens: Annotated[dict[str, int], zone(keys="colours")] = field(default_factory=dict)
    kept: Cards = field(default_factory=list)
    blind: int = 0
    substitutes: int = 0
    piece: Annotated[str | None, zone("copies", empty=None)] = None
    row: Annotated[str | None, zone(("market", "farm"), empty=None)] = None

    @property
    def vp(self) -> int:
        """Victory points: seen and unseen VP cards, plus substitutes for cards."""
        return len(self.kept) + self.blind + self.substitutes

    @property
    def all_tokens(self) -> int:
        """The number of tokens, over all colours."""
        return sum(self.tokens.values())


@dataclass(slots=True)
class State:
    """A position in Traders of Osaka.

    `asked` holds the seats that still have to answer. It is empty in phase "action", in which the
    `active` player is asked.
    """

    setup: Setup
    pile: Pile
    players: list[Player]
    ships: Annotated[dict[str, int], zone(word="ship", keys="colours")]
    market: Cards = field(default_factory=list)
    farm: Cards = field(default_factory=list)
    discard: Cards = field(default_factory=list)
    phase: str = "set-up"
    asked: list[int] = field(default_factory=list)
    first: int = 0
    active: int = 0
    turn: int = 0
    passes: int = 0
    sinking: Annotated[list[str], zone("colours")] = field(default_factory=list)
    over: bool = False


def holding(s: State, seat: int) -> tuple[int, ...]:
    """Return what a seat has: hand, coins, goods, insured, tokens, VP."""
    p = s.players[seat - 1]
    coins = sum(map(s.setup.value.__getitem__, p.hand))
    insured = len(p.insured)
    return len(p.hand), coins, len(p.goods) + insured, insured, p.all_tokens, p.vp


def pieces(s: State) -> dict[str, int]:
    """Count the ships, and the cards both by kind and in total."""
    seen = Counter(s.market + s.farm + s.discard)
    for p in s.players:
        seen.update(p.hand + p.goods + p.insured + p.kept)
    unseen = s.pile.size + sum(p.blind for p in s.players)
    return {**(seen + s.pile.unseen()), "cards": seen.total() + unseen, "ships": len(s.ships)}
