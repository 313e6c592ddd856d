"""A player that prices everything in lira and does what brings most.

It plays fair: it reads what lies open, never the deck or the stack. The weights were found by play
against itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import comb
from typing import Any, NamedTuple

from ledger.sdk import Command, Option, ThinkingBot

from .. import commands as c
from ..box import AREAS, GOODS
from ..legal import can_reroll, priced
from ..rules.actions import MIX, MIXED, allowed
from ..rules.effects import able, open_gains, rubies_left
from ..rules.payment import pay_different, pay_for
from ..setup import Cost, Deal
from ..state import Player, State


class Weights(NamedTuple):
    """What the bot believes things are worth, in lira."""

    ruby: float = 26.4
    token: float = 4.2
    set: float = 0.6
    spare: float = 1.5
    brown: float = 7.2
    crystal: float = 1.8
    die: float = 0.8
    again: float = 0.7
    card: tuple[float, ...] = (0.0, 3.6, 5.2, 6.2)
    mosque: float = 2.25
    income: float = 5.0
    reveal: float = 11.2
    action: float = 4.8
    dice: float = 16.7
    on_lira: float = 1.5


class Greedy(ThinkingBot[State, Player]):
    """Buys strong tiles early, rubies as soon as it can, and collects for the nearest ruby."""

    w: Weights = Weights()

    def income(self) -> Command:
        """The next tile."""
        return c.Income(seat=self.seat, tile=self.s.income[0])

    def action(self) -> Command:
        """The best action, a re-roll if that promises more, or the end of the turn."""
        s, seat = self.s, self.seat
        left = allowed(s, self.p) - s.actions
        options = [x for x in self.options() if x.gain > 0] if left > 0 else []
        options.sort(key=lambda x: -x.gain)
        if left > 0 and self.p.rubies < s.setup.target and can_reroll(s, seat):
            again = self.reroll()
            if again is not None and again.gain > sum(x.gain for x in options[:left]):
                return again.command
        return options[0].command if options else c.End(seat=seat)

    def options(self) -> Iterator[Option]:
        """What can be done, each the cheapest way."""
        s, seat, w = self.s, self.seat, self.w
        for x in priced(s, seat, c.Ruby, AREAS):
            price = s.setup.prices[x.area][s.taken[x.area]] if x.area == "right" else 0
            yield Option(w.ruby - price - self.price(x.pay), x)
        for x in priced(s, seat, c.Mosque, s.tiles):
            yield Option(self.tile(x.tile) - self.price(x.pay), x)
        if n := s.dice.count(s.setup.coin):
            more = sum(self.things(s.setup.tiles[t].on_lira.items()) for t in self.p.tiles)
            yield Option(n * s.setup.limits.lira_per_die + more, c.Lira(seat=seat))
        if n := s.dice.count(s.setup.card_face):
            yield Option(w.card[min(n, len(w.card) - 1)], c.Bazaar(seat=seat, dice=n))
        for x in priced(s, seat, c.Pair, GOODS):
            yield Option(self.thing(x.colour) - self.price(x.pay), x)
        for goods in MIX:
            if (pay := pay_different(s, seat, goods)) is not None:
                take = () if goods in MIXED else self.wanted(2)
                gain = sum(self.thing(k) for k in MIXED.get(goods, take))
                x = c.Mix(seat=seat, goods=goods, pay=pay, take=take)
                yield Option(gain - self.price(pay), x)

    def reroll(self) -> Option | None:
        """Keep what helps to a ruby or a tile and roll the other dice again."""
        s, w, setup = self.s, self.w, self.s.setup
        aims = [(setup.costs[t], self.tile(t) - 2.0) for t in s.tiles]
        left = [area for area in setup.ruby_costs if rubies_left(s, area)]
        aims += [(setup.ruby_costs[area][s.taken[area]], w.ruby - 4.0) for area in left]
        best, keep = 0.0, [""]
        for cost, gain in aims:
            kept, chance = hope(s, self.p, cost)
            gain = chance * gain + (len(s.dice) - len(kept)) * w.again - w.crystal
            if gain > best and len(kept) < len(s.dice):
                best, keep = gain, kept
        # of equal faces the last ones are kept
        dice = (i for i, x in enumerate(s.dice, 1) if s.dice[i - 1 :].count(x) > keep.count(x))
        return Option(best, c.Reroll(seat=self.seat, dice=tuple(dice))) if best else None

    def thing(self, kind: str, more: int = 0) -> float:
        """One more of a kind; tokens are worth more the nearer they bring a ruby."""
        s, w = self.s, self.w
        if kind not in GOODS:
            return {"brown": w.brown, "crystal": w.crystal}.get(kind, 1.0)
        have, prices = self.p.have[kind] + more, s.setup.prices[kind]
        price = prices[s.taken[kind]] if rubies_left(s, kind) else 2
        return w.token + w.set * have if have < price else w.spare

    def things(self, amounts: Collection[tuple[str, int]]) -> float:
        """Several things."""
        return sum([n * self.thing(kind) for kind, n in amounts]) if amounts else 0

    def price(self, pay: Sequence[str]) -> float:
        """What the goods of a payment would have been worth."""
        total = 0.0
        for i, item in enumerate(pay):
            die, kind, _ = self.s.setup.items[item]
            total += self.w.die if die else self.thing(kind, -pay[: i + 1].count(item))
        return total

    def tile(self, tile: str) -> float:
        """What a tile brings in the rest of the game, and towards the mosque ruby."""
        s, p, w, setup = self.s, self.p, self.w, self.s.setup
        x = setup.tiles[tile]
        gain = self.things(x.income.items()) * w.income
        gain += self.things(x.on_lira.items()) * w.on_lira
        gain += x.reveal * w.reveal + x.actions * w.action + x.dice * w.dice
        gain *= 2 * max(0.0, 1 - max(q.rubies for q in s.players) / setup.target)
        if not p.mosque and s.mosque:
            n = len(p.owned) + 1
            gain += w.ruby if n == setup.mosque_tiles else w.mosque * n
        return gain

    def wanted(self, count: int) -> tuple[str, ...]:
        """The tokens of choice that bring most."""
        take: list[str] = []
        for _ in range(count):
            take.append(max(GOODS, key=lambda k: self.thing(k, take.count(k))))
        return tuple(sorted(take, key=GOODS.index))

    def best(self, count: int) -> tuple[str, ...]:
        """The open tiles that bring most."""
        tiles = sorted(self.s.tiles, key=lambda t: -self.tile(t)) if count else []
        return tuple(sorted(tiles[:count]))

    def dearest(self, count: int) -> tuple[str, ...]:
        """The areas whose next ruby is hardest to buy."""
        s, out = self.s, list[str]()
        for _ in range(count):
            cost = {}
            for a, prices in s.setup.prices.items():
                if rubies := prices[s.taken[a] + out.count(a) :]:
                    cost[a] = (rubies[0] + 4 * (a == "left")) * (self.w.token, 1)[a == "right"]
            out.append(max(cost, key=cost.__getitem__))
        return tuple(sorted(out, key=AREAS.index))

    def card(self) -> Command:
        """The revealed card that brings most, or the lira instead."""
        s, seat, best = self.s, self.seat, []
        for card in s.shown:
            deal = s.setup.cards[card]
            if (found := self.deal(deal)) is not None:
                best.append(Option(found[0], c.Use(seat=seat, card=card, **found[1])))
            if deal.conditional or not open_gains(s, deal):
                gain = self.things(s.setup.otherwise[card])
                best.append(Option(gain, c.Otherwise(seat=seat, card=card)))
        return max(best, key=lambda x: x.gain).command

    def offer(self) -> Command:
        """The others' part, if it is worth its price."""
        found = self.deal(self.s.setup.others.get(self.s.card))
        if found is None or found[0] <= 0:
            return c.Refuse(seat=self.seat)
        return c.Accept(seat=self.seat, **found[1])

    def deal(self, deal: Deal | None) -> tuple[float, dict[str, Any]] | None:
        """The best way to use a part of a card, if there is one."""
        s, p, seat = self.s, self.p, self.seat
        if deal is None or not able(s, seat, deal):
            return None
        pay = pay_for(s, seat, deal.cost, dice=False) or ()
        value = {t: self.tile(t) for t in p.owned} if deal.tiles else {}
        discard = tuple(sorted(sorted(value, key=value.__getitem__)[: deal.tiles]))
        cost = self.price(pay) + sum(value[t] for t in discard)
        cost += self.things(deal.spend)
        ways = []
        for got in open_gains(s, deal):
            take, tiles = self.wanted(got.any), self.best(got.tile)
            gain = self.things(got.fixed) + sum(self.thing(k) for k in take) - cost
            gain += got.ruby * self.w.ruby + sum(self.tile(t) for t in tiles)
            choices = {"choice": got.name, "pay": pay, "discard": discard, "take": take}
            ways.append((gain, choices | {"areas": self.dearest(got.ruby), "tiles": tiles}))
        return max(ways, key=lambda x: x[0])


def hope(s: State, p: Player, cost: Cost) -> tuple[list[str], float]:
    """The dice to keep for a price, and about how likely the others bring the rest."""
    keep: list[str] = []
    short, colours, loose = 0, 0, cost.any
    for k, n in cost.need.items():
        face = s.setup.letter[k]
        need = max(n - p.have[k], 0)
        kept = min(need, s.dice.count(face))
        keep += [face] * kept
        short += need - kept
        colours += need > kept
        loose -= max(p.have[k] - n, 0)
    rolled, missing = len(s.dice) - len(keep), short - p.have["brown"] + max(loose, 0)
    if missing <= 0:
        return keep, 1.0
    odds = 1 / 6 if colours <= 1 else colours / 9
    hits = range(missing, rolled + 1)
    return keep, sum(comb(rolled, i) * odds**i * (1 - odds) ** (rolled - i) for i in hits)
