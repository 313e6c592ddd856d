"""The effect of each event on the position: one function per type of event.

These functions don't check their event; the rules have already done so.
"""

from __future__ import annotations

from ledger.sdk import Ended, Folds, clockwise

from . import events as e
from .state import State

FOLDS = Folds[State]()
"""The functions below, by the type of event they handle."""


@FOLDS.on(e.Dealt)
def dealt(s: State, x: e.Dealt) -> None:
    """Move cards from the pile, face up, into a row (OSA-04, OSA-29)."""
    s.pile.take_all(x.cards)
    row = s.market if x.to == "market" else s.farm
    row.extend(x.cards)


@FOLDS.on(e.Shown)
def shown(s: State, x: e.Shown) -> None:
    """Move cards from the pile into a starting hand (OSA-06)."""
    s.pile.take_all(x.cards)
    s.players[x.seat - 1].hand.extend(x.cards)


@FOLDS.on(e.First)
def first(s: State, x: e.First) -> None:
    """Ask everybody for a starting token, beginning with the first player (OSA-08, OSA-09)."""
    s.first = s.active = x.first
    s.phase, s.asked = "starting token", clockwise(x.first, s.setup.players)


@FOLDS.on(e.Claimed)
def claimed(s: State, x: e.Claimed) -> None:
    """Give the player a token, and ask the next player (OSA-09)."""
    s.players[x.seat - 1].tokens[x.colour] += 1
    del s.asked[0]


@FOLDS.on(e.Turned)
def turned(s: State, x: e.Turned) -> None:
    """Start the next turn (OSA-12)."""
    s.active, s.phase, s.asked = x.seat, "action", []
    s.turn += 1


@FOLDS.on(e.Bought)
def bought(s: State, x: e.Bought) -> None:
    """Discard hand cards, and turn Market cards into goods (OSA-14, OSA-15, OSA-21)."""
    p = s.players[x.seat - 1]
    _move(x.paid, p.hand, s.discard)
    _move(x.cards, s.market, p.goods)
    if x.freed:
        p.piece = p.row = None
    s.passes = 0


@FOLDS.on(e.Sailed)
def sailed(s: State, x: e.Sailed) -> None:
    """Move a ship on, whether or not its space is occupied (OSA-16, A-OSA-06)."""
    s.ships[x.colour] = x.end
    s.sinking = []


@FOLDS.on(e.Took)
def took(s: State, x: e.Took) -> None:
    """Move a Market card to a hand (OSA-18, OSA-21)."""
    p = s.players[x.seat - 1]
    s.market.remove(x.card)
    p.hand.append(x.card)
    if x.freed:
        p.piece = p.row = None
    s.passes = 0


@FOLDS.on(e.Reserved)
def reserved(s: State, x: e.Reserved) -> None:
    """Put a piece on a card (OSA-19)."""
    p = s.players[x.seat - 1]
    p.piece, p.row = x.card, x.row
    s.passes = 0


@FOLDS.on(e.Restocked)
def restocked(s: State, x: e.Restocked) -> None:
    """Move the Farm to the Market; pieces stay on their cards (OSA-28)."""
    s.market += x.cards
    s.farm = []
    for p in s.players:
        if p.row == "farm":
            p.row = "market"


@FOLDS.on(e.Reshuffled)
def reshuffled(s: State, x: e.Reshuffled) -> None:
    """Put the discards under what is left of the pile, as a segment of their own (OSA-31)."""
    s.pile.shuffle_in(s.discard)
    s.discard = []


@FOLDS.on(e.Sold)
def sold(s: State, x: e.Sold) -> None:
    """Turn a set, insured or not, into VP cards and discards (OSA-33, OSA-36)."""
    p = s.players[x.seat - 1]
    colour, name = s.setup.colour, x.colour
    p.goods = [c for c in p.goods if colour[c] != name]
    p.insured = [c for c in p.insured if colour[c] != name]
    p.kept.extend(x.kept)
    s.discard.extend(x.discarded)


@FOLDS.on(e.Drew)
def drew(s: State, x: e.Drew) -> None:
    """Remove cards from the pile without anybody seeing them (OSA-37, A-OSA-26)."""
    p = s.players[x.seat - 1]
    for _ in range(x.count):
        s.pile.take(None)
    p.blind += x.count
    p.substitutes += x.substitutes


@FOLDS.on(e.Earned)
def earned(s: State, x: e.Earned) -> None:
    """Give the player a token; the supply never runs out (OSA-39, A-OSA-24)."""
    s.players[x.seat - 1].tokens[x.colour] += 1


@FOLDS.on(e.Sank)
def sank(s: State, x: e.Sank) -> None:
    """Sink ships, and ask the players who can insure goods (OSA-40, OSA-41)."""
    s.sinking = list(x.colours)
    s.phase, s.asked = "insurance", list(x.asked)


@FOLDS.on(e.Insured)
def insured(s: State, x: e.Insured) -> None:
    """Discard hand cards, and turn the insured goods by 90 degrees for good (OSA-42, A-OSA-08)."""
    p = s.players[x.seat - 1]
    _move(x.cards, p.hand, s.discard)
    _move(x.goods, p.goods, p.insured)
    del s.asked[0]


@FOLDS.on(e.Declined)
def declined(s: State, x: e.Declined) -> None:
    """Ask the next player (OSA-41)."""
    del s.asked[0]


@FOLDS.on(e.Lost)
def lost(s: State, x: e.Lost) -> None:
    """Discard goods (OSA-40)."""
    _move(x.cards, s.players[x.seat - 1].goods, s.discard)


@FOLDS.on(e.Returned)
def returned(s: State, x: e.Returned) -> None:
    """Move a ship back, which ends the tide (OSA-44)."""
    s.ships[x.colour] = x.end
    s.sinking = []


@FOLDS.on(e.Freed)
def freed(s: State, x: e.Freed) -> None:
    """Return a piece to its owner (OSA-22)."""
    p = s.players[x.seat - 1]
    p.piece = p.row = None


@FOLDS.on(e.Passed)
def passed(s: State, x: e.Passed) -> None:
    """Count one more pass in a row (A-OSA-17)."""
    s.passes += 1


@FOLDS.on(Ended)
def ended(s: State, x: Ended) -> None:
    """Stop asking anybody; without this function, the end would only set `over`."""
    s.over = True
    s.phase, s.asked = "over", []


def _move(cards: e.Cards, here: list[str], there: list[str]) -> None:
    for card in cards:
        here.remove(card)
    there.extend(cards)
