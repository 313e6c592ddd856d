"""The things that can happen in a game: the facts that a log records.

`evolve.py` has the effect of each on the position.

The name of an event class is part of the log format: `Bought` is written as `bought` in a log and
has the SQL table `osaka_bought`, which takes its description from the class's docstring. If a rule
determines a field, the field names that rule; the same goes for the `seat` of an event that isn't
the player's own choice, or that only some players may choose. `chance` is the slot under which
people write down a random result: the one that `rules/` draws under and `game.py` lists. `says` is
the sentence for an event; if there are several, the first whose condition holds is used. `words.py`
fills in the gaps, and has the sentences that need more than the event itself.
"""

from __future__ import annotations

from typing import Annotated

from ledger.sdk import N_, Event, SeatEvent, Still, case, plural, rule

Cards = tuple[str, ...]
Copies = dict[str, int]


class Dealt(Event, Still):
    """Cards from the pile are put face up into the Market or the Farm."""

    to: Annotated[str, rule("OSA-29", "where they lie: market or farm")]
    cards: Annotated[Cards, rule("OSA-29", "the cards", chance="{to}")]
    says = (
        case(plural("{cards} (is|are) added to the Market"), to="market"),
        plural("{cards} (is|are) added to the Farm"),
    )


class Shown(SeatEvent):
    """A starting hand, drawn and shown."""

    seat: Annotated[int, rule("OSA-06", "whose hand it is")]
    cards: Annotated[Cards, rule("OSA-06", "the cards of the hand", chance="hand")]
    says = N_("{name} shows a starting hand of {cards}")


class First(Event, Still):
    """The first player is determined; `lot` holds the seat drawn if several tied."""

    first: Annotated[int, rule("OSA-08", "the seat that begins")]
    lot: Annotated[
        tuple[str, ...],
        rule("OSA-08", "the seat drawn among tied ones; empty if nobody tied", chance="first"),
    ]
    says = (
        case(N_("{starter} is the first player, drawn by lot"), "lot"),
        N_("{starter} is the first player"),
    )


class Claimed(SeatEvent):
    """A starting token is taken."""

    seat: Annotated[int, rule("OSA-09", "who takes the token")]
    colour: Annotated[str, rule("OSA-09", "colour of the token")]
    says = N_("{name} takes {token} to start with")


class Turned(SeatEvent, Still):
    """A player's turn begins."""

    seat: Annotated[int, rule("OSA-12", "whose turn begins")]
    says = N_("It is {name}'s turn")


class Bought(SeatEvent):
    """The Market is bought; `freed`: the player's own reserved card was part of it."""

    paid: Annotated[Cards, rule("OSA-14", "cards given as coins")]
    cards: Annotated[Cards, rule("OSA-23", "cards bought")]
    cost: Annotated[int, rule("OSA-14", "what they cost, in coins")]
    freed: Annotated[bool, rule("OSA-21", "whether the player's own reserved card was among them")]
    says = (
        case(N_("{name} buys {cards} for {cost}, paying {paid}, and gets the piece back"), "freed"),
        N_("{name} buys {cards} for {cost}, paying {paid}"),
    )


class Sailed(Event, Still):
    """A ship moves."""

    colour: Annotated[str, rule("OSA-16", "colour of the ship")]
    start: Annotated[int, rule("OSA-16", "where it was, counted from Osaka")]
    end: Annotated[int, rule("OSA-16", "where it is afterwards")]
    says = plural("{ship} sails {spaces} (space|spaces) {place}")


class Took(SeatEvent):
    """A Market card becomes coins; `freed`: the player had reserved it."""

    card: Annotated[str, rule("OSA-18", "the card")]
    freed: Annotated[bool, rule("OSA-21", "whether the player had reserved it")]
    says = (
        case(N_("{name} takes the reserved {card} as coins"), "freed"),
        N_("{name} takes {card} as coins"),
    )


class Reserved(SeatEvent, Still):
    """A reservation piece is put on a card."""

    card: Annotated[str, rule("OSA-19", "the card")]
    row: Annotated[str, rule("OSA-19", "where it lies: market or farm")]
    says = (
        case(N_("{name} reserves {card} in the Market"), row="market"),
        N_("{name} reserves {card} in the Farm"),
    )


