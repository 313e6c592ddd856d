"""The meaning of the symbols on this game's board."""

from __future__ import annotations

from ledger.sdk import N_
from ledger.sdk.kit import Sign

LEGEND = (
    Sign("{outpost}12", N_("outposts of seats 1 and 2"), "bold"),
    Sign("{ship}3", N_("the ship of seat 3"), "bold"),
    Sign("YY{to}R", N_("a trade: give these cubes, get those"), "bold"),
    Sign("RRG{to}13", N_("a VP tile: its cubes and its points"), "bold"),
    Sign("UP2", N_("upgrade cubes, 2 steps"), "bold"),
    Sign("3/10", N_("cubes in the hold, and how many fit")),
    Sign("{post}", N_("an outpost that is still to be built"), "dim"),
    Sign("Y 1{post}{post}{post}", N_("outposts by symbol; points once built"), "bold"),
    Sign("{wave}", N_("open sea")),
    Sign("{back}{back}", N_("a tile that you can't see"), "dim"),
)
