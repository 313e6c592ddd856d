"""The position: everything that lies on the table."""

from __future__ import annotations

from dataclasses import dataclass, field

from ledger.kernel.play.piles import Pile

from .box import Setup

POOL = 0
"""There is one shuffle in a game, so all unseen stones share one pool."""


@dataclass(slots=True)
class Hand:
    """The stones that are known, and the number of those that are not."""

    stones: list[str] = field(default_factory=list)
    unknown: int = 0

    @property
    def size(self) -> int:
        return len(self.stones) + self.unknown


@dataclass(slots=True)
class State:
    """A position of Splash; `dry` holds who has ducked in this turn."""

    setup: Setup
    bag: Pile
    hands: list[Hand]
    points: list[int]
    pond: list[str] = field(default_factory=list)
    thrown: str | None = None
    asked: list[int] = field(default_factory=list)
    dry: list[int] = field(default_factory=list)
    active: int = 0
    turn: int = 0
    over: bool = False
