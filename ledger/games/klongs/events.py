"""What can happen. A field that a rule determines names that rule."""

from __future__ import annotations

from typing import Annotated

from ledger.sdk import N_, By, Event, SeatEvent, Shared, Still, plural, rule

Boats = tuple[str | None, ...]
"""Boats, of which some were perhaps not seen."""


class Drew(SeatEvent[By["KLO-22"]]):
    """Boats drawn from a stack, seen by the one who drew them; `stack`: 1 or 2 if tactical."""

    stack: Annotated[str, rule("KLO-41", "the stack, if the game is tactical")]
    boats: Annotated[Boats, rule("KLO-22", "the boats", chance="hand", hidden=True)]
    says_stack = plural("{name} draws {drawn} (boat|boats) from stack {stack}")
    says = plural("{name} draws {drawn} (boat|boats)")


class Turned(SeatEvent[By["KLO-06"]], Still):
    """A player's turn begins."""


class Placed(SeatEvent):
    """A boat of the hand lies on a field; `owner`: whose trader is on it (0: nobody's).

    The rest are the choices that go with it, as in the command.
    """

    boat: Annotated[str, rule("KLO-07", "the boat")]
    field: Annotated[str, rule("KLO-18", "where it lies")]
    owner: Annotated[int, rule("KLO-12", "the seat whose trader is on it; 0 for nobody's")]
    trader: Annotated[str, rule("KLO-16", "the field whose trader is taken, or without")]
    take: Annotated[str, rule("KLO-32", "the field from which a thief takes a boat")]
    keep: Annotated[str, rule("KLO-33", "where what is taken goes: hand, warehouse or out")]
    move: Annotated[str, rule("KLO-21", "the field of an own boat that moves then")]
    to: Annotated[str, rule("KLO-21", "where it moves to")]
    stack: Annotated[str, rule("KLO-41", "the stack that is drawn from")]
    says_trader_without = N_("{name} places {boat} on {field} and leaves the seat empty")
    says_trader = N_("{name} places {boat} on {field}, with the trader from {trader}")
    says = N_("{name} places {boat} on {field}")


class Passed(SeatEvent[By["A-KLO-21"]]):
    """Nothing is placed; so many thieves are the whole hand, if that is the reason."""

    thieves: Annotated[int, rule("A-KLO-21", "how many thieves are the whole hand, if that is why")]
    says_thieves = plural(
        "{name} has only {thieves} (thief|thieves), which cannot be placed, and passes"
    )
    says = N_("{name} has no boat that can be placed and passes")


class Moved(SeatEvent[By["KLO-21"]]):
    """An own boat is moved for a move card."""

    field: Annotated[str, rule("KLO-21", "where the boat was")]
    to: Annotated[str, rule("KLO-21", "where it is then")]
    says = N_("{name} uses a move card: the boat on {field} goes to {to}")


class Stolen(SeatEvent[By["KLO-32"]], Shared):
    """A thief takes a boat to its player's hand or warehouse; `owner` has the trader back."""

    field: Annotated[str, rule("KLO-32", "where the boat was")]
    boat: Annotated[str, rule("KLO-32", "the boat")]
    owner: Annotated[int, rule("KLO-32", "the seat that has its trader back; 0 for nobody")]
    keep: Annotated[str, rule("KLO-33", "where the boat goes: hand or warehouse")]


class Chased(SeatEvent[By["KLO-35"]]):
    """A guard removes a thief: to its player's hand or out of the game."""

    field: Annotated[str, rule("KLO-35", "where the thief was")]
    keep: Annotated[str, rule("KLO-36", "where the thief goes: a hand, or out of the game")]
    says_keep_hand = N_("{name}'s guard catches the thief on {field}: it goes to the hand")
    says = N_("{name}'s guard catches the thief on {field}: it leaves the game")


class Advanced(SeatEvent[By["KLO-08"]]):
    """The Luk-Phat marker moves to a field of its track, for points."""

    step: Annotated[int, rule("KLO-08", "the field of the track")]
    points: Annotated[int, rule("KLO-08", "points for it")]
    says = plural("The Luk-Phat marker goes to field {step}: {name} gets {points} (point|points)")


class DayBegan(Event, Still):
    """A market day begins: `kind` small or big, who caused it, who is first."""

    kind: Annotated[str, rule("KLO-09", "small or big")]
    trigger: Annotated[int, rule("KLO-23", "the seat that caused it")]
    first: Annotated[int, rule("KLO-29", "the seat that scores first")]
    says_kind_big = N_("{cause} brings about the big market day, {begins} scores first")
    says = N_("{cause} brings about a small market day and begins")


class Scored(SeatEvent, Shared):
    """A mooring place is scored: baskets, factor of cook-shops, points of each seat."""

    mooring: Annotated[str, rule("KLO-24", "the mooring place")]
    remove: Annotated[str, rule("KLO-26", "the field of the boat that goes to the warehouse")]
    baskets: Annotated[int, rule("KLO-25", "baskets on the boats there")]
    factor: Annotated[int, rule("KLO-37", "what cook-shops multiply them by")]
    points: Annotated[tuple[int, ...], rule("KLO-25", "points of each seat")]
    says_factor_1 = plural("{name} scores {mooring} with {baskets} (basket|baskets): {gains}")
    says = plural(
        "{name} scores {mooring} with {baskets} (basket|baskets), times {factor}: {gains}"
    )


class Stored(SeatEvent[By["KLO-26"]], Shared):
    """The scored boat goes to a warehouse; `owner` has the trader back.

    That is the same seat, unless the table waives KLO-26.
    """

    field: Annotated[str, rule("KLO-26", "where the boat was")]
    boat: Annotated[str, rule("KLO-26", "the boat")]
    owner: Annotated[int, rule("KLO-26", "the seat that has its trader back; 0 for nobody")]
    says_owner = N_(
        "{name} takes {boat} from {field} to the warehouse and the trader back to the pool"
    )
    says = N_("{name} takes {boat} from {field} to the warehouse")


class Declined(SeatEvent[By["KLO-23"]], Still):
    """A player does not want to score in this round."""

    says = N_("{name} does not want to score in this round")


class Skipped(SeatEvent[By["KLO-23"]], Still):
    """A player has nothing to score in this round."""

    says = N_("{name} has nothing to score in this round")


class DayOver(Event, Still):
    """A market day is over."""

    kind: Annotated[str, rule("KLO-30", "small or big")]
    says_kind_big = N_("The big market day is over")
    says = N_("The small market day is over")


class TurnEnded(SeatEvent[By["A-KLO-27"]], Still):
    """After a market day: nothing more is moved; `stack` is drawn from."""

    stack: Annotated[str, rule("KLO-41", "the stack that is drawn from")]
    says = N_("{name} ends the turn")


class Valued(SeatEvent[By["KLO-38"]]):
    """Points for the goods in a warehouse."""

    points: Annotated[int, rule("KLO-39", "points for the goods")]
    says = plural("{name} gets {points} (point|points) for the warehouse")
