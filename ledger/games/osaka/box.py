"""The components as data, and what the rules look up in them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ledger.kernel.errors import Malformed
from ledger.kernel.game.provenance import Sourced


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


class Setup(msgspec.Struct, frozen=True):
    """What the rules look up all the time, worked out once for a game."""

    players: int
    options: Options
    colours: tuple[str, ...]
    value: dict[str, int]
    colour: dict[str, str]
    icons: dict[str, int]
    copies: dict[str, int]
    anchor: int
    goal: int
    waves: tuple[int, ...]
    places: tuple[str, ...]
    limits: Limits


def check_box(box: Box) -> None:
    """Refuse a box that no game could be played with."""

    def need(ok: object, message: str) -> None:
        if not ok:
            raise Malformed(f"box: {message}")

    names = box.colours.names
    need(names and len(set(names)) == len(names), "colours.names must be different colours")
    letters = box.notation.letters
    need(
        set(letters) == set(names) and len(set(letters.values())) == len(names),
        "notation.letters needs one letter of its own for each colour",
    )
    need(
        all(len(x) == 1 and x.isalpha() and x.isupper() for x in letters.values()),
        "notation.letters are single capital letters",
    )
    need(box.cards.copies, "cards.copies is empty")
    for value, copies in box.cards.copies.items():
        number = value.isascii() and value.isdigit() and int(value) > 0
        need(number, f"cards.copies: {value!r} is no card value")
        need(copies >= 0, f"cards.copies: {copies} copies of {value}")
        need(value in box.insurance.icons, f"insurance.icons says nothing about value {value}")
    need(all(i >= 0 for i in box.insurance.icons.values()), "insurance.icons cannot be negative")
    kinds = [p.kind for p in box.route]
    need([p.index for p in box.route] == list(range(len(kinds))), "route must count from 0")
    need(
        kinds.count("start") == 1 and kinds[:1] == ["start"], "route must begin with its only start"
    )
    need(kinds.count("goal") == 1 and kinds[-1:] == ["goal"], "route must end with its only goal")
    need(kinds.count("anchor") == 1, "route needs one anchor place")
    for name in Limits.__struct_fields__:
        if name != "provenance":
            need(getattr(box.limits, name) > 0, f"limits.{name} must be above 0")


def make_setup(box: Box, players: int, options: Options) -> Setup:
    """Work out the look-up tables of a game."""
    value: dict[str, int] = {}
    colour: dict[str, str] = {}
    icons: dict[str, int] = {}
    copies: dict[str, int] = {}
    for name in box.colours.names:
        for text, n in box.cards.copies.items():
            card = box.notation.letters[name] + text
            value[card], colour[card], copies[card] = int(text), name, n
            icons[card] = box.insurance.icons[text]
    kinds: list[Any] = [p.kind for p in box.route]
    return Setup(
        players=players,
        options=options,
        colours=box.colours.names,
        value=value,
        colour=colour,
        icons=icons,
        copies=copies,
        anchor=kinds.index("anchor"),
        goal=kinds.index("goal"),
        waves=tuple(i for i, k in enumerate(kinds) if k == "waves"),
        places=tuple(p.name for p in box.route),
        limits=box.limits,
    )
