"""A bot that weighs what a purchase earns, now and later, against the coins it costs.

It plays fair: it uses the open cards, its own hand and its own VP, and never looks at another
player's hand or VP pile, or at the draw pile. The weights were tuned by self-play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeAlias

from ledger.sdk import Command
from ledger.sdk.kit import ThinkingBot, least_sum

from .. import commands as c
from ..legal import insurers
from ..rules.cards import buyable, of_colour, reservable, set_vp, voyages, worth
from ..state import Player, State

Sets: TypeAlias = dict[str, tuple[int, int]]
"""The number of goods of each colour, with the highest value among them."""


class Weights:
    """The bot's estimates of what things are worth, in VP."""

    coin = 0.2
    """A coin in hand."""
    spent = 0.134
    """A coin paid."""
    token = 0.88
    """A token."""
    sale = 2.5
    """The VP another player is assumed to have for each token."""
    icon = 0.25
    """An icon in hand, provided there are goods for it to insure."""
    saved = 0.915
    """Insured goods, as a fraction of what they would sell for now."""
    wish = 0.06
    """A reserved card, per coin of its value."""
    bonus = 0.1
    """A reserved card, per token of its colour."""
    rival = 0.667
    """The weight given to the largest gain of any opponent."""
    end = 7.4
    """Winning the game by ending it."""
    hope = (1.0, 0.6, 0.515, 0.555, 0.42, 0.26)
    """The chance that a ship arrives, indexed by the number of spaces it still has to sail."""


