"""What a player can ask for."""

from __future__ import annotations

from typing import Annotated

from ledger.sdk import Command, chosen_from


class Throw(Command):
    """Throw a stone of the hand (PLG-05)."""

    stone: Annotated[str, chosen_from("stones")]


class Fish(Command):
    """Draw stones (PLG-04)."""


class Duck(Command):
    """Give a stone not to get wet (PLG-07)."""

    stone: Annotated[str, chosen_from("stones")]


class Stand(Command):
    """Do not duck (PLG-06)."""
