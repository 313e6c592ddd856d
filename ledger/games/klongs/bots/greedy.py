"""A player that sees what each mooring place promises and does what brings most.

It plays fair: it reads its own hand and what lies open, never a stack or another hand. The weights
were found by play against itself.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import msgspec

from ledger.sdk import Bot, Command, Game, Option

from .. import commands as c
from ..legal import can_pass, draws_by_choice, first_moves, position_after, scorings
from ..rules.hand import possible
from ..rules.market_day import day_at, next_day, worth
from ..rules.places import guarded, loot, moves, open_fields, thieves_in_column
from ..rules.placing import WITHOUT
from ..rules.turn import can_choose
from ..setup import STACKS
from ..state import State
from .prospects import Sight, Weights


class Greedy(Bot):
    """Joins squares that pay, doubles its own, robs for its warehouse, never for its hand."""

    name = "greedy"

    def __init__(self, weights: Weights | None = None) -> None:
        self.w = weights or Weights()

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Command:
        """Return the command to play."""
        if state.phase == "market day":
            return self.score(state, seat)
        if state.phase == "place":
            return self.place(state, seat)
        return c.End(seat=seat, stack=self.stack(state, seat) if can_choose(state, seat) else "")

    def stack(self, s: State, seat: int) -> str:
        """KLO-41: empty seats while there are traders for them."""
        return STACKS[1] if s.players[seat - 1].traders > 2 else STACKS[0]

    # --- placing

    def place(self, s: State, seat: int) -> Command:
        """The best boat on the best field, with a move after it if that pays."""
        sight = Sight(s, seat, self.w, s.boats, s.owners)
        best = max(self.placements(s, seat, sight), key=lambda x: x.gain, default=None)
        if best is None:
            return c.Pass(seat=seat) if can_pass(s, seat) else next(first_moves(s, seat))
        command = best.command
        assert isinstance(command, c.Place)  # noqa: S101
        if draws_by_choice(s, command):
            command = msgspec.structs.replace(command, stack=self.stack(s, seat))
        return self.with_move(s, seat, command)

    def placements(self, s: State, seat: int, sight: Sight) -> Iterator[Option]:
        """Every boat of the hand on every field, each in the best way."""
        fields = list(open_fields(s))
        for boat in possible(s, s.players[seat - 1]):
            role, more = s.setup.role.get(boat), self.track(s, seat, boat, sight)
            trader, cost = self.seating(s, seat, boat, sight)
            owner = seat if boat in s.setup.empty and trader != WITHOUT else 0
            for field in fields:
                gain = sight.joining(field, boat, owner) + more - cost
                plain = c.Place(seat=seat, boat=boat, field=field, trader=trader)
                if role == "thief":
                    if not guarded(s, field):
                        yield self.rob(s, seat, plain, gain, sight)
                elif role == "guard":
                    yield self.watch(s, seat, plain, gain)
                else:
                    yield Option(gain, plain)

    def track(self, s: State, seat: int, boat: str, sight: Sight) -> float:
        """Points of the Luk-Phat track, and what a market day would bring now."""
        if boat not in s.setup.parasols or s.marker >= s.setup.big:
            return 0.0
        step = s.marker + 1
        points = float(s.setup.points[step])
        if day_at(s, step):
            points += sight.ready() * self.w.day
        return points

    def seating(self, s: State, seat: int, boat: str, sight: Sight) -> tuple[str, float]:
        """KLO-16: where the trader comes from, and what it is worth there."""
        if boat not in s.setup.empty:
            return "", 0.0
        if s.players[seat - 1].traders:
            return "", self.w.seat
        own = [f for f, owner in s.owners.items() if owner == seat]
        if not own:
            return WITHOUT, 0.0
        field = min(own, key=sight.trader)
        return field, sight.trader(field) + self.w.seat

    def rob(self, s: State, seat: int, plain: c.Place, gain: float, sight: Sight) -> Option:
        """KLO-32: the best boat of the row, always for the warehouse (A-KLO-24)."""
        best = Option(gain, plain)
        for take in loot(s, plain.field):
            more = gain + sight.leaving(take) + self.stored(s, seat, s.boats[take])
            if more > best.gain:
                taken = msgspec.structs.replace(plain, take=take, keep="warehouse")
                best = Option(more, taken)
        return best

    def watch(self, s: State, seat: int, plain: c.Place, gain: float) -> Option:
        """KLO-35: a guard where it keeps own boats safe; thieves leave the game."""
        safe = sum(s.owners.get(f) == seat for f in s.setup.column[plain.field])
        out = "out" if thieves_in_column(s, plain.field) else ""
        return Option(gain + safe * self.w.guard, msgspec.structs.replace(plain, keep=out))

    def with_move(self, s: State, seat: int, x: c.Place) -> c.Place:
        """KLO-21: the move that brings most, if it brings enough."""
        if s.moved or not s.players[seat - 1].cards or next_day(s, x.boat):
            return x
        after = position_after(s, x)
        sight = Sight(s, seat, self.w, *after)
        best, found = self.w.move, x
        for field, to in moves(s, seat, *after):
            gain = sight.shifting(field, to)
            if gain > best:
                best, found = gain, msgspec.structs.replace(x, move=field, to=to)
        return found

    # --- market days

    def stored(self, s: State, seat: int, boat: str) -> float:
        """KLO-39: what one more boat brings in the warehouse."""
        good = s.setup.good.get(boat)
        have = Counter(s.setup.good.get(b) for b in s.players[seat - 1].warehouse)
        return (have[good] + 1) * self.w.store if good else 0.0

    def score(self, s: State, seat: int) -> Command:
        """The best mooring and the boat that is missed least, or a pass."""
        w = self.w
        if s.day == "big":  # what is not complete now will never be
            w = w._replace(near=(0.0, 0.0, 0.0, 0.0, w.later))
        sight = Sight(s, seat, w, s.boats, s.owners)
        options = []
        for x in scorings(s, seat):
            points = worth(s, s.setup.moorings[x.mooring])[2]
            gain = points[seat - 1] * (1 + sight.rival) - sum(points) * sight.rival
            gain += self.stored(s, seat, s.boats[x.remove]) + sight.leaving(x.remove)
            gain += sight.promise(sight.corners[x.mooring])  # had now, and not missed
            options.append(Option(gain, x))
        best = max(options, key=lambda x: x.gain, default=None)
        return best.command if best and best.gain > 0 else c.Decline(seat=seat)
