"""The components as data."""

from __future__ import annotations

from typing import Literal

import msgspec

from ledger.sdk import Above0, NotNegative, Sourced, Titled, require


class Stones(Sourced):
    copies: dict[str, int]


class Die(Sourced):
    faces: tuple[str, ...]


class Limits(Sourced):
    hand: Above0
    fish: NotNegative
    most: int
    goal: int


class Box(Titled):
    stones: Stones
    die: Die
    limits: Limits


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How high the stone must be that one ducks with (PLG-07)."""

    duck: Literal["high", "equal"] = "high"


def check_box(box: Box) -> None:
    """Refuse a box that no game could be played with."""
    copies = box.stones.copies
    numbers = all(text.isdigit() for text in copies)
    require(
        numbers and sum(copies.values()) > 4 * box.limits.hand,
        "stones.copies needs values like 3, and more stones than are dealt",
    )
