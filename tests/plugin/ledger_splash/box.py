"""The components as data, and what the rules look up in them."""

from __future__ import annotations

from typing import Literal

import msgspec

from ledger.kernel.errors import Malformed
from ledger.kernel.game.provenance import Sourced


class Stones(Sourced, frozen=True, kw_only=True):
    copies: dict[str, int]


class Die(Sourced, frozen=True, kw_only=True):
    faces: tuple[str, ...]


class Limits(Sourced, frozen=True, kw_only=True):
    hand: int
    fish: int
    most: int
    goal: int


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    stones: Stones
    die: Die
    limits: Limits


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How high the stone must be that one ducks with (PLG-07)."""

    duck: Literal["high", "equal"] = "high"


class Setup(msgspec.Struct, frozen=True):
    """What the rules look up all the time."""

    players: int
    options: Options
    value: dict[str, int]
    copies: dict[str, int]
    faces: tuple[str, ...]
    limits: Limits


def make_setup(box: Box, players: int, options: Options) -> Setup:
    """Work out the look-up tables of a game."""
    value = {f"S{text}": int(text) for text in box.stones.copies if text.isdigit()}
    copies = dict(zip(value, box.stones.copies.values(), strict=False))
    if sum(copies.values()) <= 4 * box.limits.hand or len(value) < len(box.stones.copies):
        raise Malformed("box: stones.copies needs values like 3, and more stones than are dealt")
    return Setup(players, options, value, copies, box.die.faces, box.limits)
