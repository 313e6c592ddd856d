"""Values that the rules need all the time, computed once for a box, players and options."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ledger.sdk import Lookup
from ledger.sdk.kit import SIDES, corners, fields_around, fields_together, squares

from .box import ROLES, Box, Options, check_tactical

STACKS = ("1", "2")
"""KLO-40: stack 1 has boats with traders and special boats; stack 2, boats with an empty seat."""


class Boat(msgspec.Struct, frozen=True):
    """A kind of boat, with either its good and the good's letter, or the role of a special boat.

    `trader` says whether a neutral trader is printed on it.
    """

    id: str
    good: str
    letter: str
    baskets: int
    trader: bool
    parasol: bool
    role: str


def _room(fields: int, high: int, wide: int, limit: int) -> int:
    """KLO-18, KLO-19: return the number of boats below which another can always be placed.

    With fewer boats, some district has room. If there is a boat in it, that boat has an open
    neighbour. If all districts with room are empty, one of them is next to a full one, which has a
    boat along each of its sides, unless its free fields can make up a whole side. In that case
    nothing is certain, and the result is 0.
    """
    size = high * wide
    most = min(limit, size)
    return fields // size * most if size - most < min(high, wide) else 0


def _letters(goods: Mapping[str, str]) -> dict[str, str]:
    """Return a letter for each good: the first free one in its first boat's name and its own."""
    out: dict[str, str] = {}
    for boat, good in goods.items():
        if good not in out:
            wanted = (x for x in (boat + good).upper() if x.isascii() and x.isalpha())
            out[good] = next((x for x in wanted if x not in out.values()), "?")
    return out


class Setup(Lookup):
    """Look-up tables for a game.

    By field: `at` (row and column from 0), `near` (side or corner), `steps` (where a move card
    takes a boat), `mates` (the rest of the district, of which `spare` stay free), `row` and
    `column` (without the field itself), `entrances` (light or dark), `around` (its moorings). By
    kind of boat: `copies`, `good`, `baskets` that count, `role`, `stack` (an index), `empty` seats,
    `parasols`, and everything about it in `fleet`. `letters` has the letters for goods. After the
    first round, there is always a field for another boat while fewer than `room` are on the water.
    """

    def __init__(self, box: Box, players: int, options: Options) -> None:
        box.players.allow(players)
        self.players, self.options, self.tactical = players, options, options.tactical
        self.hand, self.cards = box.limits.hand, box.limits.move_cards
        self.traders = box.traders.each[str(players)] - 1  # KLO-03: one is the score marker
        self.limit, self.rounds = box.limits.district, box.limits.day_rounds
        self.grid = g = box.grid
        self.at = at = squares(g.rows, g.cols)
        self.fields = tuple(at)
        self.near = fields_around(at)
        self.steps = self.near if options.move_adjacency == "king" else fields_around(at, SIDES)
        high, wide = g.district_rows, g.district_cols
        self.mates = fields_together({x: (r // high, c // wide) for x, (r, c) in at.items()})
        self.spare = high * wide - 1 - self.limit
        self.room = _room(len(at), high, wide, self.limit)
        self.row = fields_together({x: r for x, (r, _) in at.items()})
        self.column = fields_together({x: c for x, (_, c) in at.items()})
        self.entrances = box.entrances.of(players)
        known = corners(at)
        self.moorings = {name: known[name] for name in box.moorings.names}
        moorings = self.moorings.items()
        self.around = {x: {name: its for name, its in moorings if x in its} for x in at}
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
