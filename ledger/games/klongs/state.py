"""The position: everything that is on the table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated

from ledger.sdk import Pile, zone
from ledger.sdk.kit import tally

from .setup import Setup

POOL = 0
"""The index of the only pool: each stack is shuffled once, so its unseen boats share one."""
STACKS = ("stacks/0", "stacks/1")
Boats = Annotated[list[str], zone("copies", supply=STACKS)]
InHand = Annotated[list[str], zone("copies", word="hand", supply=STACKS)]
OnBoard = Annotated[
    dict[str, str], zone("copies", word="boat", keys="fields", supply=STACKS, empty=None)
]
Owners = Annotated[dict[str, int], zone(word="trader", keys="fields", seats=True, empty=None)]


@dataclass(slots=True)
class Player:
    """What a player has.

    The hand is made up of `secret` (boats that only the player has seen), `unknown` (the number of
    boats that nobody wrote down, by the stack they came from) and `shown` (boats that everybody has
    seen: A-KLO-29).
    """

    traders: Annotated[int, zone()]
    cards: Annotated[int, zone(supply="discarded")]
    unknown: list[int]
    secret: InHand = field(default_factory=list)
    shown: Boats = field(default_factory=list)
    warehouse: Boats = field(default_factory=list)
    points: Annotated[int, zone()] = 0

    @property
    def hand(self) -> int:
        """The number of boats in hand, which everybody can count."""
        return len(self.secret) + sum(self.unknown) + len(self.shown)


@dataclass(slots=True)
class State:
    """A position in Bangkok Klongs.

    `boats` and `owners` are by field; a boat without an owner is neutral. `out` has the boats that
    left the game, and `discarded` counts used move cards. `marker` is the field of the Luk-Phat
    track that has been reached. During a turn: `moved` (a move card was used), `draws` (a draw is
    due, KLO-33), `placer` (the seat that placed the last boat), `passes` (how many players in a row
    have passed since). On a market `day` (small or big): `asked` (the seat that can score next),
    `scorings` (the number of turns to score that are left on a small day).
    """

    setup: Setup
    stacks: list[Pile]
    players: list[Player]
    boats: OnBoard = field(default_factory=dict)
    owners: Owners = field(default_factory=dict)
    out: Boats = field(default_factory=list)
    discarded: int = 0
    marker: Annotated[int, zone()] = 0
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


def known(s: State) -> Counter[str]:
    """Count the boats that at least one player has seen."""
    return Counter(_seen(s))


def _seen(s: State) -> list[str]:
    theirs = [boat for p in s.players for boat in (*p.secret, *p.shown, *p.warehouse)]
    return [*s.boats.values(), *s.out, *theirs]


def forget(s: State, viewer: int) -> None:
    """Put boats that a seat hasn't seen back among the unseen ones (A-KLO-29)."""
    for seat, p in enumerate(s.players, 1):
        if seat != viewer:
            for boat in p.secret:
                p.unknown[s.setup.stack[boat]] += 1
            p.secret = []
    # count from what the seat sees, so that the remainder doesn't reveal a corrected hand
    left = s.setup.copies.copy()
    for boat in _seen(s):  # a plain loop: bots see a position like this at every move
        if left[boat]:
            left[boat] -= 1
    for stack in s.stacks:
        pool = stack.pools[POOL]
        stack.pools[POOL] = left if len(pool) == len(left) else {kind: left[kind] for kind in pool}


def holding(s: State, seat: int) -> tuple[int, ...]:
    """Return what a seat has.

    These are points, boats in hand, traders in the pool, traders on the board, move cards, and
    boats in the warehouse.
    """
    p, on_board = s.players[seat - 1], [*s.owners.values()].count(seat)
    return (p.points, p.hand, p.traders, on_board, p.cards, len(p.warehouse))


def pieces(s: State) -> dict[str, int]:
    """Count boats by kind, traders by player, and move cards, wherever they are."""
    seen, on_board = known(s), Counter(s.owners.values())
    unseen = sum(stack.size for stack in s.stacks) + sum(sum(p.unknown) for p in s.players)
    return {
        **tally("boat", seen, *s.stacks),
        "boats": seen.total() + unseen,
        **{f"traders of {i}": p.traders + on_board[i] for i, p in enumerate(s.players, 1)},
        "move cards": s.discarded + sum(p.cards for p in s.players),
    }
