"""What the rules look up in the box."""

from __future__ import annotations

import msgspec

from .box import Box, Limits, Options


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
    value = {f"S{text}": int(text) for text in box.stones.copies}
    copies = {f"S{text}": n for text, n in box.stones.copies.items()}
    return Setup(players, options, value, copies, box.die.faces, box.limits)
