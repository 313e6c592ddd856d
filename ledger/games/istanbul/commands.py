"""What a player can ask for."""

from __future__ import annotations

from ledger.sdk import Command


class Income(Command, frozen=True, kw_only=True):
    """Use this mosque tile next at the start of the turn (IST-15, IST-A10)."""

    tile: str


class Reroll(Command, frozen=True, kw_only=True):
    """Pay a crystal and roll these dice again, counted from 1 (IST-17)."""

    dice: tuple[int, ...]


class Pair(Command, frozen=True, kw_only=True):
    """Two identical goods for a token of their colour (IST-23)."""

    colour: str
    pay: tuple[str, ...]


class Mix(Command, frozen=True, kw_only=True):
    """Goods of two, three or four different colours (IST-24 to IST-26)."""

    goods: int
    pay: tuple[str, ...]
    take: tuple[str, ...] = ()


class Lira(Command, frozen=True, kw_only=True):
    """Use all dice that show a coin (IST-27)."""


class Bazaar(Command, frozen=True, kw_only=True):
    """Use so many dice that show a card (IST-28)."""

    dice: int


class Mosque(Command, frozen=True, kw_only=True):
    """Take a face-up mosque tile (IST-30)."""

    tile: str
    pay: tuple[str, ...]


class Ruby(Command, frozen=True, kw_only=True):
    """Buy the nearest ruby of an area (IST-33)."""

    area: str
    pay: tuple[str, ...] = ()


class End(Command, frozen=True, kw_only=True):
    """Pass the dice on (IST-19)."""


class _Deal(Command, frozen=True, kw_only=True):
    choice: str = ""
    pay: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    take: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()


class Use(_Deal, frozen=True, kw_only=True):
    """Choose a revealed bazaar card and use its active part (IST-28, IST-52).

    `pay` names goods tokens, `discard` own tiles; `take` colours, `areas` and `tiles` what is
    gained by choice.
    """

    card: str


class Otherwise(Command, frozen=True, kw_only=True):
    """Choose a revealed bazaar card and do without its condition (IST-56)."""

    card: str


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
