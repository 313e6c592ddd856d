"""The rules: who is asked what, and what may be left out."""

from __future__ import annotations

from ledger.sdk import Question

from ..state import State
from .opening import begin, start
from .sale import outcome

__all__ = ["awaiting", "begin", "outcome", "start"]

RULE_OF = {"starting token": "OSA-09", "insurance": "OSA-41"}


def awaiting(s: State) -> tuple[Question, ...]:
    """Who is asked for what."""
    if s.phase == "action":
        return (Question(s.active, "action", "OSA-12"),)
    return tuple(Question(seat, s.phase, RULE_OF[s.phase]) for seat in s.asked)
