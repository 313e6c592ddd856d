"""The rules: who is asked, what decides which command, and back from events to commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ledger.sdk import Command, Question, by_name

from .. import commands as c
from .. import events as e
from ..state import State
from . import market_day, moving, placing
from .market_day import outcome
from .opening import begin, start
from .turn import can_choose, undrawn

__all__ = ["COMMAND_OF", "DECIDE", "awaiting", "begin", "declining", "outcome", "start", "undrawn"]

RULE_OF = {"place": "KLO-07", "end of turn": "A-KLO-27"}


def awaiting(s: State) -> tuple[Question, ...]:
    """Who is asked for what; it follows from what everybody sees."""
    if s.over:
        return ()
    if s.phase == "market day":
        return (Question(s.asked, s.phase, "KLO-23" if s.day == "small" else "KLO-30"),)
    rule = RULE_OF.get(s.phase)
    return (Question(s.active, s.phase, rule),) if rule else ()


def declining(s: State) -> Command | None:
    """Not moving after a market day can be left out; a pass on it cannot (KLO-23)."""
    if s.over or s.phase != "end of turn" or can_choose(s, s.active):
        return None
    return c.End(seat=s.active)


DECIDE = by_name(c, vars(market_day) | vars(moving) | vars(placing))
"""What decides each command: the function of its name."""

COMMAND_OF: dict[type, type[Command] | Callable[[Any], Command]] = {
    e.Placed: c.Place,
    e.Moved: c.Move,
    e.Passed: c.Pass,
    e.Scored: c.Score,
    e.Declined: c.Decline,
    e.TurnEnded: c.End,
}
