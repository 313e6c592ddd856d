"""The components as data: their types, and the checks that a box must pass."""

from __future__ import annotations

import itertools
from typing import Annotated, Literal

import msgspec

from ledger import sdk
from ledger.sdk import (
    Above0,
    Names,
    NotNegative,
    Sourced,
    Titled,
    at_most,
    longest,
    require,
)
from ledger.sdk.kit import (
    corners,
    different,
    enough_for_all,
    for_each_count,
    named,
    squares,
)

ROLES = ("thief", "guard", "cook")
BOAT = named(r"[A-Za-z][A-Za-z0-9]*", like="S2")
"""The pattern for boat names; ordinary and special boats can't share a name."""


class Players(sdk.Players):
    """The possible numbers of players, and the colours of their pieces."""

    colours: Annotated[tuple[str, ...], different, enough_for_all]


class Traders(Sourced):
    """The number of traders per player, by number of players; this includes the score marker."""

    each: Annotated[dict[str, int], for_each_count(), at_most(200)]


class Limits(Sourced):
    """The numbers used in the rules."""

    hand: Annotated[Above0, at_most(40)]
    move_cards: Annotated[NotNegative, at_most(40)]
    district: Annotated[Above0, at_most(100)]
    day_rounds: Annotated[Above0, at_most(20)]


class Grid(Sourced):
    """The size of the board, and of the districts that footbridges divide it into."""

    rows: int
    cols: int
    district_rows: Above0
    district_cols: Above0


class Entrances(Sourced):
    """The fields for the first round; the dark ones are used with `dark_from` players or more."""

    light: Annotated[tuple[str, ...], longest(50)]
    dark: Annotated[tuple[str, ...], longest(50)]
    dark_from: int

    def of(self, players: int) -> dict[str, str]:
        """KLO-17: return the entrances for a number of players, each as light or dark."""
        dark = self.dark if players >= self.dark_from else ()
        return {**dict.fromkeys(self.light, "light"), **dict.fromkeys(dark, "dark")}


class LukPhat(Sourced):
    """The points for each field of the track, and the fields that are market days."""

    points: Annotated[tuple[NotNegative, ...], at_most(100), longest(150)]
    small: Annotated[tuple[int, ...], longest(50)]
    big: int


class Tactical(Sourced):
    """The starting hand of the tactical variant."""

    with_trader: int
    empty_seat: int


