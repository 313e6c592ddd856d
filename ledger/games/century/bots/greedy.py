"""A player that works towards the VP tile that is nearest and takes what helps on the way.

It plays fair: it reads what lies open and its own cards, never deck, stack or other hands. The
weights were found by play against itself.
"""

from __future__ import annotations

import functools
import math
import random
from typing import NamedTuple

from ledger.sdk import Command, Game, Memo, Rater, ThinkingBot

from .. import commands as c
from ..legal import legal
from ..rules.cubes import LEVEL, NEXT, limit
from ..rules.market import empties, market_on
from ..rules.port import vp_on
from ..rules.voyage import free_steps
from ..setup import Card
from ..state import Player, State
from .cube_levels import COUNTS, Hold, counted, cubes, traded, work, worth


class Weights(NamedTuple):
    """What the bot believes things are worth, in points."""

    turn: float = 1.8
    last: float = 0.6
    work: float = 2.0
    spare: float = 0.2
    card: float = 0.33
    cycle: float = 2.7
    engine: float = 0.9
    crowd: float = 0.35
    outpost: float = 0.75
    column: float = 1.5
    reward: float = 2.5
    over: float = 1.0
    second: float = 0.07
    claim: float = 100.0


class Aim(NamedTuple):
    """A VP tile that can be taken: where, for what, and its points."""

    port: str
    cost: Hold
    points: int


@functools.lru_cache(maxsize=16)
def _worths(w: Weights, aims: tuple[Aim, ...]) -> Memo[Hold, list[tuple[float, str]]]:
    """Return what each hold is worth for each tile, by port, the best first."""

    def weigh(hold: Hold) -> list[tuple[float, str]]:
        worths = []
        for port, cost, points in aims:
            missing = work(hold, cost)
            turns = missing / w.work + w.last if missing else 0.0
            worths.append((points - w.turn * turns, port))
        return sorted(worths, reverse=True)

    return Memo(weigh)


@functools.lru_cache(maxsize=16)
def _spares(w: Weights, room: int) -> Memo[Hold, float]:
    """Return what the cubes of each hold are worth by themselves."""

    def weigh(hold: Hold) -> float:
        each = COUNTS.each(hold)
        spare = w.spare * sum([n * (i + 1) for i, n in enumerate(each)])
        return spare - w.over * max(0, sum(each) - room)

    return Memo(weigh)


class Greedy(ThinkingBot[State, Player]):
    """Takes a VP tile as soon as it can, and else does what brings the best one nearest."""

    w: Weights = Weights()

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Command:
        """Return the command to play."""
        return Plan(self.w, state, seat).choose(legal(state, seat))


class Plan(Rater):
    """A position as a seat sees it: what each command would be worth."""

    def __init__(self, w: Weights, s: State, seat: int) -> None:
        self.w, self.s = w, s
        self.p = p = s.players[seat - 1]
        self.hold = COUNTS.of(p.hold.items())
        tiles = [(port, vp) for port in s.ports if (vp := vp_on(s, port))]
        # until somebody takes a tile, a hold is worth the same
        aims = tuple([Aim(port, counted(tuple(vp.cost.items())), vp.points) for port, vp in tiles])
        self.worths, self.spare = _worths(w, aims), _spares(w, limit(s, p))
        self.free = free_steps(s, p)
        self.ready = p.cards.in_hand + len(p.played)
        self.cards = self.ready + p.cards.discarded
        most = max([len(x.tiles) for x in s.players])
        self.left = max(0.0, 1 - most / s.setup.limits.end_tiles)

    # --- how near the next tile is

    def near(
        self, hold: Hold, ship: str, ready: int, taken: str = "", least: float = -math.inf
    ) -> float:
        """What a hold is worth at a place, by the tiles that can be aimed at.

        It is worth no more than at the very port of the best tile. If even that is less than
        `least`, nobody wants to know it exactly.
        """
        values, spare = self.worths[hold], self.spare[hold]
        if values and values[0][0] * (1 + self.w.second) + spare < least - 1e-6:
            return -math.inf
        steps, free, card, turn = self.s.setup.steps[ship], self.free, self.w.card, self.w.turn
        best = second = -99.0
        for near, port in values:
            if near <= second:  # those that follow are worth even less
                break
            if port == taken:
                continue
            way = steps[port] - free
            value = near
            if way > 0:
                value -= card * way
                if way > ready:
                    value -= turn
            elif ready < 0:
                value -= turn
            if value > best:
                best, second = value, best
            elif value > second:
                second = value
        return best + self.w.second * second + spare

    def engine(self, card: Card) -> float:
        """What a new card would bring in the rest of the game."""
        w = self.w
        if card.kind == "upgrade":
            gain = 1.3 * card.steps
        else:
            gain = worth(card.get) - worth(card.give)
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
        """All cards come back."""
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
        """A card for the engine, with the cubes that lie on it."""
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
        market = market_on(s, x.to) if x.build or x.times else None
        if market and x.build:
            built = len(s.setup.values) - p.outposts[market.symbol]
            value += w.outpost * s.setup.values[built] + w.column / (1 + built)
            if empties(s, p, market.symbol):
                value += w.reward
        if market and x.times:
            hold += traded(market.give, market.get, x.times)
        taken, least = x.to if x.tile else "", self.best - value
        return value + self.near(hold, x.to, self.ready - cost, taken, least)

    def reward(self, x: c.Reward) -> float:
        """A card for the engine, or a bonus tile."""
        if x.card:
            got = sum(LEVEL[k] + 1 for k in self.s.laid[self.s.row.index(x.card)])
            return self.engine(self.s.setup.cards[x.card]) + 0.5 * got
        if x.bonus == "vp":
            return float(self.s.bonus_vp[0])
        return 3.0 * self.left

    def exchange(self, x: c.Exchange) -> float:
        """The market after a reward, so often that it brings the best hold."""
        market = self.s.setup.market[self.s.tiles[self.p.ship]]
        hold = self.hold + traded(market.give, market.get, x.times)
        return self.near(hold, self.p.ship, self.ready)

    def decline(self, x: c.Decline) -> float:
        """No exchange."""
        return self.near(self.hold, self.p.ship, self.ready)

    def discard(self, x: c.Discard) -> float:
        """Keep what is worth most."""
        return self.near(self.hold - cubes(x.cubes), self.p.ship, self.ready)
