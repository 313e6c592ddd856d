"""The meaning of the symbols on this game's board."""

from __future__ import annotations

from ledger.sdk import N_
from ledger.sdk.kit import Sign

LEGEND = (
    Sign("{letter}3", N_("a card: a good of its colour, or 3 coins"), "bold"),
    Sign("{icon}", N_("insures one good of its colour")),
    Sign("{piece}1", N_("reserved by seat 1"), "bold"),
    Sign("[{letter}3]", N_("an insured good"), "bold underline"),
    Sign("{token}", N_("a token: each good of its colour sells for 1 more")),
    Sign("{ship}", N_("a ship")),
    Sign("{wreck}", N_("a ship that is sinking")),
    Sign("{anchor}", N_("sunken ships come back here")),
    Sign("{waves}", N_("the Black Tide sinks ships here")),
    Sign("{flow}", N_("the Farm's cards go on to the Market")),
    Sign("{back}{back}", N_("a card that you can't see"), "dim"),
)
