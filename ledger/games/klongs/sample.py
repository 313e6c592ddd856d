"""A random acceptable command: every one of them can come."""

from __future__ import annotations

import random

import msgspec

from ledger.sdk import Command, shifted

from . import commands as c
from .legal import (
    can_pass,
    draws_by_choice,
    first_moves,
    last_moves,
    position_after,
    scorings,
    traders,
)
from .rules.hand import possible
from .rules.market_day import next_day
from .rules.places import (
    any_open,
    at_entrances,
    guarded,
    is_open,
    loot,
    moves,
    open_fields,
    thieves_in_column,
)
from .rules.turn import can_choose
from .setup import STACKS
from .state import State


def sample(s: State, rng: random.Random) -> Command:
    """Return a random acceptable command; every one of them can come."""
    if s.phase == "place":
        return _sample_turn(s, s.active, rng)
    if s.phase == "market day":
        options = list(scorings(s, s.asked))
        if rng.random() * (len(options) + 2) < 1:
            return c.Decline(seat=s.asked)
        return rng.choice(options)
    seat = s.active
    if rng.random() < 0.3 and (left := list(last_moves(s, seat))):
        return rng.choice(left)
    return c.End(seat=seat, stack=rng.choice(STACKS) if can_choose(s, seat) else "")


def _sample_turn(s: State, seat: int, rng: random.Random) -> Command:
    p = s.players[seat - 1]
    x = rng.random()
    if x < 0.03 and p.cards and not s.moved:
        if options := list(first_moves(s, seat)):
            return rng.choice(options)
    elif x > 0.8 and can_pass(s, seat):
        return c.Pass(seat=seat)
    if not any_open(s):  # only a move can help, and nobody is forced to make it (A-KLO-33)
        options = list(first_moves(s, seat))
        if not options or rng.random() < 0.5:
            return c.Pass(seat=seat)
        return rng.choice(options)
    placed = _some_place(s, seat, rng)
    if placed is None:
        return c.Pass(seat=seat)
    may_move = x < 0.1 and p.cards and not s.moved and not next_day(s, placed.boat)
    if may_move and (then := list(moves(s, seat, *position_after(s, placed)))):
        field, to = rng.choice(then)
        placed = msgspec.structs.replace(placed, move=field, to=to)
    if draws_by_choice(s, placed):
        return msgspec.structs.replace(placed, stack=rng.choice(STACKS))
    return placed


def _some_place(s: State, seat: int, rng: random.Random) -> c.Place | None:
    """Return a placement without what follows it; None: thieves that cannot go anywhere."""
    p = s.players[seat - 1]
    boats = [*p.secret, *p.shown]
    if any(p.unknown):
        boats = possible(s, p)
    for boat in shifted(boats, rng):
        thief = boat == s.setup.thief
        field = _some_field(s, rng, thief)
        if field is None:
            continue
        if thief:
            return _thief(s, seat, boat, field, rng)
        if boat == s.setup.guard and thieves_in_column(s, field):
            return c.Place(seat=seat, boat=boat, field=field, keep=rng.choice(("hand", "out")))
        sources = traders(s, seat, boat)
        trader = sources[0] if len(sources) == 1 else rng.choice(sources)
        return c.Place(seat=seat, boat=boat, field=field, trader=trader)
    return None


def _some_field(s: State, rng: random.Random, thief: bool) -> str | None:
    if not at_entrances(s, s.boats):
        # a few blind tries are faster than listing all fields
        fields = s.setup.fields
        n = len(fields)
        for _ in range(20):
            field = fields[int(rng.random() * n)]
            if is_open(s, field, s.boats) and not (thief and guarded(s, field)):
                return field
    found = [f for f in open_fields(s) if not (thief and guarded(s, f))]
    return rng.choice(found) if found else None


def _thief(s: State, seat: int, boat: str, field: str, rng: random.Random) -> c.Place:
    options = loot(s, field)
    if not options or rng.random() < 0.2:
        return c.Place(seat=seat, boat=boat, field=field)
    keep = rng.choice(("hand", "warehouse"))
    return c.Place(seat=seat, boat=boat, field=field, take=rng.choice(options), keep=keep)
