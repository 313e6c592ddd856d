"""The set-up: face-up cards, starting hands, the first player, and the starting tokens."""

from __future__ import annotations

from ledger.sdk import N_, Decision, Pile, move

from .. import commands as c
from .. import events as e
from ..setup import Setup
from ..state import Player, State
from .cards import worth
from .turn import deal, start_turn

UNTIL = N_("draw until the cards are worth {least} or more; {total} so far")
"""The remark shown while the cards of a starting hand are being entered."""


def start(setup: Setup) -> State:
    """Return the position before the deal: all cards are in one pile (OSA-03)."""
    players = [Player(tokens=dict.fromkeys(setup.colours, 0)) for _ in range(setup.players)]
    return State(setup, Pile.of(setup.copies), players, dict.fromkeys(setup.colours, 0))


def begin(d: Decision[State]) -> None:
    """OSA-03, OSA-04: deal the Market, the Farm and the hands, and determine the first player.

    The player whose hand has the lowest total goes first. If several players tie, it is the one
    with the fewest cards; if they still tie, a random draw decides (OSA-08).
    """
    s = d.state
    deal(d, s, "market", s.setup.limits.market, "OSA-04")
    deal(d, s, "farm", s.setup.limits.farm, "OSA-04")
    for seat in range(1, s.setup.players + 1):  # A-OSA-22
        d.emit(e.Shown(seat=seat, cards=starting_hand(d, s, seat)))
    hands = [(worth(s, p.hand), len(p.hand)) for p in s.players]
    tied = [str(seat) for seat, hand in enumerate(hands, 1) if hand == min(hands)]
    lot = d.roll(tied, 1, "first", rule="OSA-08") if len(tied) > 1 else ()
    d.emit(e.First(first=int(lot[0] if lot else tied[0]), lot=lot))


def starting_hand(d: Decision[State], s: State, seat: int) -> tuple[str, ...]:
    """Draw and return cards, one at a time, until they are worth at least 8 (OSA-06)."""
    pile, least = s.pile.copy(), s.setup.limits.hand_sum
    cards: list[str] = []
    while (total := worth(s, cards)) < least and pile.size:
        (card,) = d.seen(
            pile, 1, "hand", rule="OSA-06", seat=seat, remark=UNTIL, least=least, total=total
        )
        pile.take(card)
        cards.append(card)
    return tuple(cards)


@move(c.Claim, "OSA-09", e.Claimed, answers="starting token", button=N_("take a token"))
def claim(d: Decision[State], s: State, x: c.Claim) -> None:
    """OSA-09: take a token of any colour; once everybody has one, the first player starts."""
    d.must("OSA-09", x.colour in s.ships, "there is no colour {colour!r}", colour=x.colour)
    d.emit(e.Claimed(seat=x.seat, colour=x.colour))
    if not s.asked:
        start_turn(d, s, s.first)
