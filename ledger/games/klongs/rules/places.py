"""Where boats can go: open fields, guarded columns, moves."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.sdk import Decision

from ..state import OnBoard, Owners, State


def crowded(s: State, field: str, boats: OnBoard, left: str = "") -> bool:
    """KLO-19: whether the rest of the district is full; a boat on `left` does not count."""
    spare = s.setup.spare
    for mate in s.setup.mates[field]:
        if mate not in boats or mate == left:
            spare -= 1
            if spare < 0:  # one more field is free than in a full district
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
    """KLO-17, A-KLO-22: whether boats come in only at the entrances."""
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
    """Whether a boat can certainly be placed, because there are so few, wherever they are."""
    return len(boats) < s.setup.room and not at_entrances(s, boats)


def any_open(s: State, boats: OnBoard) -> bool:
    """Whether a boat can be placed anywhere."""
    return has_room(s, boats) or next(open_fields(s, boats), None) is not None


def guarded(s: State, field: str, boats: OnBoard) -> bool:
    """KLO-34: whether there is a guard elsewhere in the column of a field."""
    return s.setup.guard in map(boats.get, s.setup.column[field])


def any_unguarded(s: State, boats: OnBoard) -> bool:
    """Whether even a thief can be placed somewhere."""
    return any(not guarded(s, field, boats) for field in open_fields(s, boats))


def thieves_in_column(s: State, field: str) -> list[str]:
    """KLO-35: the fields of the thieves that a guard on a field removes."""
    return [f for f in s.setup.column[field] if s.boats.get(f) == s.setup.thief]


def loot(s: State, field: str) -> list[str]:
    """KLO-32: the fields of the boats that a thief on a field can take."""
    boats, guard = s.boats, s.setup.guard
    row = [other for other in s.setup.row[field] if other in boats and boats[other] != guard]
    return [other for other in row if not guarded(s, other, boats)]


def has_move(s: State, seat: int) -> bool:
    """KLO-21: whether a player has a move card that can be used in this turn."""
    return not s.moved and s.players[seat - 1].cards > 0


def moves(s: State, seat: int, boats: OnBoard, owners: Owners) -> Iterator[tuple[str, str]]:
    """Yield from and to where a player can move a boat: free fields with room (A-KLO-04)."""
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
