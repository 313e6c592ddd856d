"""A bot that estimates what each mooring place will pay and does whatever earns the most.

It plays fair: it uses its own hand and what is face up, and never looks at a stack or another
player's hand. The weights were tuned by self-play.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from ledger.sdk import Command
from ledger.sdk.kit import Memo, ThinkingBot, best_of

from .. import commands as c
from ..legal import can_pass, draws_by_choice, plain_moves, position_after, scorings
from ..rules.hand import possible
from ..rules.market_day import next_day, worth
from ..rules.places import guarded, has_move, loot, moves, open_fields
from ..rules.placing import WITHOUT
from ..rules.turn import can_choose
from ..setup import STACKS
from ..state import Player, State
from .prospects import DEAD, Corner, Sight, Weights

Way = tuple[float, str, str, str]
"""A way to place a boat: what it earns, its field, the boat taken, and where that goes."""


class Greedy(ThinkingBot[State, Player]):
    """Joins squares that pay, doubles its own, and robs for its warehouse, never for its hand."""

    w: Weights = Weights()

    def end_of_turn(self) -> Command:
        """End the turn, drawing from the better stack if there is a choice."""
        return c.End(seat=self.seat, stack=self.stack() if can_choose(self.s) else "")

    def stack(self) -> str:
        """KLO-41: prefer boats with an empty seat while there are enough traders for them."""
        return STACKS[1] if self.p.traders > 2 else STACKS[0]

    # --- placing

    def place(self) -> Command:
        """Place the best boat on the best field, followed by a move if that pays off."""
        s, seat = self.s, self.seat
        sight = Sight(s, seat, self.w, s.boats, s.owners)
        command = self.best_placement(sight)
        if command is None:
            return c.Pass(seat=seat) if can_pass(s, seat) else next(plain_moves(s, seat))
        if draws_by_choice(s, command):
            command = replace(command, stack=self.stack())
        return self.with_move(command, sight)

    def best_placement(self, sight: Sight) -> c.Place | None:
        """Return the best placement over all boats in hand and all fields, if there are any."""
        s, seat, fields = self.s, self.seat, list(open_fields(self.s, self.s.boats))
        joining: Memo[Corner, list[float]] = Memo(lambda kind: sight.joining(fields, kind))
        best, found = -math.inf, None
        for boat in possible(s, self.p) if fields else ():
            more = self.track(boat, sight)
            trader, cost = self.seating(boat, sight)
            owner = seat if boat in s.setup.empty and trader != WITHOUT else 0
            gains = [gain + more - cost for gain in joining[sight.kind[boat, owner]]]
            plain = c.Place(seat=seat, boat=boat, field="", trader=trader)
            if boat == s.setup.thief:
                ways: Iterable[Way] = self.robberies(fields, gains, sight)
            elif boat == s.setup.guard:
                ways = self.watches(fields, gains)
            else:
                most = max(gains)
                ways = [(most, fields[gains.index(most)], "", "")]
            for gain, field, take, keep in ways:
                if gain > best:
                    best, found = gain, replace(plain, field=field, take=take, keep=keep)
        return found

    def track(self, boat: str, sight: Sight) -> float:
        """Return the points on the Luk-Phat track, plus the worth of any market day triggered."""
        s = self.s
        if boat not in s.setup.parasols or s.marker >= s.setup.big:
            return 0.0
        points = float(s.setup.points[s.marker + 1])
        return points + sight.ready() * self.w.day if next_day(s, boat) else points

    def seating(self, boat: str, sight: Sight) -> tuple[str, float]:
        """KLO-16: return where the trader for a boat comes from, and what that costs."""
        if boat not in self.s.setup.empty:
            return "", 0.0
        if self.p.traders:
            return "", self.w.seat
        own = [f for f, owner in self.s.owners.items() if owner == self.seat]
        if not own:
            return WITHOUT, 0.0
        field = min(own, key=sight.trader)
        return field, sight.trader(field) + self.w.seat

    def robberies(self, fields: list[str], gains: list[float], sight: Sight) -> Iterator[Way]:
        """KLO-32: try taking nothing or any boat in the row, for the warehouse only (A-KLO-24)."""
        s, stored = self.s, self.stored()
        for field, gain in zip(fields, gains, strict=True):
            if not guarded(s, field, s.boats):
                yield gain, field, "", ""
                for take in loot(s, field):
                    more = gain + sight.leaving(take) + stored[s.boats[take]]
                    yield more, field, take, "warehouse"

    def watches(self, fields: list[str], gains: list[float]) -> Iterator[Way]:
        """KLO-35: rate a guard by the bot's own boats it protects; thieves leave the game."""
        s, at = self.s, self.s.setup.at
        safe = Counter([at[f][1] for f, owner in s.owners.items() if owner == self.seat])
        thieves = {at[f][1] for f, boat in s.boats.items() if boat == s.setup.thief}
        for field, gain in zip(fields, gains, strict=True):
            column = at[field][1]
            yield gain + safe[column] * self.w.guard, field, "", "out" if column in thieves else ""

    def with_move(self, x: c.Place, before: Sight) -> c.Place:
        """KLO-21: add the move that earns the most, if it earns enough."""
        s, seat = self.s, self.seat
        if not has_move(s, seat) or next_day(s, x.boat):
            return x
        after = position_after(s, x)
        more = x.take or x.keep or x.trader
        sight = Sight(s, seat, self.w, *after) if more else before.with_boat(x.field, *after)
        ways = moves(s, seat, *after)
        found = best_of(ways, lambda way: sight.shifting(*way), above=self.w.move)
        return replace(x, move=found[0], to=found[1]) if found else x

    # --- market days

    def stored(self) -> Memo[str, float]:
        """KLO-39: return what one more boat of each kind would earn in the warehouse."""
        goods = self.s.setup.good
        have = Counter([goods.get(boat) for boat in self.p.warehouse])
        return Memo(lambda boat: (have[goods[boat]] + 1) * self.w.store if boat in goods else 0.0)

    def market_day(self) -> Command:
        """Score the best mooring place and remove the boat missed least, or pass."""
        s, seat, stored = self.s, self.seat, self.stored()
        sight = Sight(s, seat, self.w, s.boats, s.owners)

        def brings(x: c.Score) -> float:
            points = worth(s, s.setup.moorings[x.mooring])[2]
            gain = points[seat - 1] * (1 + sight.rival) - sum(points) * sight.rival
            gain += stored[s.boats[x.remove]] + sight.leaving(x.remove)
            return (
                gain + sight.promise[sight.corners[x.mooring] & ~DEAD]
            )  # scored now, so nothing is lost

        return best_of(scorings(s, seat), brings, above=0.0) or c.Decline(seat=seat)

    phases: ClassVar = {"place": place, "end of turn": end_of_turn, "market day": market_day}
