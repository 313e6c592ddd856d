"""Which commands there are."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.sdk import Command

from . import commands as c
from .rules import high_enough, possible
from .state import State


def legal(s: State, seat: int) -> Iterator[Command]:
    """Yield the commands of a seat; from an unknown hand, all that it may allow."""
    if not s.asked or s.asked[0] != seat:
        return
    stones = possible(s, seat)
    if s.thrown is None:
        yield from (c.Throw(seat=seat, stone=x) for x in stones)
        if s.hands[seat - 1].size <= s.setup.limits.most:
            yield c.Fish(seat=seat)
    else:
        yield c.Stand(seat=seat)
        yield from (c.Duck(seat=seat, stone=x) for x in stones if high_enough(s, x))
