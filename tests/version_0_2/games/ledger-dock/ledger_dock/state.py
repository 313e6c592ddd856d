"""The position."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated

from ledger.sdk import Lookup, Pile, private, resource

from .box import Box, Options


class Setup(Lookup):
    def __init__(self, box: Box, players: int, options: Options) -> None:
        self.players, self.options, self.crates = players, options, box.crates
        self.goods = tuple(box.crates.copies)


@dataclass(slots=True)
class Player:
    coins: Annotated[int, resource("coins", public=False)]
    crates: Annotated[list[str], resource("crates", is_score=True)] = field(default_factory=list)
    wish: Annotated[str, private] = ""


@dataclass(slots=True)
class State:
    setup: Setup
    bag: Pile
    players: list[Player]
    quay: list[str] = field(default_factory=list)
    tips: int = 0
    phase: str = "load"
    active: int = 0
    turn: int = 0
    over: bool = False


def start(setup: Setup) -> State:
    bag = Pile()
    bag.shuffle(setup.crates.copies)
    return State(setup, bag, [Player(setup.crates.coins) for _ in range(setup.players)])


def ended(s: State) -> str | None:
    return None if s.quay else "the quay is empty"


def tie_breaks(s: State, seat: int) -> int:
    return s.players[seat - 1].coins


def pieces(s: State) -> dict[str, int]:
    seen = Counter([*s.quay, *(crate for p in s.players for crate in p.crates)])
    return {**(seen + s.bag.unseen()), "coins": s.tips + sum(p.coins for p in s.players)}


TIES = "the one with more coins wins"
