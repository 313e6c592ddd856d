"""The set-up: shuffling the boats, dealing the starting hands, and the first turn."""

from __future__ import annotations

from ledger.sdk import Decision, Pile

from ..setup import Setup
from ..state import Player, State
from .market_day import next_turn
from .turn import draw_from


def start(setup: Setup) -> State:
    """Return the first position: empty water, shuffled boats, traders and move cards handed out.

    See KLO-02 and KLO-03.
    """
    both: list[dict[str, int]] = [{}, {}] if setup.tactical else [{}]  # KLO-40
    for kind, n in setup.copies.items():
        both[setup.stack[kind]][kind] = n
    stacks = [Pile.of(kinds) for kinds in both]
    players = [Player(setup.traders, setup.cards, [0] * len(stacks)) for _ in range(setup.players)]
    return State(setup, stacks, players)


def begin(d: Decision[State]) -> None:
    """KLO-04, KLO-06, KLO-41, A-KLO-28: deal; seat 1 is the youngest player."""
    s = d.state
    for seat in range(1, s.setup.players + 1):
        for stack, count in s.setup.deal:
            draw_from(d, seat, stack, count, "KLO-41" if s.setup.tactical else "KLO-04")
    next_turn(d)
