"""What the rules look up all the time, worked out once for a box, players and options."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ledger.sdk import require

from .box import CUBES, Bonus, Box, Limits
from .maps import Cell, distances

Amounts = tuple[tuple[str, int], ...]
"""Colours and how many cubes of each."""


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
    """A VP tile."""

    points: int
    cost: Amounts


class Setup(msgspec.Struct, frozen=True):
    """Look-up tables of a game.

    `cells` are the cells of the map by name, `steps` the distances between them. `values` are the
    points under the outposts of a row; `cost` is paid for each outpost on a tile before one's own.
    `symbols` maps each to the cube that it stands for ("": several).
    """

    players: int
    limits: Limits
    points: dict[str, int]
    cost: int
    sets: dict[str, dict[str, int]]
    start: tuple[str, ...]
    deck: tuple[str, ...]
    cards: dict[str, Card]
    order: dict[str, int]
    symbols: dict[str, str]
    market: dict[str, Market]
    vp: dict[str, Vp]
    values: tuple[int, ...]
    rewards: dict[str, tuple[str, ...]]
    bonus: Bonus
    cells: dict[str, Cell]
    slots: tuple[str, ...]
    ports: tuple[str, ...]
    steps: dict[str, dict[str, int]]


def amounts(cubes: Mapping[str, int]) -> Amounts:
    """Return cubes in the order of their levels."""
    return tuple((k, cubes[k]) for k in CUBES if cubes.get(k))


def spices(box: Box) -> dict[str, str]:
    """Return the cube that each symbol stands for: what all markets with it take, if it is one."""
    out = {}
    for symbol in box.symbols.names:
        given = [set(m.give) for m in box.market if m.symbol == symbol]
        common = set.intersection(*given) if given else ()
        out[symbol] = "".join(common) if len(common) == 1 else ""
    return out


def make_setup(box: Box, players: int, options: object = None) -> Setup:
    """Work out the look-up tables of a game."""
    fits = players in box.players.counts
    require(fits, f"players.counts: this box is not for {players} players")
    cards = {}
    for c in (*box.start, *box.card):
        kind = "spice" if c.gain else "upgrade" if c.steps else "trade"
        cards[c.id] = Card(kind, c.steps, amounts(c.give), amounts(c.gain or c.get))
    cells = box.map.cells
    return Setup(
        players=players,
        limits=box.limits,
        points=box.cubes.points,
        cost=box.limits.outpost_cost[str(players)],
        sets={s.id: dict(amounts(s.cubes)) for s in box.set},
        start=tuple(c.id for c in box.start),
        deck=tuple(c.id for c in box.card),
        cards=cards,
        order={id: i for i, id in enumerate(cards)},
        symbols=spices(box),
        market={m.id: Market(m.symbol, amounts(m.give), amounts(m.get)) for m in box.market},
        vp={v.id: Vp(v.points, amounts(v.cost)) for v in box.vp},
        values=box.board.values,
        rewards={str(c.number): c.rewards for c in box.column},
        bonus=box.bonus,
        cells={c.name: c for c in cells},
        slots=tuple(c.name for c in cells if c.kind == "slot"),
        ports=tuple(c.name for c in cells if c.kind == "port"),
        steps=distances(cells),
    )
