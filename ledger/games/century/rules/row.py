"""The row of merchant cards."""

from __future__ import annotations

from ledger.kernel.play.decide import Decision

from .. import events as e
from ..state import State


def refill(d: Decision, rule: str = "CEN-17") -> None:
    """CEN-17: new cards on the right; nothing when the deck is empty (CEN-A27)."""
    s: State = d.state
    missing = min(s.setup.limits.row - len(s.row), s.deck.size)
    if missing > 0:
        d.emit(e.RowFilled(cards=d.seen(s.deck, missing, "row", rule=rule)))
