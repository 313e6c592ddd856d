"""A player that works towards the VP tile that is nearest and takes what helps on the way.

It plays fair: it reads what is face up and its own cards, never deck, stack or other hands. The
weights were found by play against itself.
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
"""What cubes are worth for each VP tile, by port, the best first, and by themselves."""


class Weights:
    """What the bot believes things are worth, in points."""

    turn, last, work = 1.8, 0.6, 2.0
    """A turn; how many of them it takes at least to get a tile; the work that is done in one."""
    spare, over = 0.2, 1.0
    """A cube by itself, for each level; one that is too many for the hold."""
    card, cycle = 0.33, 2.7
    """A card that is discarded for a step; all cards, when they come back."""
    engine, crowd = 0.9, 0.35
    """What a new card brings; how much less that is with each card more."""
    outpost, column, reward = 0.75, 1.5, 2.5
    """A point under an outpost; progress with a column; a column that is emptied."""
    second, claim = 0.07, 100.0
    """How much the second best tile counts; a tile that is taken now."""


@functools.lru_cache(maxsize=32)
def _outlooks(w: Weights, setup: Setup, ports: Ports, room: int) -> Memo[Hold, Outlook]:
    """Return what each hold is worth, which stays the same until somebody takes a tile."""
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
    """Takes a VP tile as soon as it can; until then it does what brings the best one nearest."""

    w: Weights = Weights()

    def prepare(self) -> None:
        """Look at its own hold and cards, and at what the tiles in the ports are worth."""
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
        """What a hold is worth at a place, by the tiles that can be aimed at.

        It is worth no more than at the very port of the best tile. If even that is less than
        `least`, the exact value does not matter.
        """
        w, (values, spare) = self.w, self.outlook[hold]
        if values and values[0][0] * (1 + w.second) + spare < least - 1e-6:
            return -inf
        steps, free, card, turn = self.s.setup.steps[at], self.free, w.card, w.turn
        best = second = -99.0
        for near, port in values:
            if near <= second:  # those that follow are worth even less
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
        """What a new card would bring in the rest of the game."""
        w = self.w
        gain = 1.3 * card.steps + worth(card.get) - worth(card.give)
        if card.kind == "trade":
            gain = 2 * gain + 0.4
        return w.engine * max(gain, 0.2) * self.left / (1 + w.crowd * (self.cards - 2))

    # --- the moves

    def embark(self, x: c.Embark) -> float:
        """Begin with cubes that fit a tile, on a market that can use them."""
        s = self.s
        hold = COUNTS.of(s.setup.sets[x.set].items())
        market = s.setup.market[s.tiles[x.to]]
        crowd = sum(p.ship == x.to for p in s.players)
        use = worth(market.get) / worth(market.give)
        return self.near(hold, x.to, 2) + use - crowd

    def rest(self, x: c.Rest) -> float:
        """The hold as it is, with all cards back in the hand."""
        back = len(self.p.played) + self.p.cards.discarded
        return self.near(self.hold, self.p.ship, self.cards) + self.w.cycle * back / self.cards

    def play(self, x: c.Play) -> float:
        """The hold after a card is played."""
        card, hold = self.s.setup.cards[x.card], self.hold
        if card.kind == "upgrade":
            hold += cubes(NEXT[cube] for cube in x.steps) - cubes(x.steps)
        else:
            hold += traded(card.give, card.get, x.times)
        cost = self.w.cycle / self.cards
        return self.near(hold, self.p.ship, self.ready, least=self.best + cost) - cost

    def acquire(self, x: c.Acquire) -> float:
        """A card for the engine, with the cubes on it."""
        hold = self.hold - cubes(x.pay) + cubes(self.s.laid[self.s.row.index(x.card)])
        gain = self.engine(self.s.setup.cards[x.card])
        return gain + self.near(hold, self.p.ship, self.ready + 1, least=self.best - gain)

    def move(self, x: c.Move) -> float:
        """A move and what is done at its end."""
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
        """A card for the engine, or a bonus tile."""
        if x.card:
            got = sum(LEVEL[k] + 1 for k in self.s.laid[self.s.row.index(x.card)])
            return self.engine(self.s.setup.cards[x.card]) + 0.5 * got
        return float(self.s.bonus_vp[0]) if x.bonus == "vp" else 3.0 * self.left

    def exchange(self, x: c.Exchange) -> float:
        """The market after a reward, as often as it brings the best hold."""
        market = self.s.setup.market[self.s.tiles[self.p.ship]]
        hold = self.hold + traded(market.give, market.get, x.times)
        return self.near(hold, self.p.ship, self.ready)

    def decline(self, x: c.Decline) -> float:
        """The hold as it is, without the market."""
        return self.near(self.hold, self.p.ship, self.ready)

    def discard(self, x: c.Discard) -> float:
        """Keep what is worth most."""
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
