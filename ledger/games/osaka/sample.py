"""Picks a random acceptable command."""

from __future__ import annotations

import random

from ledger.sdk import Command

from . import commands as c
from .rules.cards import buyable, free, insurable, of_colour, reservable, worth
from .state import State


def sample(s: State, rng: random.Random) -> Command:
    """Return a random acceptable command; every such command can come up."""
    seat = s.asked[0] if s.asked else s.active
    if s.phase == "starting token":
        return c.Claim(seat=seat, colour=rng.choice(s.setup.colours))
    if s.phase == "insurance":
        return _sample_insurance(s, seat, rng)
    p = s.players[seat - 1]
    cards = buyable(s, seat)
    cost = worth(s, cards)
    kinds = ["take"] if cards else []
    if cards and worth(s, p.hand) >= cost:
        kinds.insert(0, "buy")
    if p.piece is None and (free(s, "farm") or free(s, "market")):
        kinds.append("reserve")
    if not kinds:
        return c.Pass(seat=seat)
    kind = kinds[int(rng.random() * len(kinds))]
    if kind == "buy":
        return c.Buy(seat=seat, pay=_sample_payment(s, p.hand, cost, rng))
    if kind == "take":
        card = cards[int(rng.random() * len(cards))]
        own = p.row == "market" and p.piece == card
        # of several identical cards, sometimes take the reserved one
        own = own and (card not in free(s, "market") or rng.random() < 0.5)
        return c.Take(seat=seat, card=card, reserved=own)
    places = reservable(s, p)
    row, card = places[int(rng.random() * len(places))]
    return c.Reserve(seat=seat, card=card, row=row)


def _sample_payment(s: State, hand: list[str], cost: int, rng: random.Random) -> tuple[str, ...]:
    """Return enough random cards to pay, and occasionally a few more (A-OSA-11)."""
    order = rng.sample(hand, len(hand))
    n, total = 0, 0
    while total < cost:
        total += s.setup.value[order[n]]
        n += 1
    while n < len(order) and rng.random() < 0.1:
        n += 1
    return tuple(sorted(order[:n]))


def _sample_insurance(s: State, seat: int, rng: random.Random) -> Command:
    setup, p = s.setup, s.players[seat - 1]
    goods: list[str] = []
    cards: list[str] = []
    for colour in sorted(insurable(s, p, s.sinking)):
        mine = of_colour(s, p.goods, colour)
        able = [x for x in of_colour(s, p.hand, colour) if setup.icons[x]]
        n = rng.randint(0, min(len(mine), sum(setup.icons[x] for x in able)))
        goods += rng.sample(mine, n)
        used: list[str] = []
        for card in rng.sample(able, len(able)):
            short = sum(setup.icons[x] for x in used) < n
            if short or (len(used) < n and rng.random() < 0.1):
                used.append(card)
        cards += used
    if not goods:
        return c.Decline(seat=seat)
    return c.Insure(seat=seat, cards=tuple(sorted(cards)), goods=tuple(sorted(goods)))
