"""The rules: who is asked, what decides which command, and back from events to commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ledger.sdk import Command, Question, by_name

from .. import commands as c
from .. import events as e
from ..state import State
from . import cards, market, opening, turn_end, voyage
from .opening import begin, start
from .turn_end import outcome

__all__ = ["COMMAND_OF", "DECIDE", "awaiting", "begin", "declining", "outcome", "start"]

RULE_OF = {"turn": "CEN-13", "reward": "CEN-34", "market": "CEN-38"}
ASKED = {(i, ask): (Question(i, ask, rule),) for ask, rule in RULE_OF.items() for i in range(1, 5)}
RULE_OF_EACH = {"start": "CEN-12", "hold": "CEN-44"}


def awaiting(s: State) -> tuple[Question, ...]:
    """Who is asked for what."""
    phase = s.phase
    if s.over:
        return ()
    if phase in RULE_OF_EACH:
        return tuple(Question(seat, phase, RULE_OF_EACH[phase]) for seat in s.asked)
    if phase == "reward" and "bonus" not in s.setup.rewards[str(s.column)]:
        return (Question(s.active, phase, "CEN-33"),)
    return ASKED.get((s.active, phase), ())


def declining(s: State) -> Command | None:
    """The market after a column reward can be left out."""
    return c.Decline(seat=s.active) if s.phase == "market" and not s.over else None


DECIDE = by_name(c, vars(cards) | vars(market) | vars(opening) | vars(turn_end) | vars(voyage))
"""What decides each command: the function of its name."""

COMMAND_OF: dict[type, type[Command] | Callable[[Any], Command]] = {
    e.Embarked: c.Embark,
    e.Acquired: lambda x: c.Acquire(seat=x.seat, card=x.card, pay=x.paid),
    e.Gathered: lambda x: c.Play(seat=x.seat, card=x.card),
    e.Upgraded: lambda x: c.Play(seat=x.seat, card=x.card, steps=x.steps),
    e.Traded: lambda x: c.Play(seat=x.seat, card=x.card, times=x.times),
    e.Sailed: c.Move,
    e.Rested: c.Rest,
    e.CardRewarded: lambda x: c.Reward(seat=x.seat, card=x.card),
    e.BonusTaken: lambda x: c.Reward(seat=x.seat, bonus=x.bonus),
    e.Exchanged: c.Exchange,
    e.Declined: c.Decline,
    e.Discarded: c.Discard,
}
