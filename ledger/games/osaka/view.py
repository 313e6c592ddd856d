"""The table as a player sees it: plain data, complete enough to draw from."""

from __future__ import annotations

import msgspec

from ledger.sdk import Game, Look, SeatLook, SeatView, TableView

from .rules.cards import buyable, row_of, set_vp, worth
from .setup import Place
from .state import Player, State


class Ship(msgspec.Struct, frozen=True):
    """A ship and the index of its place."""

    colour: str
    letter: str
    at: int
    sinking: bool


class Slot(msgspec.Struct, frozen=True):
    """A face-up card of the Market or the Farm, and the seat whose piece lies on it."""

    card: str
    colour: str
    value: int
    icons: int
    reserved: int | None = None


class Good(msgspec.Struct, frozen=True):
    """A card of merchandise."""

    card: str
    insured: bool


class Set(msgspec.Struct, frozen=True):
    """A player's goods and tokens of one colour, and the VP if they were sold now (OSA-35)."""

    colour: str
    letter: str
    goods: tuple[Good, ...]
    tokens: int
    worth: int


class Seat(SeatView):
    """What lies before a player; None stands for what the viewer does not get told."""

    hand: tuple[str, ...] | None
    hand_size: int
    coins: int | None
    sets: tuple[Set, ...]
    tokens: int
    vp: int | None
    cost: int
    piece: str | None
    row: str | None


class View(TableView):
    """What a seat may see."""

    first: int
    route: tuple[Place, ...]
    ships: tuple[Ship, ...]
    sinking: tuple[str, ...]
    market: tuple[Slot, ...]
    farm: tuple[Slot, ...]
    pile: int
    discard: int
    seats: tuple[Seat, ...]
    colours: dict[str, str]
    icons: dict[str, int]
    end_tokens: int


def view(s: State, seat: int | None, game: Game) -> View:
    """Return what a seat may see; None is the referee, 0 a spectator (OSA-07, OSA-48)."""
    setup = s.setup
    return View.of(
        Look(s, seat, game, _seat),
        ships=tuple(Ship(x, setup.letters[x], at, x in s.sinking) for x, at in s.ships.items()),
        market=_row(s, "market"),
        farm=_row(s, "farm"),
        colours=setup.colour,
    )


def _row(s: State, row: str) -> tuple[Slot, ...]:
    """The cards of a row; of equal cards the first ones carry the pieces."""
    setup = s.setup
    pieces: dict[str | None, list[int]] = {}
    for i, p in enumerate(s.players, 1):
        if p.row == row:
            pieces.setdefault(p.piece, []).append(i)
    out = []
    for card in row_of(s, row):
        seat = pieces[card].pop(0) if pieces.get(card) else None
        out.append(Slot(card, setup.colour[card], setup.value[card], setup.icons[card], seat))
    return tuple(out)


def _seat(s: State, look: SeatLook[Player]) -> Seat:
    setup, p = s.setup, look.player
    return Seat.of(
        look,
        hand=tuple(sorted(p.hand, key=list(setup.value).index)) if look.own else None,
        hand_size=len(p.hand),
        coins=worth(s, p.hand) if look.own else None,
        sets=tuple(_set(s, p, colour) for colour in setup.colours),
        tokens=p.all_tokens,
        vp=p.vp if look.own or s.over else None,
        cost=worth(s, buyable(s, look.seat)),
    )


def _set(s: State, p: Player, colour: str) -> Set:
    setup, tokens = s.setup, p.tokens[colour]
    goods = [Good(x, False) for x in p.goods if setup.colour[x] == colour]
    goods += [Good(x, True) for x in p.insured if setup.colour[x] == colour]
    goods.sort(key=lambda g: (-setup.value[g.card], not g.insured))
    vp = set_vp(s, len(goods), setup.value[goods[0].card] + tokens) if goods else 0
    return Set(colour, setup.letters[colour], tuple(goods), tokens, vp)
