"""The table as a player sees it, as plain data that is complete enough to draw from."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ledger.sdk import SeatLook, SeatView, TableView, computed

from .rules.market_day import day_at, goods, value, worth
from .rules.places import crowded
from .setup import STACKS, Boat
from .state import Player, State


class Field(msgspec.Struct, frozen=True):
    """A water field; rows and columns count from 0, and owner 0 is nobody.

    `closed` means that its district is full (KLO-19); `entrance` is light, dark or empty.
    """

    name: str
    row: int
    col: int
    boat: Boat | None
    owner: int
    closed: bool
    entrance: str


class Mooring(msgspec.Struct, frozen=True):
    """A mooring place, located by its lower right field.

    `worth` is what each trader there would score now (None if a boat is missing); `seats` lists the
    players who have traders there, and so could score it.
    """

    name: str
    row: int
    col: int
    worth: int | None
    seats: tuple[int, ...]


class Water(msgspec.Struct, frozen=True):
    """The board.

    `district` has the rows and columns of a district; `guarded` lists the columns with a guard.
    """

    rows: int
    cols: int
    district: tuple[int, int]
    guarded: tuple[int, ...]
    fields: tuple[Field, ...]
    moorings: tuple[Mooring, ...]


class Step(msgspec.Struct, frozen=True):
    """A field of the Luk-Phat track: its points, and the market day it triggers, if any."""

    points: int
    day: str


class Store(msgspec.Struct, frozen=True):
    """The boats of one good in a warehouse."""

    good: str
    letter: str
    count: int
    points: int


def _water(s: State) -> Water:
    """Return the board with the boats and traders on it."""
    setup, grid = s.setup, s.setup.grid
    return Water(
        rows=grid.rows,
        cols=grid.cols,
        district=(grid.district_rows, grid.district_cols),
        guarded=tuple(sorted({setup.at[f][1] for f, b in s.boats.items() if b == setup.guard})),
        fields=tuple([_field(s, name) for name in setup.fields]),
        moorings=tuple([_mooring(s, name, fields) for name, fields in setup.moorings.items()]),
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


def _track(s: State) -> tuple[Step, ...]:
    return tuple([Step(n, day_at(s, i)) for i, n in enumerate(s.setup.points)])


def _day_round(s: State) -> int:
    left = -(-s.scorings // s.setup.players)
    return s.setup.rounds + 1 - left if s.day == "small" else 0


def _by_stack(s: State, counts: Sequence[int]) -> dict[str, int]:
    return dict(zip(STACKS if s.setup.tactical else ("",), counts, strict=True))


def _hand(s: State, p: Player, look: SeatLook[Player]) -> tuple[Boat, ...]:
    return tuple([s.setup.fleet[b] for b in ([*p.secret, *p.shown] if look.own else p.shown)])


def _hidden(s: State, p: Player, look: SeatLook[Player]) -> dict[str, int]:
    hidden = p.unknown.copy()
    if not look.own:
        for boat in p.secret:
            hidden[s.setup.stack[boat]] += 1
    return {k: n for k, n in _by_stack(s, hidden).items() if n}


def _stores(s: State, p: Player) -> tuple[Store, ...]:
    have, letters = goods(s, p), s.setup.letters
    # KLO-39: 1, 2, 3 … points for the boats of a good
    return tuple([Store(x, letters[x], n, n * (n + 1) // 2) for x in letters if (n := have[x])])


def _specials(s: State, p: Player) -> tuple[str, ...]:
    return tuple([boat for boat in p.warehouse if boat in s.setup.role])


class Seat(SeatView):
    """What a player has; `hand` has the boats that the viewer knows, `hidden` counts the rest."""

    points: int
    traders: int
    on_board: int = computed(lambda s, p, look: list(s.owners.values()).count(look.seat))
    cards: int
    hand: tuple[Boat, ...] = computed(_hand)
    hidden: dict[str, int] = computed(_hidden)
    stores: tuple[Store, ...] = computed(_stores)
    specials: tuple[str, ...] = computed(_specials)
    worth: int = computed(value)


class View(TableView):
    """What a viewer may see (A-KLO-29).

    Of the stacks, only the sizes are visible, by number if there are two.
    """

    water: Water = computed(_water)
    track: tuple[Step, ...] = computed(_track)
    marker: int
    day: str
    day_round: int = computed(_day_round)
    day_rounds: int = computed(lambda s: s.setup.rounds if s.day == "small" else 0)
    letters: dict[str, str]
    stacks: dict[str, int] = computed(lambda s: _by_stack(s, [pile.size for pile in s.stacks]))
    out: tuple[str, ...]
    seats: tuple[Seat, ...]
