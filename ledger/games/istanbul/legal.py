"""Lists the commands that the rules accept, each in its canonical form: with one way to pay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any

from ledger.sdk import Command
from ledger.sdk.kit import choices, shifted

from . import commands as c
from .box import AREAS, GOODS
from .events import Words
from .rules.actions import MIX, MIXED, allowed
from .rules.effects import able, open_gains, rubies_left
from .rules.payment import Rng, pay_different, pay_for
from .setup import Deal, Gain
from .state import State

# --- what is paid ---------------------------------------------------------------------------


def ruby_payment(s: State, seat: int, area: str, rng: Rng = None) -> Words | None:
    """Return how to pay for an area's nearest ruby: () if it costs lira, None if unaffordable."""
    nearest, costs = s.taken.get(area, 0), s.setup.ruby_costs.get(area, ())
    return pay_for(s, seat, costs[nearest], rng) if nearest < len(costs) else None


PRICED: dict[type, tuple[str, Callable[..., Words | None]]] = {
    c.Ruby: ("area", ruby_payment),
    c.Mosque: ("tile", lambda s, seat, x, rng=None: pay_for(s, seat, s.setup.costs[x], rng)),
    c.Pair: ("colour", lambda s, seat, x, rng=None: pay_for(s, seat, s.setup.pairs[x], rng)),
    c.Mix: ("goods", pay_different),
}
"""The commands that goods are paid for.

Each has the field that says what is being bought, and the function that finds the payment.
"""


def priced(s: State, seat: int, kind: Any, things: Sequence[Any], rng: Rng = None) -> Iterator[Any]:
    """Yield a command for each of these things that the player can afford."""
    _, payment = PRICED[kind]
    for x in shifted(things, rng):
        if (pay := payment(s, seat, x, rng)) is not None:
            yield kind(seat, x, pay)


# --- what there is to do --------------------------------------------------------------------


def bazaar_visits(s: State, seat: int, rng: Rng) -> Iterator[Command]:
    """Yield a visit for each possible number of card dice."""
    if n := s.dice.count(s.setup.card_face):
        for i in shifted(range(1, n + 1), rng):
            yield c.Bazaar(seat=seat, dice=i)


def mixes(s: State, seat: int, rng: Rng) -> Iterator[Command]:
    """Yield exchanges of different goods."""
    for goods in shifted((*MIX,), rng):
        if (pay := pay_different(s, seat, goods, rng)) is not None:
            free = 0 if goods in MIXED else 2
            for take in colours(free) if rng is None else [tuple(rng.choices(GOODS, k=free))]:
                yield c.Mix(seat=seat, goods=goods, pay=pay, take=take)


ACTIONS: tuple[Callable[[State, int, Rng], Iterable[Command]], ...] = (
    lambda s, seat, rng: priced(s, seat, c.Ruby, AREAS, rng),
    lambda s, seat, rng: priced(s, seat, c.Mosque, s.tiles, rng),
    lambda s, seat, rng: (c.Lira(seat=seat),) if s.setup.coin in s.dice else (),
    bazaar_visits,
    lambda s, seat, rng: priced(s, seat, c.Pair, GOODS, rng),
    mixes,
)
"""Functions that list the actions of each kind.

Without `rng` they yield all of them; with `rng`, in random order, for callers that take the first.
"""


def legal(s: State, seat: int) -> Iterator[Command]:
    """Yield the commands available to a seat, each with one way to pay."""
    if s.phase == "action":
        if s.actions < allowed(s, s.players[seat - 1]):
            for some in ACTIONS:
                yield from some(s, seat, None)
        yield c.End(seat=seat)
        for dice in rerolls(s.dice) if can_reroll(s, seat) else ():
            yield c.Reroll(seat=seat, dice=dice)
    elif s.phase == "income":
        yield from (c.Income(seat=seat, tile=tile) for tile in s.income)
    elif s.phase == "offer":
        yield c.Refuse(seat=seat)
        for how in deals(s, seat, s.setup.others.get(s.card)):
            yield c.Accept(seat, *how)
    else:
        for card in s.shown:
            deal = s.setup.cards[card]
            yield from (c.Use(seat, *how, card=card) for how in deals(s, seat, deal))
            if deal.conditional or not open_gains(s, deal):
                yield c.Otherwise(seat=seat, card=card)


def colours(n: int) -> Iterator[tuple[str, ...]]:
    """Yield every choice of `n` goods tokens (IST-A32)."""
    return combinations_with_replacement(GOODS, n)


def can_reroll(s: State, seat: int) -> bool:
    """IST-17: return whether a reroll is possible: before any action, and only for a crystal."""
    have, price = s.players[seat - 1].have, s.setup.reroll.items()
    return not s.actions and bool(s.dice) and all(have[what] >= n for what, n in price)


def rerolls(dice: list[str]) -> Iterator[tuple[int, ...]]:
    """Yield the sets of dice to reroll, using the first of several equal faces."""
    places = [[i for i, x in enumerate(dice, 1) if x == face] for face in dict.fromkeys(dice)]
    return (tuple(sorted(some)) for some in choices(places, least=1))


def deals(s: State, seat: int, deal: Deal | None) -> Iterator[tuple[Any, ...]]:
    """Yield every way in which a player can use a part of a card, as the choices it involves."""
    if deal is None or not able(s, seat, deal):
        return
    pay = pay_for(s, seat, deal.cost) or ()
    own, there = sorted(s.players[seat - 1].owned), sorted(s.tiles)
    for got in open_gains(s, deal):
        for discard in combinations(own, deal.tiles):
            for take in colours(got.any):
                for areas in ruby_areas(s, got):
                    for tiles in combinations(there, got.tile):
                        yield got.name, pay, discard, take, areas, tiles


def ruby_areas(s: State, got: Gain) -> list[tuple[str, ...]]:
    """Return the areas from which the rubies of a gain can be taken (IST-A27)."""
    combos = combinations_with_replacement(AREAS, got.ruby)
    return [x for x in combos if all(x.count(a) <= rubies_left(s, a) for a in x)]


def best_payment(s: State, x: Any) -> Words | None:
    """Return the canonical payment for a command that goods are paid for."""
    if isinstance(x, c.Use | c.Accept):
        deal = s.setup.cards[x.card] if isinstance(x, c.Use) else s.setup.others.get(s.card)
        return pay_for(s, x.seat, deal.cost) if deal else None
    field, payment = PRICED[type(x)]
    return payment(s, x.seat, getattr(x, field))
