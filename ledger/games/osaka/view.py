"""The table as a player sees it, as plain data that is complete enough to draw from."""

from __future__ import annotations

import msgspec

from ledger.sdk import SeatView, TableView, computed, owner_only

from .rules.cards import buyable, row_of, set_vp, worth
from .setup import Place
from .state import Player, State


class Ship(msgspec.Struct, frozen=True):
    """A ship and the index of the space it is on."""

    colour: str
    letter: str
    at: int
    sinking: bool


class Slot(msgspec.Struct, frozen=True):
    """A face-up card in the Market or the Farm, with the seat whose piece is on it."""

    card: str
    colour: str
    value: int
    icons: int
    reserved: int | None = None


class Good(msgspec.Struct, frozen=True):
    """A goods card."""

    card: str
    insured: bool


class Set(msgspec.Struct, frozen=True):
    """A player's goods and tokens of one colour, and the VP for selling them now (OSA-35)."""

    colour: str
    letter: str
    goods: tuple[Good, ...]
    tokens: int
    worth: int


def _ships(s: State) -> tuple[Ship, ...]:
    letters = s.setup.letters
    return tuple([Ship(x, letters[x], at, x in s.sinking) for x, at in s.ships.items()])


def _row(s: State, row: str) -> tuple[Slot, ...]:
    """Return the cards of a row; where cards are identical, the pieces are on the first ones."""
    setup = s.setup
    out = []
    pieces: dict[str | None, list[int]] = {}
    for i, p in enumerate(s.players, 1):
        if p.row == row:
            pieces.setdefault(p.piece, []).append(i)
    for card in row_of(s, row):
        seat = pieces[card].pop(0) if pieces.get(card) else None
        out.append(Slot(card, setup.colour[card], setup.value[card], setup.icons[card], seat))
    return tuple(out)


def _hand(s: State, p: Player) -> tuple[str, ...]:
    return tuple(sorted(p.hand, key=list(s.setup.value).index))


def _set(s: State, p: Player, colour: str) -> Set:
    setup, tokens = s.setup, p.tokens[colour]
    goods = [Good(x, False) for x in p.goods if setup.colour[x] == colour]
    goods += [Good(x, True) for x in p.insured if setup.colour[x] == colour]
    goods.sort(key=lambda g: (-setup.value[g.card], not g.insured))
    vp = set_vp(s, len(goods), setup.value[goods[0].card] + tokens) if goods else 0
    return Set(colour, setup.letters[colour], tuple(goods), tokens, vp)


class Seat(SeatView):
    """What a player has; None means that the viewer may not know.

    `computed` says how a field is calculated, and so does `owner_only`, which makes it None for
    everybody but the owner. A field with neither is the player's field of the same name.
    """

    hand: tuple[str, ...] | None = owner_only(_hand)
    hand_size: int = computed(lambda s, p: len(p.hand))
    coins: int | None = owner_only(lambda s, p: worth(s, p.hand))
    sets: tuple[Set, ...] = computed(lambda s, p: tuple([_set(s, p, x) for x in s.setup.colours]))
    tokens: int = computed(lambda s, p: p.all_tokens)
    vp: int | None = computed(lambda s, p, look: p.vp if look.own or s.over else None)
    cost: int = computed(lambda s, p, look: worth(s, buyable(s, look.seat)))
    piece: str | None
    row: str | None


class View(TableView):
    """What a viewer may see (OSA-07, OSA-48).

    A field without `computed` is the state's field of the same name; `seats` has a `Seat` for each
    player.
    """

    first: int
    route: tuple[Place, ...] = computed(lambda s: s.setup.route)
    ships: tuple[Ship, ...] = computed(_ships)
    sinking: tuple[str, ...]
    market: tuple[Slot, ...] = computed(lambda s: _row(s, "market"))
    farm: tuple[Slot, ...] = computed(lambda s: _row(s, "farm"))
    pile: int = computed(lambda s: s.pile.size)
    discard: int = computed(lambda s: len(s.discard))
    seats: tuple[Seat, ...]
    colours: dict[str, str] = computed(lambda s: s.setup.colour)
    icons: dict[str, int] = computed(lambda s: s.setup.icons)
    end_tokens: int = computed(lambda s: s.setup.limits.end_tokens)
