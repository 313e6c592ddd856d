"""The table as a player sees it: plain data, complete enough to draw from."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ledger.sdk import Look, SeatLook, SeatView, TableView

from . import rules
from .rules.market_day import day_at, goods, value, worth
from .rules.places import crowded
from .setup import STACKS, Boat, Setup
from .state import Player, State


class Field(msgspec.Struct, frozen=True):
    """A water field; row and column count from 0, owner 0 is nobody.

    `closed`: its district is full (KLO-19); `entrance`: light, dark or none.
    """

    name: str
    row: int
    col: int
    boat: Boat | None
    owner: int
    closed: bool
    entrance: str


class Mooring(msgspec.Struct, frozen=True):
    """A mooring place, by its lower right field.

    `worth`: what each trader there would bring now (None: a boat is missing); `seats`: who has
    traders there, and so could score it.
    """

    name: str
    row: int
    col: int
    worth: int | None
    seats: tuple[int, ...]


class Water(msgspec.Struct, frozen=True):
    """The board; `district`: rows and columns of one; `guarded`: columns with a guard."""

    rows: int
    cols: int
    district: tuple[int, int]
    guarded: tuple[int, ...]
    fields: tuple[Field, ...]
    moorings: tuple[Mooring, ...]


class Step(msgspec.Struct, frozen=True):
    """A field of the Luk-Phat track: its points, and the market day it brings (or none)."""

    points: int
    day: str


class Store(msgspec.Struct, frozen=True):
    """The boats of one good in a warehouse."""

    good: str
    letter: str
    count: int
    points: int


class Seat(SeatView):
    """What a player has; `hand`: boats that the viewer knows, `hidden`: the others by stack."""

    points: int
    traders: int
    on_board: int
    cards: int
    hand: tuple[Boat, ...]
    hidden: dict[str, int]
    stores: tuple[Store, ...]
    specials: tuple[str, ...]
    worth: int


class View(TableView):
    """What a seat may see; stacks are only counted, by their numbers if there are two."""

    water: Water
    track: tuple[Step, ...]
    marker: int
    day: str
    day_round: int
    day_rounds: int
    letters: dict[str, str]
    stacks: dict[str, int]
    out: tuple[str, ...]
    seats: tuple[Seat, ...]


def view(s: State, seat: int | None) -> View:
    """Return what a seat may see (None: everything): no secrets of other hands (A-KLO-29)."""
    setup = s.setup
    small = s.day == "small"
    return View.of(
        Look(s, seat, rules, _seat),
        water=_water(s),
        track=tuple(Step(n, day_at(s, i)) for i, n in enumerate(setup.points)),
        day_round=setup.rounds + 1 - -(-s.scorings // setup.players) if small else 0,
        day_rounds=setup.rounds if small else 0,
        stacks=_by_stack(setup, [pile.size for pile in s.stacks]),
    )


def _water(s: State) -> Water:
    """Return the board with what lies on it."""
    setup, grid = s.setup, s.setup.grid
    return Water(
        rows=grid.rows,
        cols=grid.cols,
        district=(grid.district_rows, grid.district_cols),
        guarded=tuple(sorted({setup.at[f][1] for f, b in s.boats.items() if b == setup.guard})),
        fields=tuple(_field(s, name) for name in setup.fields),
        moorings=tuple(_mooring(s, name, fields) for name, fields in setup.moorings.items()),
    )


def _field(s: State, name: str) -> Field:
    boat, owner = s.setup.fleet.get(s.boats.get(name, "")), s.owners.get(name, 0)
    closed = boat is None and crowded(s, name, s.boats)
    return Field(name, *s.setup.at[name], boat, owner, closed, s.setup.entrances.get(name, ""))


def _mooring(s: State, name: str, fields: tuple[str, ...]) -> Mooring:
    each = None
    if all(f in s.boats for f in fields):
        baskets, factor, _ = worth(s, fields)
        each = baskets * factor
    seats = {s.owners[f] for f in fields if f in s.owners}
    return Mooring(name, *s.setup.at[fields[-1]], each, tuple(sorted(seats)))


def _by_stack(setup: Setup, counts: Sequence[int]) -> dict[str, int]:
    return dict(zip(STACKS if setup.tactical else ("",), counts, strict=True))


def _seat(s: State, look: SeatLook[Player]) -> Seat:
    setup, p = s.setup, look.player
    known, hidden = [*p.secret, *p.shown], p.unknown.copy()
    if not look.own:
        known = p.shown
        for boat in p.secret:
            hidden[setup.stack[boat]] += 1
    have = goods(s, p)
    return Seat.of(
        look,
        on_board=list(s.owners.values()).count(look.seat),
        hand=tuple(setup.fleet[b] for b in known),
        hidden={k: n for k, n in _by_stack(setup, hidden).items() if n},
        stores=tuple(
            Store(good, letter, have[good], have[good] * (have[good] + 1) // 2)  # KLO-39
            for good, letter in setup.letters.items()
            if have[good]
        ),
        specials=tuple(b for b in p.warehouse if b in setup.role),
        worth=value(s, p),
    )
