"""How turns begin and end: refill, and the pile it draws from."""

from __future__ import annotations

from collections import Counter

from ledger.sdk import Decision
from ledger.sdk.kit import portions

from .. import events as e
from ..state import State
from .cards import buyable


def start_turn(d: Decision[State], s: State, seat: int) -> None:
    """Begin a turn; refill at once if there is nothing for this player (OSA-27, A-OSA-30).

    That is the case if the Market is empty or others have reserved all of it (A-OSA-13), which
    takes a piece for each card.
    """
    d.emit(e.Turned(seat=seat))
    if len(s.market) < s.setup.players and not buyable(s, seat):
        refill(d, s)


def next_turn(d: Decision[State], s: State) -> None:
    """OSA-12: begin the turn of the next player, clockwise."""
    start_turn(d, s, s.active % s.setup.players + 1)


def refill(d: Decision[State], s: State) -> None:
    """OSA-28 to OSA-30: the Farm moves up, 2 cards to the Market, 3 to the Farm."""
    if s.farm:
        d.emit(e.Restocked(cards=tuple(s.farm)))
    deal(d, s, "market", s.setup.limits.refill_market, "OSA-29")
    deal(d, s, "farm", s.setup.limits.refill_farm, "OSA-29")


def deal(d: Decision[State], s: State, to: str, count: int, rule: str) -> None:
    """Draw face-up cards; shuffle the discards in when the next card is due (A-OSA-15)."""
    for n in portions(s.pile, count, lambda: reshuffle(d, s)):
        d.emit(e.Dealt(to=to, cards=d.seen(s.pile, n, to, rule=rule)))


def reshuffle(d: Decision[State], s: State) -> None:
    """OSA-31: make the discards, if there are any, the draw pile."""
    if s.discard:
        d.emit(e.Reshuffled(cards=dict(sorted(Counter(s.discard).items()))))


def close(d: Decision[State], s: State) -> None:
    """End a turn in which something was bought (OSA-27, A-OSA-02)."""
    if s.setup.options.refill_timing == "after_sale":
        refill(d, s)
    next_turn(d, s)
