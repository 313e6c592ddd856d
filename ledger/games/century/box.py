"""The components as data: their types, and what makes a box playable."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import ClassVar, Literal

import msgspec

from ledger.sdk import (
    Above0,
    Names,
    NotEmpty,
    NotNegative,
    Players,
    Sourced,
    Titled,
    require,
    require_amounts,
)

from .maps import PORTS, SLOTS, Map, check_map

CUBES = ("yellow", "red", "green", "brown")
"""The cubes from the lowest level to the highest (CEN-20)."""
LETTERS = {"yellow": "Y", "red": "R", "green": "G", "brown": "B"}
"""The cubes in our notation and in the names of cards and tiles."""
CLOSED = "closed"
"""The closed-port tile."""
SEA = "sea"
"""A sea tile."""
BONUS = ("move", "hold", "vp")
"""The kinds of bonus tiles."""
KEYWORDS = ("discard", "toll", "build", "market", "port", *BONUS)
"""Words of the notation that cannot name a card."""
_ID = re.compile(r"(?![0-9]+$)[A-Z0-9][A-Za-z0-9-]*")
"""A name of a card or tile; a number alone would be a place of the row."""
Amounts = dict[str, int]


class Cubes(Sourced):
    """The colours by level, what they are, and what one is worth in the end."""

    names: tuple[str, ...]
    spices: dict[str, str]
    points: dict[str, NotNegative]


class Limits(Sourced):
    """The numbers of the rules; some depend on the number of players."""

    row: Above0
    removed: NotNegative
    sea: NotNegative
    hold: Above0
    window: NotNegative
    end_tiles: Above0
    outpost_cost: Amounts


class Board(Sourced):
    """The points under the outposts of a row, from the left."""

    values: NotEmpty[tuple[NotNegative, ...]]


class Column(Sourced):
    """What emptying a column of the board brings."""

    KEY: ClassVar = ("number",)
    number: int
    rewards: tuple[Literal["bonus", "card"], ...]


class Bonus(Sourced):
    """The bonus tiles: how many, and what they do."""

    move: NotNegative
    hold: NotNegative
    vp: tuple[NotNegative, ...]
    free_steps: NotNegative
    hold_space: NotNegative


class StartSet(Sourced):
    """A set of starting cubes."""

    id: str
    cubes: Amounts


class Card(Sourced):
    """A merchant card: cubes to gain, upgrade steps, or a trade."""

    id: str
    gain: Amounts = msgspec.field(default_factory=dict)
    steps: int = 0
    give: Amounts = msgspec.field(default_factory=dict)
    get: Amounts = msgspec.field(default_factory=dict)


class Market(Sourced):
    """A market tile."""

    id: str
    symbol: str
    give: Amounts
    get: Amounts


class Vp(Sourced):
    """A VP tile."""

    id: str
    cost: Amounts
    points: int


class Box(Titled):
    """Everything in the box; `symbols` are the rows of a player's board, from the top."""

    players: Players
    cubes: Cubes
    limits: Limits
    board: Board
    column: tuple[Column, ...]
    bonus: Bonus
    set: tuple[StartSet, ...]
    start: tuple[Card, ...]
    card: tuple[Card, ...]
    symbols: Names
    market: tuple[Market, ...]
    vp: tuple[Vp, ...]
    map: Map


def check_box(box: Box) -> None:
    """Refuse a box that no game could be played with."""
    require(box.cubes.names == CUBES, f"cubes.names are {', '.join(CUBES)}, in this order")
    require(set(box.cubes.spices) == set(CUBES), "cubes.spices needs a word for each colour")
    require(set(box.cubes.points) == set(CUBES), "cubes.points needs a number for each colour")
    _check_board(box)
    _check_ids("set", (x.id for x in box.set))
    for start in box.set:
        _amounts(f"set {start.id}: cubes", start.cubes)
    _check_ids("card", (x.id for x in (*box.start, *box.card)))
    for card in (*box.start, *box.card):
        _check_card(card)
    _check_market(box)
    _check_vp(box)
    check_map(box.map)


def check_new_box(box: Box) -> None:
    """Refuse a box that leaves a part of the game unplayable."""
    row, cards, most = box.limits.row, len(box.card), max(box.players.counts)
    say = f"limits.row is {row}; of {cards} cards at least {most} must be left to draw"
    require(cards - row >= most, say)
    hold = box.limits.hold
    for start in box.set:
        n = sum(start.cubes.values())
        require(n <= hold, f"set {start.id}: {n} cubes don't fit into a hold of {hold}")
    room = hold + box.bonus.hold_space * min(box.bonus.hold, len(box.column))
    for tile in box.vp:
        n = sum(tile.cost.values())
        require(n <= room, f"vp {tile.id}: cost: nobody can hold {n} cubes, only {room}")


