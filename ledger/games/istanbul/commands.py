"""What a player can ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

from ledger.sdk import N_, Command, chosen_from, worded

if TYPE_CHECKING:
    from .state import State


def unused_die(s: State, region: str, value: str) -> str | None:
    """Return the number of a picked die if it can still be used."""
    return value if value.isdecimal() and 1 <= int(value) <= len(s.dice) else None


def good_paid(s: State, region: str, value: str) -> str | None:
    """Return how a picked die, by its number, or token, by its kind, is written in a payment."""
    if region == "goods":
        item = f"t:{s.setup.letter.get(value)}"
    elif (die := unused_die(s, region, value)) is not None:
        item = f"d:{s.dice[int(die) - 1]}"
    else:
        return None
    return item if item in s.setup.items else None


Payment: TypeAlias = Annotated[
    tuple[str, ...], chosen_from("dice", "goods", free=True, reads=good_paid)
]


class Income(Command, frozen=True, kw_only=True):
    """Use this mosque tile next at the start of the turn (IST-15, IST-A10)."""

    tile: Annotated[str, chosen_from("own-tiles")]


class Reroll(Command, frozen=True, kw_only=True):
    """Pay a crystal and roll these dice again, counted from 1 (IST-17)."""

    dice: Annotated[tuple[int, ...], chosen_from("dice", free=True, reads=unused_die)]


class Pair(Command, frozen=True, kw_only=True):
    """Two identical goods for a token of their colour (IST-23)."""

    colour: Annotated[str, chosen_from("bank")]
    pay: Payment


class Mix(Command, frozen=True, kw_only=True):
    """Goods of two, three or four different colours (IST-24 to IST-26)."""

    goods: Annotated[int, worded("{value}")]
    pay: Payment
    take: Annotated[tuple[str, ...], chosen_from("bank")] = ()


class Lira(Command, frozen=True, kw_only=True):
    """Use all dice that show a coin (IST-27)."""


class Bazaar(Command, frozen=True, kw_only=True):
    """Use so many dice that show a card (IST-28)."""

    dice: Annotated[int, worded("× {value}")]


class Mosque(Command, frozen=True, kw_only=True):
    """Take a face-up mosque tile (IST-30)."""

    tile: Annotated[str, chosen_from("tiles")]
    pay: Payment


class Ruby(Command, frozen=True, kw_only=True):
    """Buy the nearest ruby of an area (IST-33)."""

    area: Annotated[str, chosen_from("rubies")]
    pay: Payment = ()


class End(Command, frozen=True, kw_only=True):
    """Pass the dice on (IST-19)."""


class _Deal(Command, frozen=True, kw_only=True):
    choice: str = ""
    pay: Payment = ()
    discard: Annotated[tuple[str, ...], chosen_from("own-tiles")] = ()
    take: Annotated[tuple[str, ...], chosen_from("bank")] = ()
    areas: Annotated[tuple[str, ...], chosen_from("rubies")] = ()
    tiles: Annotated[tuple[str, ...], chosen_from("tiles")] = ()


class Use(_Deal, frozen=True, kw_only=True):
    """Choose a revealed bazaar card and use its active part (IST-28, IST-52).

    `pay` names goods tokens, `discard` own tiles; `take` colours, `areas` and `tiles` what is
    gained by choice.
    """

    card: Annotated[str, chosen_from("cards")]


class Otherwise(Command, frozen=True, kw_only=True):
    """Choose a revealed bazaar card and do without its condition (IST-56)."""

    card: Annotated[str, chosen_from("cards")]


class Accept(_Deal, frozen=True, kw_only=True):
    """Take the others' part of a bazaar card (IST-53)."""


class Refuse(Command, frozen=True, kw_only=True):
    """Do without the others' part (IST-A11)."""


ANSWERS = {
    "income": (Income,),
    "action": (Reroll, Pair, Mix, Lira, Bazaar, Mosque, Ruby, End),
    "card": (Use, Otherwise),
    "offer": (Accept, Refuse),
}

VERBS = {
    "income": N_("use a tile"),
    "reroll": N_("roll dice again"),
    "pair": N_("exchange two equal goods"),
    "two": N_("exchange two different goods"),
    "three": N_("exchange three different goods"),
    "four": N_("exchange four different goods"),
    "lira": N_("take lira"),
    "bazaar": N_("visit the bazaar"),
    "mosque": N_("take a mosque tile"),
    "ruby": N_("buy a ruby"),
    "use": N_("use a card"),
    "otherwise": N_("use a card without its condition"),
    "accept": N_("accept"),
    "refuse": N_("refuse"),
    "end": N_("end the turn"),
}
"""What buttons say for the verbs of the notation."""
