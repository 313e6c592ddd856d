"""What the mooring places promise to a player, as a bot sees it."""

from __future__ import annotations

import copy
import functools
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from ..setup import Fields
from ..state import State


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


Corner = tuple[int, int, int, int, int]
"""What lies around a mooring place: boats, baskets, cook-shops, own and other traders."""


@functools.lru_cache(maxsize=16)
def _around(fields: Fields, moorings: tuple[tuple[str, Fields], ...]) -> dict[str, list[str]]:
    """Return the mooring places around each field."""
    out: dict[str, list[str]] = {f: [] for f in fields}
    for name, its_fields in moorings:
        for f in its_fields:
            out[f].append(name)
    return out


@functools.lru_cache(maxsize=64)
def _promised(w: Weights, players: int) -> dict[tuple[Corner, bool], float]:
    """Return what was found out about corners, for all who believe the same."""
    return {}


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
        at = self.at = _around(s.setup.fields, tuple(s.setup.moorings.items()))
        self.dead = {name for f in self._closed() for name in at[f]}
        self._promises = _promised(w, s.setup.players)
        self._kinds: dict[tuple[str, int], Corner] = {}
        self._joined: dict[Corner, dict[str, float]] = {}
        self._closing: dict[str, float] = {}
        corners: dict[str, Corner] = dict.fromkeys(s.setup.moorings, (0, 0, 0, 0, 0))
        for f, boat in boats.items():
            n, baskets, cooks, mine, others = self.kind(boat, owners.get(f, 0))
            for name in at[f]:
                a, b, c, d, e = corners[name]
                corners[name] = (a + n, b + baskets, c + cooks, d + mine, e + others)
        self.corners = corners
        self.now = dict.fromkeys(corners, 0.0)  # nothing is promised where nobody is
        for name, corner in corners.items():
            if corner[0]:
                self.now[name] = self.promise(corner, dead=name in self.dead)

    def with_boat(self, field: str, boats: Mapping[str, str], owners: Mapping[str, int]) -> Sight:
        """Return what is seen when one boat more lies on a field, and nothing else has changed."""
        new = copy.copy(self)
        new.boats, new.owners = boats, owners
        new.corners, new.now, new.dead = self.corners.copy(), self.now.copy(), self.dead.copy()
        new._joined, new._closing = {}, {}
        kind = self.kind(boats[field], owners.get(field, 0))
        changed = set(self.at[field])
        for name in changed:
            new.corners[name] = _plus(self.corners[name], kind)
        for f in self.closes(field):
            changed.update(self.at[f])
            new.dead.update(self.at[f])
        for name in changed:
            new.now[name] = self.promise(new.corners[name], dead=name in new.dead)
        return new

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

    def kind(self, boat: str, owner: int) -> Corner:
        """What a boat with its trader brings to the corners around it."""
        known = self._kinds.get((boat, owner))
        if known is None:
            setup = self.s.setup
            cook, mine = setup.role.get(boat) == "cook", owner == self.seat
            known = (1, setup.baskets[boat], int(cook), int(mine), int(not mine and owner != 0))
            self._kinds[boat, owner] = known
        return known

    def promise(self, k: Corner, *, dead: bool = False) -> float:
        """What a corner will bring, the points of the others against it."""
        known, w = self._promises.get((k, dead)), self.w
        if known is None:
            boats, baskets, cooks, mine, others = k
            points = (baskets + (4 - boats) * w.basket) * (2 if cooks else 1)
            share = mine - self.rival * others
            known = w.near[boats] * points * share * (w.dead if dead else 1.0)
            self._promises[k, dead] = known
        return known

    def joining(
        self, fields: Iterable[str], boat: str, owner: int, skip: Collection[str] = ()
    ) -> list[float]:
        """What a boat changes on each of these fields, but for some corners."""
        kind, corners, now, dead = self.kind(boat, owner), self.corners, self.now, self.dead
        at, joined = self.at, self._joined.setdefault(kind, {})
        out = []
        for field in fields:
            gain = 0.0
            for name in at[field]:
                if name not in skip:
                    if name not in joined:
                        joined[name] = self.promise(_plus(corners[name], kind), dead=name in dead)
                    gain += joined[name]
                    gain -= now[name]
            out.append(gain + self.closing(field))
        return out

    def closing(self, field: str) -> float:
        """What is lost at the fields that a third boat in the district closes."""
        if field not in self._closing:
            change = 0.0
            for name in [name for shut in self.closes(field) for name in self.at[shut]]:
                if name not in self.dead and field not in self.s.setup.moorings[name]:
                    change -= self.now[name] * (1 - self.w.dead)
            self._closing[field] = change
        return self._closing[field]

    def shifting(self, field: str, to: str) -> float:
        """What moving a boat changes: nothing at the corners that both fields share."""
        both = set(self.at[field]) & set(self.at[to])
        boat, owner = self.boats[field], self.owners.get(field, 0)
        return self.joining((to,), boat, owner, both)[0] + self.leaving(field, both)

    def leaving(self, field: str, skip: Collection[str] = ()) -> float:
        """What changes when the boat on a field is gone, but for some corners."""
        n, baskets, cooks, mine, others = self.kind(self.boats[field], self.owners.get(field, 0))
        gain = 0.0
        for name in self.at[field]:
            if name not in skip:
                a, b, c, d, e = self.corners[name]
                left = (a - n, b - baskets, c - cooks, d - mine, e - others)
                gain += self.promise(left, dead=name in self.dead) - self.now[name]
        return gain

    def trader(self, field: str) -> float:
        """What an own trader on a field is worth."""
        gain = 0.0
        for name in self.at[field]:
            without = _plus(self.corners[name], (0, 0, 0, -1, 0))
            gain += self.now[name] - self.promise(without, dead=name in self.dead)
        return gain

    def ready(self) -> float:
        """What the moorings that are complete would bring."""
        return sum(self.now[name] for name, k in self.corners.items() if k[0] == 4)


def _plus(k: Corner, more: Corner) -> Corner:
    """Return a corner with one more boat."""
    a, b, c, d, e = k
    boats, baskets, cooks, mine, others = more
    return (a + boats, b + baskets, c + cooks, d + mine, e + others)
