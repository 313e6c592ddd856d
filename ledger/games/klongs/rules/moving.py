"""Move cards (KLO-21)."""

from __future__ import annotations

from ledger.sdk import N_, Decision, move

from .. import commands as c
from .. import events as e
from ..state import Player, State
from .market_day import close_turn
from .places import after_move, need_room
from .turn import can_choose, can_place_after


@move(c.Move, "KLO-34", e.Moved, answers=("place", "end of turn"), button=N_("move a boat"))
def move_boat(d: Decision[State], s: State, p: Player, x: c.Move) -> None:
    """KLO-21: move a boat before placing, or after a market day."""
    check_move(d, s, x.seat, x.field, x.to)
    if s.phase == "place":  # A-KLO-33: nobody moves without placing
        ok = can_place_after(s, p, after_move(s.boats, x.field, x.to))
        d.must(
            "A-KLO-33", ok, "you can move only if you can place a boat afterwards, and you couldn't"
        )
    d.emit(e.Moved(seat=x.seat, field=x.field, to=x.to))
    if s.phase == "end of turn" and not can_choose(s):
        close_turn(d)  # A-KLO-27


def check_move(d: Decision[State], s: State, seat: int, field: str, to: str) -> None:
    """A-KLO-03 to A-KLO-05: require an own boat and a free neighbouring field with room."""
    d.need("KLO-21", not s.moved, "you have already moved a boat this turn")
    d.must("KLO-21", s.players[seat - 1].cards, "you have used all your move cards")
    d.must(
        "KLO-21",
        field in s.boats,
        "there is no boat on {field} to move" if field else "name the field of the boat to move",
        field=field,
    )
    d.need(
        "A-KLO-05",
        s.owners.get(field) == seat,
        "the boat on {field} isn't yours to move",
        field=field,
    )
    d.must("KLO-21", to in s.setup.near, "there is no field {to!r} to move to", to=to)
    d.must("A-KLO-04", to not in s.boats, "{to} isn't free", to=to)
    d.need("KLO-21", to in s.setup.near[field], "{to} isn't next to {field}", to=to, field=field)
    if to in s.setup.near[field]:
        d.need(
            "A-KLO-03",
            to in s.setup.steps[field],
            "{to} touches {field} only at a corner",
            to=to,
            field=field,
        )
    need_room(d, "A-KLO-04", to, left=field)
