"""The table as a player sees it: plain data, complete enough to draw from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from ledger.kernel.game.outcome import places
from ledger.kernel.game.views import Asked

from .box import AREAS, GOODS
from .phrases import Speaker
from .rules import actions as rules
from .state import State

if TYPE_CHECKING:
    from rich.console import RenderableType

ENGLISH = Speaker()


class Die(msgspec.Struct, frozen=True):
    """A die of this turn: its letter, what it shows, and whether it was used."""

    letter: str
    face: str
    used: bool


class Area(msgspec.Struct, frozen=True):
    """A ruby area: its prices, how many are taken, the nearest price (None: it is empty).

    A price counts goods of the area's colour, goods of any kind beside one of each colour (left)
    or lira (right).
    """

    name: str
    prices: tuple[int, ...]
    taken: int
    cost: str | None


class Tile(msgspec.Struct, frozen=True):
    """A mosque tile, its price and what it does.

    `fresh`: it can be used from the next turn on; `due`: it is to be used now.
    """

    id: str
    kind: str
    cost: str
    goods: dict[str, int]
    income: dict[str, int]
    reveal: int
    actions: int
    dice: int
    on_lira: dict[str, int]
    fresh: bool = False
    due: bool = False


class Card(msgspec.Struct, frozen=True):
    """A revealed bazaar card in words: what it gives, to others, and without its condition."""

    id: str
    active: str
    others: str
    otherwise: str


class Seat(msgspec.Struct, frozen=True):
    """What lies before a player; nothing of it is secret (IST-A26)."""

    seat: int
    rubies: int
    lira: int
    crystals: int
    tokens: dict[str, int]
    tiles: tuple[Tile, ...]
    extra_dice: int
    mosque_ruby: bool
    wealth: int
    place: int | None


class View(msgspec.Struct, frozen=True):
    """What everybody sees; deck and stack are only counted."""

    viewer: int | None
    phase: str
    turn: int
    round: int
    active: int
    actions: int
    allowed: int
    asked: tuple[Asked, ...]
    dice: tuple[Die, ...]
    areas: tuple[Area, ...]
    mosque: int
    mosque_tiles: int
    target: int
    tiles: tuple[Tile, ...]
    stack: int
    deck: int
    discard: int
    shown: tuple[Card, ...]
    card: str
    bank: dict[str, int]
    letters: dict[str, str]
    seats: tuple[Seat, ...]
    over: bool
    ranking: tuple[tuple[int, ...], ...]


def view(s: State, seat: int | None) -> View:
    """Return what a seat may see: the same for all (IST-A26)."""
    setup = s.setup
    face = {letter: name for name, letter in setup.letter.items()}
    outcome = rules.outcome(s) if s.over else None
    ranking = outcome.ranking if outcome else ()
    place = places(ranking)
    return View(
        viewer=seat,
        phase=s.phase,
        turn=s.turn,
        round=-(-s.turn // setup.players),
        active=s.active,
        actions=s.actions,
        allowed=rules.allowed(s, s.players[s.active - 1]) if s.active else 0,
        asked=tuple(Asked(*q) for q in rules.awaiting(s)),
        dice=tuple(
            Die(x, face[x], used) for pile, used in ((s.dice, False), (s.used, True)) for x in pile
        ),
        areas=tuple(_area(s, name) for name in AREAS),
        mosque=s.mosque,
        mosque_tiles=setup.mosque_tiles,
        target=setup.target,
        tiles=tuple(_tile(s, t) for t in s.tiles),
        stack=s.stack.size,
        deck=s.deck.size,
        discard=len(s.discard),
        shown=tuple(_card(s, x) for x in s.shown),
        card=s.card,
        bank=dict(s.bank),
        letters={k: setup.letter[k] for k in (*GOODS, "brown", "lira", "card")},
        seats=tuple(_seat(s, i, place.get(i)) for i in range(1, setup.players + 1)),
        over=s.over,
        ranking=ranking,
    )


def _area(s: State, name: str) -> Area:
    prices, taken = s.setup.prices[name], s.taken[name]
    cost = None
    if taken < len(prices):
        if name == "right":
            cost = f"{prices[taken]} lira"
        else:
            cost = s.setup.ruby_costs[name][taken].text
    return Area(name, prices, taken, cost)


def _tile(s: State, tile: str, *, fresh: bool = False) -> Tile:
    setup = s.setup
    cost = setup.tiles[tile]
    return Tile(
        id=tile,
        kind=setup.kinds[tile],
        cost=cost.text,
        goods={**cost.need, **({"any": cost.any} if cost.any else {})},
        income=dict(setup.income.get(tile, ())),
        reveal=setup.reveal.get(tile, 0),
        actions=setup.actions.get(tile, 0),
        dice=setup.dice.get(tile, 0),
        on_lira=dict(setup.on_lira.get(tile, ())),
        fresh=fresh,
        due=tile in s.income and not fresh,
    )


def _card(s: State, card: str) -> Card:
    setup, others = s.setup, s.setup.others[card]
    return Card(
        id=card,
        active=ENGLISH.deal(setup.cards[card]),
        others=ENGLISH.deal(others) if others else "",
        otherwise=ENGLISH.amounts(setup.otherwise[card]) if setup.otherwise[card] else "",
    )


def _seat(s: State, seat: int, place: int | None) -> Seat:
    p = s.players[seat - 1]
    return Seat(
        seat=seat,
        rubies=p.rubies,
        lira=p.have["lira"],
        crystals=p.have["crystal"],
        tokens={k: p.have[k] for k in (*GOODS, "brown")},
        tiles=(
            *(_tile(s, t) for t in p.tiles),
            *(_tile(s, t, fresh=True) for t in p.fresh),
        ),
        extra_dice=p.dice,
        mosque_ruby=p.mosque,
        wealth=rules.wealth(s, p),
        place=place,
    )


def draw(view: View, width: int, names: Sequence[str]) -> RenderableType:
    """Draw a view; Rich is imported only now."""
    from ledger.kernel.text.picture import Board

    from .drawing.board import IstanbulPicture

    return Board(IstanbulPicture, view, width, names)
