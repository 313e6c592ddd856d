"""Sides: who plays together, and who is how far ahead."""

from __future__ import annotations

from collections.abc import Sequence


def side_numbers(sides: Sequence[Sequence[int]], seats: int) -> tuple[int, ...]:
    """Return the number of each seat's side, from 1; who is on none is on one of their own."""
    number = {seat: n for n, side in enumerate(sides, 1) for seat in side}
    alone = [seat for seat in range(1, seats + 1) if seat not in number]
    number |= {seat: n for n, seat in enumerate(alone, len(sides) + 1)}
    return tuple(number[seat] for seat in range(1, seats + 1))


def places(ranking: Sequence[Sequence[int]], sides: Sequence[Sequence[int]] = ()) -> dict[int, int]:
    """Return the place of each seat; tied seats share the better one, and a side counts once."""
    side = {seat: n for n, seats in enumerate(sides) for seat in seats}
    out: dict[int, int] = {}
    place = 1
    for tied in ranking:
        out |= dict.fromkeys(tied, place)
        place += len({side.get(seat, -seat) for seat in tied})
    return out
