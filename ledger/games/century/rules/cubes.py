"""Counting cubes, and refusing payments with cubes that the player doesn't have."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from ledger.sdk import Decision, Message

from ..box import CUBES
from ..setup import Amounts
from ..state import Player, State

LEVEL = {name: i for i, name in enumerate(CUBES)}
NEXT = dict(itertools.pairwise(CUBES))
"""The cube one level up from each cube (CEN-20); brown is the highest (CEN-A22)."""


def tally(cubes: Sequence[str]) -> dict[str, int]:
    """Count cubes by colour, from the lowest level up."""
    return {k: cubes.count(k) for k in CUBES if k in cubes}


def times(amounts: Amounts, n: int) -> dict[str, int]:
    """Return these amounts multiplied by `n`."""
    return {k: m * n for k, m in amounts} if n else {}


def many_cubes(n: int) -> Message:
    """Return a number of cubes as a phrase, for a refusal."""
    return Message("{n} cube" if n == 1 else "{n} cubes", n=n)


def many_cards(n: int) -> Message:
    """Return a number of cards as a phrase, for a refusal."""
    return Message("{n} card" if n == 1 else "{n} cards", n=n)


def no_cube(cube: str) -> Message:
    """Say that there is no such cube, and list those that exist."""
    there = Message.join(", ", CUBES)
    return Message("{cube!r} isn't a cube; the cubes are {cubes}", cube=cube, cubes=there)


def total(p: Player) -> int:
    """Return how many cubes are in a hold."""
    h = p.hold
    return h["yellow"] + h["red"] + h["green"] + h["brown"]


def most(p: Player, give: Amounts) -> int:
    """Return how many times these cubes can be paid (CEN-22, CEN-38)."""
    return min([p.hold[k] // n for k, n in give])


def has(p: Player, cubes: dict[str, int]) -> bool:
    """Return whether all these cubes are in the hold."""
    hold = p.hold
    for k, n in cubes.items():  # noqa: SIM110 (asked for every sample)
        if hold[k] < n:
            return False
    return True


def limit(s: State, p: Player) -> int:
    """CEN-44, CEN-37: return the room in a hold, which grows with every hold tile (CEN-A07)."""
    room = s.setup.limits.hold
    return room + s.setup.bonus.hold_space * p.bonus.count("hold") if p.bonus else room


def held(d: Decision[State], rule: str, p: Player, cubes: tuple[str, ...]) -> None:
    """Refuse cubes that aren't in the hold."""
    for cube in cubes:
        if cube not in p.hold:
            d.must(rule, False, no_cube(cube))
    for cube, n in tally(cubes).items() if cubes else ():
        if p.hold[cube] < n:
            d.must(
                rule,
                False,
                "you named {n} {cube}, but you have {mine}"
                if len(cubes) > 1
                else "you have no {cube} cube",
                n=n,
                cube=cube,
                mine=p.hold[cube],
            )


def payable(
    d: Decision[State], rule: str, p: Player, give: Amounts, n: int, card: str = ""
) -> None:
    """Refuse a trade, by card or in a market, made more times than the cubes allow."""
    for cube, m in give:
        if p.hold[cube] < m * n:
            d.must(
                rule,
                False,
                "{done} takes {needed} {cube}, but you have {mine}",
                done=_done(card, n),
                needed=m * n,
                cube=cube,
                mine=p.hold[cube],
            )


def _done(card: str, n: int) -> Message:
    if card:
        return Message(
            "using {card} {n} time" if n == 1 else "using {card} {n} times", card=card, n=n
        )
    return Message("using the market {n} time" if n == 1 else "using the market {n} times", n=n)
