"""The things that can happen in a game. If a rule determines a field, the field names that rule."""

from __future__ import annotations

from typing import Annotated

from ledger.sdk import N_, Event, SeatEvent, Shared, Still, case, plural, rule

Boats = tuple[str | None, ...]
"""Boats; None is a boat that wasn't seen."""


class Drew(SeatEvent):
    """Boats are drawn from a stack, seen only by the player who draws.

    `stack` is 1 or 2 in the tactical game, else empty.
    """

    seat: Annotated[int, rule("KLO-22", "the player who draws")]
    stack: Annotated[str, rule("KLO-41", "the stack, if the game is tactical")]
    boats: Annotated[Boats, rule("KLO-22", "the boats", chance="hand", hidden=True)]
    says = (
        case(N_("{name} draws from stack {stack}: {boats}"), lambda x: any(x.boats), "stack"),
        case(N_("{name} draws {boats}"), lambda x: any(x.boats)),
        case(plural("{name} draws {drawn} (boat|boats) from stack {stack}"), "stack"),
        plural("{name} draws {drawn} (boat|boats)"),
    )


class Turned(SeatEvent, Still):
    """A player's turn begins."""

    seat: Annotated[int, rule("KLO-06", "whose turn it is")]


class Placed(SeatEvent):
    """A boat from the hand is placed on a field.

    The fields from `trader` on are the choices that go with it, as in the command.
    """

    boat: Annotated[str, rule("KLO-07", "the boat")]
    field: Annotated[str, rule("KLO-18", "where it lies")]
    owner: Annotated[int, rule("KLO-12", "the seat whose trader is on it; 0 for nobody's")]
    trader: Annotated[str, rule("KLO-16", "the field whose trader is taken, or without")]
    take: Annotated[str, rule("KLO-32", "the field from which a thief takes a boat")]
    keep: Annotated[str, rule("KLO-33", "where what is taken goes: hand, warehouse or out")]
    move: Annotated[str, rule("KLO-21", "the field of the player's own boat that moves")]
    to: Annotated[str, rule("KLO-21", "where it moves to")]
    stack: Annotated[str, rule("KLO-41", "the stack that is drawn from")]
    says = (
        case(N_("{name} places {boat} on {field} and leaves the seat empty"), trader="without"),
        case(N_("{name} places {boat} on {field}, with the trader from {trader}"), "trader"),
        N_("{name} places {boat} on {field}"),
    )


class Passed(SeatEvent):
    """A player can't place a boat; if that is because the hand is all thieves, it is shown."""

    seat: Annotated[int, rule("A-KLO-21", "the player who passes")]
    thieves: Annotated[int, rule("A-KLO-21", "how many thieves are the whole hand, if that is why")]
    says = (
        case(
            plural("{name} has only {thieves} (thief|thieves), which cannot be placed, and passes"),
            "thieves",
        ),
        N_("{name} has no boat that can be placed and passes"),
    )


class Moved(SeatEvent):
    """A player uses a move card for one of their boats."""

    seat: Annotated[int, rule("KLO-21", "whose boat it is")]
    field: Annotated[str, rule("KLO-21", "where the boat was")]
    to: Annotated[str, rule("KLO-21", "where it is afterwards")]
    says = N_("{name} uses a move card: the boat on {field} goes to {to}")


class Stolen(SeatEvent, Shared):
    """A thief takes a boat to its player's hand or warehouse; `owner` gets the trader back."""

    seat: Annotated[int, rule("KLO-32", "whose thief it is")]
    field: Annotated[str, rule("KLO-32", "where the boat was")]
    boat: Annotated[str, rule("KLO-32", "the boat")]
    owner: Annotated[int, rule("KLO-32", "the seat that has its trader back; 0 for nobody")]
    keep: Annotated[str, rule("KLO-33", "where the boat goes: hand or warehouse")]


