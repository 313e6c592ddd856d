"""What the mooring places promise to a player, in the eyes of a bot."""

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
"""The boats around a mooring place; it is dead if a missing boat has no place."""


class Weights:
    """What the bot believes, in points."""

    near = (0.0, 0.12, 0.3, 0.6, 1.0)
    """How much of its points a mooring place will bring, by its number of boats."""
    late = (0.0, 0.0, 0.0, 0.0, 1.0)
    """The same on the big market day: what is not complete now will never be."""
    basket, dead = 1.2, 0.3
    """The baskets of a boat that is still missing; what remains where it has no place."""
    rival, guard = 1.1, 0.4
    """What points of all the others together cost; a boat that is safe from thieves."""
    seat, store = 0.2, 1.0
    """A trader in the pool; a point in the warehouse."""
    move, day = 3.5, 0.35
    """What a move must bring; how much of what is complete a market day brings."""


@functools.lru_cache(maxsize=64)
def _promises(w: Weights, late: bool, rival: float) -> Memo[Corner, float]:
    """Return what each corner promises; bots with the same weights share the answers."""
    near = w.late if late else w.near

    def promise(corner: Corner) -> float:
        boats, baskets, cooks, mine, others, dead = COUNTS.each(corner)
        points = (baskets + (4 - boats) * w.basket) * (2 if cooks else 1)
        share = mine - rival * others
        return near[boats] * points * share * (w.dead if dead else 1.0)

    return Memo(promise)


@functools.lru_cache(maxsize=16)
def _kinds(setup: Setup, seat: int) -> dict[tuple[str, int], Corner]:
    """Return what each boat with a trader, of that owner, brings to the corners around it."""
    kinds, others = {}, COUNTS.one["other traders"]
    for boat, n in setup.baskets.items():
        empty = COUNTS.of([("boats", 1), ("baskets", n), ("cook-shops", boat == setup.cook)])
        for owner in range(setup.players + 1):
            kinds[boat, owner] = empty + (OWN if owner == seat else others if owner else 0)
    return kinds


class Sight:
    """The board as one player sees it: what each mooring place promises.

    `lying` is what the boat on each field brings to the corners around it. The same questions come
    up for all boats of a kind, so every answer is kept.
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
        """Return what is seen with one more boat on a field and no other change."""
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
        """Return the corners of fields that a boat closes, because its district is full then."""
        mates = self.s.setup.mates[field]
        free = [m for m in mates if m not in self.lying]
        full = len(mates) - len(free) + 1 >= self.s.setup.limit
        return [name for shut in free for name in self.at[shut]] if full else []

    def joining(self, fields: list[str], kind: Corner, skip: Collection[str] = ()) -> list[float]:
        """What a boat changes on each of these fields, except at some corners."""
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
        """What is lost at the fields that a third boat in the district closes."""
        change = 0.0
        for name in self.closes(field):
            corner = self.corners[name]
            if not corner & DEAD and field not in self.s.setup.moorings[name]:
                change -= self.promise[corner] * (1 - self.w.dead)
        return change

    def shifting(self, field: str, to: str) -> float:
        """What moving a boat changes: nothing at the corners that both fields share."""
        both, kind = set(self.at[field]) & set(self.at[to]), self.lying[field]
        return self.joining([to], kind, both)[0] + self.without(field, kind, both)

    def leaving(self, field: str) -> float:
        """What changes when the boat on a field is gone."""
        return self.without(field, self.lying[field])

    def without(self, field: str, gone: Corner, skip: Collection[str] = ()) -> float:
        """What changes when something on a field is gone, except at some corners."""
        gain = 0.0
        for name in self.at[field]:
            if name not in skip:
                corner = self.corners[name]
                gain += self.promise[corner - gone] - self.promise[corner]
        return gain

    def trader(self, field: str) -> float:
        """What an own trader on a field is worth."""
        return -self.without(field, OWN)

    def ready(self) -> float:
        """What the moorings that are complete would bring."""
        return sum(self.promise[k] for k in self.corners.values() if COUNTS.each(k)[0] == 4)
