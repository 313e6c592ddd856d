"""The table as a player sees it: plain data, complete enough to draw from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec

from ledger.sdk import Look, SeatLook, SeatView, TableView

from . import rules
from .box import CLOSED, LETTERS, SEA
from .rules.cubes import limit
from .setup import Vp
from .state import Player, State, points

Cubes = dict[str, int]


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


class Seat(SeatView):
    """What lies before a player, as far as the viewer knows it.

    `either`: cards of the hand or of the discard pile, nobody but the player knows which
    (CEN-A34). A VP tile is None where only its back is shown (CEN-A33), and then so is the score.
    `bonus` are the VP bonus tiles; `outposts` counts those built, by symbol.
    """

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


class View(TableView):
    """What a seat may see; deck and stack are only counted.

    `letters` are those of the cubes from the lowest level to the highest, `marks` those of the
    symbols, `values` the points under the outposts of a row.
    """

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


def view(s: State, seat: int | None) -> View:
    """Return what a seat may see; None is the referee, 0 a spectator (CEN-A33, CEN-A34)."""
    setup = s.setup
    once = Counter(setup.symbols.values())
    return View.of(
        Look(s, seat, rules, _seat),
        cells=tuple(_cell(s, name) for name in setup.cells),
        row=tuple(_card(s, x, laid) for x, laid in zip(s.row, s.laid, strict=True)),
        moves=s.bonus["move"],
        holds=s.bonus["hold"],
        bonus=tuple(s.bonus_vp),
        sets={x: setup.sets[x] for x in s.sets},
        letters=LETTERS,
        marks={x: LETTERS[k] if k and once[k] == 1 else x[:1] for x, k in setup.symbols.items()},
    )


def _cell(s: State, name: str) -> Cell:
    at = s.setup.cells[name]
    tile = s.ports.get(name, s.tiles.get(name, ""))
    here: dict[str, Any] = {"ships": tuple(i for i, p in enumerate(s.players, 1) if p.ship == name)}
    if tile in s.setup.vp:
        here["vp"] = s.setup.vp[tile]
    elif market := s.setup.market.get(tile):
        here |= {
            "symbol": market.symbol,
            "spice": s.setup.symbols[market.symbol],
            "give": dict(market.give),
            "get": dict(market.get),
            "outposts": tuple(sorted(s.posts.get(name, ()))),
        }
    kind = "market" if "symbol" in here else SEA if tile == SEA else at.kind
    return Cell(name, kind, at.column, at.line, closed=tile == CLOSED, **here)


def _card(s: State, card: str, laid: Iterable[str] = ()) -> Card:
    c = s.setup.cards[card]
    return Card(card, dict(c.give), dict(c.get), c.steps, dict(Counter(laid)))


def _seat(s: State, look: SeatLook[Player]) -> Seat:
    p, told = look.player, look.own or s.over
    pack = p.cards if look.own else p.known

    def cards(ids: Iterable[str]) -> tuple[Card, ...]:
        return tuple(_card(s, x) for x in sorted(ids, key=s.setup.order.__getitem__))

    return Seat.of(
        look,
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
        tiles=tuple(s.setup.vp[x] if told else None for x in p.tiles),
        score=points(s, p) if told else None,
    )
