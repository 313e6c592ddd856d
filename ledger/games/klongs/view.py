"""The table as a player sees it: plain data, complete enough to draw from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from ledger.sdk import Asked, TableView, places, table_facts

from . import rules
from .rules.market_day import value, worth
from .rules.places import crowded
from .setup import STACKS, Setup
from .state import State


class Boat(msgspec.Struct, frozen=True):
    """A kind of boat: its good with the letter that stands for it, or what a special boat is.

    `trader`: a neutral one is printed on it.
    """

    id: str
    good: str
    letter: str
    baskets: int
    trader: bool
    parasol: bool
    role: str


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


class Seat(msgspec.Struct, frozen=True):
    """What a player has; `hand`: boats that the viewer knows, `hidden`: the others by stack."""

    seat: int
    points: int
    traders: int
    on_board: int
    cards: int
    hand: tuple[Boat, ...]
    hidden: dict[str, int]
    stores: tuple[Store, ...]
    specials: tuple[str, ...]
    worth: int
    place: int | None


class View(TableView, frozen=True, kw_only=True):
    """What a seat may see; stacks are only counted, by their numbers if there are two."""

    active: int
    asked: tuple[Asked, ...]
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
    over: bool
    ranking: tuple[tuple[int, ...], ...]


def view(s: State, seat: int | None) -> View:
    """Return what a seat may see (None: everything): no secrets of other hands (A-KLO-29)."""
    setup = s.setup
    fleet = _fleet(setup)
    facts = table_facts(s, seat, rules.awaiting, rules.outcome)
    place = places(facts["ranking"])
    small = s.day == "small"
    return View(
        **facts,
        water=_water(s, fleet),
        track=_track(setup),
        marker=s.marker,
        day=s.day,
        day_round=setup.rounds + 1 - -(-s.scorings // setup.players) if small else 0,
        day_rounds=setup.rounds if small else 0,
        letters=letters(setup),
        stacks=_by_stack(setup, [pile.size for pile in s.stacks]),
        out=tuple(s.out),
        seats=tuple(_seat(s, i, seat, fleet, place.get(i)) for i in range(1, setup.players + 1)),
    )


def letters(setup: Setup) -> dict[str, str]:
    """Return a letter for each good: that of its boats, where it can be told by it."""
    out: dict[str, str] = {}
    for boat, good in setup.good.items():
        if good not in out:
            wanted = (x for x in (boat + good).upper() if x.isascii() and x.isalpha())
            out[good] = next((x for x in wanted if x not in out.values()), "?")
    return out


def _fleet(setup: Setup) -> dict[str, Boat]:
    """Return every kind of boat by its name."""
    known = letters(setup)
    return {
        boat: Boat(
            id=boat,
            good=setup.good.get(boat, ""),
            letter=known.get(setup.good.get(boat, ""), ""),
            baskets=setup.baskets[boat],
            trader=boat in setup.good and boat not in setup.empty,
            parasol=boat in setup.parasols,
            role=setup.role.get(boat, ""),
        )
        for boat in setup.copies
    }


def _at(field: str) -> tuple[int, int]:
    return int(field[1:]) - 1, ord(field[0]) - ord("a")


def _water(s: State, fleet: Mapping[str, Boat]) -> Water:
    """Return the board with what lies on it."""
    setup, boats = s.setup, s.boats
    places = {name: _at(name) for name in setup.fields}
    first, last = setup.fields[0], setup.fields[-1]
    far = [places[name] for name in (first, *setup.mates[first])]
    return Water(
        rows=places[last][0] + 1,
        cols=places[last][1] + 1,
        district=(max(row for row, _ in far) + 1, max(col for _, col in far) + 1),
        guarded=tuple(sorted({places[f][1] for f, b in boats.items() if b == setup.guard})),
        fields=tuple(
            Field(
                name=name,
                row=row,
                col=col,
                boat=fleet[boats[name]] if name in boats else None,
                owner=s.owners.get(name, 0),
                closed=name not in boats and crowded(s, name, boats),
                entrance=setup.doors.get(name, ""),
            )
            for name, (row, col) in places.items()
        ),
        moorings=tuple(_mooring(s, name, fields) for name, fields in setup.moorings.items()),
    )


def _mooring(s: State, name: str, fields: tuple[str, ...]) -> Mooring:
    each = None
    if all(f in s.boats for f in fields):
        baskets, factor, _ = worth(s, fields)
        each = baskets * factor
    seats = {s.owners[f] for f in fields if s.owners.get(f)}
    return Mooring(name, *_at(fields[-1]), each, tuple(sorted(seats)))


def _track(setup: Setup) -> tuple[Step, ...]:
    """Return the Luk-Phat track."""
    days = {**dict.fromkeys(setup.small, "small"), setup.big: "big"}
    return tuple(Step(n, days.get(i, "")) for i, n in enumerate(setup.points))


def _by_stack(setup: Setup, counts: Sequence[int]) -> dict[str, int]:
    return dict(zip(STACKS if setup.tactical else ("",), counts, strict=True))


def _seat(
    s: State, seat: int, viewer: int | None, fleet: Mapping[str, Boat], place: int | None
) -> Seat:
    setup, p = s.setup, s.players[seat - 1]
    known, hidden = [*p.secret, *p.shown], p.unknown.copy()
    if viewer not in (None, seat):
        known = p.shown
        for boat in p.secret:
            hidden[setup.stack[boat]] += 1
    have = Counter(setup.good[b] for b in p.warehouse if b in setup.good)
    return Seat(
        seat=seat,
        points=p.points,
        traders=p.traders,
        on_board=list(s.owners.values()).count(seat),
        cards=p.cards,
        hand=tuple(fleet[b] for b in known),
        hidden={k: n for k, n in _by_stack(setup, hidden).items() if n},
        stores=tuple(
            Store(good, letter, have[good], have[good] * (have[good] + 1) // 2)  # KLO-39
            for good, letter in letters(setup).items()
            if have[good]
        ),
        specials=tuple(b for b in p.warehouse if b in setup.role),
        worth=value(s, p),
        place=place,
    )
