"""What the views of all games have in common; Rich is not needed for them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from .interface import Question


class Asked(msgspec.Struct, frozen=True):
    """Who is asked what, by which rule."""

    seat: int
    ask: str
    rule: str


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat may see of a table; a game adds what lies on it.

    Besides these a picture needs `active`, `asked`, `seats`, `over` and `ranking`, where a game
    wants them to stand.
    """

    viewer: int | None
    phase: str
    turn: int
    round: int


def asked(questions: Iterable[Question]) -> tuple[Asked, ...]:
    """Return questions as a view holds them."""
    return tuple(Asked(*q) for q in questions)
