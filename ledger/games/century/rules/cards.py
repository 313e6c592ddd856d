"""Merchant cards: acquiring them, playing them, and resting."""

from __future__ import annotations

from ledger.sdk import N_, Decision, move

from .. import commands as c
from .. import events as e
from ..box import CUBES
from ..setup import Card
from ..state import Player, State
from .cubes import NEXT, held, many_cubes, no_cube, payable, tally, times, total
from .turn_end import finish


def refill(d: Decision[State], rule: str = "CEN-17") -> None:
    """CEN-17: add new cards on the right; do nothing if the deck is empty (CEN-A27)."""
    s = d.state
    missing = min(s.setup.limits.row - len(s.row), s.deck.size)
    if missing > 0:
        d.emit(e.RowFilled(cards=d.seen(s.deck, missing, "row", rule=rule)))


@move(c.Acquire, "CEN-14", e.Acquired, called={"pay": "paid"}, button=N_("acquire a card"))
def acquire(d: Decision[State], s: State, p: Player, x: c.Acquire) -> None:
    """CEN-14 to CEN-17: put a cube on every card to the left, then take the card with its cubes."""
    d.must(
        "CEN-14",
        x.card in s.row,
        "{card} isn't in the row: {row}",
        card=x.card,
        row=", ".join(s.row),
    )
    place, mine = s.row.index(x.card), total(p)
    d.must("CEN-16", place or not x.pay, "{card} is the leftmost card: it is free", card=x.card)
    if mine < place:
        d.need(
            "CEN-A23",
            False,
            "{card} costs {cost}, but you have {mine}; you get the cubes on the card only after "
            "paying",
            card=x.card,
            cost=many_cubes(place),
            mine=mine,
        )
    elif len(x.pay) != place:
        d.need(
            "CEN-14",
            False,
            "{card} costs {cost}, but you pay {paid}",
            card=x.card,
            cost=many_cubes(place),
            paid=len(x.pay),
        )
    d.must(
        "CEN-14", len(x.pay) <= place, "there are only {cards} cards to put cubes on", cards=place
    )
    held(d, "CEN-14", p, x.pay)
    d.emit(e.Acquired(seat=x.seat, card=x.card, paid=x.pay, got=tally(s.laid[place])))
    refill(d)
    finish(d)


@move(c.Play, "CEN-16", e.Gathered, e.Upgraded, e.Traded, button=N_("play a card"))
def play(d: Decision[State], s: State, p: Player, x: c.Play) -> None:
    """CEN-18: play a card from the hand face up, and do what it says."""
    if x.card not in s.setup.cards or not p.cards.can_hold((x.card,)):
        up = x.card in p.played
        d.must(
            "CEN-18",
            False,
            "you can only play cards from your hand: {card} is lying face up in front of you"
            if up
            else "you can only play cards from your hand, and {card} isn't there",
            card=x.card,
        )
    card = s.setup.cards[x.card]
    d.must(
        "CEN-20",
        card.kind == "upgrade" or not x.steps,
        "{card} isn't an upgrade card",
        card=x.card,
    )
    d.must("CEN-22", card.kind == "trade" or x.times == 1, "{card} isn't a trade card", card=x.card)
    if card.kind == "upgrade":
        _upgrade(d, p, x, card)
    elif card.kind == "trade":
        _trade(d, p, x, card)
    else:  # the supply always has enough
        d.emit(e.Gathered(seat=x.seat, card=x.card, got=dict(card.get)))  # CEN-19, CEN-45
    finish(d)


def _upgrade(d: Decision[State], p: Player, x: c.Play, card: Card) -> None:
    """CEN-20, CEN-21: make up to the card's number of steps, lower levels first.

    The same cube can take several of the steps.
    """
    d.need(
        "CEN-20",
        len(x.steps) <= card.steps,
        "{card} has {upgrades} upgrade, but you made {made}"
        if card.steps == 1
        else "{card} has {upgrades} upgrades, but you made {made}",
        card=x.card,
        upgrades=card.steps,
        made=len(x.steps),
    )
    before, after = p.hold, p.hold.copy()
    for cube in x.steps:
        if cube not in before:
            d.must("CEN-20", False, no_cube(cube))
        d.must("CEN-A22", cube in NEXT, "{cube} is the highest level", cube=cube)
    for cube, m in tally(x.steps).items():
        d.must(
            "CEN-20",
            after[cube] >= m,
            "you upgrade {n} {cube}, but there are {there}",
            n=m,
            cube=cube,
            there=after[cube],
        )
        after[cube] -= m
        after[NEXT[cube]] += m
    gave = {k: before[k] - after[k] for k in CUBES if before[k] > after[k]}
    got = {k: after[k] - before[k] for k in CUBES if before[k] < after[k]}
    d.emit(e.Upgraded(seat=x.seat, card=x.card, steps=x.steps, gave=gave, got=got))


def _trade(d: Decision[State], p: Player, x: c.Play, card: Card) -> None:
    """CEN-22: trade at least once (CEN-A21), and at most as often as the cubes allow."""
    d.must("CEN-22", x.times >= 0, "{card} can't be used {times} times", card=x.card, times=x.times)
    d.need("CEN-A21", x.times, "{card} must be used for at least one trade", card=x.card)
    payable(d, "CEN-22", p, card.give, x.times, x.card)
    gave, got = times(card.give, x.times), times(card.get, x.times)
    d.emit(e.Traded(seat=x.seat, card=x.card, times=x.times, gave=gave, got=got))


@move(c.Rest, "CEN-13", e.Rested, button=N_("rest"))
def rest(d: Decision[State], s: State, p: Player, x: c.Rest) -> None:
    """CEN-43: take back all played and discarded cards, even if there are none (CEN-A26)."""
    d.emit(e.Rested(seat=x.seat, cards=len(p.played) + p.cards.discarded))
    finish(d)
