"""Lists the commands that a player can give now."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from ledger.sdk import Command

from . import commands as c
from .rules.hand import may_be_others, may_be_thieves, possible
from .rules.market_day import next_day, removable_from, scorable
from .rules.places import (
    after_move,
    any_open,
    any_unguarded,
    guarded,
    has_move,
    has_room,
    loot,
    moves,
    open_fields,
    thieves_in_column,
)
from .rules.placing import WITHOUT
from .rules.special_boats import CHASE, THEFT
from .rules.turn import can_choose, can_place_after
from .setup import STACKS
from .state import OnBoard, Owners, State


def legal(s: State, seat: int) -> Iterator[Command]:
    """Yield the commands available to a seat; for an unknown hand, all that it could allow."""
    if s.phase == "place":
        yield from placements(s, seat)
        if can_pass(s, seat):
            yield c.Pass(seat=seat)
        yield from plain_moves(s, seat)
    elif s.phase == "market day":
        yield from scorings(s, seat)
        yield c.Decline(seat=seat)
    else:
        for stack in STACKS if can_choose(s) else ("",):
            yield c.End(seat=seat, stack=stack)
        yield from plain_moves(s, seat)


def scorings(s: State, seat: int) -> list[c.Score]:
    """Return the mooring places that a player can score, with each removable boat (KLO-24)."""
    own, owners, removable = {*scorable(s, seat)}, s.owners, removable_from(s, seat)
    return [
        c.Score(seat=seat, mooring=mooring, remove=field)
        for mooring, fields in s.setup.moorings.items()
        if mooring in own
        for field in fields
        if owners.get(field, 0) in removable
    ]


def can_pass(s: State, seat: int) -> bool:
    """A-KLO-32: return whether the hand may have no boat that can be placed."""
    p = s.players[seat - 1]
    stuck = not p.hand or not any_open(s, s.boats)
    return not s.moved and (stuck or (may_be_thieves(s, p) and not any_unguarded(s, s.boats)))


def plain_moves(s: State, seat: int) -> Iterator[c.Move]:
    """Yield moves before placing (if a placement can follow: A-KLO-33) or after a market day."""
    p, boats = s.players[seat - 1], s.boats
    always = s.phase != "place" or (has_room(s, boats) and may_be_others(s, p))
    for field, to in moves(s, seat, boats, s.owners):
        if always or can_place_after(s, p, after_move(boats, field, to)):
            yield c.Move(seat=seat, field=field, to=to)


def placements(s: State, seat: int) -> Iterator[c.Place]:
    """Yield every way to place a boat: first those without a move, then those with one."""
    kinds, fields = possible(s, s.players[seat - 1]), list(open_fields(s, s.boats))
    plain = [x for kind in kinds for x in _of_kind(s, seat, kind, fields)]
    for x in plain:
        yield from _with_stack(s, x)
    no_day = [x for x in plain if not next_day(s, x.boat)] if has_move(s, seat) else []
    known: dict[Any, list[tuple[str, str]]] = {}
    for x in no_day:
        key = (x.field, takes_seat(s, x), x.trader, x.take, x.keep)
        if key not in known:
            known[key] = list(moves(s, seat, *position_after(s, x)))
        for field, to in known[key]:
            yield from _with_stack(s, replace(x, move=field, to=to))


def _of_kind(s: State, seat: int, kind: str, fields: list[str]) -> Iterator[c.Place]:
    if kind == s.setup.thief:
        fields = [f for f in fields if not guarded(s, f, s.boats)]
    for field in fields:
        plain = c.Place(seat=seat, boat=kind, field=field)
        if kind == s.setup.thief:
            for take, keep in itertools.product(loot(s, field), THEFT):
                yield replace(plain, take=take, keep=keep)
        if kind == s.setup.guard and thieves_in_column(s, field):
            yield from (replace(plain, keep=keep) for keep in CHASE)
        else:
            yield from (replace(plain, trader=trader) for trader in traders(s, seat, kind))


def traders(s: State, seat: int, kind: str) -> list[str]:
    """KLO-16: return where the trader for a boat can come from; usually there is no choice."""
    if kind not in s.setup.empty or s.players[seat - 1].traders:
        return [""]
    return [WITHOUT, *(field for field, owner in s.owners.items() if owner == seat)]


def _with_stack(s: State, x: c.Place) -> list[c.Place]:
    return [replace(x, stack=stack) for stack in STACKS] if draws_by_choice(s, x) else [x]


def draws_by_choice(s: State, x: c.Place) -> bool:
    """KLO-41: return whether a placement has to name a stack."""
    draws = s.setup.tactical and x.keep != "hand" and not next_day(s, x.boat)
    return draws and all(stack.size for stack in s.stacks)


def takes_seat(s: State, x: c.Place) -> bool:
    """KLO-12: return whether a placement puts one of the player's traders on the boat."""
    return x.boat in s.setup.empty and x.trader != WITHOUT


def position_after(s: State, x: c.Place) -> tuple[OnBoard, Owners]:
    """Return boats and owners by field, once a placement has taken effect."""
    boats, owners = s.boats.copy(), s.owners.copy()
    gone = [x.take] if x.take else thieves_in_column(s, x.field) if x.keep else []
    boats[x.field] = x.boat
    for field in gone:
        del boats[field]
        owners.pop(field, None)
    if takes_seat(s, x):
        owners.pop(x.trader, None)
        owners[x.field] = x.seat
    return boats, owners
