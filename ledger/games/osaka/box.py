"""The components as data."""

from __future__ import annotations

from typing import Literal

import msgspec

from ledger.sdk import Sourced, require


class Players(Sourced, frozen=True, kw_only=True):
    """How many can play, and the colours of their pieces."""

    counts: tuple[int, ...]
    colours: tuple[str, ...]


class Colours(Sourced, frozen=True, kw_only=True):
    """The colours of goods and ships, in the order sales are settled."""

    names: tuple[str, ...]


class Notation(Sourced, frozen=True, kw_only=True):
    """The letter of each colour in a card's name."""

    letters: dict[str, str]


class Cards(Sourced, frozen=True, kw_only=True):
    """Copies of each value in each colour."""

    copies: dict[str, int]


class Insurance(Sourced, frozen=True, kw_only=True):
    """Icons on a card of each value."""

    icons: dict[str, int]


class Place(Sourced, frozen=True, kw_only=True):
    """One place of the route."""

    index: int
    name: str
    kind: Literal["start", "sea", "anchor", "waves", "goal"]


class Limits(Sourced, frozen=True, kw_only=True):
    """The numbers of the rules."""

    market: int
    farm: int
    refill_market: int
    refill_farm: int
    hand_sum: int
    end_tokens: int
    set_round: int
    tokens_per_colour: int


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in the box."""

    id: str
    title: str
    players: Players
    colours: Colours
    notation: Notation
    cards: Cards
    insurance: Insurance
    route: tuple[Place, ...]
    limits: Limits


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a ruling leaves the choice to the table."""

    refill_timing: Literal["after_sale", "after_purchase"] = "after_sale"
    insurance_scope: Literal["sinking", "any"] = "sinking"


def check_box(box: Box) -> None:
    """Refuse a box that no game could be played with."""
    names = box.colours.names
    require(names and len(set(names)) == len(names), "colours.names must be different colours")
    letters = box.notation.letters
    require(
        set(letters) == set(names) and len(set(letters.values())) == len(names),
        "notation.letters needs one letter of its own for each colour",
    )
    require(
        all(len(x) == 1 and x.isalpha() and x.isupper() for x in letters.values()),
        "notation.letters are single capital letters",
    )
    require(box.cards.copies, "cards.copies is empty")
    for value, copies in box.cards.copies.items():
        number = value.isascii() and value.isdigit() and int(value) > 0
        require(number, f"cards.copies: {value!r} is not a card value")
        require(copies >= 0, f"cards.copies: {copies} copies of {value}")
        require(value in box.insurance.icons, f"insurance.icons says nothing about value {value}")
    require(all(i >= 0 for i in box.insurance.icons.values()), "insurance.icons cannot be negative")
    kinds = [p.kind for p in box.route]
    require([p.index for p in box.route] == list(range(len(kinds))), "route must count from 0")
    require(
        kinds.count("start") == 1 and kinds[:1] == ["start"], "route must begin with its only start"
    )
    require(
        kinds.count("goal") == 1 and kinds[-1:] == ["goal"], "route must end with its only goal"
    )
    require(kinds.count("anchor") == 1, "route needs one anchor place")
    for name in Limits.__struct_fields__:
        if name != "provenance":
            require(getattr(box.limits, name) > 0, f"limits.{name} must be above 0")
