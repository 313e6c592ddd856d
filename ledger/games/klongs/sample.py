"""Picks a random acceptable command; every one can come up."""

from __future__ import annotations

import random

from msgspec.structs import replace

from ledger.sdk import Command
from ledger.sdk.kit import shifted

from . import commands as c
from .legal import (
    can_pass,
    draws_by_choice,
    plain_moves,
    position_after,
    scorings,
    traders,
)
from .rules.hand import possible
from .rules.market_day import next_day
from .rules.places import (
    any_open,
    at_entrances,
    crowded,
    guarded,
    loot,
    moves,
    open_fields,
    thieves_in_column,
)
from .rules.special_boats import CHASE, THEFT
from .rules.turn import can_choose
from .setup import STACKS
from .state import State


def sample(s: State, rng: random.Random) -> Command:
    """Return a random acceptable command; every one can come up."""
    if s.phase == "place":
        return _sample_turn(s, s.active, rng)
    if s.phase == "market day":
        options = scorings(s, s.asked)
        if rng.random() * (len(options) + 2) < 1:
            return c.Decline(seat=s.asked)
        return rng.choice(options)
    seat = s.active
    if rng.random() < 0.3 and (left := list(plain_moves(s, seat))):
        return rng.choice(left)
    return c.End(seat=seat, stack=rng.choice(STACKS) if can_choose(s) else "")


def _sample_turn(s: State, seat: int, rng: random.Random) -> Command:
    x = rng.random()
    if x < 0.03 and (options := list(plain_moves(s, seat))):
        return rng.choice(options)
    if x > 0.8 and can_pass(s, seat):
        return c.Pass(seat=seat)
    if not any_open(s, s.boats):  # only a move can help, and it isn't mandatory (A-KLO-33)
        options = list(plain_moves(s, seat))
        passes = not options or rng.random() < 0.5
        return c.Pass(seat=seat) if passes else rng.choice(options)
    if (placed := _some_place(s, seat, rng)) is None:
        return c.Pass(seat=seat)
    may_move = x < 0.1 and not next_day(s, placed.boat)
    if may_move and (then := list(moves(s, seat, *position_after(s, placed)))):
        field, to = rng.choice(then)
        placed = replace(placed, move=field, to=to)
    return replace(placed, stack=rng.choice(STACKS)) if draws_by_choice(s, placed) else placed


def _some_place(s: State, seat: int, rng: random.Random) -> c.Place | None:
    """Return a placement without a move or a stack, or None for thieves with nowhere to go."""
    p = s.players[seat - 1]
    boats = possible(s, p) if any(p.unknown) else p.secret + p.shown
    for boat in shifted(boats, rng):
        thief = boat == s.setup.thief
        if (field := _some_field(s, rng, thief)) is None:
            continue
        plain = c.Place(seat=seat, boat=boat, field=field)
        if thief and (options := loot(s, field)) and rng.random() >= 0.2:
            keep = rng.choice(THEFT)
            return replace(plain, keep=keep, take=rng.choice(options))
        if boat == s.setup.guard and thieves_in_column(s, field):
            return replace(plain, keep=rng.choice(CHASE))
        sources = traders(s, seat, boat)
        trader = rng.choice(sources) if len(sources) > 1 else sources[0]
        return replace(plain, trader=trader) if trader else plain
    return None


def _some_field(s: State, rng: random.Random, thief: bool) -> str | None:
    boats = s.boats
    if not at_entrances(s, boats):
        fields, near, lying, random = s.setup.fields, s.setup.near, boats.keys(), rng.random
        n = len(fields)
        for _ in range(20):  # a few random tries are faster than listing all fields
            field = fields[int(random() * n)]
            if field in boats or lying.isdisjoint(near[field]) or crowded(s, field, boats):
                continue
            if not (thief and guarded(s, field, boats)):
                return field
    found = [f for f in open_fields(s, boats) if not (thief and guarded(s, f, boats))]
    return rng.choice(found) if found else None
