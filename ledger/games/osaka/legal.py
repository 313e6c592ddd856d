"""Which commands there are, each in its canonical form."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator

from ledger.sdk import Command, choices, least_sum

from . import commands as c
from .rules.cards import buyable, can_act, free, insurable, unreserved, worth
from .state import State


def legal(s: State, seat: int) -> Iterator[Command]:
    """Yield the commands of a seat, one way to pay each."""
    if s.phase == "starting token":
        for colour in s.setup.colours:
            yield c.Claim(seat=seat, colour=colour)
    elif s.phase == "insurance":
        yield c.Decline(seat=seat)
        yield from insurances(s, seat)
    else:
        yield from actions(s, seat)


def actions(s: State, seat: int) -> Iterator[Command]:
    """Yield what can be done in a turn."""
    p = s.players[seat - 1]
    cards = buyable(s, seat)
    if cards and (pay := cheapest(s, p.hand, worth(s, cards))) is not None:
        yield c.Buy(seat=seat, pay=pay)
    for card in dict.fromkeys(free(s, "market")):
        yield c.Take(seat=seat, card=card)
    if p.row == "market" and p.piece is not None:
        yield c.Take(seat=seat, card=p.piece, reserved=True)
    if p.piece is None:
        for row, card in dict.fromkeys(unreserved(s)):
            yield c.Reserve(seat=seat, card=card, row=row)
    if not can_act(s, seat):
        yield c.Pass(seat=seat)


def cheapest(s: State, hand: list[str], cost: int) -> tuple[str, ...] | None:
    """Return the cards with the least sum that pays, of these the fewest; None: too poor."""
    cards = least_sum(hand, s.setup.value, cost) if worth(s, hand) >= cost else None
    return None if cards is None else tuple(cards)


def insurances(s: State, seat: int) -> Iterator[Command]:
    """Yield every set of goods that can be insured, with the cards that insure it."""
    setup = s.setup
    p = s.players[seat - 1]
    ways = []
    for colour in sorted(insurable(s, p, s.sinking)):
        icons = sum(setup.icons[x] for x in p.hand if setup.colour[x] == colour)
        kinds = Counter(x for x in p.goods if setup.colour[x] == colour)
        equal = [[x] * n for x, n in kinds.items()]
        ways.append([some for some in choices(equal) if len(some) <= icons])
    for parts in itertools.product(*ways):
        if goods := tuple(sorted(itertools.chain(*parts))):
            yield c.Insure(seat=seat, cards=insurers(s, seat, goods), goods=goods)


def insurers(s: State, seat: int, goods: tuple[str, ...]) -> tuple[str, ...]:
    """Return the fewest cards that insure these goods, cheap ones first."""
    setup = s.setup
    hand = s.players[seat - 1].hand
    out: list[str] = []
    for colour, n in Counter(setup.colour[x] for x in goods).items():
        cards = [x for x in hand if setup.colour[x] == colour and setup.icons[x]]
        for card in sorted(cards, key=lambda x: (-setup.icons[x], setup.value[x])):
            if n > 0:
                out.append(card)
                n -= setup.icons[card]
    return tuple(sorted(out))
