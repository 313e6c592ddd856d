"""The position: everything that lies on the table."""

from __future__ import annotations

from dataclasses import dataclass, field

from ledger.kernel.play.piles import Pile, copy_pile

from .box import Setup


@dataclass(slots=True)
class Player:
    """What lies before a player; `piece` is the card that the reservation piece lies on."""

    hand: list[str]
    goods: list[str]
    insured: list[str]
    tokens: dict[str, int]
    kept: list[str]
    blind: int = 0
    substitutes: int = 0
    piece: str | None = None
    row: str | None = None

    @property
    def vp(self) -> int:
        """Victory points: seen and unseen VP cards, and what stands in for them."""
        return len(self.kept) + self.blind + self.substitutes

    @property
    def all_tokens(self) -> int:
        """Tokens of all colours together."""
        return sum(self.tokens.values())


@dataclass(slots=True)
class State:
    """A position of Traders of Osaka.

    `asked` holds who is still to answer; in phase "action" it is the active player alone.
    """

    setup: Setup
    pile: Pile
    players: list[Player]
    ships: dict[str, int]
    market: list[str] = field(default_factory=list)
    farm: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    phase: str = "set-up"
    asked: list[int] = field(default_factory=list)
    first: int = 0
    active: int = 0
    turn: int = 0
    passes: int = 0
    sinking: list[str] = field(default_factory=list)
    over: bool = False


def copy_state(s: State) -> State:
    """Return an independent copy; the set-up is shared, it never changes."""
    return State(
        s.setup,
        copy_pile(s.pile),
        [
            Player(
                p.hand.copy(),
                p.goods.copy(),
                p.insured.copy(),
                p.tokens.copy(),
                p.kept.copy(),
                p.blind,
                p.substitutes,
                p.piece,
                p.row,
            )
            for p in s.players
        ],
        s.ships.copy(),
        s.market.copy(),
        s.farm.copy(),
        s.discard.copy(),
        s.phase,
        s.asked.copy(),
        s.first,
        s.active,
        s.turn,
        s.passes,
        s.sinking.copy(),
        s.over,
    )
