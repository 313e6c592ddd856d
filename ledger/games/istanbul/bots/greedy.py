"""A bot that prices everything in lira and does whatever gains the most.

It plays fair: it uses what is face up, and never looks at the deck or the stack. The weights were
tuned by self-play.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from heapq import nlargest, nsmallest
from math import comb, inf
from operator import attrgetter
from typing import Any, ClassVar

from ledger.sdk import Command
from ledger.sdk.kit import Option, ThinkingBot

from .. import commands as c
from ..box import AREAS, GOODS
from ..legal import can_reroll, priced
from ..rules.actions import MIX, MIXED, allowed
from ..rules.effects import able, open_gains, rubies_left
from ..rules.payment import pay_for
from ..setup import Cost, Deal
from ..state import Player, State


class Weights:
    """The bot's estimates of what things are worth, in lira."""

    ruby = 26.4
    """A ruby."""
    mosque = 2.25
    """A tile that counts towards the mosque ruby, times the number of tiles by then."""
    token = 4.2
    """The first token of a colour."""
    set = 0.6
    """The extra worth of a token for each one of its colour already owned."""
    spare = 1.5
    """A token beyond what the next ruby of its colour costs."""
    brown = 7.2
    """A brown token."""
    crystal = 1.8
    """A crystal."""
    die = 0.8
    """A die used to pay."""
    again = 0.7
    """A die that is rerolled."""
    card = (0.0, 3.6, 5.2, 6.2)
    """A visit to the bazaar, indexed by the number of dice."""
    income = 5.0
    """The number of times a tile is expected to bring its income."""
    on_lira = 1.5
    """The number of times a tile is expected to pay out on a lira action."""
    reveal = 11.2
    """A tile that reveals a card every turn."""
    action = 4.8
    """A tile that gives an extra action."""
    dice = 16.7
    """A tile that gives an extra die."""