class Chased(SeatEvent):
    """A guard removes a thief, to its player's hand or out of the game."""

    seat: Annotated[int, rule("KLO-35", "whose guard it is")]
    field: Annotated[str, rule("KLO-35", "where the thief was")]
    keep: Annotated[str, rule("KLO-36", "where the thief goes: a hand, or out of the game")]
    says = (
        case(N_("{name}'s guard catches the thief on {field} and takes it into hand"), keep="hand"),
        N_("{name}'s guard catches the thief on {field}, and it leaves the game"),
    )


class Advanced(SeatEvent):
    """The Luk-Phat marker moves to the next field of its track, which brings points."""

    seat: Annotated[int, rule("KLO-08", "the player who gets the points")]
    step: Annotated[int, rule("KLO-08", "the field of the track")]
    points: Annotated[int, rule("KLO-08", "points for it")]
    says = plural("The Luk-Phat marker goes to field {step}: {name} gets {points} (point|points)")


class DayBegan(Event, Still):
    """A market day begins."""

    kind: Annotated[str, rule("KLO-09", "small or big")]
    trigger: Annotated[int, rule("KLO-23", "the seat that caused it")]
    first: Annotated[int, rule("KLO-29", "the seat that scores first")]
    says = (
        case(N_("{cause} triggers the big market day; {begins} scores first"), kind="big"),
        N_("{cause} triggers a small market day and scores first"),
    )


class Scored(SeatEvent, Shared):
    """A player scores a mooring place, for everybody who has traders there."""

    mooring: Annotated[str, rule("KLO-24", "the mooring place")]
    remove: Annotated[str, rule("KLO-26", "the field of the boat that goes to the warehouse")]
    baskets: Annotated[int, rule("KLO-25", "baskets on the boats there")]
    factor: Annotated[int, rule("KLO-37", "what cook-shops multiply them by")]
    points: Annotated[tuple[int, ...], rule("KLO-25", "points of each seat")]
    says = (
        case(plural("{name} scores {mooring} with {baskets} (basket|baskets): {gains}"), factor=1),
        plural("{name} scores {mooring} with {baskets} (basket|baskets), times {factor}: {gains}"),
    )


class Stored(SeatEvent, Shared):
    """A boat at the scored mooring place goes to a warehouse; `owner` gets the trader back.

    That is the same seat, unless the table waives KLO-26.
    """

    seat: Annotated[int, rule("KLO-26", "whose warehouse it is")]
    field: Annotated[str, rule("KLO-26", "where the boat was")]
    boat: Annotated[str, rule("KLO-26", "the boat")]
    owner: Annotated[int, rule("KLO-26", "the seat that has its trader back; 0 for nobody")]
    says = (
        case(
            N_("{name} takes {boat} from {field} to the warehouse and the trader back to the pool"),
            "owner",
        ),
        N_("{name} takes {boat} from {field} to the warehouse"),
    )


class Declined(SeatEvent, Still):
    """A player chooses not to score in this round."""

    seat: Annotated[int, rule("KLO-23", "the player who passes")]
    says = N_("{name} chooses not to score in this round")


class Skipped(SeatEvent, Still):
    """A player has nothing to score in this round."""

    seat: Annotated[int, rule("KLO-23", "the player who can't score")]
    says = N_("{name} has nothing to score in this round")


class DayOver(Event, Still):
    """A market day is over."""

    kind: Annotated[str, rule("KLO-30", "small or big")]
    says = (
        case(N_("The big market day is over"), kind="big"),
        N_("The small market day is over"),
    )


class TurnEnded(SeatEvent, Still):
    """A player moves no more boats after a market day and draws from `stack`."""

    seat: Annotated[int, rule("A-KLO-27", "whose turn ends")]
    stack: Annotated[str, rule("KLO-41", "the stack that is drawn from")]
    says = N_("{name} ends the turn")


class Valued(SeatEvent):
    """A player gets points for the goods in the warehouse."""

    seat: Annotated[int, rule("KLO-38", "whose warehouse it is")]
    points: Annotated[int, rule("KLO-39", "points for the goods")]
    says = plural("{name} gets {points} (point|points) for the warehouse")
