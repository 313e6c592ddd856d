"""The rules: who is asked, what decides which command, and back from events to commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ledger.sdk import Command, Question, by_name, made_of

from .. import commands as c
from .. import events as e
from ..state import State
from . import actions, bazaar, end
from .end import outcome
from .opening import begin, start

__all__ = ["COMMAND_OF", "DECIDE", "awaiting", "begin", "declining", "outcome", "start"]

RULE_OF = {"income": "IST-A10", "action": "IST-18", "card": "IST-28"}
ASKED = {(i, ask): (Question(i, ask, rule),) for ask, rule in RULE_OF.items() for i in range(1, 5)}


def awaiting(s: State) -> tuple[Question, ...]:
    """Who is asked for what."""
    if s.over:
        return ()
    if s.phase == "offer":
        return tuple(Question(seat, "offer", "IST-A11") for seat in s.asked)
    return ASKED.get((s.active, s.phase), ())


def declining(s: State) -> Command | None:
    """What can be left out: a refusal, the end of a turn, the usual order of tiles."""
    if s.over:
        return None
    if s.phase == "offer":
        return c.Refuse(seat=s.asked[0])
    if s.phase == "income":
        return c.Income(seat=s.active, tile=s.income[0])  # IST-A10
    return c.End(seat=s.active) if s.phase == "action" else None


DECIDE = by_name(c, vars(actions) | vars(bazaar) | vars(end))
"""What decides each command: the function of its name."""

COMMAND_OF: dict[type, type[Command] | Callable[[Any], Command]] = {
    e.TileUsed: c.Income,
    e.Rerolled: c.Reroll,
    e.Paired: made_of(c.Pair, pay="paid"),
    e.Mixed: made_of(c.Mix, pay="paid"),
    e.Cashed: c.Lira,
    e.Visited: c.Bazaar,
    e.Bought: made_of(c.Mosque, pay="paid"),
    e.RubyBought: made_of(c.Ruby, pay="paid"),
    e.Finished: c.End,
    e.CardUsed: made_of(c.Use, pay="paid"),
    e.CardDeclined: c.Otherwise,
    e.Accepted: made_of(c.Accept, pay="paid"),
    e.Refused: c.Refuse,
}
