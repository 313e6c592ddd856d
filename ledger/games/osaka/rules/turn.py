"""The start and end of a turn: the refill, and the pile that it draws from."""

from __future__ import annotations

from collections import Counter

from ledger.sdk import Decision, next_seat
from ledger.sdk.kit import portions

from .. import events as e
from ..state import State
from .cards import buyable


def start_turn(d: Decision[State], s: State, seat: int) -> None:
    """Start a turn, with a refill first if this player can't buy anything (OSA-27, A-OSA-30).

    That happens if the Market is empty or if other players have reserved all of it (A-OSA-13),
    which takes one piece per card.
    """
    d.emit(e.Turned(seat=seat))
    if len(s.market) < s.setup.players and not buyable(s, seat):
        refill(d, s)


def next_turn(d: Decision[State], s: State) -> None:
    """OSA-12: start the next player's turn, clockwise."""
    start_turn(d, s, next_seat(s.active, s.setup.players))


def refill(d: Decision[State], s: State) -> None:
    """OSA-28 to OSA-30: move the Farm to the Market, then deal cards to both (2 and 3)."""
    if s.farm:
        d.emit(e.Restocked(cards=tuple(s.farm)))
    deal(d, s, "market", s.setup.limits.refill_market, "OSA-29")
    deal(d, s, "farm", s.setup.limits.refill_farm, "OSA-29")


def deal(d: Decision[State], s: State, to: str, count: int, rule: str) -> None:
    """Draw cards face up, reshuffling the discards if the pile runs out (A-OSA-15)."""
    for n in portions(s.pile, count, lambda: reshuffle(d, s)):
        d.emit(e.Dealt(to=to, cards=d.seen(s.pile, n, to, rule=rule)))


def reshuffle(d: Decision[State], s: State) -> None:
    """OSA-31: turn the discards, if there are any, into the draw pile."""
    if s.discard:
        d.emit(e.Reshuffled(cards=dict(sorted(Counter(s.discard).items()))))


def close(d: Decision[State], s: State) -> None:
    """End a turn in which something was bought (OSA-27, A-OSA-02)."""
    if s.setup.options.refill_timing == "after_sale":
        refill(d, s)
    next_turn(d, s)
