"""Placing a boat, and passing when none can be placed."""

from __future__ import annotations

from ledger.sdk import N_, Decision, move

from .. import commands as c
from .. import events as e
from ..state import Player, State
from .hand import may_be_thieves, must_hold
from .market_day import close_turn, hold_day, next_day, next_turn
from .moving import check_move
from .places import any_open, any_unguarded, at_entrances, guarded, need_room
from .special_boats import check_effect, take_effect

WITHOUT = "without"
"""KLO-16: the choice to put no trader on the boat."""


@move(c.Place, "KLO-13", e.Placed, answers="place", button=N_("place a boat"))
def place(d: Decision[State], s: State, p: Player, x: c.Place) -> None:
    """KLO-07, A-KLO-08: place a boat, then: effect, Luk-Phat, market day, move, draw."""
    must_hold(d, s, p, x.boat)
    check_field(d, s, x.boat, x.field)
    if x.boat in s.setup.role or x.take or x.keep:
        check_effect(d, s, x)  # KLO-32, KLO-35
    if day := next_day(s, x.boat):
        big = day == "big"
        d.must(
            "A-KLO-08",
            not (x.move or x.to),
            "this boat triggers the big market day: nobody can move a boat any more"
            if big
            else "this boat triggers a market day: move a boat afterwards, when you are asked",
        )
        d.must(
            "A-KLO-08",
            not x.stack,
            "this boat triggers the big market day: nobody can choose a stack any more"
            if big
            else "this boat triggers a market day: choose the stack afterwards, when you are asked",
        )
    d.accept(x, owner=_owner(d, s, p, x))
    if x.take or x.keep:  # KLO-32, KLO-35
        take_effect(d, s, x)
    if x.boat in s.setup.parasols:  # KLO-08
        step = s.marker + 1
        d.emit(e.Advanced(seat=x.seat, step=step, points=s.setup.points[step]))
    if day:
        hold_day(d, day, x.seat)
        return
    if x.move or x.to:
        check_move(d, s, x.seat, x.move, x.to)  # KLO-21
        d.emit(e.Moved(seat=x.seat, field=x.move, to=x.to))  # KLO-21
    close_turn(d, x.stack)


def check_field(d: Decision[State], s: State, boat: str, field: str) -> None:
    """KLO-17 to KLO-20: refuse a field where the boat can't be placed.

    The field has to be free, at an entrance or next to a boat, and in a district with room. A thief
    also needs a column without a guard.
    """
    if field not in s.setup.near:
        d.must("KLO-07", False, "there is no field {field!r}", field=field)
    if field in s.boats:
        d.must("KLO-07", False, "{field} isn't free", field=field)
    if at_entrances(s, s.boats):
        first, doors = s.turn <= s.setup.players, s.setup.entrances
        d.need(
            "KLO-17" if first else "A-KLO-22",
            field in doors,
            "{field} isn't an entrance: in round 1, boats come in at {doors}"
            if first
            else "{field} isn't an entrance: on an empty board, boats come in at {doors}",
            field=field,
            doors=", ".join(doors),
        )
    elif s.boats.keys().isdisjoint(s.setup.near[field]):
        d.need("KLO-18", False, "there is no boat next to {field}", field=field)
    need_room(d, "KLO-19", field)
    if boat == s.setup.thief:
        d.need(
            "KLO-20",
            not guarded(s, field, s.boats),
            "a guard watches the column of {field}",
            field=field,
        )


def _owner(d: Decision[State], s: State, p: Player, x: c.Place) -> int:
    """KLO-11, KLO-12, KLO-16, A-KLO-01: return the seat with a trader on the boat (0: nobody)."""
    if x.boat not in s.setup.empty:
        d.must("KLO-11", not x.trader, "a {boat} has no empty seat", boat=x.boat)
        return 0
    pool = p.traders
    if not x.trader:
        d.must(
            "KLO-16",
            pool,
            "all your traders are on the board: say where to take one from, or write without",
        )
        return x.seat
    d.need(
        "A-KLO-01", not pool, "you have {pool} traders left: one of them takes the seat", pool=pool
    )
    if x.trader == WITHOUT:
        return 0
    own = s.owners.get(x.trader) == x.seat
    d.must("KLO-16", own, "you have no trader on {trader!r}", trader=x.trader)
    return x.seat


@move(c.Pass, "KLO-08", e.Passed, answers="place", button=N_("pass"))
def pass_(d: Decision[State], s: State, p: Player, x: c.Pass) -> None:
    """A-KLO-21, A-KLO-32: pass, which is allowed only if no boat in the hand can be placed."""
    d.need("A-KLO-33", not s.moved, "you have moved a boat, so you must place one")
    thieves = 0
    if p.hand and any_open(s, s.boats):
        d.need("A-KLO-32", not any_unguarded(s, s.boats), "every boat in your hand can be placed")
        # a waiver implies that the hand isn't all thieves, even for those who can't see it
        ok = may_be_thieves(s, p) and "A-KLO-32" not in d.waive
        d.need("A-KLO-32", ok, "you have a boat other than a thief that can be placed")
        thieves = p.hand if ok else 0
    d.emit(e.Passed(seat=x.seat, thieves=thieves))
    next_turn(d)
