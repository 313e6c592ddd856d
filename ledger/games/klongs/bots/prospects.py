"""A bot's estimates of what the mooring places will earn a player."""

from __future__ import annotations

import copy
import functools
from collections.abc import Collection

from ledger.sdk.kit import Counts, Memo

from ..setup import Setup
from ..state import OnBoard, Owners, State

COUNTS = Counts("boats", "baskets", "cook-shops", "own traders", "other traders", "dead")
OWN, DEAD = COUNTS.one["own traders"], COUNTS.one["dead"]
Corner = int
"""The boats around a mooring place, packed into a number.

It is dead if one of its empty fields has been closed.
"""


class Weights:
    """The bot's estimates, in points."""

    near = (0.0, 0.12, 0.3, 0.6, 1.0)
    """The share of a mooring place's points it is expected to earn, by number of boats there."""
    late = (0.0, 0.0, 0.0, 0.0, 1.0)
    """The same on the big market day, when an incomplete mooring place stays incomplete."""
    basket, dead = 1.2, 0.3
    """The baskets expected on a missing boat, and the share kept by a dead mooring place."""
    rival, guard = 1.1, 0.4
    """The cost of points for all opponents together, and the worth of a boat safe from thieves."""
    seat, store = 0.2, 1.0
    """A trader in the pool, and a point in the warehouse."""
    move, day = 3.5, 0.35
    """What a move must earn, and the share of complete places that a market day pays."""


@functools.lru_cache(maxsize=64)
def _promises(w: Weights, late: bool, rival: float) -> Memo[Corner, float]:
    """Return the expected worth of each corner; bots with the same weights share the results."""
    near = w.late if late else w.near

    def promise(corner: Corner) -> float:
        boats, baskets, cooks, mine, others, dead = COUNTS.each(corner)
        points = (baskets + (4 - boats) * w.basket) * (2 if cooks else 1)
        share = mine - rival * others
        return near[boats] * points * share * (w.dead if dead else 1.0)

    return Memo(promise)


@functools.lru_cache(maxsize=16)
def _kinds(setup: Setup, seat: int) -> dict[tuple[str, int], Corner]:
    """Return what each boat, with each possible owner, adds to the corners around it."""
    kinds, others = {}, COUNTS.one["other traders"]
    for boat, n in setup.baskets.items():
        empty = COUNTS.of([("boats", 1), ("baskets", n), ("cook-shops", boat == setup.cook)])
        for owner in range(setup.players + 1):
            kinds[boat, owner] = empty + (OWN if owner == seat else others if owner else 0)
    return kinds


class Sight:
    """The board from one player's point of view: what each mooring place is expected to earn.

    `lying` has what the boat on each field adds to the corners around it. The same questions come
    up for all boats of a kind, so results are cached.
    """

    def __init__(self, s: State, seat: int, w: Weights, boats: OnBoard, owners: Owners) -> None:
        self.s, self.w, self.at = s, w, s.setup.around
        self.rival = w.rival / (s.setup.players - 1)
        self.promise = _promises(w, s.day == "big", self.rival)
        self.kind, self.closing = _kinds(s.setup, seat), Memo(self._closing)
        self.lying = {f: self.kind[boat, owners.get(f, 0)] for f, boat in boats.items()}
        self.corners: dict[str, Corner] = dict.fromkeys(s.setup.moorings, 0)
        seen: set[str] = set()
        for field in boats:
            self._add(field)
            if field not in seen:  # once for each district
                seen.update(s.setup.mates[field])
                self._close(field)

    def with_boat(self, field: str, boats: OnBoard, owners: Owners) -> Sight:
        """Return a copy with one more boat on a field and no other change."""
        new = copy.copy(self)
        new.lying = self.lying | {field: self.kind[boats[field], owners.get(field, 0)]}
        new.corners, new.closing = self.corners.copy(), Memo(new._closing)
        new._add(field)
        new._close(field)
        return new

    def _add(self, field: str) -> None:
        kind, corners = self.lying[field], self.corners
        for name in self.at[field]:
            corners[name] += kind

    def _close(self, field: str) -> None:
        for name in self.closes(field):
            self.corners[name] |= DEAD

    def closes(self, field: str) -> list[str]:
        """Return the corners of the fields that a boat would close by filling its district."""
        mates = self.s.setup.mates[field]
        free = [m for m in mates if m not in self.lying]
        full = len(mates) - len(free) + 1 >= self.s.setup.limit
        return [name for shut in free for name in self.at[shut]] if full else []

    def joining(self, fields: list[str], kind: Corner, skip: Collection[str] = ()) -> list[float]:
        """Return what a boat on each of these fields would gain, ignoring the corners in `skip`."""
        corners, promise, at, closing = self.corners, self.promise, self.at, self.closing
        out = []
        for field in fields:
            gain = 0.0
            for name in at[field]:
                if name not in skip:
                    corner = corners[name]
                    gain += promise[corner + kind]
                    gain -= promise[corner]
            out.append(gain + closing[field])
        return out

    def _closing(self, field: str) -> float:
        """Return the loss at the fields that are closed when a boat fills its district."""
        change = 0.0
        for name in self.closes(field):
            corner = self.corners[name]
            if not corner & DEAD and field not in self.s.setup.moorings[name]:
                change -= self.promise[corner] * (1 - self.w.dead)
        return change

    def shifting(self, field: str, to: str) -> float:
        """Return the gain from moving a boat; corners shared by both fields don't change."""
        both, kind = set(self.at[field]) & set(self.at[to]), self.lying[field]
        return self.joining([to], kind, both)[0] + self.without(field, kind, both)

    def leaving(self, field: str) -> float:
        """Return the gain from removing the boat on a field."""
        return self.without(field, self.lying[field])

    def without(self, field: str, gone: Corner, skip: Collection[str] = ()) -> float:
        """Return the gain from removing something on a field, ignoring the corners in `skip`."""
        gain = 0.0
        for name in self.at[field]:
            if name not in skip:
                corner = self.corners[name]
                gain += self.promise[corner - gone] - self.promise[corner]
        return gain

    def trader(self, field: str) -> float:
        """Return what the player's own trader on a field is worth."""
        return -self.without(field, OWN)

    def ready(self) -> float:
        """Return what the complete mooring places would earn."""
        return sum(self.promise[k] for k in self.corners.values() if COUNTS.each(k)[0] == 4)
