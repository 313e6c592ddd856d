"""Lists the commands that the rules accept, each in its canonical form."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator

from ledger.sdk import Command
from ledger.sdk.kit import choices, least_sum

from . import commands as c
from .rules.cards import buyable, can_act, free, insurable, of_colour, reservable, worth
from .state import State


def legal(s: State, seat: int) -> Iterator[Command]:
    """Yield the commands available to a seat, each with one way to pay."""
    if s.phase == "starting token":
        yield from (c.Claim(seat=seat, colour=colour) for colour in s.setup.colours)
    elif s.phase == "insurance":
        yield c.Decline(seat=seat)
        yield from insurances(s, seat)
    else:
        p = s.players[seat - 1]
        cards = buyable(s, seat)
        if cards and (pay := least_sum(p.hand, s.setup.value, worth(s, cards))) is not None:
            yield c.Buy(seat=seat, pay=tuple(pay))
        for card in dict.fromkeys(free(s, "market")):
            yield c.Take(seat=seat, card=card)
        if p.row == "market" and p.piece is not None:
            yield c.Take(seat=seat, card=p.piece, reserved=True)
        for row, card in dict.fromkeys(reservable(s, p)):
            yield c.Reserve(seat=seat, card=card, row=row)
        if not can_act(s, seat):
            yield c.Pass(seat=seat)


def insurances(s: State, seat: int) -> Iterator[Command]:
    """Yield an insurance command for every set of goods that can be insured."""
    p = s.players[seat - 1]
    ways = []
    for colour in sorted(insurable(s, p, s.sinking)):
        icons = sum(s.setup.icons[x] for x in of_colour(s, p.hand, colour))
        goods = Counter(of_colour(s, p.goods, colour))
        ways.append(choices(([x] * n for x, n in goods.items()), most=icons))
    for parts in itertools.product(*ways):
        if chosen := tuple(sorted(itertools.chain(*parts))):
            yield c.Insure(seat=seat, cards=insurers(s, seat, chosen), goods=chosen)


def insurers(s: State, seat: int, goods: Iterable[str]) -> tuple[str, ...]:
    """Return a minimal set of cards that insures these goods, preferring cheap ones."""
    setup, hand = s.setup, s.players[seat - 1].hand
    out: list[str] = []
    for colour, n in Counter(setup.colour[x] for x in goods).items():
        cards = of_colour(s, hand, colour)
        for card in sorted(cards, key=lambda x: (-setup.icons[x], setup.value[x])):
            if n > 0:
                out.append(card)
                n -= setup.icons[card]
    return tuple(sorted(out))
