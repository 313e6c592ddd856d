"""What the rules look up all the time, worked out once for a box, players and options."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from .box import CUBES, LETTERS, Box, Limits, Options, need
from .maps import distances, neighbours

Amounts = tuple[tuple[str, int], ...]
"""Colours and how many cubes of each."""


class Card(msgspec.Struct, frozen=True):
    """A merchant card: `kind` is spice, upgrade or trade."""

    kind: str
    steps: int
    give: Amounts
    get: Amounts
    text: str


class Market(msgspec.Struct, frozen=True):
    """A market tile."""

    symbol: str
    give: Amounts
    get: Amounts
    text: str


class Vp(msgspec.Struct, frozen=True):
    """A VP tile."""

    points: int
    cost: Amounts
    text: str


class Setup(msgspec.Struct, frozen=True):
    """Look-up tables of a game.

    `cells` maps every cell of the map to its kind, `places` to its column and line; `near` holds
    the neighbours and `steps` the distances. `values` are the points under the outposts of a row.
    """

    players: int
    options: Options
    limits: Limits
    letter: dict[str, str]
    points: dict[str, int]
    cost: int
    sets: dict[str, dict[str, int]]
    start: tuple[str, ...]
    deck: tuple[str, ...]
    cards: dict[str, Card]
    order: dict[str, int]
    symbols: tuple[str, ...]
    market: dict[str, Market]
    vp: dict[str, Vp]
    values: tuple[int, ...]
    rewards: dict[str, tuple[str, ...]]
    bonus: dict[str, int]
    bonus_vp: tuple[int, ...]
    free_steps: int
    hold_space: int
    map_name: str
    cells: dict[str, str]
    places: dict[str, tuple[int, int]]
    slots: tuple[str, ...]
    ports: tuple[str, ...]
    near: dict[str, tuple[str, ...]]
    steps: dict[str, dict[str, int]]


def amounts(cubes: Mapping[str, int]) -> Amounts:
    """Return cubes in the order of their levels."""
    return tuple((k, cubes[k]) for k in CUBES if cubes.get(k))


def text_of(cubes: Amounts) -> str:
    """Tell cubes: 2 yellow and 1 red."""
    words = [f"{n} {k}" for k, n in cubes]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _trade(give: Amounts, get: Amounts) -> str:
    return f"{text_of(give)} for {text_of(get)}"


def make_setup(box: Box, players: int, options: Options) -> Setup:
    """Work out the look-up tables of a game."""
    need(players in box.players.counts, f"players.counts: this box is not for {players} players")
    cards = {}
    for c in (*box.start, *box.card):
        give, get = amounts(c.give), amounts(c.gain or c.get)
        kind = "spice" if c.gain else "upgrade" if c.steps else "trade"
        text = {"spice": text_of(get), "upgrade": f"{c.steps} upgrades"}.get(kind)
        cards[c.id] = Card(kind, c.steps, give, get, text or _trade(give, get))
    market = {}
    for m in box.market:
        give, get = amounts(m.give), amounts(m.get)
        market[m.id] = Market(m.symbol, give, get, _trade(give, get))
    cells = box.map.cells
    return Setup(
        players=players,
        options=options,
        limits=box.limits,
        letter=LETTERS,
        points=box.cubes.points,
        cost=box.limits.outpost_cost[str(players)],
        sets={s.id: dict(amounts(s.cubes)) for s in box.set},
        start=tuple(c.id for c in box.start),
        deck=tuple(c.id for c in box.card),
        cards=cards,
        order={id: i for i, id in enumerate(cards)},
        symbols=box.symbols.names,
        market=market,
        vp={v.id: Vp(v.points, amounts(v.cost), text_of(amounts(v.cost))) for v in box.vp},
        values=box.board.values,
        rewards={str(c.number): c.rewards for c in box.column},
        bonus={"move": box.bonus.move, "hold": box.bonus.hold},
        bonus_vp=box.bonus.vp,
        free_steps=box.bonus.free_steps,
        hold_space=box.bonus.hold_space,
        map_name=box.map.name,
        cells={c.name: c.kind for c in cells},
        places={c.name: (c.column, c.line) for c in cells},
        slots=tuple(c.name for c in cells if c.kind == "slot"),
        ports=tuple(c.name for c in cells if c.kind == "port"),
        near=neighbours(cells),
        steps=distances(cells),
    )
