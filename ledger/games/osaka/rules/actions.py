"""The actions available in a turn: buy, take, reserve, or pass."""

from __future__ import annotations

from ledger.sdk import N_, Decision, move

from .. import commands as c
from .. import events as e
from ..state import Player, State
from .cards import absent, buyable, can_act, free, holder, not_there, row_of, voyages, worth
from .sale import sale_round
from .turn import close, next_turn, refill


@move(
    c.Buy, "OSA-13", e.Bought, answers="action", called={"pay": "paid"}, button=N_("buy the Market")
)
def buy(d: Decision[State], s: State, p: Player, x: c.Buy) -> None:
    """OSA-13 to OSA-17: pay, take the goods, move the ships, and settle the sale."""
    cards = tuple(buyable(s, x.seat))
    d.must("A-OSA-14", cards, "there is nothing in the Market that you can buy")
    missing = absent(p.hand, x.pay)
    d.must(
        "OSA-13",
        not missing,
        "you can only pay with cards from your hand; {missing} isn't there",
        missing=missing,
    )
    cost, paid = worth(s, cards), worth(s, x.pay)
    d.need(
        "OSA-14", paid >= cost, "the Market costs {cost}, but you paid {paid}", cost=cost, paid=paid
    )
    freed = p.row == "market"
    d.emit(e.Bought(seat=x.seat, paid=x.pay, cards=cards, cost=cost, freed=freed))
    for name, end in voyages(s, cards).items():
        d.emit(e.Sailed(colour=name, start=s.ships[name], end=end))
    if s.setup.options.refill_timing == "after_purchase":  # A-OSA-02
        refill(d, s)
    if s.setup.goal in s.ships.values():
        sale_round(d, s)
    else:
        close(d, s)


@move(
    c.Take,
    "OSA-18",
    e.Took,
    answers="action",
    called={"reserved": "freed"},
    button=N_("take a card"),
)
def take(d: Decision[State], s: State, p: Player, x: c.Take) -> None:
    """OSA-18, OSA-24: take a Market card as coins: a free one, or the player's own reserved one."""
    if x.card not in s.market:
        d.must("OSA-18", False, not_there(s, "market", x.card))
    own = p.row == "market" and p.piece == x.card
    if x.reserved:
        d.must("OSA-24", own, "your piece isn't on a {card} in the Market", card=x.card)
    elif x.card not in free(s, "market"):
        d.must(
            "OSA-24",
            not own,
            "the only {card} you could take is the one under your piece",
            card=x.card,
        )
        d.need("OSA-22", False, "the {card} is reserved", card=x.card)
    d.emit(e.Took(seat=x.seat, card=x.card, freed=x.reserved))
    if d.waived:  # a house rule gave away the card under somebody's piece
        d.emit(e.Freed(seat=holder(s, x.card)))
    next_turn(d, s)


@move(c.Reserve, "OSA-19", e.Reserved, answers="action", button=N_("reserve a card"))
def reserve(d: Decision[State], s: State, p: Player, x: c.Reserve) -> None:
    """OSA-19, OSA-20: put the piece on a card that nobody has reserved."""
    d.must("OSA-19", x.row in ("market", "farm"), "there is no row {row!r}", row=x.row)
    if x.card not in row_of(s, x.row):
        d.must("OSA-19", False, not_there(s, x.row, x.card))
    d.must(
        "OSA-20", p.piece is None, "your reservation piece is already on the {piece}", piece=p.piece
    )
    d.must("OSA-20", x.card in free(s, x.row), "the {card} is already reserved", card=x.card)
    d.emit(e.Reserved(seat=x.seat, card=x.card, row=x.row))
    next_turn(d, s)


@move(c.Pass, "A-OSA-17", e.Passed, answers="action", button=N_("pass"))
def pass_(d: Decision[State], s: State, x: c.Pass) -> None:
    """A-OSA-17, A-OSA-27: pass, which is allowed only if nothing else can be done.

    If everybody passes, the game ends.
    """
    d.need("A-OSA-27", not can_act(s, x.seat), "you must buy, take or reserve if you can")
    d.emit(e.Passed(seat=x.seat))
    if s.passes >= s.setup.players:
        d.end()
    else:
        next_turn(d, s)
