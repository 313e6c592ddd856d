"""The meaning of the symbols on this game's board."""

from __future__ import annotations

from ledger.sdk import N_
from ledger.sdk.kit import Sign

from .tones import BRIDGE, CLOSED, ENTRANCES, FULL, NEUTRAL, OWNERS, PARASOL, ROLES, SCORED

TABLE = (
    Sign("1{letter}2", N_("seat, good, baskets"), OWNERS[0]),
    Sign("n", N_("neutral"), NEUTRAL),
    Sign("p", N_("parasol"), PARASOL),
    Sign("{closed}{closed}", N_("closed"), CLOSED),
    Sign("[5]", N_("points"), SCORED),
    Sign("{guarded}", N_("guarded"), "bold"),
)
"""The symbols seen during play."""
PRINTED = (
    Sign("{light}", N_("light entrance"), ENTRANCES["light"]),
    Sign("{dark}", N_("dark entrance"), ENTRANCES["dark"]),
    Sign("{mooring}", N_("mooring"), BRIDGE),
    Sign("{small}", N_("small market day"), "bold"),
    Sign("{big}", N_("big market day"), "bold"),
)
"""The symbols printed on the empty board."""
LEGEND = (
    *TABLE,
    *PRINTED,
    Sign("(5)", N_("nobody can score this mooring now"), FULL),
    Sign("{thief}", N_("thief"), ROLES["thief"]),
    Sign("{guard}", N_("guard"), ROLES["guard"]),
    Sign("{cook}", N_("cook-shop"), ROLES["cook"]),
    Sign("{letter}{times}2", N_("boats with one kind of goods in the warehouse"), "bold"),
    Sign("{back}{back}", N_("a boat that you can't see"), "dim"),
)
