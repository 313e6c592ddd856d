"""The rules: who is asked what, and what may be left out."""

from __future__ import annotations

from ledger.sdk import Question

from ..state import State
from .opening import begin, start
from .turn_end import outcome

__all__ = ["awaiting", "begin", "outcome", "start"]

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
