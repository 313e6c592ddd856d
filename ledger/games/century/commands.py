"""The commands a player can give.

Cubes are named by colour, and places by their cell on the map.
"""

from __future__ import annotations

from typing import Annotated

from ledger.sdk import N_, Command, chosen_from, worded

Words = tuple[str, ...]


class Embark(Command):
    """Choose a set of starting cubes and put the ship on a market tile (CEN-12)."""

    set: Annotated[str, chosen_from("start")]
    to: Annotated[str, chosen_from("map")]


class Acquire(Command):
    """Take a card from the row; `pay` is put on the cards to its left, from the left (CEN-14)."""

    card: Annotated[str, chosen_from("row")]
    pay: Annotated[Words, chosen_from("hold", free=True)] = ()


class Play(Command):
    """Play a card from the hand: a trade `times` times, or an upgrade with `steps` (CEN-18).

    Each step names the colour of the cube before that step. Lower colours come first, so yellow and
    red can also mean taking a single yellow cube up two levels.
    """

    card: Annotated[str, chosen_from("hand")]
    times: Annotated[int, worded("× {value}")] = 1
    steps: Annotated[Words, chosen_from("hold")] = ()


class Move(Command):
    """Sail and use the tile there; staying put is a move of no steps (CEN-24).

    `hand` and `played` are the cards to discard (None: a card that nobody wrote down), and `toll`
    has the cubes for the ships met there, clockwise from the player. After that, `build` an outpost
    for `pay` and use the market `times` times, or take the VP tile of a port (`tile`).
    """

    to: Annotated[str, chosen_from("map")]
    hand: Annotated[tuple[str | None, ...], chosen_from("hand", free=True)] = ()
    played: Annotated[Words, chosen_from("played", free=True)] = ()
    toll: Annotated[Words, chosen_from("hold", free=True)] = ()
    build: Annotated[bool, worded(N_("build an outpost"))] = False
    pay: Annotated[Words, chosen_from("hold", free=True)] = ()
    times: Annotated[int, worded(N_("market × {value}"))] = 0
    tile: Annotated[bool, worded(N_("take the VP tile"))] = False


class Rest(Command):
    """Take back all cards (CEN-43)."""


class Reward(Command):
    """Choose the reward for an emptied column: a row card or a bonus tile (CEN-33, CEN-34)."""

    card: Annotated[str, chosen_from("row")] = ""
    bonus: Annotated[str, chosen_from("bonus")] = ""


class Exchange(Command):
    """Use the market after a column reward (CEN-38, CEN-A11)."""

    times: Annotated[int, worded("× {value}")]


class Decline(Command):
    """Skip the market (CEN-A40)."""


class Discard(Command):
    """Discard cubes down to the hold limit (CEN-44)."""

    cubes: Annotated[Words, chosen_from("hold")]
