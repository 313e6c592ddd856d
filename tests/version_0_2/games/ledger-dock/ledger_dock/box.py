"""What is in the box."""

from __future__ import annotations

from typing import Annotated

import msgspec

from ledger.sdk import Above0, Letters, Sourced, Titled, amounts_of, require

GOODS = ("tea", "silk", "rice")


class Crates(Sourced):
    """How many there are of each kind, how many lie open, and what a player begins with."""

    copies: Annotated[dict[str, int], amounts_of(*GOODS)]
    open: Above0
    coins: Above0


class Box(Titled):
    crates: Crates
    names: Letters


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    generous: bool = False


def check_box(box: Box) -> None:
    require(sum(box.crates.copies.values()) > box.crates.open, "crates.copies: there are too few")


def check_new_box(box: Box) -> None:
    require(box.crates.coins < 100, "crates.coins: nobody is that rich")
