"""The table as a player sees it: plain data, complete enough to draw from."""

from __future__ import annotations

import gettext

import msgspec

from ledger.sdk import Game, Look, SeatLook, SeatView, TableView

from .box import AREAS, TOKENS, Part
from .rules.actions import allowed
from .rules.end import wealth
from .setup import Tile
from .state import Player, State
from .texts import Speaker

ENGLISH = Speaker(gettext.NullTranslations())


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


class Card(msgspec.Struct, frozen=True):
    """A revealed bazaar card: what it gives, to others, and without its condition.

    It says so in words (`active`, `others`, `otherwise`), and again as data.
    """

    id: str
    active: str
    others: str
    otherwise: str
    deal: Part
    offer: Part | None
    instead: dict[str, int]


class Seat(SeatView):
    """What lies before a player; nothing of it is secret (IST-A26)."""

    rubies: int
    lira: int
    crystals: int
    tokens: dict[str, int]
    tiles: tuple[Tile, ...]
    extra_dice: int
    mosque_ruby: bool
    wealth: int


class View(TableView):
    """What everybody sees; deck and stack are only counted."""

    actions: int
    allowed: int
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


def view(s: State, seat: int | None, game: Game) -> View:
    """Return what a seat may see: the same for all (IST-A26)."""
    setup = s.setup
    return View.of(
        Look(s, seat, game, _seat),
        allowed=allowed(s, s.players[s.active - 1]) if s.active else 0,
        dice=(
            *(Die(x, setup.face[x], False) for x in s.dice),
            *(Die(x, setup.face[x], True) for x in s.used),
        ),
        areas=tuple(_area(s, name) for name in AREAS),
        tiles=tuple(_tile(s, t) for t in s.tiles),
        shown=tuple(_card(s, x) for x in s.shown),
        letters=setup.letter,
    )


def _area(s: State, name: str) -> Area:
    prices, costs, taken = s.setup.prices[name], s.setup.ruby_costs.get(name), s.taken[name]
    if taken >= len(prices):
        return Area(name, prices, taken, None)
    return Area(name, prices, taken, costs[taken].text if costs else f"{prices[taken]} lira")


def _tile(s: State, tile: str, *, fresh: bool = False) -> Tile:
    due = tile in s.income and not fresh
    known = s.setup.tiles[tile]
    return msgspec.structs.replace(known, fresh=fresh, due=due) if fresh or due else known


def _card(s: State, card: str) -> Card:
    setup, others = s.setup, s.setup.others.get(card)
    return Card(
        id=card,
        active=ENGLISH.deal(setup.cards[card]),
        others=ENGLISH.deal(others) if others else "",
        otherwise=ENGLISH.amounts(setup.otherwise[card]) if setup.otherwise[card] else "",
        deal=setup.cards[card].part,
        offer=others.part if others else None,
        instead=dict(setup.otherwise[card]),
    )


def _seat(s: State, look: SeatLook[Player]) -> Seat:
    p = look.player
    return Seat.of(
        look,
        lira=p.have["lira"],
        crystals=p.have["crystal"],
        tokens={k: p.have[k] for k in TOKENS},
        tiles=tuple(_tile(s, t, fresh=t in p.fresh) for t in p.owned),
        extra_dice=p.dice,
        mosque_ruby=p.mosque,
        wealth=wealth(s, p),
    )
