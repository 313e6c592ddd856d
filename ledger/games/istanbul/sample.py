"""A random acceptable command: every one of them can come."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from ledger.kernel.game.interface import Command

from . import commands as c
from .box import AREAS, GOODS
from .legal import can_reroll, pair_payment, ruby_areas, ruby_payment
from .rules.actions import allowed
from .rules.effects import able, open_gains
from .rules.payment import pay_different, pay_for
from .setup import Deal
from .state import State


def sample(s: State, rng: random.Random) -> Command:
    """Return a random acceptable command; every one of them can come."""
    if s.phase == "action":
        return _sample_action(s, s.active, rng)
    if s.phase == "income":
        return c.Income(seat=s.active, tile=rng.choice(s.income))
    if s.phase == "offer":
        seat = s.asked[0]
        deal = s.setup.others[s.card]
        if deal is None or rng.random() < 0.2:
            return c.Refuse(seat=seat)
        return c.Accept(seat=seat, **_sample_deal(s, seat, deal, rng))
    card = rng.choice(s.shown)
    deal = s.setup.cards[card]
    if not able(s, s.active, deal) or (deal.conditional and rng.random() < 0.2):
        return c.Otherwise(seat=s.active, card=card)
    return c.Use(seat=s.active, card=card, **_sample_deal(s, s.active, deal, rng))


def _sample_action(s: State, seat: int, rng: random.Random) -> Command:
    if s.actions >= allowed(s, s.players[seat - 1]):
        return c.End(seat=seat)
    x = rng.random()
    if x < 0.04:
        return c.End(seat=seat)
    if x < 0.2 and can_reroll(s, seat):
        return _sample_reroll(s, seat, rng)
    first = int(rng.random() * len(KINDS))
    for kind in _KINDS_FROM[first]:
        command = kind(s, seat, rng)
        if command is not None:
            return command
    return c.End(seat=seat)


def _sample_reroll(s: State, seat: int, rng: random.Random) -> Command:
    n = len(s.dice)
    dice = rng.sample(range(1, n + 1), rng.randint(1, n))
    return c.Reroll(seat=seat, dice=tuple(dice))


def _some_ruby(s: State, seat: int, rng: random.Random) -> Command | None:
    for area in _shifted(AREAS, rng):
        if (pay := ruby_payment(s, seat, area, rng)) is not None:
            return c.Ruby(seat=seat, area=area, pay=pay)
    return None


def _some_tile(s: State, seat: int, rng: random.Random) -> Command | None:
    for tile in _shifted(s.tiles, rng):
        if (pay := pay_for(s, seat, s.setup.tiles[tile], rng=rng)) is not None:
            return c.Mosque(seat=seat, tile=tile, pay=pay)
    return None


def _some_lira(s: State, seat: int, rng: random.Random) -> Command | None:
    return c.Lira(seat=seat) if s.setup.coin in s.dice else None


def _some_cards(s: State, seat: int, rng: random.Random) -> Command | None:
    n = s.dice.count(s.setup.card_face)
    return c.Bazaar(seat=seat, dice=1 + int(rng.random() * n)) if n else None


def _some_pair(s: State, seat: int, rng: random.Random) -> Command | None:
    for colour in _shifted(GOODS, rng):
        if (pay := pair_payment(s, seat, colour, rng)) is not None:
            return c.Pair(seat=seat, colour=colour, pay=pay)
    return None


def _some_mix(s: State, seat: int, rng: random.Random) -> Command | None:
    for goods in _shifted((2, 3, 4), rng):
        if (pay := pay_different(s, seat, goods, rng)) is not None:
            take = tuple(rng.choices(GOODS, k=2)) if goods == 4 else ()
            return c.Mix(seat=seat, goods=goods, pay=pay, take=take)
    return None


KINDS = (_some_ruby, _some_tile, _some_lira, _some_cards, _some_pair, _some_mix)


_KINDS_FROM = [KINDS[i:] + KINDS[:i] for i in range(len(KINDS))]


def _shifted(values: Sequence[Any], rng: random.Random) -> Sequence[Any]:
    n = int(rng.random() * len(values))
    return (*values[n:], *values[:n])


def _sample_deal(s: State, seat: int, deal: Deal, rng: random.Random) -> dict[str, Any]:
    if deal.simple:
        return {}
    got = rng.choice(open_gains(s, deal))
    cost = deal.cost
    return {
        "choice": got.name,
        "pay": (pay_for(s, seat, cost, dice=False, rng=rng) or ()) if cost.total else (),
        "discard": tuple(rng.sample(s.players[seat - 1].owned, deal.tiles)),
        "take": tuple(rng.choices(GOODS, k=got.any)),
        "areas": rng.choice(ruby_areas(s, got)) if got.ruby else (),
        "tiles": tuple(rng.sample(s.tiles, got.tile)),
    }