class Greedy(ThinkingBot[State, Player]):
    """Buys when that pays off, insures what is worth insuring, and otherwise saves coins."""

    w: Weights = Weights()

    def starting_token(self) -> Command:
        """Choose the colour whose open cards are worth the most."""
        s = self.s
        cards = s.market + s.farm
        best = max(s.setup.colours, key=lambda k: worth(s, of_colour(s, cards, k)))
        return c.Claim(seat=self.seat, colour=best)

    # --- a turn

    def action(self) -> Command:
        """Choose the best option among buying, taking and reserving."""
        s, p, seat = self.s, self.p, self.seat
        cards = buyable(s, seat)
        if not cards:
            return self.reserve(0.0) or c.Pass(seat=seat)
        gain, best = max([(self.coins(x), x) for x in cards])
        cost = worth(s, cards)
        if worth(s, p.hand) >= cost and self.purchase(cards, cost) > gain:
            return c.Buy(seat=seat, pay=tuple(least_sum(p.hand, s.setup.value, cost) or ()))
        own = p.row == "market" and p.piece == best
        return self.reserve(gain) or c.Take(seat=seat, card=best, reserved=own)

    def coins(self, card: str) -> float:
        """Return what a card is worth in hand: its coins, plus icons for uninsured goods."""
        s = self.s
        gain = s.setup.value[card] * self.w.coin
        if self.p.goods and (icons := s.setup.icons[card]):
            goods = of_colour(s, self.p.goods, s.setup.colour[card])
            gain += self.w.icon * min(icons, len(goods))
        return gain

    def reserve(self, gain: float) -> Command | None:
        """Reserve the most attractive card if it is worth more than `gain`; otherwise return None.

        High values count, and so do tokens in the card's colour.
        """
        value, colour = self.s.setup.value, self.s.setup.colour
        tokens, w = self.p.tokens, self.w
        found = None
        for row, card in reservable(self.s, self.p):
            wish = value[card] * w.wish + tokens[colour[card]] * w.bonus
            if wish > gain:
                gain, found = wish, c.Reserve(seat=self.seat, card=card, row=row)
        return found

    def purchase(self, cards: Sequence[str], cost: int) -> float:
        """Return what buying the Market is worth, minus the cost and what a rival gains."""
        s, setup, w, seat = self.s, self.s.setup, self.w, self.seat
        ships = s.ships | voyages(s, cards)
        arrived = [k for k, at in ships.items() if at == setup.goal]
        sunk = [k for k, at in ships.items() if at in setup.waves] if arrived else []
        own = mine = rival = theirs = 0.0
        ended = False
        for i, p in enumerate(s.players, 1):
            sets = sets_of(s, p.goods + p.insured)
            kept = sets_of(s, p.insured) if p.insured else {}
            before = self.outlook(p, sets, kept, s.ships)
            if i == seat:
                sets = sets_of(s, [*p.goods, *cards, *p.insured])
            sold = [set_vp(s, x[0], x[1] + p.tokens[k]) for k in arrived if (x := sets.pop(k, ()))]
            ended = ended or p.all_tokens + len(sold) >= setup.limits.end_tokens
            for k in sunk:
                self.sink(k, sets, kept, p.hand if i == seat else [])
            gain = sum(sold) + w.token * len(sold) - before + self.outlook(p, sets, kept, ships)
            if i == seat:
                own, mine = gain, p.vp + sum(sold)
            else:  # others' VP are secret, so estimate them from their tokens
                rival = max(rival, gain)
                theirs = max(theirs, sum(sold) + w.sale * (p.all_tokens - 1))
        if arrived and ended:
            return w.end if mine > theirs else -w.end
        return own - w.rival * rival - w.spent * cost

    def sink(self, colour: str, sets: Sets, kept: Sets, hand: list[str]) -> None:
        """Remove a colour from `sets`, except for goods that are insured or can be with `hand`."""
        if colour in sets:
            n, high = sets.pop(colour)
            if icons := self.icons(hand, colour):
                kept[colour] = min(n, icons + kept.get(colour, (0, 0))[0]), high
            if colour in kept:
                sets[colour] = kept[colour]

    def icons(self, hand: list[str], colour: str) -> int:
        """Return how many goods of a colour the cards in a hand can insure."""
        return sum(self.s.setup.icons[x] for x in of_colour(self.s, hand, colour))

    def outlook(self, p: Player, sets: Sets, kept: Sets, ships: Mapping[str, int]) -> float:
        """Return what goods are expected to earn, given the chance that their ships arrive."""
        s, tokens, hope, goal = self.s, p.tokens, self.w.hope, self.s.setup.goal
        last = len(hope) - 1
        total = 0.0
        for k, (n, high) in sets.items():
            chance = hope[min(goal - ships[k], last)]
            total += chance * set_vp(s, n, high + tokens[k])
            if k in kept:
                n, high = kept[k]
                total += (1 - chance) * self.w.saved * set_vp(s, n, high + tokens[k])
        return total

    # --- the Black Tide

    def insurance(self) -> Command:
        """Insure the goods whose later sale is worth more than the cards that this takes."""
        s, p, seat = self.s, self.p, self.seat
        chosen: list[str] = []
        for k in s.sinking:
            goods = sorted(of_colour(s, p.goods, k), key=lambda x: -s.setup.value[x])
            ways = [goods[:n] for n in range(min(len(goods), self.icons(p.hand, k)) + 1)]
            kept = of_colour(s, p.insured, k)
            best = max(ways, key=lambda x: self.saving(kept, x, p.tokens[k]))
            chosen += best
        if not chosen:
            return c.Decline(seat=seat)
        insured = tuple(sorted(chosen))
        return c.Insure(seat=seat, cards=insurers(s, seat, insured), goods=insured)

    def saving(self, kept: list[str], goods: list[str], tokens: int) -> float:
        """Return what a colour's insured goods will earn, minus the cards spent on new ones."""
        s = self.s
        cards = [*kept, *goods]
        high = max((s.setup.value[x] for x in cards), default=0)
        cost = worth(s, insurers(s, self.seat, goods)) * self.w.coin
        return self.w.saved * set_vp(s, len(cards), high + tokens) - cost

    phases: ClassVar = {
        "starting token": starting_token,
        "action": action,
        "insurance": insurance,
    }


def sets_of(s: State, goods: list[str]) -> Sets:
    """Return the number of goods of each colour and the highest value among them."""
    colour, value = s.setup.colour, s.setup.value
    out: Sets = {}
    for card in goods:
        n, high = out.get(colour[card], (0, 0))
        out[colour[card]] = n + 1, max(high, value[card])
    return out
