"""The meaning of the symbols on this game's board."""

from __future__ import annotations

from ledger.sdk import N_
from ledger.sdk.kit import Sign

LEGEND = (
    Sign("{ruby}2", N_("rubies that are left"), "bold"),
    Sign("[5{letter}] 6", N_("the price of the next ruby, then of the one after it"), "bold"),
    Sign("{gone}", N_("taken"), "dim"),
    Sign("lira-r", N_("a mosque tile: what it brings, and the first letter of its colour"), "bold"),
    Sign("(lira-r)", N_("a new tile: it counts from your next turn"), "dim"),
    Sign("lira-r!", N_("still to be used at the start of this turn"), "bold"),
    Sign("[{letter}]", N_("a die"), "bold"),
    Sign("({letter})", N_("a die that has been used"), "dim strike"),
    Sign("{turn}", N_("the chosen bazaar card, or whose turn it is"), "bold"),
)
