"""The commands a player can give; `rules/` decides whether they are allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

from ledger.sdk import Command, chosen_from, worded

from .events import Words

if TYPE_CHECKING:
    from .state import State


def unused_die(s: State, region: str, value: str) -> str | None:
    """Return the number of the picked die if it can still be used, otherwise None."""
    return value if value.isdecimal() and 1 <= int(value) <= len(s.dice) else None


def good_paid(s: State, region: str, value: str) -> str | None:
    """Return how a picked die or token is written in a payment, or None if it can't be one.

    A die is picked by its number, a token by its kind.
    """
    if region == "dice":
        item = f"d:{s.dice[int(value) - 1]}" if unused_die(s, region, value) else ""
    else:
        item = f"t:{s.setup.letter.get(value)}"
    return item if item in s.setup.items else None


def faces(s: State, dice: tuple[int, ...]) -> tuple[str, ...]:
    """Return the faces of these dice, sorted.

    It makes no difference which of several equal dice are rerolled.
    """
    return tuple(sorted(s.dice[i - 1] for i in dice))


Payment: TypeAlias = Annotated[Words, chosen_from("dice", "goods", free=True, reads=good_paid)]


class Income(Command):
    """Use this mosque tile next at the start of the turn (IST-15, IST-A10)."""

    tile: Annotated[str, chosen_from("own-tiles")]


class Reroll(Command):
    """Pay a crystal and reroll these dice, counted from 1 (IST-17)."""

    dice: Annotated[tuple[int, ...], chosen_from("dice", free=faces, reads=unused_die)]


class Pair(Command):
    """Exchange two identical goods for a token of their colour (IST-23)."""

    colour: Annotated[str, chosen_from("bank")]
    pay: Payment


class Mix(Command):
    """Exchange goods of two, three or four different colours (IST-24 to IST-26)."""

    goods: Annotated[int, worded("{value}")]
    pay: Payment
    take: Annotated[Words, chosen_from("bank")] = ()


class Lira(Command):
    """Use all dice that show a coin (IST-27)."""


class Bazaar(Command):
    """Use some of the dice that show a card (IST-28)."""

    dice: Annotated[int, worded("× {value}")]


class Mosque(Command):
    """Take a face-up mosque tile (IST-30)."""

    tile: Annotated[str, chosen_from("tiles")]
    pay: Payment


class Ruby(Command):
    """Buy the nearest ruby of an area (IST-33)."""

    area: Annotated[str, chosen_from("rubies")]
    pay: Payment = ()


class End(Command):
    """Pass the dice on (IST-19)."""


class _Deal(Command):
    # `legal` and the bots pass these by position
    choice: str = ""
    pay: Payment = ()
    discard: Annotated[Words, chosen_from("own-tiles")] = ()
    take: Annotated[Words, chosen_from("bank")] = ()
    areas: Annotated[Words, chosen_from("rubies")] = ()
    tiles: Annotated[Words, chosen_from("tiles")] = ()


class Use(_Deal, kw_only=True):
    """Choose a revealed bazaar card and use its active part (IST-28, IST-52).

    `pay` has the goods tokens to pay, and `discard` the player's own tiles to give up. `take`,
    `areas` and `tiles` have the colours, ruby areas and tiles that the player chooses to gain.
    """

    card: Annotated[str, chosen_from("cards")]


class Otherwise(Command):
    """Choose a revealed bazaar card without meeting its condition (IST-56)."""

    card: Annotated[str, chosen_from("cards")]


class Accept(_Deal):
    """Take the others' part of a bazaar card (IST-53)."""


class Refuse(Command):
    """Decline the others' part (IST-A11)."""
