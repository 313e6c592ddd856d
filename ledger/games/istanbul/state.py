"""The position: everything that is on the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import itemgetter
from typing import Annotated

from ledger.sdk import Pile, zone
from ledger.sdk.kit import tally

from .box import AREAS, KINDS, TOKENS
from .setup import Setup

Tiles = Annotated[list[str], zone("tiles", supply="stack")]
Cards = Annotated[list[str], zone("cards", supply="deck")]
Dice = Annotated[list[str], zone(lambda setup: dict.fromkeys(setup.faces))]


@dataclass(slots=True)
class Player:
    """What a player has: tokens, lira and crystals in `have`.

    `fresh` tiles were gained since the start of the player's turn, and do nothing yet (IST-45).
    `dice` is the number of extra dice from all die tiles, and `mosque` says whether the player has
    taken a mosque ruby (IST-32).
    """

    have: Annotated[dict[str, int], zone(each=KINDS, supply="bank/*")]
    rubies: Annotated[int, zone()] = 0
    tiles: Tiles = field(default_factory=list)
    fresh: Tiles = field(default_factory=list)
    dice: Annotated[int, zone(supply="spare")] = 0
    mosque: Annotated[bool, zone()] = False

    @property
    def owned(self) -> list[str]:
        """All mosque tiles, whether usable yet or not."""
        return self.tiles + self.fresh


@dataclass(slots=True)
class State:
    """A position in Istanbul: The Dice Game.

    `dice` has the faces not used yet, in the order rolled, and `used` has the others. `income`
    lists the tiles whose start-of-turn effect is still due. `card` is the chosen bazaar card, and
    `card_dice` the number of dice that revealed it. `asked` lists the seats that can still use the
    others' part.
    """

    setup: Setup
    deck: Pile
    stack: Pile
    players: list[Player]
    bank: dict[str, int]
    taken: Annotated[dict[str, int], zone(keys=AREAS)]
    mosque: Annotated[int, zone()]
    spare: int
    tiles: Tiles = field(default_factory=list)
    discard: Cards = field(default_factory=list)
    shown: Cards = field(default_factory=list)
    card: Annotated[str, zone("cards")] = ""
    card_dice: int = 0
    asked: list[int] = field(default_factory=list)
    dice: Dice = field(default_factory=list)
    used: Dice = field(default_factory=list)
    income: Annotated[list[str], zone("tiles")] = field(default_factory=list)
    phase: str = "set-up"
    rolled: bool = False
    actions: int = 0
    active: int = 0
    turn: int = 0
    over: bool = False


_goods = itemgetter("lira", "crystal", *TOKENS)


def holding(s: State, seat: int) -> tuple[int, ...]:
    """Return what a seat has: rubies, lira, crystals, tokens by colour, tiles."""
    p = s.players[seat - 1]
    return (p.rubies, *_goods(p.have), len(p.tiles) + len(p.fresh))


def pieces(s: State) -> dict[str, int]:
    """Count goods, crystals, lira, rubies, dice, cards and tiles, wherever they are."""
    setup, players = s.setup, s.players
    gone = sum(s.taken.values()) + setup.mosque_rubies - s.mosque
    return {
        **{k: s.bank[k] + sum(p.have[k] for p in players) for k in KINDS},
        "ruby": setup.box.supply.ruby - gone + sum(p.rubies for p in players),
        "dice": setup.limits.dice + s.spare + sum(p.dice for p in players),
        # once by name, and once as totals, which include the unseen ones in piles
        **tally("card", s.discard, s.shown, s.deck),
        **tally("tile", s.tiles, s.stack, *(p.owned for p in players)),
        "cards": len(s.discard) + len(s.shown) + s.deck.size,
        "tiles": len(s.tiles) + sum(len(p.owned) for p in players) + s.stack.size,
    }
