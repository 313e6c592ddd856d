"""The table as a player sees it, as plain data that is complete enough to draw from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from ledger.sdk import SeatLook, SeatView, TableView, computed
from ledger.sdk.kit import Pack, PackKnowledge

from .box import CLOSED, LETTERS, SEA
from .rules.cubes import limit
from .setup import Vp
from .state import Player, State, points

Cubes = dict[str, int]


class Cell(msgspec.Struct, frozen=True):
    """A place on the map and what is there.

    `line` counts half hexes from the top. `kind` is market, sea or port, or slot until there is a
    tile. `spice` is the cube that a market's symbol stands for, if it stands for a single one.
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
    """A merchant card, which gains, trades or upgrades cubes, with the `cubes` on it."""

    id: str
    give: Cubes = {}
    get: Cubes = {}
    steps: int = 0
    cubes: Cubes = {}


def _cell(s: State, name: str) -> Cell:
    setup, at = s.setup, s.setup.cells[name]
    tile, port = s.tiles.get(name, ""), s.ports.get(name, "")
    ships = tuple([i for i, p in enumerate(s.players, 1) if p.ship == name])
    if market := setup.market.get(tile):
        spice, posts = setup.symbols[market.symbol], tuple(sorted(s.posts.get(name, ())))
        trade = market.symbol, spice, dict(market.give), dict(market.get)
        return Cell(name, "market", at.column, at.line, *trade, outposts=posts, ships=ships)
    kind, vp = SEA if tile == SEA else at.kind, setup.vp.get(port)
    return Cell(name, kind, at.column, at.line, vp=vp, closed=port == CLOSED, ships=ships)


def _card(s: State, card: str, laid: Iterable[str] = ()) -> Card:
    c = s.setup.cards[card]
    return Card(card, dict(c.give), dict(c.get), c.steps, dict(Counter(laid)))


def _cards(s: State, ids: Iterable[str]) -> tuple[Card, ...]:
    return tuple([_card(s, x) for x in sorted(ids, key=s.setup.order.__getitem__)])


def _pack(look: SeatLook[Player]) -> Pack | PackKnowledge:
    return look.player.cards if look.own else look.player.known


def _outposts(s: State, p: Player) -> dict[str, int]:
    return {x: len(s.setup.values) - p.outposts[x] for x in s.setup.symbols}


def _vp_tiles(s: State, p: Player, look: SeatLook[Player]) -> tuple[Vp | None, ...]:
    return tuple([s.setup.vp[x] if look.own or s.over else None for x in p.tiles])


def _row(s: State) -> tuple[Card, ...]:
    return tuple([_card(s, x, laid) for x, laid in zip(s.row, s.laid, strict=True)])


def _marks(s: State) -> dict[str, str]:
    """Return a short mark for each symbol.

    That is the letter of its cube if no other symbol shares it, and otherwise its own first letter.
    """
    symbols, once = s.setup.symbols, Counter(s.setup.symbols.values())
    return {x: LETTERS[k] if k and once[k] == 1 else x[:1] for x, k in symbols.items()}


class Seat(SeatView):
    """What a player has, as far as the viewer knows it.

    `either` has cards that are in the hand or in the discard pile; only the player knows which
    (CEN-A34). A VP tile is None if only its back is visible (CEN-A33), and then so is the score.
    `bonus` has the VP bonus tiles; `outposts` counts those built, by symbol.
    """

    ship: str
    hold: Cubes
    limit: int = computed(limit)
    hand: tuple[Card, ...] = computed(lambda s, p, look: _cards(s, _pack(look).hand))
    hand_size: int = computed(lambda s, p, look: _pack(look).in_hand)
    played: tuple[Card, ...] = computed(lambda s, p: tuple([_card(s, x) for x in p.played]))
    discard: tuple[Card, ...] = computed(lambda s, p, look: _cards(s, _pack(look).down))
    discard_size: int = computed(lambda s, p, look: _pack(look).discarded)
    either: tuple[Card, ...] = computed(lambda s, p, look: _cards(s, _pack(look).maybe))
    outposts: dict[str, int] = computed(_outposts)
    moves: int = computed(lambda s, p: p.bonus.count("move"))
    holds: int = computed(lambda s, p: p.bonus.count("hold"))
    bonus: tuple[int, ...] = computed(lambda s, p: tuple(p.bonus_vp))
    tiles: tuple[Vp | None, ...] = computed(_vp_tiles)
    score: int | None = computed(lambda s, p, look: points(s, p) if look.own or s.over else None)


class View(TableView):
    """What a viewer may see (CEN-A33, CEN-A34); the deck and the stack are just counted.

    `letters` has the letters for cubes, from the lowest level to the highest, `marks` the marks for
    symbols, and `values` the points under the outposts of a row.
    """

    cells: tuple[Cell, ...] = computed(lambda s: tuple([_cell(s, name) for name in s.setup.cells]))
    row: tuple[Card, ...] = computed(_row)
    deck: int
    stack: int
    moves: int = computed(lambda s: s.bonus["move"])
    holds: int = computed(lambda s: s.bonus["hold"])
    bonus: tuple[int, ...] = computed(lambda s: tuple(s.bonus_vp))
    sets: dict[str, Cubes] = computed(lambda s: {x: s.setup.sets[x] for x in s.sets})
    letters: dict[str, str] = computed(lambda s: LETTERS)
    marks: dict[str, str] = computed(_marks)
    values: tuple[int, ...]
    end_tiles: int
    seats: tuple[Seat, ...]
