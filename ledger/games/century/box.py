"""The components as data: their types, and the checks that a box must pass."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, ClassVar, Literal

import msgspec

from ledger.sdk import (
    Above0,
    Names,
    NotEmpty,
    NotNegative,
    Players,
    Sourced,
    Titled,
    at_most,
    longest,
    require,
)
from ledger.sdk.kit import (
    amounts_of,
    different,
    each_of,
    enough_for_all,
    for_each_count,
    named,
)

from .maps import PORTS, SLOTS, Map, check_map

CUBES = ("yellow", "red", "green", "brown")
"""The colours of cubes, from the lowest level to the highest (CEN-20)."""
LETTERS = {"yellow": "Y", "red": "R", "green": "G", "brown": "B"}
"""The letters for cubes, in the notation and in the names of cards and tiles."""
CLOSED = "closed"
"""The id of the closed-port tile."""
SEA = "sea"
"""The id of a sea tile."""
BONUS = ("move", "hold", "vp")
"""The kinds of bonus tiles."""
KEYWORDS = ("discard", "toll", "build", "market", "port", *BONUS)
"""Words of the notation, which can't be used as card names."""
ID = r"(?![0-9]+$)[A-Z0-9][A-Za-z0-9-]*"
"""The pattern for card and tile names; a plain number would be taken for a place in the row."""
Amounts = Annotated[dict[str, int], amounts_of(*CUBES, most=99)]
Points = Annotated[NotNegative, at_most(500)]


class Cubes(Sourced):
    """The colours by level, the spices they stand for, and the final score for each cube."""

    names: tuple[str, ...]
    spices: Annotated[dict[str, str], each_of(*CUBES)]
    points: Annotated[dict[str, Points], each_of(*CUBES)]


class Limits(Sourced):
    """The numbers used in the rules; some depend on the number of players."""

    row: Annotated[Above0, at_most(100)]
    removed: Annotated[NotNegative, at_most(100)]
    sea: Annotated[NotNegative, at_most(20)]
    hold: Annotated[Above0, at_most(100)]
    window: Annotated[NotNegative, at_most(100)]
    end_tiles: Annotated[Above0, at_most(50)]
    outpost_cost: Annotated[dict[str, int], for_each_count(0), at_most(50)]


class Board(Sourced):
    """The points under the outposts of a row, from left to right."""

    values: Annotated[NotEmpty[tuple[Points, ...]], longest(20)]


class Column(Sourced):
    """The rewards for emptying a column of the board."""

    KEY: ClassVar = ("number",)
    number: int
    rewards: Annotated[tuple[Literal["bonus", "card"], ...], different]


class Bonus(Sourced):
    """The bonus tiles: how many there are, and what they do."""

    move: Annotated[NotNegative, at_most(50)]
    hold: Annotated[NotNegative, at_most(50)]
    vp: Annotated[tuple[Points, ...], longest(50)]
    free_steps: Annotated[NotNegative, at_most(30)]
    hold_space: Annotated[NotNegative, at_most(30)]


class StartSet(Sourced):
    """A set of starting cubes."""

    id: Annotated[str, named(ID, like="YYR", taken=KEYWORDS)]
    cubes: NotEmpty[Amounts]


class Card(Sourced):
    """A merchant card: cubes to gain, upgrade steps, or a trade."""

    id: Annotated[str, named(ID, like="YY-G", taken=KEYWORDS)]
    gain: Amounts = msgspec.field(default_factory=dict)
    steps: Annotated[NotNegative, at_most(30)] = 0
    give: Amounts = msgspec.field(default_factory=dict)
    get: Amounts = msgspec.field(default_factory=dict)


class Market(Sourced):
    """A market tile."""

    id: Annotated[str, named(ID, like="YY-G", taken=(*KEYWORDS, SEA))]
    symbol: str
    give: Amounts
    get: Amounts


class Vp(Sourced):
    """A VP tile."""

    id: Annotated[str, named(ID, like="12-RRBB", taken=(*KEYWORDS, CLOSED))]
    cost: NotEmpty[Amounts]
    points: Points


