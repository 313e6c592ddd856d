"""The things that can happen in a game: the facts that a log records.

`evolve.py` has the effect of each on the position.

If a rule determines a field, the field names that rule; so does the `seat` of an event, unless its
player chose to do it. `says` is the sentence for an event; if there are several, the first whose
condition holds is used. `words.py` fills in the gaps.
"""

from __future__ import annotations

from typing import Annotated

from ledger.sdk import N_, Event, SeatEvent, Still, about, case, plural, rule

Words = tuple[str, ...]


class Displayed(Event, Still):
    """Mosque tiles are turned face up."""

    tiles: Annotated[Words, rule("IST-31", "the tiles", chance="tile")]
    says = plural("(A mosque tile is|Mosque tiles are) turned face up: {turned}")


class Gained(SeatEvent):
    """Tokens, lira or crystals from the supply."""

    seat: Annotated[int, rule("IST-22", "who gets them")]
    what: Annotated[str, rule("IST-22", "the thing that changed, e.g. lira")]
    count: Annotated[int, rule("IST-22", "how many")]
    says = N_("{name} takes {things}")


class Levied(Event):
    """The supply is empty: these players return one each."""

    what: Annotated[str, rule("IST-22", "what they return")]
    seats: Annotated[tuple[int, ...], rule("IST-A19", "the seats that return one")]
    says = plural("The supply is empty: {who} (returns {thing}|return {thing} each)")


class Missed(SeatEvent, Still):
    """Nobody could return anything: the rest is lost."""

    seat: Annotated[int, rule("IST-A19", "who goes without")]
    what: Annotated[str, rule("IST-A19", "what is lost")]
    count: Annotated[int, rule("IST-A19", "how many")]
    says = N_("The supply is empty: {name} goes without {things}")


class Turned(SeatEvent, Still):
    """A player's turn begins; these tiles have an effect now, in this order."""

    seat: Annotated[int, rule("IST-19", "whose turn begins")]
    income: Annotated[Words, rule("IST-15", "mosque tiles with an effect now, in this order")]
    says = N_("It is {name}'s turn")


class TileUsed(SeatEvent, Still):
    """The start-of-turn effect of a mosque tile."""

    seat: Annotated[int, rule("IST-15", "whose tile it is")]
    tile: Annotated[str, rule("IST-A10", "the tile")]
    says = N_("{name} uses the mosque tile {tile}")


class Rolled(SeatEvent, Still):
    """The dice of a turn."""

    seat: Annotated[int, rule("IST-16", "who rolls")]
    faces: Annotated[Words, rule("IST-16", "what the dice show", chance="roll")]
    says = N_("{name} rolls {faces}")


class Rerolled(SeatEvent):
    """Dice, counted from 1, rolled again."""

    dice: Annotated[tuple[int, ...], about("which dice, counted from 1")]
    spent: Annotated[dict[str, int], rule("IST-17", "what was given for it")]
    faces: Annotated[Words, rule("IST-17", "what these dice show now", chance="roll")]
    says = (
        case(plural("{name} pays {spent} and rolls (die|dice) {dice} again: {faces}"), "spent"),
        plural("{name} rolls (die|dice) {dice} again: {faces}"),
    )


class Paired(SeatEvent):
    """Two identical goods are discarded."""

    colour: Annotated[str, rule("IST-23", "colour of the goods")]
    paid: Annotated[Words, rule("IST-23", "dice and tokens discarded")]
    says = N_("{name} exchanges {goods} for {token}")


class Mixed(SeatEvent):
    """Goods of different colours are discarded; `take`: the colours chosen for four."""

    goods: Annotated[int, rule("IST-24", "how many different goods")]
    paid: Annotated[Words, rule("IST-24", "dice and tokens discarded")]
    take: Annotated[Words, rule("IST-26", "colours chosen, for four different goods")]
    says = N_("{name} exchanges {goods} for {gained}")


class Cashed(SeatEvent, Still):
    """All coin dice are discarded for lira."""

    dice: Annotated[int, rule("IST-27", "how many coin dice")]
    lira: Annotated[int, rule("IST-27", "lira got for them")]
    says = plural("{name} uses {dice} coin (die|dice) for lira")


class Visited(SeatEvent, Still):
    """Card dice are discarded for a look at the bazaar."""

    dice: Annotated[int, rule("IST-28", "how many card dice")]
    says = plural("{name} goes to the bazaar with {dice} card (die|dice)")


class Revealed(Event, Still):
    """Bazaar cards are turned up."""

    cards: Annotated[Words, rule("IST-28", "the cards", chance="reveal")]
    says = plural("(A bazaar card is|Bazaar cards are) revealed: {revealed}")


class Reshuffled(Event, Still):
    """The discarded bazaar cards become the new deck."""

    cards: Annotated[Words, rule("IST-29", "cards of the new deck")]
    says = plural("{shuffled} discarded bazaar (card is|cards are) shuffled into a new deck")


class _Deal(SeatEvent, kw_only=True):
    # in logs these fields come after those of the event itself
    paid: Annotated[Words, rule("IST-54", "tokens given")]
    discard: Annotated[Words, rule("IST-57", "the player's mosque tiles given up")]
    take: Annotated[Words, rule("IST-A32", "tokens chosen")]
    areas: Annotated[Words, rule("IST-65", "ruby areas chosen")]
    tiles: Annotated[Words, rule("IST-57", "mosque tiles chosen")]


