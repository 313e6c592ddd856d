"""The table as a player sees it, as plain data that is complete enough to draw from."""

from __future__ import annotations

import gettext
from collections.abc import Sequence

import msgspec

from ledger.sdk import SeatView, TableView, computed

from .box import AREAS, TOKENS, Part
from .rules.actions import allowed
from .rules.end import wealth
from .setup import Tile
from .state import State
from .texts import Speaker

ENGLISH = Speaker(gettext.NullTranslations())


class Die(msgspec.Struct, frozen=True):
    """A die of this turn: its letter, its face, and whether it has been used."""

    letter: str
    face: str
    used: bool


class Area(msgspec.Struct, frozen=True):
    """A ruby area: its prices, how many rubies are taken, and the nearest price (None: empty).

    A price is a number of goods in the area's colour, of goods of any kind on top of one of each
    colour (left), or of lira (right).
    """

    name: str
    prices: tuple[int, ...]
    taken: int
    cost: str | None


class Card(msgspec.Struct, frozen=True):
    """A revealed bazaar card: its parts for the player and for others, and the fallback.

    All of that is given in words (`active`, `others`, `otherwise`), and again as data.
    """

    id: str
    active: str
    others: str
    otherwise: str
    deal: Part
    offer: Part | None
    instead: dict[str, int]


def _dice(s: State) -> tuple[Die, ...]:
    dice = [(x, False) for x in s.dice] + [(x, True) for x in s.used]
    return tuple([Die(x, s.setup.face[x], used) for x, used in dice])


def _area(s: State, name: str) -> Area:
    prices, taken = s.setup.prices[name], s.taken[name]
    cost = s.setup.ruby_costs[name][taken].text if taken < len(prices) else None
    return Area(name, prices, taken, cost)


def _tile(s: State, tile: str, fresh: Sequence[str] = ()) -> Tile:
    known, new = s.setup.tiles[tile], tile in fresh
    due = tile in s.income and not new
    return msgspec.structs.replace(known, fresh=new, due=due) if new or due else known


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


class Seat(SeatView):
    """What a player has; none of it is secret (IST-A26).

    `computed` says how a field is calculated; a field without it is the player's field of the same
    name.
    """

    rubies: int
    lira: int = computed(lambda s, p: p.have["lira"])
    crystals: int = computed(lambda s, p: p.have["crystal"])
    tokens: dict[str, int] = computed(lambda s, p: {k: p.have[k] for k in TOKENS})
    tiles: tuple[Tile, ...] = computed(lambda s, p: tuple([_tile(s, t, p.fresh) for t in p.owned]))
    extra_dice: int = computed(lambda s, p: p.dice)
    mosque_ruby: bool = computed(lambda s, p: p.mosque)
    wealth: int = computed(wealth)


class View(TableView):
    """What everybody sees (IST-A26); the deck and the stack are just counted.

    A field without `computed` is the state's field of the same name; `seats` has a `Seat` for each
    player.
    """

    actions: int
    allowed: int = computed(lambda s: allowed(s, s.players[s.active - 1]) if s.active else 0)
    dice: tuple[Die, ...] = computed(_dice)
    areas: tuple[Area, ...] = computed(lambda s: tuple([_area(s, name) for name in AREAS]))
    mosque: int
    mosque_tiles: int = computed(lambda s: s.setup.mosque_tiles)
    target: int = computed(lambda s: s.setup.target)
    tiles: tuple[Tile, ...] = computed(lambda s: tuple([_tile(s, t) for t in s.tiles]))
    stack: int = computed(lambda s: s.stack.size)
    deck: int = computed(lambda s: s.deck.size)
    discard: int = computed(lambda s: len(s.discard))
    shown: tuple[Card, ...] = computed(lambda s: tuple([_card(s, x) for x in s.shown]))
    card: str
    bank: dict[str, int]
    letters: dict[str, str] = computed(lambda s: s.setup.letter)
    seats: tuple[Seat, ...]
