"""A player that weighs what a purchase brings now and later against the coins it costs.

It plays fair: it reads what lies open, its own hand and its own VP, never another hand, another
VP pile or the draw pile. The weights were found by play against itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ledger.sdk import Command, ThinkingBot

from .. import commands as c
from ..legal import cheapest, insurers
from ..rules.cards import buyable, set_vp, unreserved, worth
from ..state import Player, State

Sets: TypeAlias = dict[str, tuple[int, int, int, int]]
"""By colour: goods and their highest value, insured goods and their highest value."""


class Weights(NamedTuple):
    """What the bot believes things are worth, in VP."""

    coin: float = 0.2
    spent: float = 0.134
    token: float = 0.88
    rival: float = 0.667
    saved: float = 0.915
    icon: float = 0.25
    wish: float = 0.06
    bonus: float = 0.1
    sale: float = 2.5
    end: float = 7.4
    hope: tuple[float, ...] = (1.0, 0.6, 0.515, 0.555, 0.42, 0.26)


class Greedy(ThinkingBot[State, Player]):
    """Buys when it pays, insures what is worth it, and saves coins otherwise."""

    w: Weights = Weights()

    def starting_token(self) -> Command:
        """The colour that the open cards promise most of."""
        s = self.s
        promise = dict.fromkeys(s.setup.colours, 0)
        for card in s.market + s.farm:
            promise[s.setup.colour[card]] += s.setup.value[card]
        return c.Claim(seat=self.seat, colour=max(promise, key=promise.__getitem__))

    # --- a turn

    def action(self) -> Command:
        """The best of buying, taking and reserving."""
        s, p, seat = self.s, self.p, self.seat
        cards = buyable(s, seat)
        if not cards:
            return self.reserve(0.0) or c.Pass(seat=seat)
        mine = sets_of(s, p.goods, p.insured)
        gain, best = max((self.coins(x, mine), x) for x in cards)
        cost = worth(s, cards)
        pays = worth(s, p.hand) >= cost and self.purchase(cards, cost) > gain
        if pays and (pay := cheapest(s, p.hand, cost)) is not None:
            return c.Buy(seat=seat, pay=pay)
        own = p.row == "market" and p.piece == best
        return self.reserve(gain) or c.Take(seat=seat, card=best, reserved=own)

    def coins(self, card: str, mine: Sets) -> float:
        """What a card is worth in hand: coins, and icons for goods not yet insured."""
        setup = self.s.setup
        gain, icons = setup.value[card] * self.w.coin, setup.icons[card]
        if icons and (held := mine.get(setup.colour[card])):
            gain += self.w.icon * min(icons, held[0] - held[2])
        return gain

    def reserve(self, gain: float) -> Command | None:
        """A high card of a colour with tokens, if that beats what a card in hand would bring."""
        if self.p.piece is not None:
            return None
        value, colour, w = self.s.setup.value, self.s.setup.colour, self.w
        found = None
        for row, card in unreserved(self.s):
            wish = value[card] * w.wish + self.p.tokens[colour[card]] * w.bonus
            if wish > gain:
                gain, found = wish, c.Reserve(seat=self.seat, card=card, row=row)
        return found

    def purchase(self, cards: Sequence[str], cost: int) -> float:
        """What buying the Market brings, less what it costs and what it brings the others."""
        s, setup, w, seat = self.s, self.s.setup, self.w, self.seat
        ships = s.ships.copy()
        bought = [setup.colour[x] for x in cards]
        for k in set(bought):
            ships[k] = min(ships[k] + (1 if bought.count(k) == 1 else 2), setup.goal)
        arrived = [k for k, at in ships.items() if at == setup.goal]
        sunk = [k for k, at in ships.items() if at in setup.waves] if arrived else []
        own = mine = rival = theirs = 0.0
        ended = False
        for i, p in enumerate(s.players, 1):
            sets = sets_of(s, p.goods, p.insured)
            before = self.outlook(sets, p.tokens, s.ships)
            if i == seat:
                sets = sets_of(s, [*p.goods, *cards], p.insured)
            sold = [
                set_vp(s, x[0], x[1] + p.tokens[k]) for k in arrived if (x := sets.pop(k, None))
            ]
            ended = ended or p.all_tokens + len(sold) >= setup.limits.end_tokens
            for k in sunk:
                self.sink(sets, k, p if i == seat else None)
            gain = sum(sold) + w.token * len(sold) - before
            gain += self.outlook(sets, p.tokens, ships)
            if i == seat:
                own, mine = gain, p.vp + sum(sold)
            else:  # how many VP others have is not told: guess by their tokens
                rival = max(rival, gain)
                theirs = max(theirs, sum(sold) + w.sale * (p.all_tokens - 1))
        if arrived and ended:
            return w.end if mine > theirs else -w.end
        return own - w.rival * rival - w.spent * cost

    def sink(self, sets: Sets, colour: str, insurer: Player | None) -> None:
        """Take a set down; who plays counts on the icons in hand."""
        setup = self.s.setup
        if colour not in sets:
            return
        n, high, kept, top = sets.pop(colour)
        if insurer is not None:
            hand = (setup.icons[x] for x in insurer.hand if setup.colour[x] == colour)
            if icons := sum(hand):
                kept, top = min(n, kept + icons), high
        if kept:
            sets[colour] = kept, top, kept, top

    def outlook(self, sets: Sets, tokens: Mapping[str, int], ships: Mapping[str, int]) -> float:
        """What goods will bring, by the hope that their ship arrives before it sinks."""
        s, hope, goal, total = self.s, self.w.hope, self.s.setup.goal, 0.0
        for k, (n, high, kept, top) in sets.items():
            chance = hope[min(goal - ships[k], len(hope) - 1)]
            total += chance * set_vp(s, n, high + tokens[k])
            if kept:
                total += (1 - chance) * self.w.saved * set_vp(s, kept, top + tokens[k])
        return total

    # --- the Black Tide

    def insurance(self) -> Command:
        """The goods whose later sale is worth more than the cards that insure them."""
        s, setup, p, seat = self.s, self.s.setup, self.p, self.seat
        chosen: list[str] = []
        for k in s.sinking:
            goods = [x for x in p.goods if setup.colour[x] == k]
            goods.sort(key=lambda x: -setup.value[x])
            kept = [x for x in p.insured if setup.colour[x] == k]
            icons = sum(setup.icons[x] for x in p.hand if setup.colour[x] == k)
            ways = [tuple(goods[:n]) for n in range(min(len(goods), icons) + 1)]
            best = max(ways, key=lambda x: self.saving(kept, x, p.tokens[k]))
            chosen += best
        if not chosen:
            return c.Decline(seat=seat)
        insured = tuple(sorted(chosen))
        return c.Insure(seat=seat, cards=insurers(s, seat, insured), goods=insured)

    def saving(self, kept: list[str], goods: tuple[str, ...], tokens: int) -> float:
        """What the insured goods of a colour will bring, less the cards for the new ones."""
        s, cards = self.s, [*kept, *goods]
        high = max((s.setup.value[x] for x in cards), default=0)
        cost = worth(s, insurers(s, self.seat, goods)) * self.w.coin
        return self.w.saved * set_vp(s, len(cards), high + tokens) - cost


def sets_of(s: State, goods: Sequence[str], insured: Sequence[str]) -> Sets:
    """Goods by colour."""
    colour, value = s.setup.colour, s.setup.value
    out: Sets = {}
    for card in goods:
        n, high, kept, top = out.get(colour[card], (0, 0, 0, 0))
        out[colour[card]] = n + 1, max(high, value[card]), kept, top
    for card in insured:
        n, high, kept, top = out.get(colour[card], (0, 0, 0, 0))
        v = value[card]
        out[colour[card]] = n + 1, max(high, v), kept + 1, max(top, v)
    return out
