"""What the views of all games have in common, without needing Rich."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from .interface import Question, State, rounds
from .outcome import Outcome


class Asked(msgspec.Struct, frozen=True):
    """Who is asked what, by which rule."""

    seat: int
    ask: str
    rule: str


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat may see of a table; a game adds what lies on it.

    A picture also needs `active`, `asked`, `seats`, `over` and `ranking`. Each game declares them
    where it likes, and `table_facts` fills them in.
    """

    viewer: int | None
    phase: str
    turn: int
    round: int


def table_facts(
    state: State,
    viewer: int | None,
    awaiting: Callable[[Any], tuple[Question, ...]],
    outcome: Callable[[Any], Outcome | None],
) -> dict[str, Any]:
    """Return what every view says: who is looking, the turn, who is asked, and the ranking."""
    result = outcome(state) if state.over else None
    return {
        "viewer": viewer,
        "phase": state.phase,
        "turn": state.turn,
        "round": rounds(state),
        "active": state.active,
        "asked": tuple(Asked(*q) for q in awaiting(state)),
        "over": state.over,
        "ranking": result.ranking if result else (),
    }
