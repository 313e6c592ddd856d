"""How turns begin and end: refill, and the pile it draws from."""

from __future__ import annotations

from collections import Counter

from ledger.sdk import Decision

from .. import events as e
from ..state import State
from .cards import blocked


def start_turn(d: Decision[State], seat: int) -> None:
    """Begin a turn; refill at once when nothing is there for this player (OSA-27, A-OSA-30)."""
    d.emit(e.Turned(seat=seat))
    if blocked(d.state, seat):
        refill(d)


def next_turn(d: Decision[State]) -> None:
    """OSA-12: play goes clockwise."""
    start_turn(d, d.state.active % d.state.setup.players + 1)


def refill(d: Decision[State]) -> None:
    """OSA-28 to OSA-30: the Farm moves up, 2 cards to the Market, 3 to the Farm."""
    s = d.state
    limits = s.setup.limits
    if s.farm:
        d.emit(e.Restocked(cards=tuple(s.farm)))
    deal(d, "market", limits.refill_market, "OSA-29")
    deal(d, "farm", limits.refill_farm, "OSA-29")


def deal(d: Decision[State], to: str, count: int, rule: str) -> None:
    """Draw face-up cards; shuffle the discards in when the next card is due (A-OSA-15)."""
    while count and (size := renewed(d)):
        n = min(count, size)
        d.emit(e.Dealt(to=to, cards=d.seen(d.state.pile, n, to, rule=rule)))
        count -= n


def renewed(d: Decision[State]) -> int:
    """Return how many cards can be drawn, shuffling the discards in first if need be (OSA-31)."""
    s = d.state
    size = s.pile.size
    if not size and s.discard:
        d.emit(e.Reshuffled(cards=dict(sorted(Counter(s.discard).items()))))
        size = s.pile.size
    return size


def close(d: Decision[State]) -> None:
    """End a turn in which something was bought."""
    if d.state.setup.options.refill_timing == "after_sale":
        refill(d)
    next_turn(d)