def _check_board(box: Box) -> None:
    columns = len(box.board.values)
    right = [c.number for c in box.column] == list(range(1, columns + 1))
    require(right, f"column: the columns of the board are numbered 1 to {columns}, in this order")
    for c in box.column:
        once = c.rewards and len(set(c.rewards)) == len(c.rewards)
        require(once, f"column {c.number}: rewards names bonus, card or both, each once")
    require(box.players.counts, "players.counts is empty")
    for n in box.players.counts:
        require(2 <= n <= 4, f"players.counts: {n} cannot play")
        cost = box.limits.outpost_cost.get(str(n))
        require(cost is not None, f"limits.outpost_cost says nothing about {n} players")
        require(cost is None or cost >= 0, "limits.outpost_cost cannot be negative")
        require(len(box.set) >= n, f"set: {n} players need {n} sets, there are {len(box.set)}")


def _check_card(card: Card) -> None:
    where = f"card {card.id}"
    kinds = (bool(card.gain), bool(card.steps), bool(card.give or card.get))
    require(sum(kinds) == 1, f"{where} has one of gain, steps, or give and get")
    require(card.steps >= 0, f"{where}: steps must be above 0")
    if card.gain:
        _amounts(f"{where}: gain", card.gain)
    elif not card.steps:
        _check_trade(where, card.give, card.get)


def _check_trade(where: str, give: Amounts, get: Amounts) -> None:
    _amounts(f"{where}: give", give)
    _amounts(f"{where}: get", get)
    both = [k for k in give if k in get]
    require(not both, f"{where}: gives and gets {' and '.join(both)}; a trade changes colours")


def _check_market(box: Box) -> None:
    symbols, limits = box.symbols.names, box.limits
    require(symbols and len(set(symbols)) == len(symbols), "symbols.names must be different words")
    _check_ids("market", (x.id for x in box.market), SEA)
    for tile in box.market:
        where = f"market {tile.id}"
        require(tile.symbol in symbols, f"{where}: symbol is one of {', '.join(symbols)}")
        _check_trade(where, tile.give, tile.get)
    there = Counter(x.symbol for x in box.market)
    columns, stay = len(box.board.values), 0
    for symbol in symbols:
        n, left = there[symbol], there[symbol] - limits.removed
        require(left >= 0, f"market: of {n} {symbol} tiles {limits.removed} are removed")
        say = f"market: {left} {symbol} tiles stay in the game, a row has {columns} outposts"
        require(left <= columns, say)
        stay += left
    slots = sum(c.kind == "slot" for c in box.map.cells)
    if slots == SLOTS:  # else the map is refused, with a better reason
        say = f"market: {stay} market and {limits.sea} sea tiles do not fill {slots} slots"
        require(stay + limits.sea == slots, say)
    require(stay, "market: at least one market tile must stay in the game")


def _check_vp(box: Box) -> None:
    _check_ids("vp", (x.id for x in box.vp), CLOSED)
    for tile in box.vp:
        _amounts(f"vp {tile.id}: cost", tile.cost)
        require(tile.points >= 0, f"vp {tile.id}: points cannot be negative")
    # so many that somebody must get the last one (CEN-46), and enough to mix the closed port with
    most = max(box.players.counts) * (box.limits.end_tiles - 1)
    least = max(PORTS + box.limits.window, most + 1)
    require(len(box.vp) >= least, f"vp: there are {len(box.vp)} tiles, the game needs {least}")


def _check_ids(table: str, ids: Iterable[str], *taken: str) -> None:
    seen = set(taken)
    form = "write letters, digits and hyphens, like YY-G"
    for id in ids:
        low = id.lower()
        fine = _ID.fullmatch(id) and low not in KEYWORDS
        require(fine, f"{table} {id}: not a good name; {form}")
        require(low not in seen, f"{table}: there are two {id}; each needs a name of its own")
        seen.add(low)


def _amounts(where: str, amounts: Amounts) -> None:
    require(amounts, f"{where} is empty")
    require_amounts(where, amounts, CUBES)
    for what, n in amounts.items():
        require(n < 100, f"{where}: {n} {what} are too many")
