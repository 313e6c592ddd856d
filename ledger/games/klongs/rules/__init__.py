"""The rules: who is asked what, and what may be left out."""

from __future__ import annotations

import functools

from ledger.sdk import Command, Question

from .. import commands as c
from ..state import State
from .market_day import outcome
from .opening import begin, start
from .turn import can_choose, undrawn

__all__ = ["awaiting", "begin", "decline", "outcome", "start", "undrawn"]

RULE_OF = {"place": "KLO-07", "end of turn": "A-KLO-27", "small": "KLO-23", "big": "KLO-30"}
"""The rules behind the questions; market days have rules of their own."""


def awaiting(s: State) -> tuple[Question, ...]:
    """Who is asked for what; it follows from what everybody sees."""
    rule = None if s.over else RULE_OF.get(s.day or s.phase)
    return _one(s.asked or s.active, s.phase, rule) if rule else ()


@functools.cache
def _one(seat: int, ask: str, rule: str) -> tuple[Question]:
    return (Question(seat, ask, rule),)


def decline(s: State) -> Command | None:
    """Not moving after a market day can be left out; a pass on it cannot (KLO-23)."""
    if s.over or s.phase != "end of turn" or can_choose(s, s.active):
        return None
    return c.End(seat=s.active)
