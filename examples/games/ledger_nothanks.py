"""No Thanks!: take the card, or pay a chip not to.

NTH-01 The box: There are 33 cards, 3 to 35, and 55 chips.

NTH-02 Chips: Everybody gets 11 chips (9 if six play, 7 if seven), and hides them in the hand.

NTH-03 Nine cards out: Nine cards go back into the box; nobody looks at them.

NTH-04 The card: The top card of the deck is turned face up.

NTH-05 A turn: Seat 1 begins, and play goes clockwise. Take the card, or pay for it to go on.

NTH-06 Paying: Lay one of your chips on the card. Then it is up to the next player.

NTH-07 Taking: Take the card, with all the chips on it. Then the next card is turned up, for you.

NTH-08 The end: When the last card is taken, cards count what they say; of cards in a row only the
lowest counts. Every chip is a point less. The fewest points win.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated

from ledger.sdk import (
    Above0,
    Boxes,
    Command,
    Corrections,
    Decision,
    Ending,
    Event,
    Folds,
    Game,
    Meta,
    NotNegative,
    Opening,
    Pile,
    PlainSetup,
    Provenance,
    Questions,
    Rules,
    SeatEvent,
    Sourced,
    Titled,
    move,
    next_seat,
    plural,
    require,
    resource,
    rule,
)


class Cards(Sourced):
    lowest: Above0
    highest: Above0
    out: NotNegative


class Chips(Sourced):
    each: dict[str, Above0]


class Box(Titled):
    cards: Cards
    chips: Chips


@dataclass(slots=True)
class Player:
    chips: Annotated[int, resource("chips", public=False)]
    cards: Annotated[list[int], resource("cards")] = field(default_factory=list)


@dataclass(slots=True)
class State:
    """`card` is face up, with `pot` chips on it."""

    setup: PlainSetup
    players: list[Player]
    deck: Pile
    card: str | None = None
    pot: int = 0
    active: int = 0
    turn: int = 0
    over: bool = False


class Take(Command):
    """Take the card, with all the chips on it."""


class Pay(Command):
    """Lay a chip on the card."""


class SetAside(Event):
    """Cards go back into the box, unseen."""

    count: Annotated[int, rule("NTH-03")]
    says = "{count} cards go back into the box, unseen"


class Flipped(Event):
    """The next card is turned face up."""

    card: Annotated[str, rule("NTH-04", chance="card")]
    says = "The card is {card}"


class Turned(SeatEvent):
    """A player's turn begins."""

    seat: Annotated[int, rule("NTH-05")]


class Paid(SeatEvent):
    """A chip is laid on the card."""

    seat: Annotated[int, rule("NTH-06")]
    says = "{name} says no thanks"


class Took(SeatEvent):
    """The card is taken with its chips."""

    card: Annotated[str, rule("NTH-07")]
    chips: Annotated[int, rule("NTH-07")]
    says = plural("{name} takes {card}, and {chips} (chip|chips)")


FOLDS = Folds[State]()


@FOLDS.on(SetAside)
def set_aside(s: State, x: SetAside) -> None:
    for _ in range(x.count):
        s.deck.take(None)


@FOLDS.on(Flipped)
def flipped(s: State, x: Flipped) -> None:
    s.deck.take(x.card)
    s.card = x.card


@FOLDS.on(Turned)
def turned(s: State, x: Turned) -> None:
    s.active = x.seat
    s.turn += 1


@FOLDS.on(Paid)
def paid(s: State, x: Paid) -> None:
    s.players[x.seat - 1].chips -= 1
    s.pot += 1


@FOLDS.on(Took)
def took(s: State, x: Took) -> None:
    p = s.players[x.seat - 1]
    p.cards = sorted([*p.cards, int(x.card)])
    p.chips += x.chips
    s.card, s.pot = None, 0


def start(setup: PlainSetup) -> State:
    cards, chips = setup.box.cards, setup.box.chips.each
    deck = Pile()
    deck.shuffle_in(str(n) for n in range(cards.lowest, cards.highest + 1))
    return State(setup, [Player(chips[str(setup.players)]) for _ in range(setup.players)], deck)


def begin(d: Decision[State]) -> None:
    d.emit(SetAside(count=d.state.setup.box.cards.out))
    next_card(d, 1)


def next_card(d: Decision[State], seat: int) -> None:
    (card,) = d.seen(d.state.deck, 1, "card", rule="NTH-04")
    d.emit(Flipped(card=card))
    d.emit(Turned(seat=seat))


@move(Take, "NTH-07", Took)
def take(d: Decision[State], x: Take) -> None:
    d.emit(Took(seat=x.seat, card=d.state.card or "", chips=d.state.pot))
    if d.state.deck.size:
        next_card(d, x.seat)
    else:
        d.end()


@move(Pay, "NTH-06", Paid)
def pay(d: Decision[State], x: Pay) -> None:
    d.must("NTH-06", d.state.players[x.seat - 1].chips, "you have no chip left: take the card")
    d.emit(Paid(seat=x.seat))
    d.emit(Turned(seat=next_seat(x.seat, d.state.setup.players)))


def ended(s: State) -> str | None:
    return None if s.card or s.deck.size else "the last card is taken"


def score(s: State, seat: int) -> int:
    p = s.players[seat - 1]
    return sum(n for n in p.cards if n - 1 not in p.cards) - p.chips


def pieces(s: State) -> dict[str, int]:
    seen = Counter(str(n) for p in s.players for n in p.cards) + Counter(filter(None, [s.card]))
    return {**(seen + s.deck.unseen()), "chips": sum(p.chips for p in s.players) + s.pot}


def check_box(box: Box) -> None:
    cards = box.cards.highest - box.cards.lowest + 1
    require(cards > box.cards.out, "cards.out: there must be more cards than go out")
    require(cards <= 10_000, "cards.highest: nobody shuffles so many cards")
    require(
        set("34567") <= box.chips.each.keys(), "chips.each: say it for 3, 4, 5, 6 and 7 players"
    )


FACT = Provenance(status="fact", note="printed on the box")
STANDARD = Box(
    id="nothanks-standard",
    title="No Thanks!",
    cards=Cards(lowest=3, highest=35, out=9, provenance=FACT),
    chips=Chips(each={"3": 11, "4": 11, "5": 11, "6": 9, "7": 7}, provenance=FACT),
)
GAME = Game(
    meta=Meta(
        name="nothanks",
        title="No Thanks!",
        players=(3, 4, 5, 6, 7),
        designer="Thorsten Gimmler",
        year=2004,
        bgg=12942,
        highest_wins=False,
    ),
    package=__name__,
    boxes=Boxes(STANDARD, check=check_box),
    rules=Rules(
        state=State,
        opening=Opening(start=start, begin=begin),
        questions=Questions({"turn": "NTH-05"}),
        moves=(take, pay),
        folds=FOLDS,
        ending=Ending(ended=ended, score=score, ranked_by=("NTH-08",)),
    ),
    corrections=Corrections(pieces=pieces),
)
