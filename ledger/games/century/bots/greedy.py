"""A bot that heads for the VP tile it can get soonest and picks up what helps on the way.

It plays fair: it uses face-up components and its own cards, and never looks at the deck, the stack
or another player's hand. The weights were tuned by self-play.
"""

from __future__ import annotations

import functools
from math import inf
from typing import ClassVar

from ledger.sdk.kit import Memo, Rater

from .. import commands as c
from ..rules.cubes import LEVEL, NEXT, limit
from ..rules.market import empties
from ..rules.voyage import free_steps
from ..setup import Card, Setup
from ..state import Player, State
from .cube_levels import COUNTS, Hold, cubes, traded, work, worth

Ports = tuple[tuple[str, str], ...]
"""The ports, each with the tile on it."""
Outlook = tuple[list[tuple[float, str]], float]
"""What a hold is worth for the VP tile at each port, best first, and what it is worth by itself."""


class Weights:
    """The bot's estimates of what things are worth, in points."""

    turn, last, work = 1.8, 0.6, 2.0
    """The cost of a turn, the minimum turns to reach a tile, and the work done per turn."""
    spare, over = 0.2, 1.0
    """A spare cube, per level, and the cost of each cube over the hold limit."""
    card, cycle = 0.33, 2.7
    """A card discarded for a step, and getting all cards back by resting."""
    engine, crowd = 0.9, 0.35
    """What a new card brings, and how much each card already owned reduces that."""
    outpost, column, reward = 0.75, 1.5, 2.5
    """A point under an outpost, progress towards emptying a column, and emptying one."""
    second, claim = 0.07, 100.0
    """How much the second-best tile counts, and the bonus for taking a tile right now."""


@functools.lru_cache(maxsize=32)
def _outlooks(w: Weights, setup: Setup, ports: Ports, room: int) -> Memo[Hold, Outlook]:
    """Return the worth of each hold, computed on demand; it stays valid until a tile is taken."""
    tiles = [(port, setup.vp[tile]) for port, tile in ports if tile in setup.vp]
    aims = [(port, COUNTS.of(vp.cost.items()), vp.points) for port, vp in tiles]

    def outlook(hold: Hold) -> Outlook:
        each, worths = COUNTS.each(hold), []
        for port, cost, points in aims:
            missing = work(hold, cost)
            turns = missing / w.work + w.last if missing else 0.0
            worths.append((points - w.turn * turns, port))
        spare = w.spare * sum([n * (i + 1) for i, n in enumerate(each)])
        return sorted(worths, reverse=True), spare - w.over * max(0, sum(each) - room)

    return Memo(outlook)