class Box(Titled):
    """Everything in the box; `symbols` are the rows of a player's board, from top to bottom."""

    players: Players
    cubes: Cubes
    limits: Limits
    board: Board
    column: tuple[Column, ...]
    bonus: Bonus
    set: Annotated[tuple[StartSet, ...], enough_for_all, longest(50)]
    start: Annotated[tuple[Card, ...], longest(50)]
    card: Annotated[tuple[Card, ...], longest(500)]
    symbols: Names
    market: Annotated[tuple[Market, ...], longest(300)]
    vp: Annotated[tuple[Vp, ...], longest(300)]
    map: Map


def check_box(box: Box) -> None:
    """Reject a box that can't be played with at all."""
    require(
        box.cubes.names == CUBES,
        "cubes.names must be {cubes}, in this order",
        cubes=", ".join(CUBES),
    )
    columns = len(box.board.values)
    right = [c.number for c in box.column] == list(range(1, columns + 1))
    require(
        right,
        "column: the columns of the board must be numbered 1 to {columns}, in this order",
        columns=columns,
    )
    for card in (*box.start, *box.card):
        where, trade = f"card {card.id}", bool(card.give or card.get)
        one = sum((bool(card.gain), bool(card.steps), trade)) == 1
        require(one, "{where} must have exactly one of gain, steps, or give and get", where=where)
        if trade:
            _check_trade(where, card.give, card.get)
    _check_market(box)
    # enough for somebody to reach the limit (CEN-46), and to shuffle the closed port into
    most = max(box.players.counts, default=0) * (box.limits.end_tiles - 1)
    least = max(PORTS + box.limits.window, most + 1)
    require(
        len(box.vp) >= least,
        "vp: there are {tiles} tiles, but the game needs at least {least}",
        tiles=len(box.vp),
        least=least,
    )
    check_map(box.map.cells)


def check_new_box(box: Box) -> None:
    """Reject a box that would make part of the game unplayable."""
    row, cards, most = box.limits.row, len(box.card), max(box.players.counts)
    require(
        cards - row >= most,
        "limits.row is {row}: at least {most} of the {cards} cards must be left to draw",
        row=row,
        cards=cards,
        most=most,
    )
    hold = box.limits.hold
    for start in box.set:
        n = sum(start.cubes.values())
        require(
            n <= hold,
            "set {id}: {n} cubes don't fit into a hold for {hold}",
            id=start.id,
            n=n,
            hold=hold,
        )
    room = hold + box.bonus.hold_space * min(box.bonus.hold, len(box.column))
    for tile in box.vp:
        n = sum(tile.cost.values())
        require(
            n <= room,
            "vp {id}: cost: nobody can hold {n} cubes, only {room}",
            id=tile.id,
            n=n,
            room=room,
        )


def _check_trade(where: str, give: Amounts, get: Amounts) -> None:
    require(give, "{where}: give is empty", where=where)
    require(get, "{where}: get is empty", where=where)
    both = [k for k in give if k in get]
    require(
        not both,
        "{where}: gives and gets {both}; a trade must change colours",
        where=where,
        both=" and ".join(both),
    )


def _check_market(box: Box) -> None:
    symbols, limits = box.symbols.names, box.limits
    for tile in box.market:
        where = f"market {tile.id}"
        require(
            tile.symbol in symbols,
            "{where}: symbol must be one of {symbols}",
            where=where,
            symbols=", ".join(symbols),
        )
        _check_trade(where, tile.give, tile.get)
    there = Counter(x.symbol for x in box.market)
    columns, stay = len(box.board.values), len(box.market) - limits.removed * len(symbols)
    for symbol in symbols:
        n, left = there[symbol], there[symbol] - limits.removed
        require(
            left >= 0,
            "market: there are {n} {symbol} tiles, too few to remove {removed}",
            n=n,
            symbol=symbol,
            removed=limits.removed,
        )
        require(
            left <= columns,
            "market: {left} {symbol} tiles stay in the game, but a row has only {columns} outposts",
            left=left,
            symbol=symbol,
            columns=columns,
        )
    # check_map refuses any other number of slots, with a better reason
    if sum(c.kind == "slot" for c in box.map.cells) == SLOTS:
        require(
            stay + limits.sea == SLOTS,
            "market: {stay} market and {sea} sea tiles don't fill {slots} slots",
            stay=stay,
            sea=limits.sea,
            slots=SLOTS,
        )
    require(stay, "market: at least one market tile must stay in the game")
