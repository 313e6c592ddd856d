"""What the rules look up all the time, worked out once for a box, players and options."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping

import msgspec

from ledger.sdk import Lookup

from .box import ROLES, Box, Grid, Options, check_tactical, corners, entrances, field_name

Fields = tuple[str, ...]
"""Water fields by their names."""
AROUND = tuple((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
SIDES = tuple((i, j) for i, j in AROUND if not (i and j))
STACKS = ("1", "2")
"""KLO-40: boats with traders and special boats, boats with an empty seat."""


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


def _around(g: Grid, place: tuple[int, int], ways: Iterable[tuple[int, int]]) -> Fields:
    places = [(place[0] + i, place[1] + j) for i, j in ways]
    return tuple(field_name(r, c) for r, c in places if 0 <= r < g.rows and 0 <= c < g.cols)


def _together(group: Mapping[str, object]) -> dict[str, Fields]:
    """Return for each field the others of its group."""
    groups: dict[object, list[str]] = {}
    for name, key in group.items():
        groups.setdefault(key, []).append(name)
    return {name: tuple(x for x in groups[key] if x != name) for name, key in group.items()}


def _room(fields: int, high: int, wide: int, limit: int) -> int:
    """KLO-18, KLO-19: with fewer boats there certainly is an open field next to one of them.

    Some district has room then. If a boat lies in it, that has an open neighbour. If all that have
    room are empty, one of them is beside a full one, which has a boat along each of its sides,
    unless the fields that stay free could be a whole side: then nothing is certain (0).
    """
    size = high * wide
    most = min(limit, size)
    return fields // size * most if size - most < min(high, wide) else 0


def _letters(goods: Mapping[str, str]) -> dict[str, str]:
    """Return a letter for each good: that of its boats, where it can be told by it."""
    out: dict[str, str] = {}
    for boat, good in goods.items():
        if good not in out:
            wanted = (x for x in (boat + good).upper() if x.isascii() and x.isalpha())
            out[good] = next((x for x in wanted if x not in out.values()), "?")
    return out


class Setup(Lookup):
    """Look-up tables of a game.

    By field: `at` (row and column from 0), `near` (side or corner), `steps` (where a move card
    takes a boat), `mates` (the rest of the district, of which `spare` stay free), `row` and
    `column` (without the field itself), `entrances` (light or dark), `around` (its moorings). By
    kind of boat: `copies`, `good`, `baskets` that count, `role`, `stack` (an index), `empty` seats,
    `parasols`, and all about it in `fleet`. `letters` are those of the goods. While fewer than
    `room` boats lie on the water, another one has a field after the first round.
    """

    def __init__(self, box: Box, players: int, options: Options) -> None:
        box.players.allow(players)
        self.players, self.options, self.tactical = players, options, options.tactical
        self.hand, self.cards = box.limits.hand, box.limits.move_cards
        self.traders = box.traders.each[str(players)] - 1  # KLO-03: one marks the points
        self.limit, self.rounds = box.limits.district, box.limits.day_rounds
        self.grid = g = box.grid
        self.at = at = {field_name(r, c): (r, c) for r in range(g.rows) for c in range(g.cols)}
        self.fields = tuple(at)
        self.near = {name: _around(g, place, AROUND) for name, place in at.items()}
        sides = {name: _around(g, place, SIDES) for name, place in at.items()}
        self.steps = self.near if options.move_adjacency == "king" else sides
        high, wide = g.district_rows, g.district_cols
        self.mates = _together({x: (r // high, c // wide) for x, (r, c) in at.items()})
        self.spare = high * wide - 1 - self.limit
        self.room = _room(len(at), high, wide, self.limit)
        self.row = _together({x: r for x, (r, _) in at.items()})
        self.column = _together({x: c for x, (_, c) in at.items()})
        self.entrances = entrances(box, players)
        known = corners(g)
        self.moorings: dict[str, Fields] = {
            name: tuple(map(sys.intern, known[name])) for name in box.moorings.names
        }
        self.around = {x: [m for m, its in self.moorings.items() if x in its] for x in at}
        fleet, specials, kinds = box.fleet.boats, box.specials.boats, box.kinds
        self.copies = {b.id: b.count for b in kinds}
        self.good = {b.id: b.good for b in fleet}
        self.role: dict[str, str] = {b.id: b.role for b in specials}
        by_role = {role: boat for boat, role in self.role.items()}
        self.thief, self.guard, self.cook = (by_role.get(role, "") for role in ROLES)
        self.baskets = {b.id: 0 if b.id == self.thief else b.baskets for b in kinds}  # KLO-25
        self.empty = {b.id: True for b in fleet if not b.trader}
        self.parasols = {b.id: True for b in kinds if b.parasol}
        self.stack = {b.id: int(self.tactical and b.id in self.empty) for b in kinds}
        self.letters = _letters(self.good)
        self.fleet = {b.id: self._boat(b.id) for b in kinds}
        track = box.luk_phat
        self.points, self.small, self.big = track.points, track.small, track.big
        deal = [(0, self.hand)]
        if self.tactical:
            check_tactical(box, players)
            deal = [(1, box.tactical.empty_seat), (0, box.tactical.with_trader)]
        self.deal = tuple((stack, n) for stack, n in deal if n)

    def _boat(self, id: str) -> Boat:
        good = self.good.get(id, "")
        letter, role = self.letters.get(good, ""), self.role.get(id, "")
        trader = not role and id not in self.empty
        return Boat(id, good, letter, self.baskets[id], trader, id in self.parasols, role)
