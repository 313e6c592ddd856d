"""The position: everything that lies on the table."""

from __future__ import annotations

from dataclasses import dataclass, field

from ledger.kernel.play.piles import Pile

from .setup import Setup

POOL = 0
"""Each stack is shuffled once, so all its unseen boats share one pool."""


@dataclass(slots=True)
class Player:
    """What a player has.

    The hand is `secret` (boats only the player has seen), `unknown` (how many nobody wrote down,
    by the stack they came from) and `shown` (boats everybody has seen: A-KLO-29).
    """

    traders: int
    cards: int
    unknown: list[int]
    secret: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    warehouse: list[str] = field(default_factory=list)
    points: int = 0

    @property
    def hand(self) -> int:
        """Boats in hand; everybody can count them."""
        return len(self.secret) + sum(self.unknown) + len(self.shown)


@dataclass(slots=True)
class State:
    """A position of Bangkok Klongs.

    `boats` and `owners` are by field; a boat without owner is neutral. `out` holds boats that left
    the game, `discarded` counts used move cards. `marker` is the field of the Luk-Phat track.
    In a turn: `moved` (a move card was used), `draws` (a draw is due, KLO-33), `placer` placed the
    last boat, `passes` came in succession since. On a market `day` (small or big) `asked` scores
    next, `scorings` turns to score are left on a small one.
    """

    setup: Setup
    stacks: list[Pile]
    players: list[Player]
    boats: dict[str, str] = field(default_factory=dict)
    owners: dict[str, int] = field(default_factory=dict)
    out: list[str] = field(default_factory=list)
    discarded: int = 0
    marker: int = 0
    day: str = ""
    asked: int = 0
    scorings: int = 0
    passes: int = 0
    placer: int = 0
    moved: bool = False
    draws: bool = False
    phase: str = "set-up"
    active: int = 0
    turn: int = 0
    over: bool = False
