"""Crowns: play your cards well, for the highest takes the crown.

CRO-01 The deck: There are 24 cards, 1 to 24.

CRO-02 Hands: Everybody is dealt four cards, which nobody else sees.

CRO-03 A round: The leader plays a card face up, then the others do, clockwise. Seat 1 leads first.

CRO-04 A crown: The highest card of a round wins a crown, and its player leads the next round.

CRO-05 The end: When all hands are empty, the most crowns win.

CRO-06 Ties: Of players with equally many crowns, the one who won the last round is ahead.
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
    Folds,
    Game,
    Hand,
    Meta,
    Opening,
    Pile,
    PlainSetup,
    Provenance,
    Questions,
    Rules,
    SeatEvent,
    Sourced,
    Titled,
    at_most,
    chosen_from,
    hidden,
    move,
    next_seat,
    one_of,
    require,
    resource,
    rule,
)


class Cards(Sourced):
    highest: Annotated[Above0, at_most(500)]
    hand: Above0


class Box(Titled):
    cards: Cards


@dataclass(slots=True)
class Player:
    hand: Annotated[Hand, hidden("deck"), resource("cards in hand")] = field(default_factory=Hand)
    crowns: Annotated[int, resource(is_score=True)] = 0


@dataclass(slots=True)
class State:
    """`played` has the cards of this round by seat, `gone` those of earlier rounds."""

    setup: PlainSetup
    deck: Pile
    players: list[Player]
    played: dict[int, str] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
    leader: int = 1
    active: int = 0
    turn: int = 0
    over: bool = False


def possible(s: State, x: Play) -> list[str]:
    """Return the cards that a player can have in hand."""
    return s.players[x.seat - 1].hand.possible(s.deck)


class Play(Command):
    """Play a card of your hand."""

    card: Annotated[str, one_of(possible), chosen_from("hand")]


class Dealt(SeatEvent):
    """Cards come to a hand; only its owner sees them."""

    seat: Annotated[int, rule("CRO-02")]
    cards: Annotated[tuple[str | None, ...], rule("CRO-02", chance="hand", hidden=True)]
    says = "{name} is dealt {cards}"


class Turned(SeatEvent):
    """A player's turn begins."""

    seat: Annotated[int, rule("CRO-03")]


class Played(SeatEvent):
    """A card is played face up."""

    card: Annotated[str, rule("CRO-03")]
    says = "{name} plays {card}"


class Won(SeatEvent):
    """A crown goes to the highest card."""

    seat: Annotated[int, rule("CRO-04")]
    says = "{name} wins the crown"


FOLDS = Folds[State]()


@FOLDS.on(Dealt)
def dealt(s: State, x: Dealt) -> None:
    s.players[x.seat - 1].hand.draw(s.deck, x.cards)


@FOLDS.on(Turned)
def turned(s: State, x: Turned) -> None:
    s.active = x.seat
    s.turn += 1


@FOLDS.on(Played)
def played(s: State, x: Played) -> None:
    s.players[x.seat - 1].hand.play(s.deck, x.card)
    s.played[x.seat] = x.card


@FOLDS.on(Won)
def won(s: State, x: Won) -> None:
    s.players[x.seat - 1].crowns += 1
    s.gone += s.played.values()
    s.played, s.leader = {}, x.seat


def start(setup: PlainSetup) -> State:
    deck = Pile.of(str(n) for n in range(1, setup.box.cards.highest + 1))
    return State(setup, deck, [Player() for _ in range(setup.players)])


def begin(d: Decision[State]) -> None:
    count = d.state.setup.box.cards.hand
    for seat in range(1, d.state.setup.players + 1):
        cards = d.draw(d.state.deck, count, "hand", rule="CRO-02", seat=seat)
        d.emit(Dealt(seat=seat, cards=cards))
    d.emit(Turned(seat=1))


@move(Play, "CRO-03", Played)
def play(d: Decision[State], s: State, x: Play) -> None:
    """CRO-03 to CRO-05: the next player's turn, a crown, or the end."""
    d.accept(x)
    if len(s.played) == s.setup.players:
        d.emit(Won(seat=max(s.played, key=lambda seat: int(s.played[seat]))))
    if ended(s):
        d.end()
    else:
        d.emit(Turned(seat=next_seat(x.seat, s.setup.players) if s.played else s.leader))


def ended(s: State) -> str | None:
    return None if any(p.hand.size for p in s.players) or s.played else "all hands are empty"


def pieces(s: State) -> dict[str, int]:
    hands = [p.hand for p in s.players]
    seen = Counter([*s.played.values(), *s.gone, *(card for hand in hands for card in hand.cards)])
    unseen = sum(hand.unseen for hand in hands)
    return {**(seen + s.deck.unseen()), "cards": seen.total() + s.deck.size + unseen}


def check_box(box: Box) -> None:
    require(box.cards.highest >= 4 * box.cards.hand, "cards.hand: there are too few cards for that")
    require(box.cards.highest <= 10_000, "cards.highest: nobody shuffles so many cards")


STANDARD = Box(
    id="crowns-standard",
    title="Crowns",
    cards=Cards(highest=24, hand=4, provenance=Provenance(status="default")),
)
GAME = Game(
    meta=Meta(name="crowns", title="Crowns", players=(2, 3, 4)),
    package=__name__,
    boxes=Boxes(STANDARD, check=check_box),
    rules=Rules(
        state=State,
        opening=Opening(start=start, begin=begin),
        questions=Questions({"turn": "CRO-03"}),
        moves=(play,),
        folds=FOLDS,
        ending=Ending(
            ended=ended,
            tie_breaks=lambda s, seat: s.leader == seat,
            ranked_by=("CRO-05", "CRO-06"),
        ),
    ),
    corrections=Corrections(pieces=pieces),
)
