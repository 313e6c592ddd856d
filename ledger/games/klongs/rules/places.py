"""Where boats can go: open fields, guarded columns, and moves."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.sdk import Decision

from ..state import OnBoard, Owners, State


def crowded(s: State, field: str, boats: OnBoard, left: str = "") -> bool:
    """KLO-19: return whether the rest of the district is full, not counting a boat on `left`."""
    spare = s.setup.spare
    for mate in s.setup.mates[field]:
        if mate not in boats or mate == left:
            spare -= 1
            if spare < 0:  # more fields are free than in a full district
                return False
    return spare >= 0


def need_room(d: Decision[State], rule: str, field: str, left: str = "") -> None:
    """Refuse a boat on a field whose district is full."""
    if crowded(d.state, field, d.state.boats, left):
        d.need(
            rule,
            False,
            "the district of {field} already holds {limit} boats",
            field=field,
            limit=d.state.setup.limit,
        )


def at_entrances(s: State, boats: OnBoard) -> bool:
    """KLO-17, A-KLO-22: return whether boats can be placed only at the entrances."""
    return s.turn <= s.setup.players or not boats


def open_fields(s: State, boats: OnBoard) -> Iterator[str]:
    """Yield the fields where a boat can be placed."""
    if at_entrances(s, boats):
        yield from (f for f in s.setup.entrances if f not in boats and not crowded(s, f, boats))
        return
    lying = boats.keys()
    for field, near in s.setup.near.items():
        if not (field in boats or lying.isdisjoint(near) or crowded(s, field, boats)):
            yield field


def has_room(s: State, boats: OnBoard) -> bool:
    """Return whether there are so few boats that another one can certainly be placed."""
    return len(boats) < s.setup.room and not at_entrances(s, boats)


def any_open(s: State, boats: OnBoard) -> bool:
    """Return whether there is any field where a boat can be placed."""
    return has_room(s, boats) or next(open_fields(s, boats), None) is not None


def guarded(s: State, field: str, boats: OnBoard) -> bool:
    """KLO-34: return whether there is a guard on another field of the same column."""
    return s.setup.guard in map(boats.get, s.setup.column[field])


def any_unguarded(s: State, boats: OnBoard) -> bool:
    """Return whether there is an open field where even a thief can be placed."""
    return any(not guarded(s, field, boats) for field in open_fields(s, boats))


def thieves_in_column(s: State, field: str) -> list[str]:
    """KLO-35: return the fields of the thieves that a guard on this field would remove."""
    return [f for f in s.setup.column[field] if s.boats.get(f) == s.setup.thief]


def loot(s: State, field: str) -> list[str]:
    """KLO-32: return the fields of the boats that a thief on this field could take."""
    boats, guard = s.boats, s.setup.guard
    row = [other for other in s.setup.row[field] if other in boats and boats[other] != guard]
    return [other for other in row if not guarded(s, other, boats)]


def has_move(s: State, seat: int) -> bool:
    """KLO-21: return whether a player has a move card and can still use it this turn."""
    return not s.moved and s.players[seat - 1].cards > 0


def moves(s: State, seat: int, boats: OnBoard, owners: Owners) -> Iterator[tuple[str, str]]:
    """Yield the player's possible moves as (from, to): to free fields with room (A-KLO-04)."""
    if not has_move(s, seat):
        return
    steps = s.setup.steps
    for field, owner in owners.items():
        if owner == seat:
            for to in steps[field]:
                if to not in boats and not crowded(s, to, boats, left=field):
                    yield field, to


def after_move(boats: OnBoard, field: str, to: str) -> OnBoard:
    """Return the boats by field after a move."""
    out = boats.copy()
    out[to] = out.pop(field)
    return out
