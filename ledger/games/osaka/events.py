"""What can happen. A field that a rule determines names that rule."""

from __future__ import annotations

from typing import Annotated

from ledger.sdk import Event, rule

Cards = tuple[str, ...]


class Dealt(Event):
    """Cards from the pile lie face up in the Market or the Farm."""

    to: Annotated[str, rule("OSA-29", "where they lie: market or farm")]
    cards: Annotated[Cards, rule("OSA-29", "the cards", chance="{to}")]


class Shown(Event):
    """A starting hand, drawn and shown."""

    seat: Annotated[int, rule("OSA-06")]
    cards: Annotated[Cards, rule("OSA-06", "the cards of the hand", chance="hand")]


class First(Event):
    """The first player; `lot` holds the seat drawn among tied ones."""

    first: Annotated[int, rule("OSA-08", "the seat that begins")]
    lot: Annotated[
        tuple[str, ...],
        rule("OSA-08", "the seat drawn among tied ones; empty if nobody tied", chance="first"),
    ]


class Claimed(Event):
    """A starting token is taken."""

    seat: Annotated[int, rule("OSA-09")]
    colour: Annotated[str, rule("OSA-09", "colour of the token")]


class Turned(Event):
    """A player's turn begins."""

    seat: Annotated[int, rule("OSA-12")]


class Bought(Event):
    """The Market is bought; `freed`: the own reserved card was among it."""

    seat: int
    paid: Annotated[Cards, rule("OSA-14", "cards given as coins")]
    cards: Annotated[Cards, rule("OSA-23", "cards bought")]
    cost: Annotated[int, rule("OSA-14", "what they cost, in coins")]
    freed: Annotated[bool, rule("OSA-21", "whether the player's own reserved card was among them")]


class Sailed(Event):
    """A ship moves."""

    colour: Annotated[str, rule("OSA-16", "colour of the ship")]
    start: Annotated[int, rule("OSA-16", "where it was, counted from Osaka")]
    end: Annotated[int, rule("OSA-16", "where it is then")]


class Took(Event):
    """A Market card becomes coins; `freed`: it was the own reserved one."""

    seat: int
    card: Annotated[str, rule("OSA-18", "the card")]
    freed: Annotated[bool, rule("OSA-21", "whether the player had reserved it")]


class Reserved(Event):
    """A reservation piece lies on a card."""

    seat: int
    card: Annotated[str, rule("OSA-19", "the card")]
    row: Annotated[str, rule("OSA-19", "where it lies: market or farm")]


class Restocked(Event):
    """The Farm moves to the Market."""

    cards: Annotated[Cards, rule("OSA-28", "the cards that move")]


class Reshuffled(Event):
    """The discard pile becomes the new draw pile."""

    cards: Annotated[
        dict[str, int], rule("OSA-31", "how many of each card there are in the new pile")
    ]


class Sold(Event):
    """A player's set of one colour is sold."""

    seat: Annotated[int, rule("OSA-33")]
    colour: Annotated[str, rule("OSA-33", "colour of the goods")]
    cards: Annotated[Cards, rule("OSA-33", "the goods")]
    price: Annotated[int, rule("OSA-38", "what a card counts: the highest one, and the tokens")]
    value: Annotated[int, rule("OSA-35", "what the set is worth, rounded up")]
    vp: Annotated[int, rule("OSA-36", "victory points earned")]
    kept: Annotated[Cards, rule("OSA-36", "cards that become victory points")]
    discarded: Annotated[Cards, rule("OSA-36", "the other cards")]


class Drew(Event):
    """Missing VP cards are drawn unseen; substitutes stand in when no card is left."""

    seat: Annotated[int, rule("OSA-37")]
    count: Annotated[int, rule("OSA-37", "how many cards")]
    substitutes: Annotated[int, rule("A-OSA-16", "how many substitutes stand in for cards")]


class Earned(Event):
    """A token for a sale."""

    seat: Annotated[int, rule("OSA-39")]
    colour: Annotated[str, rule("OSA-39", "colour of the token")]


class Sank(Event):
    """The Black Tide takes these ships; these seats can insure, in this order."""

    colours: Annotated[tuple[str, ...], rule("OSA-40", "colours of the ships")]
    asked: Annotated[tuple[int, ...], rule("OSA-41", "seats that can insure, in this order")]


class Insured(Event):
    """Goods are insured."""

    seat: int
    cards: Annotated[Cards, rule("OSA-41", "cards paid for it")]
    goods: Annotated[Cards, rule("OSA-41", "goods that are safe")]


class Declined(Event):
    """Nothing is insured."""

    seat: Annotated[int, rule("OSA-41")]


class Lost(Event):
    """Uninsured goods go down with their ship."""

    seat: Annotated[int, rule("OSA-40")]
    cards: Annotated[Cards, rule("OSA-40", "goods lost")]


class Returned(Event):
    """A ship goes back to Osaka or Anori."""

    colour: Annotated[str, rule("OSA-44", "colour of the ship")]
    start: Annotated[int, rule("OSA-44", "where it was, counted from Osaka")]
    end: Annotated[int, rule("OSA-44", "where it is then")]


class Freed(Event):
    """A reservation piece goes back: a house rule gave its card to another player."""

    seat: Annotated[int, rule("OSA-22")]


class Passed(Event):
    """Nothing could be done."""

    seat: Annotated[int, rule("A-OSA-17")]


STILL: frozenset[type[Event]] = frozenset(
    (
        *(Dealt, First, Turned, Sailed, Reserved, Restocked),
        *(Reshuffled, Sank, Declined, Returned, Freed, Passed),
    )
)
"""After these every player has what they had before."""
