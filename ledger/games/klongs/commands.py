"""The commands a player can give."""

from __future__ import annotations

from typing import Annotated

from ledger.sdk import N_, Command, chosen_from, worded

TRADER = {"without": N_("without a trader")}
KEEP = {
    "hand": N_("into the hand"),
    "warehouse": N_("into the warehouse"),
    "out": N_("out of the game"),
}


class Place(Command):
    """Place a boat from the hand on a water field (KLO-07).

    `trader` is needed when all the player's traders are on the board: it is the field of the boat
    that gives up its trader, or `without` (KLO-16). `take` is the field of the boat that a thief
    takes (KLO-32), and `keep` is where that boat goes: `hand` or `warehouse`. With a guard, `keep`
    is where the thief goes: `hand` or `out` (KLO-35). `move` and `to` move one of the player's
    boats after placing (KLO-21). `stack` is the stack to draw from (KLO-41).
    """

    boat: Annotated[str, chosen_from("hand")]
    field: Annotated[str, chosen_from("water")]
    trader: Annotated[str, chosen_from("water"), worded(TRADER)] = ""
    take: Annotated[str, chosen_from("water")] = ""
    keep: Annotated[str, worded(KEEP)] = ""
    move: Annotated[str, chosen_from("water")] = ""
    to: Annotated[str, chosen_from("water")] = ""
    stack: Annotated[str, chosen_from("stacks")] = ""


class Move(Command):
    """Move one of the player's boats, before placing or after a market day (KLO-21)."""

    field: Annotated[str, chosen_from("water")]
    to: Annotated[str, chosen_from("water")]


class Pass(Command):
    """Place nothing, because nothing can be placed (A-KLO-21)."""


class Score(Command):
    """Send the market master to a mooring place, then remove the boat on a field (KLO-24)."""

    mooring: Annotated[str, chosen_from("water")]
    remove: Annotated[str, chosen_from("water")]


class Decline(Command):
    """Pass on a market day (KLO-23)."""


class End(Command):
    """End the turn after a market day without a move, drawing from `stack` (A-KLO-27)."""

    stack: Annotated[str, chosen_from("stacks")] = ""
