"""Thieves and guards (KLO-32 to KLO-36)."""

from __future__ import annotations

from ledger.sdk import Decision

from .. import commands as c
from .. import events as e
from ..state import State
from .places import guarded, thieves_in_column

THEFT = ("hand", "warehouse")
"""KLO-33: the places to which a thief can take a boat."""
CHASE = ("hand", "out")
"""KLO-36: the places to which a guard can send a thief."""


def check_effect(d: Decision[State], s: State, x: c.Place) -> None:
    """A-KLO-35: check the target and destination, which are chosen when the boat is placed."""
    role = s.setup.role.get(x.boat)
    if role == "thief":
        _check_theft(d, s, x)  # KLO-32
        return
    d.must("KLO-32", not x.take, "only a thief takes boats, and {boat} isn't one", boat=x.boat)
    if role != "guard":
        d.must("KLO-33", not x.keep, "placing {boat} removes no boat", boat=x.boat)
    elif thieves_in_column(s, x.field):
        d.must("KLO-35", x.keep in CHASE, "say where the thief of this column goes: hand or out")
    else:
        d.must("KLO-35", not x.keep, "there is no thief in the column of {field}", field=x.field)


def _check_theft(d: Decision[State], s: State, x: c.Place) -> None:
    if not x.take:  # A-KLO-35: a thief need not take anything
        d.must("KLO-33", not x.keep, "say which boat the thief takes")
        return
    d.must("KLO-32", x.take in s.boats, "there is no boat on {take}", take=x.take)
    d.need(
        "KLO-32",
        x.take in s.setup.row[x.field],
        "a thief takes from its own row, and {take} isn't in the row of {field}",
        take=x.take,
        field=x.field,
    )
    d.need("KLO-32", s.boats[x.take] != s.setup.guard, "a thief cannot take a guard")
    d.need(
        "KLO-34",
        not guarded(s, x.take, s.boats),
        "a guard protects the column of {take}",
        take=x.take,
    )
    d.must("KLO-33", x.keep in THEFT, "say where the boat goes: hand or warehouse")


def take_effect(d: Decision[State], s: State, x: c.Place) -> None:
    """Remove the boats that the placed boat removes."""
    if x.take:
        boat, owner = s.boats[x.take], s.owners.get(x.take, 0)
        d.emit(e.Stolen(seat=x.seat, field=x.take, boat=boat, owner=owner, keep=x.keep))
    elif x.keep:
        keep = x.keep
        for field in thieves_in_column(s, x.field):
            d.emit(e.Chased(seat=x.seat, field=field, keep=keep))
            keep = "out"  # KLO-36, A-KLO-19: only one of them goes to the hand