class Greedy(ThinkingBot[State, Player]):
    """Buys strong tiles early and rubies as soon as it can, and collects for the nearest ruby."""

    w: Weights = Weights()

    def income(self) -> Command:
        """Use the next tile in the usual order."""
        return c.Income(seat=self.seat, tile=self.s.income[0])

    def action(self) -> Command:
        """Choose the best action, or a reroll if that promises more, or end the turn."""
        s, seat = self.s, self.seat
        left = allowed(s, self.p) - s.actions
        found = nlargest(left, self.options(), key=attrgetter("gain"))
        options = [x for x in found if x.gain > 0]
        again = self.reroll() if self.p.rubies < s.setup.target and can_reroll(s, seat) else None
        if again is not None and again.gain > sum(x.gain for x in options):
            return again.command
        return options[0].command if options else c.End(seat=seat)

    def options(self) -> Iterator[Option]:
        """Yield the possible actions, each paid in the cheapest way."""
        s, seat, w = self.s, self.seat, self.w
        for x in priced(s, seat, c.Ruby, AREAS):
            lira = s.setup.ruby_costs[x.area][s.taken[x.area]].lira
            yield Option(w.ruby - lira - self.price(x.pay), x)
        for x in priced(s, seat, c.Mosque, s.tiles):
            yield Option(self.tile(x.tile) - self.price(x.pay), x)
        if n := s.dice.count(s.setup.coin):
            more = sum(self.things(s.setup.tiles[t].on_lira.items()) for t in self.p.tiles)
            yield Option(n * s.setup.limits.lira_per_die + more, c.Lira(seat=seat))
        if n := s.dice.count(s.setup.card_face):
            yield Option(w.card[min(n, len(w.card) - 1)], c.Bazaar(seat=seat, dice=n))
        for x in priced(s, seat, c.Pair, GOODS):
            yield Option(self.thing(x.colour) - self.price(x.pay), x)
        for x in priced(s, seat, c.Mix, (*MIX,)):
            take = () if x.goods in MIXED else most(GOODS, 2, self.thing)
            gain = sum(self.thing(k) for k in MIXED.get(x.goods, take)) - self.price(x.pay)
            yield Option(gain, c.Mix(seat=seat, goods=x.goods, pay=x.pay, take=take))

    def reroll(self) -> Option | None:
        """Propose to keep the dice that help to get a ruby or a tile, and to reroll the rest."""
        s, w, setup = self.s, self.w, self.s.setup
        aims = [(setup.costs[t], self.tile(t) - 2.0) for t in s.tiles]
        left = [area for area in (*GOODS, "left") if rubies_left(s, area)]
        aims += [(setup.ruby_costs[area][s.taken[area]], w.ruby - 4.0) for area in left]
        best, keep = 0.0, [""]
        for cost, gain in aims:
            kept, chance = hope(s, self.p, cost)
            gain = chance * gain + (len(s.dice) - len(kept)) * w.again - w.crystal
            if gain > best and len(kept) < len(s.dice):
                best, keep = gain, kept
        # of several equal faces, keep the last ones
        dice = (i for i, x in enumerate(s.dice, 1) if s.dice[i - 1 :].count(x) > keep.count(x))
        return Option(best, c.Reroll(seat=self.seat, dice=tuple(dice))) if best else None

    def thing(self, kind: str, more: int = 0) -> float:
        """Return what one more of a kind is worth; a token is worth more the nearer a ruby is."""
        s, w = self.s, self.w
        if kind not in GOODS:
            return w.brown if kind == "brown" else w.crystal if kind == "crystal" else 1.0
        have, prices = self.p.have[kind] + more, s.setup.prices[kind]
        price = prices[s.taken[kind]] if rubies_left(s, kind) else 2
        return w.token + w.set * have if have < price else w.spare

    def things(self, amounts: Collection[tuple[str, int]]) -> float:
        """Return the total worth of several things."""
        return sum([n * self.thing(kind) for kind, n in amounts]) if amounts else 0

    def price(self, pay: Sequence[str]) -> float:
        """Return what the goods in a payment are worth to the bot."""
        total = 0.0
        for i, item in enumerate(pay):
            die, kind, _ = self.s.setup.items[item]
            total += self.w.die if die else self.thing(kind, -pay[: i + 1].count(item))
        return total

    def tile(self, tile: str) -> float:
        """Return what a tile will bring by the end of the game, and towards the mosque ruby."""
        s, p, w, setup = self.s, self.p, self.w, self.s.setup
        x = setup.tiles[tile]
        gain = self.things(x.income.items()) * w.income + self.things(x.on_lira.items()) * w.on_lira
        gain += x.reveal * w.reveal + x.actions * w.action + x.dice * w.dice
        gain *= 2 * max(0.0, 1 - max(q.rubies for q in s.players) / setup.target)
        if not p.mosque and s.mosque:
            n = len(p.owned) + 1
            gain += w.ruby if n == setup.mosque_tiles else w.mosque * n
        return gain

    def ruby(self, area: str, more: int) -> float:
        """Return the price of an area's next ruby after `more` others have been taken there."""
        rubies = self.s.setup.prices[area][self.s.taken[area] + more :]
        if not rubies:
            return -inf
        return rubies[0] if area == "right" else (rubies[0] + 4 * (area == "left")) * self.w.token

    def card(self) -> Command:
        """Choose the revealed card that gains the most, with or without its condition."""
        s, seat, best = self.s, self.seat, []
        for card in s.shown:
            deal = s.setup.cards[card]
            gain, how = self.deal(deal)
            best.append(Option(gain, c.Use(seat, *how, card=card)))
            if deal.conditional or not open_gains(s, deal):
                gain = self.things(s.setup.otherwise[card])
                best.append(Option(gain, c.Otherwise(seat=seat, card=card)))
        return max(best, key=lambda x: x.gain).command

    def offer(self) -> Command:
        """Accept the others' part of a card if it is worth its price."""
        gain, how = self.deal(self.s.setup.others.get(self.s.card))
        return c.Accept(self.seat, *how) if gain > 0 else c.Refuse(seat=self.seat)

    def deal(self, deal: Deal | None) -> tuple[float, tuple[Any, ...]]:
        """Return the best gain from a part of a card and how to get it; -inf if it's unusable."""
        s, p, seat = self.s, self.p, self.seat
        if deal is None or not able(s, seat, deal):
            return -inf, ()
        pay = pay_for(s, seat, deal.cost) or ()
        discard = tuple(sorted(nsmallest(deal.tiles, p.owned, key=self.tile)))
        cost = self.price(pay) + sum(self.tile(t) for t in discard) + self.things(deal.spend)
        ways = []
        for got in open_gains(s, deal):
            take, areas = most(GOODS, got.any, self.thing), most(AREAS, got.ruby, self.ruby)
            tiles = tuple(sorted(nlargest(got.tile, s.tiles, key=self.tile)))
            gain = self.things(got.fixed) + sum(self.thing(k) for k in take) - cost
            gain += got.ruby * self.w.ruby + sum(self.tile(t) for t in tiles)
            ways.append((gain, (got.name, pay, discard, take, areas, tiles)))
        return max(ways, key=lambda x: x[0])

    phases: ClassVar = {"income": income, "action": action, "card": card, "offer": offer}


def most(names: Sequence[str], count: int, gain: Callable[[str, int], float]) -> tuple[str, ...]:
    """Choose `count` names greedily: each choice can change what the next one is worth."""
    out: list[str] = []
    for _ in range(count):
        out.append(max(names, key=lambda name: gain(name, out.count(name))))
    return tuple(sorted(out, key=names.index))


def hope(s: State, p: Player, cost: Cost) -> tuple[list[str], float]:
    """Return the dice to keep for a price, and the rough chance that the rest complete it."""
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
