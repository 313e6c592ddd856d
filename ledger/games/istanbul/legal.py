"""Which commands there are, listed canonically: one way to pay each."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from ledger.kernel.game.interface import Command

from . import commands as c
from .box import AREAS, GOODS
from .rules.actions import allowed, awaiting
from .rules.effects import able, open_gains, rubies_left
from .rules.payment import pay_different, pay_for
from .setup import Deal, Gain
from .state import State

RANK = {name: i for i, name in enumerate(AREAS)}


def legal(s: State, seat: int) -> Iterator[Command]:
    """Yield the commands of a seat, one way to pay each."""
    if seat not in [q.seat for q in awaiting(s)[:1]]:
        return
    if s.phase == "action":
        yield from actions(s, seat)
    elif s.phase == "income":
        for tile in s.income:
            yield c.Income(seat=seat, tile=tile)
    elif s.phase == "offer":
        yield c.Refuse(seat=seat)
        deal = s.setup.others[s.card]
        if deal is not None:
            for choices in deals(s, seat, deal):
                yield c.Accept(seat=seat, **choices)
    else:
        for card in s.shown:
            deal = s.setup.cards[card]
            for choices in deals(s, seat, deal):
                yield c.Use(seat=seat, card=card, **choices)
            if deal.conditional or not open_gains(s, deal):
                yield c.Otherwise(seat=seat, card=card)


def actions(s: State, seat: int) -> Iterator[Command]:
    """Yield what can be done in phase 3 of a turn, and the re-rolls before it."""
    if s.actions < allowed(s, s.players[seat - 1]):
        for area in AREAS:
            if (pay := ruby_payment(s, seat, area)) is not None:
                yield c.Ruby(seat=seat, area=area, pay=pay)
        for tile in s.tiles:
            if (pay := pay_for(s, seat, s.setup.tiles[tile])) is not None:
                yield c.Mosque(seat=seat, tile=tile, pay=pay)
        if s.setup.coin in s.dice:
            yield c.Lira(seat=seat)
        for n in range(1, s.dice.count(s.setup.card_face) + 1):
            yield c.Bazaar(seat=seat, dice=n)
        for colour in GOODS:
            if (pay := pair_payment(s, seat, colour)) is not None:
                yield c.Pair(seat=seat, colour=colour, pay=pay)
        for goods in (2, 3, 4):
            if (pay := pay_different(s, seat, goods)) is not None:
                for take in colours(2 if goods == 4 else 0):
                    yield c.Mix(seat=seat, goods=goods, pay=pay, take=take)
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
    for what, n in s.setup.reroll:  # noqa: SIM110 (asked for every sample)
        if have[what] < n:
            return False
    return True


def rerolls(dice: list[str]) -> Iterator[tuple[int, ...]]:
    """Yield the sets of dice to roll again; of equal faces the first ones."""
    places: dict[str, list[int]] = {}
    for i, face in enumerate(dice, 1):
        places.setdefault(face, []).append(i)
    for counts in itertools.product(*(range(len(x) + 1) for x in places.values())):
        if any(counts):
            chosen = zip(places.values(), counts, strict=True)
            yield tuple(sorted(i for place, n in chosen for i in place[:n]))


def ruby_payment(
    s: State, seat: int, area: str, rng: random.Random | None = None
) -> tuple[str, ...] | None:
    """Return how the nearest ruby of an area is paid in goods; None: it cannot be had."""
    nearest, prices = s.taken[area], s.setup.prices[area]
    if nearest >= len(prices):
        return None
    if area == "right":
        return () if s.players[seat - 1].have["lira"] >= prices[nearest] else None
    return pay_for(s, seat, s.setup.ruby_costs[area][nearest], rng=rng)


def pair_payment(
    s: State, seat: int, colour: str, rng: random.Random | None = None
) -> tuple[str, ...] | None:
    """Return how two goods of a colour are paid; None: they are not there."""
    tokens = s.setup.options.tokens_in_exchanges
    return pay_for(s, seat, s.setup.pairs[colour], tokens=tokens, rng=rng)


def deals(s: State, seat: int, deal: Deal) -> Iterator[dict[str, Any]]:
    """Yield every way to use a part of a card that a player is able to use."""
    if not able(s, seat, deal):
        return
    pay = pay_for(s, seat, deal.cost, dice=False) or ()
    own = sorted(s.players[seat - 1].owned)
    for got in open_gains(s, deal):
        for discard in itertools.combinations(own, deal.tiles):
            for take in colours(got.any):
                for areas in ruby_areas(s, got):
                    for tiles in itertools.combinations(sorted(s.tiles), got.tile):
                        yield {
                            "choice": got.name,
                            "pay": pay,
                            "discard": discard,
                            "take": take,
                            "areas": areas,
                            "tiles": tiles,
                        }


def ruby_areas(s: State, got: Gain) -> list[tuple[str, ...]]:
    """Return the areas that so many rubies can be taken from (IST-A27)."""
    combos = itertools.combinations_with_replacement(AREAS, got.ruby)
    return [x for x in combos if all(x.count(a) <= rubies_left(s, a) for a in x)]


def canonical(s: State, x: Command) -> Command:
    """Map a correct command to the listed one: how it is paid makes no difference."""
    make = CANONICAL.get(type(x))
    return x if make is None else make(s, x)


def _paid(x: Any, pay: tuple[str, ...] | None) -> Command:
    return x if pay is None else msgspec.structs.replace(x, pay=pay)  # type: ignore[no-any-return]


def _pair(s: State, x: c.Pair) -> Command:
    return _paid(x, pair_payment(s, x.seat, x.colour))


def _mix(s: State, x: c.Mix) -> Command:
    take = tuple(sorted(x.take, key=lambda k: RANK.get(k, 9)))
    return _paid(msgspec.structs.replace(x, take=take), pay_different(s, x.seat, x.goods))


def _mosque(s: State, x: c.Mosque) -> Command:
    return _paid(x, pay_for(s, x.seat, s.setup.tiles[x.tile]))


def _ruby(s: State, x: c.Ruby) -> Command:
    return _paid(x, ruby_payment(s, x.seat, x.area))


def _reroll(s: State, x: c.Reroll) -> Command:
    wanted = sorted(s.dice[i - 1] for i in x.dice)
    for dice in rerolls(s.dice):
        if sorted(s.dice[i - 1] for i in dice) == wanted:
            return c.Reroll(seat=x.seat, dice=dice)
    return x


def _deal(s: State, x: c.Use | c.Accept) -> Command:
    deal = s.setup.cards[x.card] if isinstance(x, c.Use) else s.setup.others[s.card]
    if deal is None:
        return x
    x = msgspec.structs.replace(
        x,
        discard=tuple(sorted(x.discard)),
        take=tuple(sorted(x.take, key=lambda k: RANK.get(k, 9))),
        areas=tuple(sorted(x.areas, key=lambda a: RANK.get(a, 9))),
        tiles=tuple(sorted(x.tiles)),
    )
    return _paid(x, pay_for(s, x.seat, deal.cost, dice=False))


CANONICAL: dict[type, Callable[[State, Any], Command]] = {
    c.Pair: _pair,
    c.Mix: _mix,
    c.Mosque: _mosque,
    c.Ruby: _ruby,
    c.Reroll: _reroll,
    c.Use: _deal,
    c.Accept: _deal,
}
