"""Picks a random acceptable command."""

from __future__ import annotations

import random
from typing import Any

from ledger.sdk import Command
from ledger.sdk.kit import picked, shifted

from . import commands as c
from .box import GOODS
from .legal import ACTIONS, can_reroll, ruby_areas
from .rules.actions import allowed
from .rules.effects import able, open_gains
from .rules.payment import pay_for
from .setup import Deal
from .state import State


def sample(s: State, rng: random.Random) -> Command:
    """Return a random acceptable command; every one can come up."""
    if s.phase == "action":
        return _sample_action(s, s.active, rng)
    if s.phase == "income":
        return c.Income(seat=s.active, tile=rng.choice(s.income))
    if s.phase == "offer":
        seat = s.asked[0]
        deal = s.setup.others.get(s.card)
        if deal is None or rng.random() < 0.2:
            return c.Refuse(seat=seat)
        return c.Accept(seat=seat, **_sample_deal(s, seat, deal, rng))
    card = rng.choice(s.shown)
    deal = s.setup.cards[card]
    if not able(s, s.active, deal) or (deal.conditional and rng.random() < 0.2):
        return c.Otherwise(seat=s.active, card=card)
    return c.Use(seat=s.active, card=card, **_sample_deal(s, s.active, deal, rng))


def _sample_action(s: State, seat: int, rng: random.Random) -> Command:
    if s.actions >= allowed(s, s.players[seat - 1]) or (x := rng.random()) < 0.04:
        return c.End(seat=seat)
    if x < 0.2 and can_reroll(s, seat):
        n = len(s.dice)
        return c.Reroll(seat=seat, dice=picked(range(1, n + 1), rng.randint(1, n), rng))
    for some in shifted(ACTIONS, rng):
        for command in some(s, seat, rng):
            return command
    return c.End(seat=seat)


def _sample_deal(s: State, seat: int, deal: Deal, rng: random.Random) -> dict[str, Any]:
    if deal.simple:
        return {}
    got = rng.choice(open_gains(s, deal))
    return {
        "choice": got.name,
        "pay": pay_for(s, seat, deal.cost, rng) or (),
        "discard": picked(s.players[seat - 1].owned, deal.tiles, rng),
        "take": tuple(rng.choices(GOODS, k=got.any)) if got.any else (),
        "areas": rng.choice(ruby_areas(s, got)) if got.ruby else (),
        "tiles": picked(s.tiles, got.tile, rng),
    }