class Kind(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of boat: how many there are, and what they all have."""

    id: Annotated[str, BOAT]
    count: Annotated[Above0, at_most(50)]
    baskets: Annotated[NotNegative, at_most(30)] = 0
    parasol: bool = False


class Boat(Kind, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A boat with goods; if it has no `trader`, it has an empty seat."""

    good: str
    trader: bool = False


class Special(Kind, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A boat with a special function; the baskets of a thief never count (KLO-25)."""

    role: Literal["thief", "guard", "cook"]


class Fleet(Sourced):
    """The boats with goods."""

    boats: Annotated[tuple[Boat, ...], longest(500)]


class Specials(Sourced):
    """The boats with special functions."""

    boats: Annotated[tuple[Special, ...], longest(50)]


class Box(Titled):
    """Everything in the box; `moorings` are the corners that the market master can go to."""

    players: Players
    traders: Traders
    limits: Limits
    grid: Grid
    entrances: Entrances
    moorings: Names
    luk_phat: LukPhat
    tactical: Tactical
    goods: Names
    fleet: Fleet
    specials: Specials

    @property
    def kinds(self) -> tuple[Boat | Special, ...]:
        """All kinds of boats, with the special ones last."""
        return (*self.fleet.boats, *self.specials.boats)

    @property
    def boats(self) -> int:
        """The total number of boats."""
        return sum(kind.count for kind in self.kinds)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tactical variant (KLO-40), and the choices that rulings leave (A-KLO-03, A-KLO-11)."""

    tactical: bool = False
    move_adjacency: Literal["king", "orthogonal"] = "king"
    stacked_cook_shops: bool = False


def check_box(box: Box) -> None:
    """Reject a box that can't be played with at all."""
    _check_grid(box)
    for boat in box.fleet.boats:
        known = boat.good in box.goods.names
        require(known, "fleet.boats {id}: there is no good {good!r}", id=boat.id, good=boat.good)
    roles: list[str] = [kind.role for kind in box.specials.boats]
    for role in ROLES:
        require(roles.count(role) <= 1, "specials.boats: more than one kind of {role}", role=role)
    _check_track(box)
    hand, boats = box.limits.hand, box.boats
    for n in box.players.counts:
        doors = len(box.entrances.of(n))
        require(doors >= n, "entrances: {doors} are too few for {n} players", doors=doors, n=n)
        require(
            boats >= n * hand,
            "fleet: {boats} boats are too few for {n} hands of {hand}",
            boats=boats,
            n=n,
            hand=hand,
        )


def check_new_box(box: Box) -> None:
    """Reject a box that would make part of the game unplayable."""
    boats = box.boats
    for n in box.players.counts:
        each = box.traders.each[str(n)]
        require(
            each > 1,
            "traders.each: {each} for {n} players leaves nobody a trader to place",
            each=each,
            n=n,
        )
        require(
            boats > n * box.limits.hand,
            "fleet: all {boats} boats go to the hands of {n} players, and none are left to draw",
            boats=boats,
            n=n,
        )


def _check_grid(box: Box) -> None:
    g = box.grid
    require(2 <= g.rows <= 26, "grid.rows is {rows}; a board needs 2 to 26 rows", rows=g.rows)
    require(2 <= g.cols <= 26, "grid.cols is {cols}; a board needs 2 to 26 columns", cols=g.cols)
    for name, size, part in (("rows", g.rows, g.district_rows), ("cols", g.cols, g.district_cols)):
        require(
            size % part == 0,
            "grid.{name}: {size} can't be divided into districts of {part}",
            name=name,
            size=size,
            part=part,
        )
    fields = squares(g.rows, g.cols)
    doors = (*box.entrances.light, *box.entrances.dark)
    for name in doors:
        require(name in fields, "entrances: {name!r} isn't a field of the board", name=name)
    require(len(set(doors)) == len(doors), "entrances must be different fields")
    known = corners(fields)
    for name in box.moorings.names:
        require(name in known, "moorings.names: {name!r} isn't a corner of four fields", name=name)


def _check_track(box: Box) -> None:
    track, big = box.luk_phat, box.luk_phat.big
    last, parasols = len(track.points) - 1, sum(k.count for k in box.kinds if k.parasol)
    require(last >= 1, "luk_phat.points needs a start and at least one more field")
    require(track.points[0] == 0, "luk_phat.points: the start field must be worth 0")
    rising = all(a < b for a, b in itertools.pairwise((0, *track.small, big)))
    require(
        rising,
        "luk_phat: market days must be in ascending order: small ones from 1 up, then the big one",
    )
    require(
        big == last,
        "luk_phat.big is {big}; the last field of the track is {last}",
        big=big,
        last=last,
    )
    require(
        parasols >= last,
        "fleet: {parasols} parasols aren't enough to reach the big market day at {last}",
        parasols=parasols,
        last=last,
    )


def check_tactical(box: Box, n: int) -> None:
    """KLO-41: reject a box whose two stacks have too few boats for `n` starting hands."""
    start, hand = box.tactical, box.limits.hand
    require(min(start.with_trader, start.empty_seat) >= 0, "tactical: no number can be negative")
    both = start.with_trader + start.empty_seat
    require(
        both == hand,
        "tactical: the starting hand has {both} boats, but limits.hand is {hand}",
        both=both,
        hand=hand,
    )
    empty = sum(b.count for b in box.fleet.boats if not b.trader)
    for name, has in (("empty_seat", empty), ("with_trader", box.boats - empty)):
        each = getattr(start, name)
        require(
            has >= n * each,
            "tactical.{name}: {n} players need {boats} boats, but there are {has}",
            name=name,
            n=n,
            boats=n * each,
            has=has,
        )
