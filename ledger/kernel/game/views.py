"""What the views of all games have in common, without needing Rich."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, dataclass_transform

import msgspec

from ledger.kernel.play.piles import Pile

from .interface import Question, State, rounds
from .outcome import Outcome, places


class Asked(msgspec.Struct, frozen=True):
    """Who is asked what, by which rule."""

    seat: int
    ask: str
    rule: str


@dataclass_transform(frozen_default=True, kw_only_default=True)
class TableView(msgspec.Struct, frozen=True):
    """What a seat may see of a table; a game adds what lies on it.

    A picture also needs `active`, `asked`, `seats`, `over` and `ranking`. Each game declares them
    where it likes, and `table_facts` fills them in.
    """

    viewer: int | None
    phase: str
    turn: int
    round: int


class Rules(Protocol):
    """What a view asks of the rules of a game; a module can have it."""

    def awaiting(self, state: Any, /) -> tuple[Question, ...]:
        """Return who is asked what."""

    def outcome(self, state: Any, /) -> Outcome | None:
        """Return how the game ended."""


def table_facts(
    state: State,
    viewer: int | None,
    rules: Rules,
    seat_view: Callable[[Any, Any, int, int | None, bool], object],
    *names: str,
) -> dict[str, Any]:
    """Return what every view says: who is looking, the turn, who is asked, seats and ranking.

    `seat_view` makes the view of a seat from state, player, seat, place in the ranking, and whether
    the viewer may see all that this player has. Fields of the state that are shown as they are can
    be named besides.
    """
    result = rules.outcome(state) if state.over else None
    ranking = result.ranking if result else ()
    place = places(ranking)
    return {
        "viewer": viewer,
        "phase": getattr(state, "phase", ""),
        "turn": state.turn,
        "round": rounds(state),
        "active": state.active,
        "asked": tuple(Asked(*q) for q in rules.awaiting(state)),
        "seats": tuple(
            seat_view(state, p, i, place.get(i), viewer in (None, i))
            for i, p in enumerate(getattr(state, "players", range(state.setup.players)), 1)
        ),
        "over": state.over,
        "ranking": ranking,
        **pick(state, *names),
    }


def pick(source: object, *names: str) -> dict[str, Any]:
    """Return fields by their names as others may have them: lists as tuples, piles as sizes."""
    out = {}
    for name in names:
        value = getattr(source, name)
        fix = _FIX.get(type(value))
        out[name] = fix(value) if fix else value
    return out


_FIX: dict[type, Callable[[Any], Any]] = {list: tuple, dict: dict, Pile: lambda pile: pile.size}