class CardUsed(_Deal):
    """A revealed card is used; `paid`: tokens, `discard`: own tiles, the rest: what is chosen."""

    seat: Annotated[int, rule("IST-52", "who uses the card")]
    card: Annotated[str, rule("IST-28", "the card")]
    choice: Annotated[str, rule("IST-28", "which part of the card, if it leaves a choice")]
    says = (
        case(N_("{name} uses the bazaar card {card}, paying {goods}"), "paid"),
        N_("{name} uses the bazaar card {card}"),
    )


class CardDeclined(SeatEvent, Still):
    """A revealed card is chosen without its condition."""

    seat: Annotated[int, rule("IST-52", "who chooses the card")]
    card: Annotated[str, rule("IST-56", "the card")]
    says = N_("{name} uses the bazaar card {card} without its condition")


class Offered(Event, Still):
    """These players may use the others' part, in this order."""

    card: Annotated[str, rule("IST-53", "the card")]
    seats: Annotated[tuple[int, ...], rule("IST-A11", "the seats that may use it, in this order")]
    says = plural("{who} may use the bazaar card {offer}")


class Accepted(_Deal):
    """The others' part is used."""

    seat: Annotated[int, rule("IST-53", "who accepts the offer")]
    choice: Annotated[str, rule("IST-64", "which part of the card, if it leaves a choice")]
    says = (
        case(N_("{name} accepts the offer, paying {goods}"), "paid"),
        N_("{name} accepts the offer"),
    )


class Refused(SeatEvent, Still):
    """The others' part is declined."""

    seat: Annotated[int, rule("IST-A11", "who declines the offer")]
    says = N_("{name} declines the offer")


class Skipped(SeatEvent, Still):
    """A player can no longer meet the condition of the others' part."""

    seat: Annotated[int, rule("IST-A11", "who can no longer accept")]
    says = N_("{name} can no longer accept the offer")


class Cleared(Event, Still):
    """The revealed cards are discarded."""

    cards: Annotated[Words, rule("IST-28", "the cards")]
    says = plural("The bazaar (card {cards} is|cards {cards} are) discarded")


class Spent(SeatEvent):
    """Lira or crystals go back to the supply for a card."""

    seat: Annotated[int, rule("IST-54", "who pays")]
    what: Annotated[str, rule("IST-54", "lira or crystal")]
    count: Annotated[int, rule("IST-54", "how many")]
    says = N_("{name} pays {things}")


class Bought(SeatEvent):
    """A mosque tile is paid for."""

    tile: Annotated[str, rule("IST-30", "the tile")]
    paid: Annotated[Words, rule("IST-30", "dice and tokens given for it")]
    says = N_("{name} pays {goods} for the mosque tile {tile}")


class TileTaken(SeatEvent):
    """A face-up mosque tile is taken, with its dice."""

    seat: Annotated[int, rule("IST-30", "who takes the tile")]
    tile: Annotated[str, rule("IST-30", "the tile")]
    dice: Annotated[int, rule("IST-51", "dice that come with it")]
    says = (
        case(plural("{name} takes the mosque tile {tile} and {dice} assistant (die|dice)"), "dice"),
        N_("{name} takes the mosque tile {described}"),
    )


class TileReturned(SeatEvent):
    """A mosque tile goes under the stack, and its dice to the supply."""

    seat: Annotated[int, rule("IST-57", "whose tile it was")]
    tile: Annotated[str, rule("IST-A21", "the tile")]
    dice: Annotated[int, rule("IST-A16", "dice that go back with it")]
    says = (
        case(
            plural(
                "{name} puts the mosque tile {tile} under the stack "
                "and returns {dice} assistant (die|dice)"
            ),
            "dice",
        ),
        N_("{name} puts the mosque tile {tile} under the stack"),
    )


class RubyBought(SeatEvent):
    """The price of a ruby is paid, in goods or in lira."""

    area: Annotated[str, rule("IST-33", "area of the ruby")]
    paid: Annotated[Words, rule("IST-34", "dice and tokens given for it")]
    lira: Annotated[int, rule("IST-38", "lira given for it")]
    says = N_("{name} pays {price} for a ruby {area}")


class RubyTaken(SeatEvent):
    """The nearest ruby of an area is taken, the `number`th."""

    seat: Annotated[int, rule("IST-33", "who takes the ruby")]
    area: Annotated[str, rule("IST-33", "area of the ruby")]
    number: Annotated[int, rule("IST-33", "1 for the first ruby taken from the area")]
    says = N_("{name} takes ruby no. {number} {area}")


class MosqueRuby(SeatEvent):
    """A ruby of the mosque area, for the number of tiles owned."""

    seat: Annotated[int, rule("IST-32", "who takes the ruby")]
    tiles: Annotated[int, rule("IST-32", "how many mosque tiles the player owns")]
    says = plural("{name} owns {tiles} mosque (tile|tiles) and takes a ruby from the mosque")


class Finished(SeatEvent, Still):
    """A turn is over."""

    seat: Annotated[int, rule("IST-19", "whose turn is over")]
    says = N_("{name} passes the dice on")
