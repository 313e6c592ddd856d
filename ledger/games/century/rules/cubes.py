"""Cubes: counting them, and refusing a payment with cubes that are not there."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from ledger.kernel.play.decide import Decision

from ..box import CUBES
from ..setup import Amounts
from ..state import Player, State

LEVEL = {name: i for i, name in enumerate(CUBES)}
NEXT = dict(itertools.pairwise(CUBES))
"""One level up (CEN-20); brown is the highest (CEN-A22)."""


def tally(cubes: Iterable[str]) -> dict[str, int]:
    """Count cubes by colour, lowest level first."""
    out: dict[str, int] = {}
    for cube in sorted(cubes, key=LEVEL.__getitem__):
        out[cube] = out.get(cube, 0) + 1
    return out


def times(amounts: Amounts, n: int) -> dict[str, int]:
    """Multiply cubes."""
    return {k: m * n for k, m in amounts} if n else {}


def many(n: int, one: str = "cube", more: str = "") -> str:
    """Tell a number of things."""
    return f"{n} {one if n == 1 else more or one + 's'}"


def total(p: Player) -> int:
    """How many cubes lie in a hold."""
    h = p.hold
    return h["yellow"] + h["red"] + h["green"] + h["brown"]


def most(p: Player, give: Amounts) -> int:
    """How often cubes can be given (CEN-22, CEN-38)."""
    hold = p.hold
    return min(hold[k] // n for k, n in give)


def has(p: Player, amounts: Amounts) -> bool:
    """Whether cubes lie in a hold."""
    hold = p.hold
    for k, n in amounts:  # noqa: SIM110 (asked for every sample)
        if hold[k] < n:
            return False
    return True


def limit(s: State, p: Player) -> int:
    """CEN-44, CEN-37: room for cubes in a hold, more with every hold tile (CEN-A07)."""
    room = s.setup.limits.hold
    if p.bonus:
        room += s.setup.hold_space * p.bonus.count("hold")
    return room


def held(d: Decision, rule: str, seat: int, cubes: tuple[str, ...]) -> None:
    """Refuse cubes that are not in the hold."""
    hold = d.state.players[seat - 1].hold
    for cube in cubes:
        d.must(rule, cube in hold, f"{cube!r} is no cube; there are {', '.join(CUBES)}")
    if len(cubes) > 1:
        for cube, n in tally(cubes).items():
            d.must(rule, hold[cube] >= n, f"you name {n} {cube}, you have {hold[cube]}")
    elif cubes:
        d.must(rule, hold[cubes[0]], f"you have no {cubes[0]} cube")