class Restocked(Event, Still):
    """The Farm moves to the Market."""

    cards: Annotated[Cards, rule("OSA-28", "the cards that move")]
    says = plural("{cards} (moves|move) from the Farm to the Market")


class Reshuffled(Event, Still):
    """The discard pile becomes the new draw pile."""

    cards: Annotated[Copies, rule("OSA-31", "how many of each card there are in the new pile")]
    says = plural("{shuffled} discarded (card is|cards are) shuffled into a new draw pile")


class Sold(SeatEvent):
    """A player's set of one colour is sold."""

    seat: Annotated[int, rule("OSA-33", "who sells")]
    colour: Annotated[str, rule("OSA-33", "colour of the goods")]
    cards: Annotated[Cards, rule("OSA-33", "the goods")]
    price: Annotated[int, rule("OSA-38", "what a card counts: the highest one, and the tokens")]
    value: Annotated[int, rule("OSA-35", "what the set is worth, rounded up")]
    vp: Annotated[int, rule("OSA-36", "victory points earned")]
    kept: Annotated[Cards, rule("OSA-36", "cards that become victory points")]
    discarded: Annotated[Cards, rule("OSA-36", "the other cards")]
    says = N_("{name} sells {set} for {value}: {vp} VP")


class Drew(SeatEvent):
    """Missing VP cards are drawn unseen; when no card is left, substitutes replace them."""

    seat: Annotated[int, rule("OSA-37", "who draws")]
    count: Annotated[int, rule("OSA-37", "how many cards")]
    substitutes: Annotated[int, rule("A-OSA-16", "how many substitutes stand in for cards")]
    says = (
        case(
            N_("{name} marks {substitutes} VP with substitutes, as no card is left"), "substitutes"
        ),
        plural("{name} draws {count} (card|cards) face down as VP"),
    )


class Earned(SeatEvent):
    """A token for a sale."""

    seat: Annotated[int, rule("OSA-39", "who gains the token")]
    colour: Annotated[str, rule("OSA-39", "colour of the token")]
    says = N_("{name} gains {token}")


class Sank(Event, Still):
    """The Black Tide sinks these ships; the seats in `asked` can insure goods, in this order."""

    colours: Annotated[tuple[str, ...], rule("OSA-40", "colours of the ships")]
    asked: Annotated[tuple[int, ...], rule("OSA-41", "seats that can insure, in this order")]
    says = plural("The Black Tide sinks the {colours} (ship|ships)")


class Insured(SeatEvent):
    """Goods are insured."""

    cards: Annotated[Cards, rule("OSA-41", "cards paid for it")]
    goods: Annotated[Cards, rule("OSA-41", "goods that are safe")]
    says = N_("{name} insures {goods}, discarding {cards}")


class Declined(SeatEvent, Still):
    """Nothing is insured."""

    seat: Annotated[int, rule("OSA-41", "who insures nothing")]
    says = N_("{name} insures nothing")


class Lost(SeatEvent):
    """Uninsured goods go down with their ship."""

    seat: Annotated[int, rule("OSA-40", "whose goods they were")]
    cards: Annotated[Cards, rule("OSA-40", "goods lost")]
    says = N_("{name} loses {cards}")


class Returned(Event, Still):
    """A ship goes back to Osaka or Anori."""

    colour: Annotated[str, rule("OSA-44", "colour of the ship")]
    start: Annotated[int, rule("OSA-44", "where it was, counted from Osaka")]
    end: Annotated[int, rule("OSA-44", "where it is afterwards")]
    says = N_("{ship} goes back {place}")


class Freed(SeatEvent, Still):
    """A reservation piece goes back: a house rule gave its card to another player."""

    seat: Annotated[int, rule("OSA-22", "whose piece it is")]
    says = N_("{name} gets the reservation piece back")


class Passed(SeatEvent, Still):
    """Nothing could be done."""

    seat: Annotated[int, rule("A-OSA-17", "who passes")]
    says = N_("{name} passes, as no action is possible")
