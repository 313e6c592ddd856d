"""The components as data: their types, and what makes a box playable."""

from __future__ import annotations

import itertools
import re
import string
from typing import Literal

import msgspec

from ledger import sdk
from ledger.sdk import Above0, Names, NotNegative, Sourced, Titled, require

ROLES = ("thief", "guard", "cook")
_ID = re.compile(r"[A-Za-z][A-Za-z0-9]*")


class Players(sdk.Players):
    """How many can play, and the colours of their pieces."""

    colours: tuple[str, ...]


class Traders(Sourced):
    """Traders of each player by the number of players, the score marker included."""

    each: dict[str, int]


class Limits(Sourced):
    """The numbers of the rules."""

    hand: Above0
    move_cards: NotNegative
    district: Above0
    day_rounds: Above0


class Grid(Sourced):
    """Water fields, and the size of the districts that footbridges divide them into."""

    rows: int
    cols: int
    district_rows: Above0
    district_cols: Above0


class Entrances(Sourced):
    """Where the first round is played; the dark ones from so many players on."""

    light: tuple[str, ...]
    dark: tuple[str, ...]
    dark_from: int


class LukPhat(Sourced):
    """Points of each field of the track, and which fields are market days."""

    points: tuple[int, ...]
    small: tuple[int, ...]
    big: int


class Tactical(Sourced):
    """The starting hand of the tactical variant."""

    with_trader: int
    empty_seat: int


