"""Players that think; they are found by their classes."""

from __future__ import annotations

from ledger.sdk import Command, Rater, ThinkingBot, best_of

from . import commands as c
from .state import Player, State


class Greedy(Rater[State, Player]):
    """Takes what it can."""

    def load(self, x: c.Load) -> float:
        return x.count

    def answer(self, x: c.Tip | c.Keep) -> float:
        return -getattr(x, "coins", 0)


class Generous(ThinkingBot[State, Player]):
    """Tips whenever it can."""

    def load(self) -> Command:
        goods = best_of(sorted({*self.s.quay}), lambda kind: kind == "silk")
        return c.Load(seat=self.seat, goods=goods or "", count=1)

    def tip_the_foreman(self) -> Command:
        return c.Tip(seat=self.seat, coins=min(2, self.p.coins))
