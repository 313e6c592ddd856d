"""The table as a player sees it: plain data, complete enough to draw from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from ledger.kernel.game.outcome import places
from ledger.kernel.game.views import Asked

from .box import CLOSED, CUBES, LETTERS, SEA, Box
from .rules.cubes import limit
from .rules.dispatch import awaiting
from .rules.turn_end import outcome, points
from .setup import Market
from .state import State

if TYPE_CHECKING:
    from rich.console import RenderableType

Cubes = dict[str, int]


class Vp(msgspec.Struct, frozen=True):
    """A VP tile: the cubes it costs and its points."""

    id: str
    cost: Cubes
    points: int


class Cell(msgspec.Struct, frozen=True):
    """A place of the map and what is there.

    `line` counts halves of a hex from the top. `kind`: market, sea or port; slot while no tile
    lies there. `spice` is the cube that a market's symbol stands for, if it is one.
    """

    name: str
    kind: str
    column: int
    line: int
    symbol: str = ""
    spice: str = ""
    give: Cubes = {}
    get: Cubes = {}
    vp: Vp | None = None
    closed: bool = False
    outposts: tuple[int, ...] = ()
    ships: tuple[int, ...] = ()


class Card(msgspec.Struct, frozen=True):
    """A merchant card: it brings cubes, trades them or upgrades them; `cubes` lie on it."""

    id: str
    give: Cubes = {}
    get: Cubes = {}
    steps: int = 0
    cubes: Cubes = {}


class Seat(msgspec.Struct, frozen=True):
    """What lies before a player, as far as the viewer knows it.

    `either`: cards of the hand or of the discard pile, nobody but the player knows which
    (CEN-A34). A VP tile is None where only its back is shown (CEN-A33), and then so is the score.
    `bonus` are the VP bonus tiles; `outposts` counts those built, by symbol.
    """

    seat: int
    ship: str
    hold: Cubes
    limit: int
    hand: tuple[Card, ...]
    hand_size: int
    played: tuple[Card, ...]
    discard: tuple[Card, ...]
    discard_size: int
    either: tuple[Card, ...]
    outposts: dict[str, int]
    moves: int
    holds: int
    bonus: tuple[int, ...]
    tiles: tuple[Vp | None, ...]
    score: int | None
    place: int | None


class View(msgspec.Struct, frozen=True):
    """What a seat may see; deck and stack are only counted.

    `letters` are those of the cubes from the lowest level to the highest, `marks` those of the
    symbols, `values` the points under the outposts of a row.
    """

    viewer: int | None
    phase: str
    turn: int
    round: int
    active: int
    asked: tuple[Asked, ...]
    cells: tuple[Cell, ...]
    row: tuple[Card, ...]
    deck: int
    stack: int
    moves: int
    holds: int
    bonus: tuple[int, ...]
    sets: dict[str, Cubes]
    letters: dict[str, str]
    marks: dict[str, str]
    values: tuple[int, ...]
    end_tiles: int
    seats: tuple[Seat, ...]
    over: bool
    ranking: tuple[tuple[int, ...], ...]


class Plan(msgspec.Struct, frozen=True):
    """A map on which no tile lies yet."""

    cells: tuple[Cell, ...]
    letters: dict[str, str]
    marks: dict[str, str] = {}
    asked: tuple[Asked, ...] = ()
    seats: tuple[Seat, ...] = ()


def view(s: State, seat: int | None) -> View:
    """Return what a seat may see; None is the referee, 0 a spectator (CEN-A33, CEN-A34)."""
    setup = s.setup
    result = outcome(s) if s.over else None
    ranking = result.ranking if result else ()
    place = places(ranking)
    spices = _spices(setup.market)
    return View(
        viewer=seat,
        phase=s.phase,
        turn=s.turn,
        round=-(-s.turn // setup.players),
        active=s.active,
        asked=tuple(Asked(*q) for q in awaiting(s)),
        cells=tuple(_cell(s, name, spices) for name in setup.cells),
        row=tuple(_card(s, x, laid) for x, laid in zip(s.row, s.laid, strict=True)),
        deck=s.deck.size,
        stack=s.stack.size,
        moves=s.bonus["move"],
        holds=s.bonus["hold"],
        bonus=tuple(s.bonus_vp),
        sets={x: dict(setup.sets[x]) for x in s.sets},
        letters=dict(setup.letter),
        marks=_marks(s, spices),
        values=setup.values,
        end_tiles=setup.limits.end_tiles,
        seats=tuple(
            _seat(s, i, place.get(i), own=seat is None or seat == i)
            for i in range(1, setup.players + 1)
        ),
        over=s.over,
        ranking=ranking,
    )


def _spices(market: Mapping[str, Market]) -> dict[str, str]:
    """The cube that a symbol stands for: what all markets with it take."""
    takes: dict[str, set[str]] = {}
    for tile in market.values():
        takes.setdefault(tile.symbol, set(CUBES)).intersection_update(k for k, _ in tile.give)
    return {symbol: next(iter(k), "") if len(k) == 1 else "" for symbol, k in takes.items()}


def _marks(s: State, spices: Mapping[str, str]) -> dict[str, str]:
    """A letter for each symbol: that of its cube, or its own first one."""
    once = Counter(spices.values())
    return {
        x: s.setup.letter[spices[x]] if once[spices.get(x, "")] == 1 and spices[x] else x[:1]
        for x in s.setup.symbols
    }


def _cell(s: State, name: str, spices: Mapping[str, str]) -> Cell:
    setup, kind = s.setup, s.setup.cells[name]
    column, line = setup.places[name]
    ships = tuple(i for i, p in enumerate(s.players, 1) if p.ship == name)
    here = Cell(name, kind, column, line, ships=ships)
    if kind == "port":
        tile = s.ports.get(name, "")
        vp = _vp(s, tile) if tile and tile != CLOSED else None
        return msgspec.structs.replace(here, vp=vp, closed=tile == CLOSED)
    tile = s.tiles.get(name, "")
    if not tile or tile == SEA:
        return msgspec.structs.replace(here, kind=tile or kind)
    market = setup.market[tile]
    return msgspec.structs.replace(
        here,
        kind="market",
        symbol=market.symbol,
        spice=spices[market.symbol],
        give=dict(market.give),
        get=dict(market.get),
        outposts=tuple(sorted(s.posts.get(name, ()))),
    )


def _vp(s: State, tile: str) -> Vp:
    vp = s.setup.vp[tile]
    return Vp(tile, dict(vp.cost), vp.points)


def _card(s: State, card: str, laid: Iterable[str] = ()) -> Card:
    c = s.setup.cards[card]
    return Card(card, dict(c.give), dict(c.get), c.steps, dict(Counter(laid)))


def _seat(s: State, seat: int, place: int | None, *, own: bool) -> Seat:
    p = s.players[seat - 1]
    pack = p.cards if own else p.known
    told = own or s.over

    def cards(ids: Iterable[str]) -> tuple[Card, ...]:
        return tuple(_card(s, x) for x in sorted(ids, key=s.setup.order.__getitem__))

    return Seat(
        seat=seat,
        ship=p.ship,
        hold=dict(p.hold),
        limit=limit(s, p),
        hand=cards(pack.hand),
        hand_size=pack.in_hand,
        played=tuple(_card(s, x) for x in p.played),
        discard=cards(pack.down),
        discard_size=pack.discarded,
        either=cards(pack.maybe),
        outposts={x: len(s.setup.values) - p.outposts[x] for x in s.setup.symbols},
        moves=p.bonus.count("move"),
        holds=p.bonus.count("hold"),
        bonus=tuple(p.bonus_vp),
        tiles=tuple(_vp(s, x) if told else None for x in p.tiles),
        score=points(s, p) if told else None,
        place=place,
    )


def draw(view: View, width: int, names: Sequence[str]) -> RenderableType:
    """Draw a view; Rich is imported only now."""
    from ledger.kernel.text.picture import Board

    from .drawing.board import CenturyPicture

    return Board(CenturyPicture, view, width, names)


def picture(box: Box, width: int) -> RenderableType:
    """Draw the map of a box, without tiles."""
    from ledger.kernel.text.picture import Board

    from .drawing.board import MapPicture

    cells = tuple(Cell(c.name, c.kind, c.column, c.line) for c in box.map.cells)
    return Board(MapPicture, Plan(cells, dict(LETTERS)), width, ())