class Kind(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of boat: how many there are of it, and what every boat has."""

    id: str
    count: int
    baskets: int = 0
    parasol: bool = False


class Boat(Kind, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A boat with goods; without `trader` it has an empty seat."""

    good: str
    trader: bool = False


class Special(Kind, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A boat with a function; the baskets of a thief never count (KLO-25)."""

    role: Literal["thief", "guard", "cook"]


class Fleet(Sourced):
    """The boats with goods."""

    boats: tuple[Boat, ...]


class Specials(Sourced):
    """The boats with functions."""

    boats: tuple[Special, ...]


class Box(Titled):
    """Everything in the box; `moorings` are the corners where the market master can stand."""

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
        """All boats, special ones last."""
        return (*self.fleet.boats, *self.specials.boats)

    @property
    def boats(self) -> int:
        """How many boats there are."""
        return sum(kind.count for kind in self.kinds)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tactical variant (KLO-40), and where rulings leave a choice (A-KLO-03, A-KLO-11)."""

    tactical: bool = False
    move_adjacency: Literal["king", "orthogonal"] = "king"
    stacked_cook_shops: bool = False


def field_name(row: int, col: int) -> str:
    """Name a water field, counted from 0: column letter and row number."""
    return f"{string.ascii_lowercase[col]}{row + 1}"


def corners(grid: Grid) -> dict[str, tuple[str, str, str, str]]:
    """Return every inner corner by its name, with its four fields."""
    return {
        f"{a}{b}{row}{row + 1}": (f"{a}{row}", f"{b}{row}", f"{a}{row + 1}", f"{b}{row + 1}")
        for row in range(1, grid.rows)
        for a, b in itertools.pairwise(string.ascii_lowercase[: grid.cols])
    }


def entrances(box: Box, players: int) -> dict[str, str]:
    """KLO-17: the entrances, light or dark; the dark ones are for more players only."""
    x = box.entrances
    dark = x.dark if players >= x.dark_from else ()
    return {**dict.fromkeys(x.light, "light"), **dict.fromkeys(dark, "dark")}


def check_box(box: Box) -> None:
    """Refuse a box that no game could be played with."""
    _check_grid(box)
    _check_fleet(box)
    _check_track(box)
    require(box.players.counts, "players.counts is empty")
    colours = box.players.colours
    require(len(set(colours)) == len(colours), "players.colours must be different colours")
    for n in box.players.counts:
        _check_count(box, n)


def check_new_box(box: Box) -> None:
    """Refuse a box that leaves a part of the game unplayable."""
    for n in box.players.counts:
        each = box.traders.each[str(n)]
        require(each > 1, f"traders.each: with {each} for {n} players nobody has one to place")
        boats = box.boats
        say = f"fleet: {boats} boats, all of them in {n} hands; none is drawn"
        require(boats > n * box.limits.hand, say)


def _check_grid(box: Box) -> None:
    g = box.grid
    require(2 <= g.rows <= 26, f"grid.rows is {g.rows}; a board has 2 to 26 rows")
    require(2 <= g.cols <= 26, f"grid.cols is {g.cols}; a board has 2 to 26 columns")
    for name, size in (("rows", g.rows), ("cols", g.cols)):
        part = getattr(g, f"district_{name}")
        require(size % part == 0, f"grid.{name}: {size} cannot be divided into districts of {part}")
    fields = {field_name(r, c) for r in range(g.rows) for c in range(g.cols)}
    doors = (*box.entrances.light, *box.entrances.dark)
    for name in doors:
        require(name in fields, f"entrances: {name!r} is not a field of the board")
    require(len(set(doors)) == len(doors), "entrances must be different fields")
    known, names = corners(g), box.moorings.names
    for name in names:
        require(name in known, f"moorings.names: {name!r} is not a corner of four fields")
    require(names, "moorings.names is empty")
    require(len(set(names)) == len(names), "moorings.names must be different corners")


def _check_fleet(box: Box) -> None:
    goods = box.goods.names
    require(goods and len(set(goods)) == len(goods), "goods.names must be different goods")
    for boat in box.fleet.boats:
        require(boat.good in goods, f"boat {boat.id}: there is no good {boat.good!r}")
    seen: set[str] = set()
    for kind in box.kinds:
        where, low = f"boat {kind.id}", kind.id.lower()
        require(_ID.fullmatch(kind.id), f"boat {kind.id!r}: not a good name")
        require(low not in seen, f"{where} is there twice")
        require(kind.baskets >= 0, f"{where}: baskets cannot be negative")
        require(kind.count > 0, f"{where}: count must be above 0")
        seen.add(low)
    roles: list[str] = [kind.role for kind in box.specials.boats]
    for role in ROLES:
        require(roles.count(role) <= 1, f"specials.boats: more than one kind of {role}")


def _check_track(box: Box) -> None:
    track = box.luk_phat
    last, parasols = len(track.points) - 1, sum(k.count for k in box.kinds if k.parasol)
    require(last >= 1, "luk_phat.points needs a start and at least one field more")
    require(track.points[0] == 0, "luk_phat.points: the start field is worth 0")
    require(all(p >= 0 for p in track.points), "luk_phat.points cannot be negative")
    days = (0, *track.small, track.big)
    rising = all(a < b for a, b in itertools.pairwise(days))
    require(rising, "luk_phat: market days must rise: small ones from 1 up, then the big one")
    say = f"luk_phat.big is {track.big}; the last field of the track is {last}"
    require(track.big == last, say)
    say = f"fleet: {parasols} parasols cannot reach the big market day at {last}"
    require(parasols >= last, say)


def _check_count(box: Box, n: int) -> None:
    """There are pieces for this number of players."""
    require(2 <= n <= 4, f"players.counts: {n} cannot play")
    require(len(box.players.colours) >= n, f"players.colours: too few for {n} players")
    require(box.traders.each.get(str(n), 0) > 0, f"traders.each has none for {n} players")
    doors = len(entrances(box, n))
    require(doors >= n, f"entrances: {doors} are too few for {n} players")
    hand, boats = box.limits.hand, box.boats
    require(boats >= n * hand, f"fleet: {boats} boats are too few for {n} hands of {hand}")


def check_tactical(box: Box, n: int) -> None:
    """KLO-41: both stacks have boats for the starting hands of so many players."""
    start, hand = box.tactical, box.limits.hand
    require(min(start.with_trader, start.empty_seat) >= 0, "tactical: no number can be negative")
    both = start.with_trader + start.empty_seat
    require(both == hand, f"tactical: a starting hand of {both}, where limits.hand is {hand}")
    empty = sum(b.count for b in box.fleet.boats if not b.trader)
    for name, has in (("empty_seat", empty), ("with_trader", box.boats - empty)):
        each = getattr(start, name)
        require(has >= n * each, f"tactical.{name}: {n} players need {n * each} boats of {has}")
