"""The components as data: their types, and the checks that a box must pass."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from ledger import sdk
from ledger.sdk import (
    Above0,
    Letters,
    Names,
    NotEmpty,
    NotNegative,
    Sourced,
    Titled,
    at_most,
    longest,
    require,
)

HIGHEST = 100
"""The highest value of a card in a new game."""
DIGITS = 1000
"""How many digits a card's value can have in any game."""


class Players(sdk.Players):
    """The possible numbers of players, and the colours of their pieces."""

    colours: tuple[str, ...]


class Cards(Sourced):
    """The number of copies of each card value in each colour."""

    copies: Annotated[NotEmpty[dict[str, NotNegative]], at_most(100), longest(30)]


class Insurance(Sourced):
    """The number of insurance icons on a card of each value."""

    icons: Annotated[dict[str, NotNegative], at_most(20), longest(30)]


class Place(Sourced):
    """One space on the route."""

    KEY: ClassVar = ("index",)
    index: int
    name: str
    kind: Literal["start", "sea", "anchor", "waves", "goal"]


class Limits(Sourced):
    """The numbers used in the rules."""

    market: Annotated[Above0, at_most(50)]
    farm: Annotated[Above0, at_most(50)]
    refill_market: Annotated[Above0, at_most(50)]
    refill_farm: Annotated[Above0, at_most(50)]
    hand_sum: Annotated[Above0, at_most(100)]
    end_tokens: Annotated[Above0, at_most(100)]
    set_round: Annotated[Above0, at_most(100)]
    tokens_per_colour: Annotated[Above0, at_most(1000)]


class Box(Titled):
    """Everything in the box.

    `colours` lists the colours of goods and ships in the order in which sales are settled;
    `notation` has the letter that stands for each colour in a card's name.
    """

    players: Players
    colours: Names
    notation: Letters
    cards: Cards
    insurance: Insurance
    route: Annotated[tuple[Place, ...], longest(60)]
    limits: Limits


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Choices that the rulings leave to the table."""

    refill_timing: Literal["after_sale", "after_purchase"] = "after_sale"
    insurance_scope: Literal["sinking", "any"] = "sinking"


def check_box(box: Box) -> None:
    """Reject a box that can't be played with at all."""
    names, letters = box.colours.names, box.notation.letters
    require(set(letters) == set(names), "notation.letters needs a letter for each colour")
    capital = all(letter.isalpha() and letter.isupper() for letter in letters.values())
    require(capital, "notation.letters must be capital letters")
    for value in box.cards.copies:
        number = value.isascii() and value.isdigit() and len(value) <= DIGITS and int(value) > 0
        require(number, "cards.copies: {value!r} isn't a card value", value=value)
        require(
            value in box.insurance.icons,
            "insurance.icons has no entry for value {value}",
            value=value,
        )
    kinds = [p.kind for p in box.route]
    at = {kind: [i for i, k in enumerate(kinds) if k == kind] for kind in {*kinds}}
    require([p.index for p in box.route] == list(range(len(kinds))), "route must count from 0")
    require(at.get("start") == [0], "route must begin with its only start space")
    require(at.get("goal") == [len(kinds) - 1], "route must end with its only goal space")
    require(kinds.count("anchor") == 1, "route needs exactly one anchor space")


def check_new_box(box: Box) -> None:
    """Reject a box that would make part of the game unplayable."""
    counts, limits = box.players.counts, box.limits
    values = [int(value) for value, copies in box.cards.copies.items() if copies]
    require(values, "cards.copies: there are no cards")
    require(
        max(values) <= HIGHEST,
        "cards.copies: {value} is not a card value; a card is worth {most} at most",
        value=max(values),
        most=HIGHEST,
    )
    cards = len(box.colours.names) * sum(box.cards.copies.values())
    hand = -(-limits.hand_sum // min(values))
    table = limits.market + limits.farm + limits.refill_market + limits.refill_farm
    least = table + max(counts) * hand
    require(
        cards >= least,
        "cards.copies: there are {cards} cards, but the game needs {least}",
        cards=cards,
        least=least,
    )
