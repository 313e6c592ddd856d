"""What can happen. A field that a rule determines names that rule."""

from __future__ import annotations

from typing import Annotated

from ledger.sdk import Event, rule

Cards = tuple[str, ...]


class Dealt(Event, frozen=True, kw_only=True):
    """Cards from the pile lie face up in the Market or the Farm."""

    to: Annotated[str, rule("OSA-29")]
    cards: Annotated[Cards, rule("OSA-29", chance="{to}")]


class Shown(Event, frozen=True, kw_only=True):
    """A starting hand, drawn and shown."""

    seat: Annotated[int, rule("OSA-06")]
    cards: Annotated[Cards, rule("OSA-06", chance="hand")]


class First(Event, frozen=True, kw_only=True):
    """The first player; `lot` holds the seat drawn among tied ones."""

    first: Annotated[int, rule("OSA-08")]
    lot: Annotated[tuple[str, ...], rule("OSA-08", chance="first")]


class Claimed(Event, frozen=True, kw_only=True):
    """A starting token is taken."""

    seat: Annotated[int, rule("OSA-09")]
    colour: Annotated[str, rule("OSA-09")]


class Turned(Event, frozen=True, kw_only=True):
    """A player's turn begins."""

    seat: Annotated[int, rule("OSA-12")]


class Bought(Event, frozen=True, kw_only=True):
    """The Market is bought; `freed`: the own reserved card was among it."""

    seat: int
    paid: Annotated[Cards, rule("OSA-14")]
    cards: Annotated[Cards, rule("OSA-23")]
    cost: Annotated[int, rule("OSA-14")]
    freed: Annotated[bool, rule("OSA-21")]


class Sailed(Event, frozen=True, kw_only=True):
    """A ship moves."""

    colour: Annotated[str, rule("OSA-16")]
    start: Annotated[int, rule("OSA-16")]
    end: Annotated[int, rule("OSA-16")]


class Took(Event, frozen=True, kw_only=True):
    """A Market card becomes coins; `freed`: it was the own reserved one."""

    seat: int
    card: Annotated[str, rule("OSA-18")]
    freed: Annotated[bool, rule("OSA-21")]


class Reserved(Event, frozen=True, kw_only=True):
    """A reservation piece lies on a card."""

    seat: int
    card: Annotated[str, rule("OSA-19")]
    row: Annotated[str, rule("OSA-19")]


class Restocked(Event, frozen=True, kw_only=True):
    """The Farm moves to the Market."""

    cards: Annotated[Cards, rule("OSA-28")]


class Reshuffled(Event, frozen=True, kw_only=True):
    """The discard pile becomes the new draw pile."""

    cards: Annotated[dict[str, int], rule("OSA-31")]


class Sold(Event, frozen=True, kw_only=True):
    """A player's set of one colour is sold."""

    seat: Annotated[int, rule("OSA-33")]
    colour: Annotated[str, rule("OSA-33")]
    cards: Annotated[Cards, rule("OSA-33")]
    price: Annotated[int, rule("OSA-38")]
    value: Annotated[int, rule("OSA-35")]
    vp: Annotated[int, rule("OSA-36")]
    kept: Annotated[Cards, rule("OSA-36")]
    discarded: Annotated[Cards, rule("OSA-36")]


class Drew(Event, frozen=True, kw_only=True):
    """Missing VP cards are drawn unseen; substitutes stand in when no card is left."""

    seat: Annotated[int, rule("OSA-37")]
    count: Annotated[int, rule("OSA-37")]
    substitutes: Annotated[int, rule("A-OSA-16")]


class Earned(Event, frozen=True, kw_only=True):
    """A token for a sale."""

    seat: Annotated[int, rule("OSA-39")]
    colour: Annotated[str, rule("OSA-39")]


class Sank(Event, frozen=True, kw_only=True):
    """The Black Tide takes these ships; these seats can insure, in this order."""

    colours: Annotated[tuple[str, ...], rule("OSA-40")]
    asked: Annotated[tuple[int, ...], rule("OSA-41")]


class Insured(Event, frozen=True, kw_only=True):
    """Goods are insured."""

    seat: int
    cards: Annotated[Cards, rule("OSA-41")]
    goods: Annotated[Cards, rule("OSA-41")]


class Declined(Event, frozen=True, kw_only=True):
    """Nothing is insured."""

    seat: Annotated[int, rule("OSA-41")]


class Lost(Event, frozen=True, kw_only=True):
    """Uninsured goods go down with their ship."""

    seat: Annotated[int, rule("OSA-40")]
    cards: Annotated[Cards, rule("OSA-40")]


class Returned(Event, frozen=True, kw_only=True):
    """A ship goes back to Osaka or Anori."""

    colour: Annotated[str, rule("OSA-44")]
    start: Annotated[int, rule("OSA-44")]
    end: Annotated[int, rule("OSA-44")]


class Freed(Event, frozen=True, kw_only=True):
    """A reservation piece goes back: a house rule gave its card to another player."""

    seat: Annotated[int, rule("OSA-22")]


class Passed(Event, frozen=True, kw_only=True):
    """Nothing could be done."""

    seat: Annotated[int, rule("A-OSA-17")]


STILL: frozenset[type[Event]] = frozenset(
    (
        *(Dealt, First, Turned, Sailed, Reserved, Restocked),
        *(Reshuffled, Sank, Declined, Returned, Freed, Passed),
    )
)
"""After these every player has what they had before."""
