"""The rules: who is asked what, and what may be left out."""

from __future__ import annotations

from ledger.sdk import Command, Question

from .. import commands as c
from ..state import State
from .end import outcome
from .opening import begin, start

__all__ = ["awaiting", "begin", "decline", "outcome", "start"]

RULE_OF = {"income": "IST-A10", "action": "IST-18", "card": "IST-28"}
ASKED = {
    ask: {seat: (Question(seat, ask, rule),) for seat in range(1, 5)}
    for ask, rule in RULE_OF.items()
}


def awaiting(s: State) -> tuple[Question, ...]:
    """Who is asked for what."""
    if s.over:
        return ()
    if s.phase == "offer":
        return tuple([Question(seat, "offer", "IST-A11") for seat in s.asked])
    asked = ASKED.get(s.phase)
    return asked.get(s.active, ()) if asked else ()


def decline(s: State) -> Command | None:
    """What can be left out: a refusal, the end of a turn, the usual order of tiles."""
    if s.over:
        return None
    if s.phase == "offer":
        return c.Refuse(seat=s.asked[0])
    if s.phase == "income":
        return c.Income(seat=s.active, tile=s.income[0])  # IST-A10
    return c.End(seat=s.active) if s.phase == "action" else None
