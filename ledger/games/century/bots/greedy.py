"""A player that works towards the VP tile that is nearest and takes what helps on the way.

It plays fair: it reads what lies open and its own cards, never deck, stack or other hands. The
weights were found by play against itself.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from ledger.sdk import Bot, Command, Game

from .. import commands as c
from ..legal import legal
from ..rules.cubes import LEVEL, NEXT, limit
from ..rules.market import empties, market_on
from ..rules.port import vp_on
from ..rules.voyage import free_steps
from ..setup import Card
from ..state import State
from .cube_levels import Hold, changed, level, traded, work, worth


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
    cost: tuple[int, ...]
    points: int


Worths = dict[tuple[int, ...], list[tuple[float, str]]]
"""What each hold is worth for each tile, by port, the best first."""


class Greedy(Bot):
    """Takes a VP tile as soon as it can, and else does what brings the best one nearest."""

    name = "greedy"

    def __init__(self, weights: Weights | None = None) -> None:
        self.w = weights or Weights()
        self._known: tuple[list[Aim], Worths] = ([], {})

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Command:
        """Return the command to play."""
        plan = Plan(self.w, state, seat)
        aims, worths = self._known
        if aims == plan.aims:  # until somebody takes a tile, a hold is worth the same for them
            plan.worths = worths
        else:
            self._known = plan.aims, plan.worths
        best: Command | None = None
        for command in legal(state, seat):
            value = plan.value(command)
            if best is None or value > plan.best:
                best, plan.best = command, value
        if best is None:
            raise ValueError("there is nothing to choose from")
        return best


class Plan:
    """A position as a seat sees it: what each command would be worth."""

    def __init__(self, w: Weights, s: State, seat: int) -> None:
        self.w, self.s = w, s
        self.p = p = s.players[seat - 1]
        self.hold = level(p.hold.items())
        self.room = limit(s, p)
        self.aims = [
            Aim(port, tuple(level(vp.cost)), vp.points)
            for port in s.ports
            if (vp := vp_on(s, port))
        ]
        self.best = -math.inf
        self.worths: Worths = {}
        self.spare: dict[tuple[int, ...], float] = {}
        self.free = free_steps(s, p)
        self.ready = p.cards.in_hand + len(p.played)
        self.cards = self.ready + p.cards.discarded
        most = max(len(x.tiles) for x in s.players)
        self.left = max(0.0, 1 - most / s.setup.limits.end_tiles)
        self.value: Callable[[Any], float] = {
            "start": self.embark,
            "turn": self.action,
            "reward": self.reward,
            "market": self.exchange,
            "hold": self.discard,
        }[s.phase]

    # --- how near the next tile is

    def near(
        self, hold: Hold, ship: str, ready: int, taken: str = "", least: float = -math.inf
    ) -> float:
        """What a hold is worth at a place, by the tiles that can be aimed at.

        It is worth no more than at the very port of the best tile. If even that is less than
        `least`, nobody wants to know it exactly.
        """
        key = tuple(hold)
        values = self.worths.get(key) or self.weigh(key)
        spare = self.spare.get(key)
        if spare is None:
            spare = self.w.spare * sum([n * (i + 1) for i, n in enumerate(key)])
            spare -= self.w.over * max(0, sum(key) - self.room)
            self.spare[key] = spare
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

    def weigh(self, hold: tuple[int, ...]) -> list[tuple[float, str]]:
        """What a hold is worth for each tile; many commands leave the same one."""
        w, worths = self.w, []
        for aim in self.aims:
            missing = work(hold, aim.cost)
            turns = missing / w.work + w.last if missing else 0.0
            worths.append((aim.points - w.turn * turns, aim.port))
        worths.sort(reverse=True)
        self.worths[hold] = worths
        return worths

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

    # --- the questions

    def embark(self, x: c.Embark) -> float:
        """Begin with cubes that fit a tile, on a market that can use them."""
        s = self.s
        hold = level(s.setup.sets[x.set].items())
        market = s.setup.market[s.tiles[x.to]]
        crowd = sum(p.ship == x.to for p in s.players)
        use = worth(market.get) / worth(market.give)
        return self.near(hold, x.to, 2) + use - crowd

    def action(self, x: Any) -> float:
        """One of the four actions of a turn."""
        p, w = self.p, self.w
        if isinstance(x, c.Move):
            return self.move(x)
        if isinstance(x, c.Rest):
            back = len(p.played) + p.cards.discarded
            return self.near(self.hold, p.ship, self.cards) + w.cycle * back / self.cards
        if isinstance(x, c.Play):
            hold = self.played(x)
            return self.near(hold, p.ship, self.ready) - w.cycle / self.cards
        hold = changed(self.hold, x.pay, self.s.laid[self.s.row.index(x.card)])
        near = self.near(hold, p.ship, self.ready + 1)
        return near + self.engine(self.s.setup.cards[x.card])

    def played(self, x: c.Play) -> Hold:
        """The hold after a card is played."""
        card = self.s.setup.cards[x.card]
        if card.kind == "upgrade":
            return changed(self.hold, x.steps, [NEXT[cube] for cube in x.steps])
        return traded(self.hold, card.give, card.get, x.times)

    def move(self, x: c.Move) -> float:
        """A move and what is done at its end."""
        s, p, w = self.s, self.p, self.w
        hold = changed(self.hold, (*x.toll, *x.pay)) if x.toll or x.pay else self.hold
        cost = len(x.hand) + len(x.played)
        value = -w.card * cost
        if x.tile:
            vp = s.setup.vp[s.ports[x.to]]
            hold = traded(hold, vp.cost, (), 1)
            value += w.claim + vp.points
        market = market_on(s, x.to) if x.build or x.times else None
        if market and x.build:
            built = len(s.setup.values) - p.outposts[market.symbol]
            value += w.outpost * s.setup.values[built] + w.column / (1 + built)
            if empties(s, p, market.symbol):
                value += w.reward
        if market and x.times:
            hold = traded(hold, market.give, market.get, x.times)
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

    def exchange(self, x: Any) -> float:
        """The market after a reward, so often that it brings the best hold."""
        hold = self.hold
        if isinstance(x, c.Exchange):
            market = self.s.setup.market[self.s.tiles[self.p.ship]]
            hold = traded(hold, market.give, market.get, x.times)
        return self.near(hold, self.p.ship, self.ready)

    def discard(self, x: c.Discard) -> float:
        """Keep what is worth most."""
        return self.near(changed(self.hold, x.cubes), self.p.ship, self.ready)
