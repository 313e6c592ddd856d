"""What lies on the water, as plain data that a board can be drawn from."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from .rules import market_day as market
from .rules.places import crowded
from .setup import Setup
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


def letters(setup: Setup) -> dict[str, str]:
    """Return a letter for each good: that of its boats, where it can be told by it."""
    out: dict[str, str] = {}
    for boat, good in setup.good.items():
        if good not in out:
            wanted = (x for x in (boat + good).upper() if x.isascii() and x.isalpha())
            out[good] = next((x for x in wanted if x not in out.values()), "?")
    return out


def fleet_of(setup: Setup) -> dict[str, Boat]:
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


def water_of(s: State, fleet: Mapping[str, Boat], doors: Mapping[str, str]) -> Water:
    """Return the board with what lies on it; `doors`: which fields are entrances."""
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
                entrance=doors.get(name, ""),
            )
            for name, (row, col) in places.items()
        ),
        moorings=tuple(_mooring(s, name, fields) for name, fields in setup.moorings.items()),
    )


def _mooring(s: State, name: str, fields: tuple[str, ...]) -> Mooring:
    worth = None
    if all(f in s.boats for f in fields):
        baskets, factor, _ = market.worth(s, fields)
        worth = baskets * factor
    seats = {s.owners[f] for f in fields if s.owners.get(f)}
    return Mooring(name, *_at(fields[-1]), worth, tuple(sorted(seats)))


def track_of(setup: Setup) -> tuple[Step, ...]:
    """Return the Luk-Phat track."""
    days = {**dict.fromkeys(setup.small, "small"), setup.big: "big"}
    return tuple(Step(n, days.get(i, "")) for i, n in enumerate(setup.points))
