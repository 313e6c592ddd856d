"""Values that the rules need all the time, computed once for a box, players and options."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

import msgspec

from ledger.sdk import Lookup
from ledger.sdk.kit import distances

from .box import CUBES, Box

Amounts = tuple[tuple[str, int], ...]
"""Pairs of a colour and a number of cubes."""


class Card(msgspec.Struct, frozen=True):
    """A merchant card: `kind` is spice, upgrade or trade."""

    kind: str
    steps: int
    give: Amounts
    get: Amounts


class Market(msgspec.Struct, frozen=True):
    """A market tile."""

    symbol: str
    give: Amounts
    get: Amounts


class Vp(msgspec.Struct, frozen=True):
    """A VP tile: the cubes it costs and its points."""

    id: str
    cost: dict[str, int]
    points: int


def amounts(cubes: Mapping[str, int]) -> Amounts:
    """Return amounts ordered by the level of the cubes."""
    return tuple((k, cubes[k]) for k in CUBES if cubes.get(k))


def _spice(box: Box, symbol: str) -> str:
    """Return the one cube that all markets of a symbol take, or failing that, the one all give.

    If there is no such cube, the result is an empty string.
    """
    markets = [m for m in box.market if m.symbol == symbol]
    for trades in ([m.give for m in markets], [m.get for m in markets]):
        common = set(CUBES).intersection(*trades)
        if len(common) == 1:
            return common.pop()
    return ""


def _within(steps: Mapping[str, int]) -> list[list[str]]:
    """Return, for each number of steps, the other cells within that distance."""
    return [[c for c, n in steps.items() if 0 < n <= most] for most in range(len(steps))]


class Setup(Lookup):
    """Look-up tables for a game.

    `cells` has the cells of the map by name, and `steps` the distances between them;
    `within[cell][n]` lists the cells at most `n` steps away. `values` has the points under the
    outposts of a row, and `cost` is the price per outpost already on a tile. `symbols` maps each
    symbol to the cube it stands for, or to "" if it stands for several.
    """

    def __init__(self, box: Box, players: int, options: object = None) -> None:
        box.players.allow(players)
        self.players, self.limits = players, box.limits
        self.points = box.cubes.points
        self.cost = box.limits.outpost_cost[str(players)]
        self.sets = {s.id: dict(amounts(s.cubes)) for s in box.set}
        self.start = tuple(c.id for c in box.start)
        self.deck = tuple(c.id for c in box.card)
        self.cards: dict[str, Card] = {}
        for c in (*box.start, *box.card):
            kind = "spice" if c.gain else "upgrade" if c.steps else "trade"
            self.cards[c.id] = Card(kind, c.steps, amounts(c.give), amounts(c.gain or c.get))
        self.order = {id: i for i, id in enumerate(self.cards)}
        self.symbols = {symbol: _spice(box, symbol) for symbol in box.symbols.names}
        self.market = {m.id: Market(m.symbol, amounts(m.give), amounts(m.get)) for m in box.market}
        self.vp = {v.id: Vp(v.id, dict(amounts(v.cost)), v.points) for v in box.vp}
        self.values = box.board.values
        self.earned = [*accumulate(self.values, initial=0)][::-1]
        self.rewards = {str(c.number): c.rewards for c in box.column}
        self.bonus = box.bonus
        cells = box.map.cells
        self.cells = {c.name: c for c in cells}
        self.slots = tuple(c.name for c in cells if c.kind == "slot")
        self.ports = tuple(c.name for c in cells if c.kind == "port")
        self.steps = distances(cells)
        self.within = {name: _within(steps) for name, steps in self.steps.items()}
