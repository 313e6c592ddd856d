"""The position: everything that lies on the table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ledger.sdk import Pile

from .setup import Setup

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


def holdings(s: State) -> list[tuple[int, ...]]:
    """Return what each seat has: stones and points."""
    return [(h.size, p) for h, p in zip(s.hands, s.points, strict=True)]


def scores(s: State) -> tuple[int, ...]:
    """Return the points of each seat."""
    return tuple(s.points)


def pieces(s: State) -> dict[str, int]:
    """Count the stones, by kind and all together."""
    seen = Counter(s.pond)
    for hand in s.hands:
        seen.update(hand.stones)
    unknown = sum(hand.unknown for hand in s.hands)
    kinds = seen + s.bag.unseen()
    return {**kinds, "stones": seen.total() + unknown + s.bag.size}


def forget(s: State, viewer: int) -> None:
    """Put the stones that a seat did not see back among the unseen ones."""
    for seat, hand in enumerate(s.hands, 1):
        if seat != viewer:
            for stone in hand.stones:
                s.bag.hide(stone, POOL)
            hand.stones, hand.unknown = [], hand.size
