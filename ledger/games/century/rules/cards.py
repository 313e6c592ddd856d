"""Merchant cards: acquire, play, rest."""

from __future__ import annotations

from collections.abc import Callable

from ledger.kernel.play.decide import Decision

from .. import commands as c
from .. import events as e
from ..box import CUBES
from ..setup import Card
from ..state import State
from .cubes import NEXT, held, many, tally, times, total
from .row import refill
from .turn_end import finish


def acquire(d: Decision, x: c.Acquire) -> None:
    """CEN-14 to CEN-17: a cube on every card to the left, then the card and what lies on it."""
    s: State = d.state
    d.must("CEN-14", x.card in s.row, f"{x.card} does not lie in the row: {', '.join(s.row)}")
    place = s.row.index(x.card)
    mine = total(s.players[x.seat - 1])
    if not place:
        d.must("CEN-16", not x.pay, f"{x.card} is the leftmost card: it is free")
    elif mine < place:
        say = f"{x.card} costs {many(place)}, you have {mine}"
        d.need("CEN-A23", False, f"{say}; those on the card come after paying")
    elif len(x.pay) != place:
        d.need("CEN-14", False, f"{x.card} costs {many(place)}, you pay {len(x.pay)}")
    d.must("CEN-14", len(x.pay) <= place, f"there are only {place} cards to lay cubes on")
    held(d, "CEN-14", x.seat, x.pay)
    d.emit(e.Acquired(seat=x.seat, card=x.card, paid=x.pay, got=tally(s.laid[place])))
    refill(d)
    finish(d)


def play(d: Decision, x: c.Play) -> None:
    """CEN-18: a card of the hand, face up, with its effect."""
    s: State = d.state
    p = s.players[x.seat - 1]
    card = s.setup.cards.get(x.card)
    if card is None or not p.cards.can_hold((x.card,)):
        where = f"{x.card} lies face up before you" if x.card in p.played else f"no {x.card} there"
        d.must("CEN-18", False, f"you can play only cards of your hand: {where}")
        raise AssertionError
    d.must("CEN-20", card.kind == "upgrade" or not x.steps, f"{x.card} is no upgrade card")
    d.must("CEN-22", card.kind == "trade" or x.times == 1, f"{x.card} is no trade card")
    _EFFECT[card.kind](d, x, card)
    finish(d)


def _gather(d: Decision, x: c.Play, card: Card) -> None:
    """CEN-19: cubes from the supply, which has always enough (CEN-45)."""
    d.emit(e.Gathered(seat=x.seat, card=x.card, got=dict(card.get)))


def _upgrade(d: Decision, x: c.Play, card: Card) -> None:
    """CEN-20, CEN-21: up to so many steps, also of one cube, lower levels first."""
    n = len(x.steps)
    say = f"{x.card} has {many(card.steps, 'upgrade')}, you make {n}"
    d.need("CEN-20", n <= card.steps, say)
    there = d.state.players[x.seat - 1].hold.copy()
    for cube in x.steps:
        d.must("CEN-20", cube in there, f"{cube!r} is no cube; there are {', '.join(CUBES)}")
        d.must("CEN-A22", cube in NEXT, f"{cube} is the highest level")
    before = there.copy()
    for cube, m in tally(x.steps).items():
        say = f"you upgrade {m} {cube}, there are {there[cube]}"
        d.must("CEN-20", there[cube] >= m, say)
        there[cube] -= m
        there[NEXT[cube]] += m
    gave = {k: before[k] - there[k] for k in CUBES if before[k] > there[k]}
    got = {k: there[k] - before[k] for k in CUBES if before[k] < there[k]}
    d.emit(e.Upgraded(seat=x.seat, card=x.card, steps=x.steps, gave=gave, got=got))


def _trade(d: Decision, x: c.Play, card: Card) -> None:
    """CEN-22: at least once (CEN-A21), as often as the cubes allow."""
    hold = d.state.players[x.seat - 1].hold
    d.must("CEN-22", x.times >= 0, f"{x.card} cannot be done {x.times} times")
    d.need("CEN-A21", x.times, f"{x.card} is played for at least one trade")
    for cube, n in card.give:
        if hold[cube] < n * x.times:
            say = f"{x.card} done {many(x.times, 'time')} takes {n * x.times} {cube}"
            d.must("CEN-22", False, f"{say}, you have {hold[cube]}")
    gave, got = times(card.give, x.times), times(card.get, x.times)
    d.emit(e.Traded(seat=x.seat, card=x.card, times=x.times, gave=gave, got=got))


_EFFECT: dict[str, Callable[[Decision, c.Play, Card], None]] = {
    "spice": _gather,
    "upgrade": _upgrade,
    "trade": _trade,
}


def rest(d: Decision, x: c.Rest) -> None:
    """CEN-43: played and discarded cards come back; it may be none (CEN-A26)."""
    p = d.state.players[x.seat - 1]
    d.emit(e.Rested(seat=x.seat, cards=len(p.played) + p.cards.discarded))
    finish(d)
