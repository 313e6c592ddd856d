"""What the mooring places promise to a player, as a bot sees it."""

from __future__ import annotations

import copy
import functools
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from ledger.sdk import Counts, Memo

from ..setup import Setup
from ..state import State

COUNTS = Counts("boats", "baskets", "cook-shops", "own traders", "other traders", "dead")
OWN, DEAD = COUNTS.one["own traders"], COUNTS.one["dead"]
Corner = int
"""What lies around a mooring place; it is dead if a missing boat has no place."""


class Weights(NamedTuple):
    """What the bot believes, in points."""

    near: tuple[float, ...] = (0.0, 0.12, 0.3, 0.6, 1.0)
    """How much of its points a mooring place with so many boats will bring."""
    basket: float = 1.2
    """What a boat that is still missing will carry."""
    dead: float = 0.3
    """What is left where a missing boat has no place."""
    rival: float = 1.1
    """What points of all the others together cost."""
    seat: float = 0.2
    """A trader in the pool."""
    move: float = 3.5
    """What a move must bring."""
    store: float = 1.0
    """A point in the warehouse."""
    guard: float = 0.4
    """A boat that is safe from thieves."""
    day: float = 0.35
    """How much of what is complete a market day brings."""
    later: float = 1.0
    """How much of the rest of it the big market day still brings."""


@functools.lru_cache(maxsize=64)
def _promises(w: Weights, rival: float) -> Memo[Corner, float]:
    """Return what corners promise to all who believe the same."""

    def promise(corner: Corner) -> float:
        boats, baskets, cooks, mine, others, dead = COUNTS.each(corner)
        points = (baskets + (4 - boats) * w.basket) * (2 if cooks else 1)
        share = mine - rival * others
        return w.near[boats] * points * share * (w.dead if dead else 1.0)

    return Memo(promise)


@functools.lru_cache(maxsize=16)
def _kinds(setup: Setup, seat: int) -> Memo[tuple[str, int], Corner]:
    """Return what a boat with its trader, of that owner, brings to the corners around it."""
    one = COUNTS.one

    def kind(of: tuple[str, int]) -> Corner:
        boat, owner = of
        corner = one["boats"] + one["baskets"] * setup.baskets[boat]
        if setup.role.get(boat) == "cook":
            corner += one["cook-shops"]
        return corner + (OWN if owner == seat else one["other traders"] if owner else 0)

    return Memo(kind)


class Sight:
    """The board as one player sees it: what each mooring place promises.

    The same is asked again and again for boats of the same kind, so every answer is kept.
    """

    def __init__(
        self, s: State, seat: int, w: Weights, boats: Mapping[str, str], owners: Mapping[str, int]
    ) -> None:
        self.s, self.w, self.seat = s, w, seat
        self.boats, self.owners = boats, owners
        self.rival = w.rival / (s.setup.players - 1)
        self.promise = _promises(w, self.rival)
        self.kind, self.closing = _kinds(s.setup, seat), Memo(self._closing)
        self.at = s.setup.around
        self.corners: dict[str, Corner] = dict.fromkeys(s.setup.moorings, 0)
        for field, boat in boats.items():
            self._add(field, self.kind[boat, owners.get(field, 0)])
        self._close(self._closed())

    def with_boat(self, field: str, boats: Mapping[str, str], owners: Mapping[str, int]) -> Sight:
        """Return what is seen when one boat more lies on a field, and nothing else has changed."""
        new = copy.copy(self)
        new.boats, new.owners, new.corners = boats, owners, self.corners.copy()
        new.closing = Memo(new._closing)
        new._add(field, self.kind[boats[field], owners.get(field, 0)])
        new._close(self.closes(field))
        return new

    def _add(self, field: str, kind: Corner) -> None:
        for name in self.at[field]:
            self.corners[name] += kind

    def _close(self, fields: Iterable[str]) -> None:
        for field in fields:
            for name in self.at[field]:
                self.corners[name] |= DEAD

    def closes(self, field: str) -> list[str]:
        """Return the fields that a boat on a field closes, because its district is full then."""
        mates = self.s.setup.mates[field]
        free = [m for m in mates if m not in self.boats]
        return free if len(mates) - len(free) + 1 >= self.s.setup.limit else []

    def _closed(self) -> list[str]:
        """Return the free fields of all full districts."""
        seen: set[str] = set()
        closed: list[str] = []
        for f in self.boats:
            if f not in seen:
                seen.update(self.s.setup.mates[f])
                closed += self.closes(f)
        return closed

    def joining(
        self, fields: Iterable[str], boat: str, owner: int, skip: Collection[str] = ()
    ) -> list[float]:
        """What a boat changes on each of these fields, but for some corners."""
        kind, corners, promise = self.kind[boat, owner], self.corners, self.promise
        at, closing = self.at, self.closing
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
        for name in [name for shut in self.closes(field) for name in self.at[shut]]:
            corner = self.corners[name]
            if not corner & DEAD and field not in self.s.setup.moorings[name]:
                change -= self.promise[corner] * (1 - self.w.dead)
        return change

    def shifting(self, field: str, to: str) -> float:
        """What moving a boat changes: nothing at the corners that both fields share."""
        both = set(self.at[field]) & set(self.at[to])
        boat, owner = self.boats[field], self.owners.get(field, 0)
        return self.joining((to,), boat, owner, both)[0] + self.leaving(field, both)

    def leaving(self, field: str, skip: Collection[str] = ()) -> float:
        """What changes when the boat on a field is gone, but for some corners."""
        return self.without(field, self.kind[self.boats[field], self.owners.get(field, 0)], skip)

    def without(self, field: str, gone: Corner, skip: Collection[str] = ()) -> float:
        """What changes when something on a field is gone, but for some corners."""
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
