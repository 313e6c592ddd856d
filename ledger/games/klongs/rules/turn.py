"""The course of a turn: drawing, and turns in which nothing can be placed."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.sdk import Decision, Event, Message

from .. import events as e
from ..setup import STACKS
from ..state import OnBoard, Player, State
from .hand import may_be_others
from .places import after_move, any_open, any_unguarded, at_entrances, crowded, moves


def draw_from(d: Decision[State], seat: int, stack: int, count: int, rule: str) -> None:
    """Draw boats that only the player sees."""
    boats = d.draw(d.state.stacks[stack], count, "hand", rule=rule, seat=seat)
    d.emit(e.Drew(seat=seat, stack=STACKS[stack] if d.state.setup.tactical else "", boats=boats))


def can_act(s: State, seat: int) -> bool:
    """Return whether, from what everybody can see, a player may be able to place a boat.

    This includes boats that can be placed only after a move.
    """
    p = s.players[seat - 1]
    if not p.secret and not p.hand:  # the usual case: a known boat
        return False
    if any_open(s, s.boats):
        return True
    free = (f for f in s.setup.fields if f not in s.boats)
    if not at_entrances(s, s.boats) and all(crowded(s, f, s.boats) for f in free):
        return False  # all districts are full and stay so, as boats can move only within their own
    return any(any_open(s, after_move(s.boats, *way)) for way in moves(s, seat, s.boats, s.owners))


def can_place_after(s: State, p: Player, boats: OnBoard) -> bool:
    """A-KLO-33: return whether the hand could hold a boat that has a field on this board."""
    return any_open(s, boats) if may_be_others(s, p) else any_unguarded(s, boats)


def due(s: State) -> int:
    """KLO-22, KLO-33, KLO-35: return how many boats to draw at the end of the turn."""
    return s.setup.hand - s.players[s.active - 1].hand if s.draws else 0


def can_choose(s: State) -> bool:
    """KLO-41, A-KLO-25: return whether the player can choose which stack to draw from."""
    return s.setup.tactical and due(s) > 0 and all(stack.size for stack in s.stacks)


def draw_up(d: Decision[State], stack: str) -> None:
    """KLO-22: fill the hand to four boats, or as many as there are (A-KLO-20)."""
    s = d.state
    if can_choose(s):
        d.must("KLO-41", stack in STACKS, "say which stack you draw from: 1 (traders) or 2 (seats)")
    elif stack:
        _no_choice(d, stack)
    first = int(stack) - 1 if stack else 0
    for i in (first, 1 - first) if len(s.stacks) > 1 else (0,):
        if (count := min(due(s), s.stacks[i].size)) > 0:
            draw_from(d, s.active, i, count, "KLO-22")


def _no_choice(d: Decision[State], stack: str) -> None:
    d.must("KLO-40", len(d.state.stacks) > 1, "there is only one stack to draw from")
    rule = "KLO-35" if any(isinstance(x, e.Chased) for x in d.events) else "KLO-33"
    d.must(rule, d.state.draws, "you took a boat from the board into your hand, so you draw none")
    d.must(
        "A-KLO-25",
        False,
        "there is no choice to make, because only one stack has boats: leave out {stack}",
        stack=stack,
    )


def undrawn(events: Sequence[Event], slot: str) -> tuple[str, Message] | None:
    """KLO-33, KLO-35, KLO-22: return why a turn ended without a draw, with the rule."""
    for x in events:
        if isinstance(x, e.Stolen) and x.keep == "hand":
            return "KLO-33", Message(
                "a player who takes {boat} into hand doesn't draw", boat=x.boat
            )
        if isinstance(x, e.Chased) and x.keep == "hand":
            return "KLO-35", Message("a player who takes a thief into hand doesn't draw")
        if isinstance(x, e.DayBegan):
            return "A-KLO-08", Message(
                "a small market day comes first: boats are drawn after it"
                if x.kind == "small"
                else "a big market day comes first: no more boats are drawn"
            )
    placed = any(isinstance(x, e.Placed) for x in events)
    return ("KLO-22", Message("no boat is left to draw")) if placed else None
