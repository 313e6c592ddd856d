"""The commands a player can give; `rules/` decides whether they are allowed.

A command's docstring is also its description in `ledger notation` and on the game page.
`chosen_from` names the regions of `scene/` in which a player picks a field's value on the page.
"""

from __future__ import annotations

from typing import Annotated

from ledger.sdk import N_, Command, chosen_from, worded


class Claim(Command):
    """Take the starting token (OSA-09)."""

    colour: Annotated[str, chosen_from("tokens")]


class Buy(Command):
    """Pay with hand cards for the whole Market (OSA-13)."""

    pay: Annotated[tuple[str, ...], chosen_from("hand", free=True)]


class Take(Command):
    """Take one Market card as coins (OSA-18); `reserved`: the one under the player's own piece."""

    card: Annotated[str, chosen_from("market")]
    reserved: Annotated[bool, worded(N_("the reserved one"))] = False


class Reserve(Command):
    """Put the reservation piece on a card of the Market or the Farm (OSA-19)."""

    card: Annotated[str, chosen_from("market", "farm", tells="row")]
    row: str


class Insure(Command):
    """Discard hand cards to insure goods (OSA-41)."""

    cards: Annotated[tuple[str, ...], chosen_from("hand", free=True)]
    goods: Annotated[tuple[str, ...], chosen_from("goods")]


class Decline(Command):
    """Insure nothing, or nothing more (OSA-41)."""


class Pass(Command):
    """Do nothing because nothing can be done (A-OSA-17)."""