class Greedy(Rater[State, Player]):
    """Takes a VP tile as soon as it can; until then, does whatever brings the best one nearest."""

    w: Weights = Weights()

    def prepare(self) -> None:
        """Take stock of the bot's own hold and cards, and of the tiles in the ports."""
        s, p = self.s, self.p
        self.hold = COUNTS.of(p.hold.items())
        self.outlook = _outlooks(self.w, s.setup, (*s.ports.items(),), limit(s, p))
        self.free = free_steps(s, p)
        self.ready = p.cards.in_hand + len(p.played)
        self.cards = self.ready + p.cards.discarded
        most = max([len(x.tiles) for x in s.players])
        self.left = max(0.0, 1 - most / s.setup.limits.end_tiles)

    # --- how near the next tile is

    def near(self, hold: Hold, at: str, ready: int, taken: str = "", least: float = -inf) -> float:
        """Return what a hold is worth at a place, given the tiles to aim for.

        This is at most what it would be worth at the port of the best tile. If even that is below
        `least`, the exact value doesn't matter, and the result is -inf.
        """
        w, (values, spare) = self.w, self.outlook[hold]
        if values and values[0][0] * (1 + w.second) + spare < least - 1e-6:
            return -inf
        steps, free, card, turn = self.s.setup.steps[at], self.free, w.card, w.turn
        best = second = -99.0
        for near, port in values:
            if near <= second:  # the rest are worth even less
                break
            if port == taken:
                continue
            way = steps[port] - free if steps[port] > free else 0
            value = near - card * way
            if way > ready:
                value -= turn
            if value > best:
                best, second = value, best
            elif value > second:
                second = value
        return best + w.second * second + spare

    def engine(self, card: Card) -> float:
        """Return what a new card would bring over the rest of the game."""
        w = self.w
        gain = 1.3 * card.steps + worth(card.get) - worth(card.give)
        if card.kind == "trade":
            gain = 2 * gain + 0.4
        return w.engine * max(gain, 0.2) * self.left / (1 + w.crowd * (self.cards - 2))

    # --- the moves

    def embark(self, x: c.Embark) -> float:
        """Rate a start by how well its cubes fit a tile and whether its market can use them."""
        s = self.s
        hold = COUNTS.of(s.setup.sets[x.set].items())
        market = s.setup.market[s.tiles[x.to]]
        crowd = sum(p.ship == x.to for p in s.players)
        use = worth(market.get) / worth(market.give)
        return self.near(hold, x.to, 2) + use - crowd

    def rest(self, x: c.Rest) -> float:
        """Rate resting: the hold stays as it is, and all cards return to the hand."""
        back = len(self.p.played) + self.p.cards.discarded
        return self.near(self.hold, self.p.ship, self.cards) + self.w.cycle * back / self.cards

    def play(self, x: c.Play) -> float:
        """Rate the hold after a card is played."""
        card, hold = self.s.setup.cards[x.card], self.hold
        if card.kind == "upgrade":
            hold += cubes(NEXT[cube] for cube in x.steps) - cubes(x.steps)
        else:
            hold += traded(card.give, card.get, x.times)
        cost = self.w.cycle / self.cards
        return self.near(hold, self.p.ship, self.ready, least=self.best + cost) - cost

    def acquire(self, x: c.Acquire) -> float:
        """Rate acquiring a card: what it brings later, plus the cubes on it."""
        hold = self.hold - cubes(x.pay) + cubes(self.s.laid[self.s.row.index(x.card)])
        gain = self.engine(self.s.setup.cards[x.card])
        return gain + self.near(hold, self.p.ship, self.ready + 1, least=self.best - gain)

    def move(self, x: c.Move) -> float:
        """Rate a move, including what it does on arrival."""
        s, p, w = self.s, self.p, self.w
        hold = self.hold - cubes((*x.toll, *x.pay)) if x.toll or x.pay else self.hold
        cost = len(x.hand) + len(x.played)
        value = -w.card * cost
        if x.tile:
            vp = s.setup.vp[s.ports[x.to]]
            hold -= COUNTS.of(vp.cost.items())
            value += w.claim + vp.points
        if x.build or x.times:
            market = s.setup.market[s.tiles[x.to]]
            hold += traded(market.give, market.get, x.times)
            if x.build:
                built = len(s.setup.values) - p.outposts[market.symbol]
                value += w.outpost * s.setup.values[built] + w.column / (1 + built)
                value += w.reward if empties(s, p, market.symbol) else 0
        taken, least = x.to if x.tile else "", self.best - value
        return value + self.near(hold, x.to, self.ready - cost, taken, least)

    def reward(self, x: c.Reward) -> float:
        """Rate a reward: a card with its cubes, or a bonus tile."""
        if x.card:
            got = sum(LEVEL[k] + 1 for k in self.s.laid[self.s.row.index(x.card)])
            return self.engine(self.s.setup.cards[x.card]) + 0.5 * got
        return float(self.s.bonus_vp[0]) if x.bonus == "vp" else 3.0 * self.left

    def exchange(self, x: c.Exchange) -> float:
        """Rate the hold after using the market this many times."""
        market = self.s.setup.market[self.s.tiles[self.p.ship]]
        hold = self.hold + traded(market.give, market.get, x.times)
        return self.near(hold, self.p.ship, self.ready)

    def decline(self, x: c.Decline) -> float:
        """Rate the hold as it is, without using the market."""
        return self.near(self.hold, self.p.ship, self.ready)

    def discard(self, x: c.Discard) -> float:
        """Rate what is left of the hold after a discard."""
        return self.near(self.hold - cubes(x.cubes), self.p.ship, self.ready)

    ratings: ClassVar = {
        c.Embark: embark,
        c.Acquire: acquire,
        c.Play: play,
        c.Move: move,
        c.Rest: rest,
        c.Reward: reward,
        c.Exchange: exchange,
        c.Decline: decline,
        c.Discard: discard,
    }
