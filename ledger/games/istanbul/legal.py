"""Which commands there are, listed canonically: one way to pay each."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from ledger.sdk import Command, choices, shifted

from . import commands as c
from .box import AREAS, GOODS
from .rules.actions import MIX, MIXED, allowed
from .rules.effects import able, open_gains, rubies_left
from .rules.payment import Rng, pay_different, pay_for
from .setup import Deal, Gain
from .state import State

Payment: TypeAlias = tuple[str, ...] | None
"""The goods that are paid; None: they are not there."""


# --- what is paid ---------------------------------------------------------------------------


def ruby_payment(s: State, seat: int, area: str, rng: Rng = None) -> Payment:
    """Return how the nearest ruby of an area is paid in goods."""
    nearest, prices = s.taken.get(area, 0), s.setup.prices.get(area, ())
    if nearest >= len(prices):
        return None
    if area == "right":
        return () if s.players[seat - 1].have["lira"] >= prices[nearest] else None
    return pay_for(s, seat, s.setup.ruby_costs[area][nearest], rng=rng)


def tile_payment(s: State, seat: int, tile: str, rng: Rng = None) -> Payment:
    """Return how a mosque tile is paid."""
    return pay_for(s, seat, s.setup.costs[tile], rng=rng)


def pair_payment(s: State, seat: int, colour: str, rng: Rng = None) -> Payment:
    """Return how two goods of a colour are paid."""
    tokens = s.setup.options.tokens_in_exchanges
    return pay_for(s, seat, s.setup.pairs[colour], tokens=tokens, rng=rng)


PRICED: dict[type, tuple[str, Callable[..., Payment]]] = {
    c.Ruby: ("area", ruby_payment),
    c.Mosque: ("tile", tile_payment),
    c.Pair: ("colour", pair_payment),
    c.Mix: ("goods", pay_different),
}
"""The commands that goods are paid for: the field that says for what, and how it is paid."""


def priced(s: State, seat: int, kind: Any, things: Sequence[Any], rng: Rng = None) -> Iterator[Any]:
    """Yield a command for each of some things that the player can pay."""
    _, payment = PRICED[kind]
    for x in things if rng is None else shifted(things, rng):
        pay = payment(s, seat, x, rng)
        if pay is not None:
            yield kind(seat, x, pay)


# --- what there is to do --------------------------------------------------------------------


def bazaar_visits(s: State, seat: int, rng: Rng) -> Iterator[Command]:
    """Yield visits with each number of card dice."""
    if n := s.dice.count(s.setup.card_face):
        dice = range(1, n + 1)
        for i in dice if rng is None else shifted(dice, rng):
            yield c.Bazaar(seat=seat, dice=i)


def mixes(s: State, seat: int, rng: Rng) -> Iterator[Command]:
    """Yield exchanges of different goods."""
    for goods in MIX if rng is None else shifted((*MIX,), rng):
        pay, free = pay_different(s, seat, goods, rng), 0 if goods in MIXED else 2
        if pay is not None:
            takes = colours(free) if rng is None else [tuple(rng.choices(GOODS, k=free))]
            for take in takes:
                yield c.Mix(seat=seat, goods=goods, pay=pay, take=take)


ACTIONS: tuple[Callable[[State, int, Rng], Iterable[Command]], ...] = (
    lambda s, seat, rng: priced(s, seat, c.Ruby, AREAS, rng),
    lambda s, seat, rng: priced(s, seat, c.Mosque, s.tiles, rng),
    lambda s, seat, rng: (c.Lira(seat=seat),) if s.setup.coin in s.dice else (),
    bazaar_visits,
    lambda s, seat, rng: priced(s, seat, c.Pair, GOODS, rng),
    mixes,
)
"""The actions of each kind: all of them, or with `rng` random ones, to take the first."""


def legal(s: State, seat: int) -> Iterator[Command]:
    """Yield the commands of a seat, one way to pay each."""
    if s.phase == "action":
        yield from actions(s, seat)
    elif s.phase == "income":
        for tile in s.income:
            yield c.Income(seat=seat, tile=tile)
    elif s.phase == "offer":
        yield c.Refuse(seat=seat)
        for how in deals(s, seat, s.setup.others.get(s.card)):
            yield c.Accept(seat=seat, **how)
    else:
        for card in s.shown:
            deal = s.setup.cards[card]
            for how in deals(s, seat, deal):
                yield c.Use(seat=seat, card=card, **how)
            if deal.conditional or not open_gains(s, deal):
                yield c.Otherwise(seat=seat, card=card)


def actions(s: State, seat: int) -> Iterator[Command]:
    """Yield what can be done in phase 3 of a turn, and the re-rolls before it."""
    if s.actions < allowed(s, s.players[seat - 1]):
        for some in ACTIONS:
            yield from some(s, seat, None)
    yield c.End(seat=seat)
    if can_reroll(s, seat):
        for dice in rerolls(s.dice):
            yield c.Reroll(seat=seat, dice=dice)


def colours(n: int) -> Iterator[tuple[str, ...]]:
    """Yield every choice of so many goods tokens (IST-A32)."""
    return itertools.combinations_with_replacement(GOODS, n)


def can_reroll(s: State, seat: int) -> bool:
    """IST-17: before the first action, and only for a crystal."""
    if s.actions or not s.dice:
        return False
    have = s.players[seat - 1].have
    return all(have[what] >= n for what, n in s.setup.reroll.items())


def rerolls(dice: list[str]) -> Iterator[tuple[int, ...]]:
    """Yield the sets of dice to roll again; of equal faces the first ones."""
    places: dict[str, list[int]] = {}
    for i, face in enumerate(dice, 1):
        places.setdefault(face, []).append(i)
    for chosen in choices(places.values()):
        if chosen:
            yield tuple(sorted(chosen))


def deals(s: State, seat: int, deal: Deal | None) -> Iterator[dict[str, Any]]:
    """Yield every way to use a part of a card that a player is able to use."""
    if deal is None or not able(s, seat, deal):
        return
    pay = pay_for(s, seat, deal.cost, dice=False) or ()
    own, there = sorted(s.players[seat - 1].owned), sorted(s.tiles)
    for got in open_gains(s, deal):
        for discard, take, areas, tiles in itertools.product(
            itertools.combinations(own, deal.tiles),
            colours(got.any),
            ruby_areas(s, got),
            itertools.combinations(there, got.tile),
        ):
            chosen = {"take": take, "areas": areas, "tiles": tiles}
            yield {"choice": got.name, "pay": pay, "discard": discard, **chosen}


def ruby_areas(s: State, got: Gain) -> list[tuple[str, ...]]:
    """Return the areas that so many rubies can be taken from (IST-A27)."""
    combos = itertools.combinations_with_replacement(AREAS, got.ruby)
    return [x for x in combos if all(x.count(a) <= rubies_left(s, a) for a in x)]


def best_payment(s: State, x: Any) -> Payment:
    """Return the listed payment for a command, if goods are paid for it."""
    if type(x) in PRICED:
        field, payment = PRICED[type(x)]
        return payment(s, x.seat, getattr(x, field))
    if isinstance(x, c.Use | c.Accept):
        deal = s.setup.cards[x.card] if isinstance(x, c.Use) else s.setup.others.get(s.card)
        return None if deal is None else pay_for(s, x.seat, deal.cost, dice=False)
    return None
