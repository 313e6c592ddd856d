"""What the mooring places promise to a player, as a bot sees it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from operator import sub
from typing import NamedTuple

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


class Corner(NamedTuple):
    """What lies around a mooring place: boats, baskets, cook-shops, own and other traders."""

    boats: int = 0
    baskets: int = 0
    cooks: int = 0
    mine: int = 0
    others: int = 0


class Sight:
    """The board as one player sees it: what each mooring place promises."""

    def __init__(
        self, s: State, seat: int, w: Weights, boats: Mapping[str, str], owners: Mapping[str, int]
    ) -> None:
        self.s, self.w, self.seat = s, w, seat
        self.boats, self.owners = boats, owners
        self.rival = w.rival / (s.setup.players - 1)
        self.corners: dict[str, Corner] = {}
        self.now: dict[str, float] = {}
        self.at: dict[str, list[str]] = {f: [] for f in s.setup.fields}
        self.closed = self._closed()
        self.dead: set[str] = set()
        for name, fields in s.setup.moorings.items():
            corner = Corner()
            for f in fields:
                self.at[f].append(name)
                if f in boats:
                    corner = self.joined(corner, boats[f], owners.get(f, 0))
                elif f in self.closed:
                    self.dead.add(name)
            self.corners[name] = corner
            self.now[name] = self.promise(corner, dead=name in self.dead)

    def _closed(self) -> set[str]:
        setup, boats = self.s.setup, self.boats
        full: set[str] = set()
        for f in boats:
            mates = setup.mates[f]
            if sum(m in boats for m in mates) + 1 >= setup.limit:
                full.update(m for m in mates if m not in boats)
        return full

    def joined(self, k: Corner, boat: str, owner: int) -> Corner:
        """A corner with one more boat."""
        setup = self.s.setup
        return Corner(
            k.boats + 1,
            k.baskets + setup.baskets[boat],
            k.cooks + (setup.role.get(boat) == "cook"),
            k.mine + (owner == self.seat),
            k.others + (owner not in (0, self.seat)),
        )

    def promise(self, k: Corner, *, dead: bool = False) -> float:
        """What a corner will bring, the points of the others against it."""
        w = self.w
        points = (k.baskets + (4 - k.boats) * w.basket) * (2 if k.cooks else 1)
        share = k.mine - self.rival * k.others
        return w.near[k.boats] * points * share * (w.dead if dead else 1.0)

    def joining(self, field: str, boat: str, owner: int, skip: Collection[str] = ()) -> float:
        """What a boat on a field changes, but for some corners."""
        gain = 0.0
        for name in self.at[field]:
            if name not in skip:
                joined = self.joined(self.corners[name], boat, owner)
                gain += self.promise(joined, dead=name in self.dead)
                gain -= self.now[name]
        return gain + self.closing(field)

    def closing(self, field: str) -> float:
        """What is lost at the fields that a third boat in the district closes."""
        mates = self.s.setup.mates[field]
        if sum(m in self.boats for m in mates) + 1 < self.s.setup.limit:
            return 0.0
        lost = 0.0
        for m in mates:
            if m not in self.boats:
                for name in self.at[m]:
                    if name not in self.dead and field not in self.s.setup.moorings[name]:
                        lost += self.now[name] * (1 - self.w.dead)
        return -lost

    def shifting(self, field: str, to: str) -> float:
        """What moving a boat changes: nothing at the corners that both fields share."""
        both = set(self.at[field]) & set(self.at[to])
        boat, owner = self.boats[field], self.owners.get(field, 0)
        return self.joining(to, boat, owner, both) + self.leaving(field, both)

    def leaving(self, field: str, skip: Collection[str] = ()) -> float:
        """What changes when the boat on a field is gone, but for some corners."""
        boat, owner = self.boats[field], self.owners.get(field, 0)
        gain, one = 0.0, self.joined(Corner(), boat, owner)
        for name in self.at[field]:
            if name not in skip:
                left = Corner(*map(sub, self.corners[name], one))
                gain += self.promise(left, dead=name in self.dead) - self.now[name]
        return gain

    def trader(self, field: str) -> float:
        """What an own trader on a field is worth."""
        gain = 0.0
        for name in self.at[field]:
            k = self.corners[name]
            without = k._replace(mine=k.mine - 1)
            gain += self.now[name] - self.promise(without, dead=name in self.dead)
        return gain

    def ready(self) -> float:
        """What the moorings that are complete would bring."""
        return sum(self.now[name] for name, k in self.corners.items() if k.boats == 4)
