"""The rules: who is asked, what decides which command, and back from events to commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ledger.sdk import Command, Question, by_name

from .. import commands as c
from .. import events as e
from ..state import State
from . import actions, opening, tide
from .opening import begin, start
from .sale import outcome

__all__ = ["COMMAND_OF", "DECIDE", "awaiting", "begin", "declining", "outcome", "start"]

RULE_OF = {"starting token": "OSA-09", "insurance": "OSA-41"}


def awaiting(s: State) -> tuple[Question, ...]:
    """Who is asked for what."""
    if s.phase == "action":
        return (Question(s.active, "action", "OSA-12"),)
    return tuple(Question(seat, s.phase, RULE_OF[s.phase]) for seat in s.asked)


def declining(s: State) -> Command | None:
    """Insuring can be left out of the notation."""
    return c.Decline(seat=s.asked[0]) if s.phase == "insurance" and s.asked else None


DECIDE = by_name(c, vars(actions) | vars(opening) | vars(tide))
"""What decides each command: the function of its name."""

COMMAND_OF: dict[type, type[Command] | Callable[[Any], Command]] = {
    e.Claimed: c.Claim,
    e.Bought: lambda x: c.Buy(seat=x.seat, pay=x.paid),
    e.Took: lambda x: c.Take(seat=x.seat, card=x.card, reserved=x.freed),
    e.Reserved: c.Reserve,
    e.Passed: c.Pass,
    e.Insured: c.Insure,
    e.Declined: c.Decline,
}
