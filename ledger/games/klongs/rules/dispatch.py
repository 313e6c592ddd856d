"""The rules: who is asked, what answers what, and the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ledger.kernel.game.interface import Command, Question
from ledger.kernel.game.outcome import Outcome
from ledger.kernel.log.events import Event
from ledger.kernel.play.decide import Decision

from .. import commands as c
from .. import events as e
from ..state import State
from .market_day import decline, end, next_turn, score
from .moving import move
from .placing import pass_turn, place
from .turn import deal

_SEATS = range(1, 5)
_PLACE = {i: (Question(i, "place", "KLO-07"),) for i in _SEATS}
_SMALL = {i: (Question(i, "market day", "KLO-23"),) for i in _SEATS}
_BIG = {i: (Question(i, "market day", "KLO-30"),) for i in _SEATS}
_END = {i: (Question(i, "end of turn", "A-KLO-27"),) for i in _SEATS}


def awaiting(s: State) -> tuple[Question, ...]:
    """Who is asked for what; it follows from what everybody sees."""
    if s.over:
        return ()
    if s.phase == "place":
        return _PLACE[s.active]
    if s.phase == "market day":
        return (_SMALL if s.day == "small" else _BIG)[s.asked]
    return _END[s.active] if s.phase == "end of turn" else ()


def begin(d: Decision) -> None:
    """KLO-04, KLO-06, A-KLO-28: deal; seat 1 is the youngest player."""
    deal(d)
    next_turn(d, 1)


DECIDE: dict[type, Callable[[Decision, Any], None]] = {
    c.Place: place,
    c.Move: move,
    c.Pass: pass_turn,
    c.Score: score,
    c.Decline: decline,
    c.End: end,
}


COMMAND: dict[type, type[Command] | Callable[[Any], Command]] = {
    e.Placed: c.Place,
    e.Moved: lambda x: c.Move(seat=x.seat, field=x.field, to=x.to),
    e.Passed: lambda x: c.Pass(seat=x.seat),
    e.Scored: lambda x: c.Score(seat=x.seat, mooring=x.mooring, remove=x.remove),
    e.Declined: lambda x: c.Decline(seat=x.seat),
    e.TurnEnded: lambda x: c.End(seat=x.seat, stack=x.stack),
}


def undrawn(events: Sequence[Event]) -> tuple[str, str] | None:
    """KLO-33, KLO-35, KLO-22: why a turn ended without a draw."""
    for x in events:
        if isinstance(x, e.Stolen) and x.keep == "hand":
            return "KLO-33", f"who takes {x.boat} to hand does not draw"
        if isinstance(x, e.Chased) and x.keep == "hand":
            return "KLO-35", "who takes a thief to hand does not draw"
    for x in events:
        if isinstance(x, e.DayBegan):
            when = "after it" if x.kind == "small" else "no more"
            return "A-KLO-08", f"a {x.kind} market day comes first: boats are drawn {when}"
    placed = any(isinstance(x, e.Placed) for x in events)
    return ("KLO-22", "no boat is left to draw") if placed else None


def outcome(s: State) -> Outcome | None:
    """KLO-10, A-KLO-23: the most points win; tied players win together."""
    if s.phase != "final":
        return None
    points = tuple(p.points for p in s.players)
    ranking = tuple(
        tuple(i for i, p in enumerate(points, 1) if p == mark)
        for mark in sorted(set(points), reverse=True)
    )
    reason = "big market day" if s.marker == s.setup.big else "no boat can be placed"
    rule = "KLO-10" if len(ranking[0]) == 1 else "A-KLO-23"
    return Outcome(reason, ranking, points, rule)
