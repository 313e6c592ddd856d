"""How a game departs from the standard one, as data; `assurance.py` finds it out."""

from __future__ import annotations

import msgspec


class Waived(msgspec.Struct, frozen=True):
    """A rule that the players waived for one move."""

    line: int
    rule: str


class Corrected(msgspec.Struct, frozen=True):
    """A position that the players corrected by hand."""

    line: int
    reason: str


class Departures(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a game departs from the standard one, not counting what was taken back.

    `box` names what is different in a custom box; None is the standard box. `options` are those
    that don't have their default values.
    """

    box: tuple[str, ...] | None = None
    options: dict[str, str | int | bool] = {}
    waived: tuple[Waived, ...] = ()
    corrected: tuple[Corrected, ...] = ()
