"""High Card: play the cards of a hand that nobody else sees.

HIG-01 The box: There are 3 cards of each number from 1 to 10.

HIG-02 Dealing: From seat 1 on everybody draws four cards, which nobody else sees.

HIG-03 A turn: Seat 1 begins, and play goes clockwise. Play a card of your hand, for all to see.

HIG-04 The end: When all cards are played, whoever has the highest sum wins.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated

from ledger.sdk import (
    Above0,
    By,
    Command,
    Decision,
    Game,
    Hand,
    Meta,
    Pile,
    PlainSetup,
    Provenance,
    SeatEvent,
    Sourced,
    Titled,
    chosen_from,
    hidden,
    move,
    one_of,
    require,
    resource,
    rule,
)

from .drawing import draw
from .scene import scene

CARDS = tuple(f"C{n}" for n in range(1, 11))


class Cards(Sourced):
    """How many there are of each number, and how many are dealt."""

    copies: Above0
    dealt: Above0


class Box(Titled):
    """Everything in the box."""

    cards: Cards


@dataclass(slots=True)
class Player:
    """What lies before a player; what is hidden is known to its owner alone."""

    hand: Annotated[Hand, hidden("deck"), resource("cards")] = field(default_factory=Hand)
    played: list[str] = field(default_factory=list)
    points: Annotated[int, resource("points", is_score=True)] = 0


@dataclass(slots=True)
class State:
    """A position."""

    setup: PlainSetup
    players: list[Player]
    deck: Pile
    active: int = 0
    turn: int = 0
    over: bool = False


class Play(Command):
    """Play a card of your hand."""

    card: Annotated[str, chosen_from("hand"), one_of(CARDS)]


class Dealt(SeatEvent):
    """A player draws cards."""

    cards: Annotated[tuple[str | None, ...], rule("HIG-02", chance="hand", hidden=True)]
    says = "{name} is dealt a hand"


class Turned(SeatEvent[By["HIG-03"]]):
    """A player's turn begins."""

    says = "It is {name}'s turn"


class Played(SeatEvent):
    """A card is played."""

    card: Annotated[str, rule("HIG-03")]
    says = "{name} plays {card}"


def dealt(s: State, x: Dealt) -> None:
    """What an event does stands here, and only here."""
    s.players[x.seat - 1].hand.draw(s.deck, x.cards)


def turned(s: State, x: Turned) -> None:
    """A turn always begins with an event of its own."""
    s.active = x.seat
    s.turn += 1


def played(s: State, x: Played) -> None:
    """The card goes from the hand to the table."""
    player = s.players[x.seat - 1]
    player.hand.play(s.deck, x.card)
    player.played.append(x.card)
    player.points += number(x.card)


def number(card: str) -> int:
    """Return what a card counts."""
    return int(card.removeprefix("C"))


def start(setup: PlainSetup) -> State:
    """All cards lie in the deck."""
    deck = Pile()
    deck.shuffle(dict.fromkeys(CARDS, setup.box.cards.copies))
    return State(setup, [Player() for _ in range(setup.players)], deck)


def begin(d: Decision[State]) -> None:
    """HIG-02: deal, then seat 1 begins."""
    for seat in range(1, d.state.setup.players + 1):
        count = d.state.setup.box.cards.dealt
        cards = d.draw(d.state.deck, count, "hand", rule="HIG-02", seat=seat)
        d.emit(Dealt(seat=seat, cards=cards))
    d.emit(Turned(seat=1))


@move("HIG-03", Played)
def play(d: Decision[State], x: Play) -> None:
    """`must` refuses what can't be done, `need` what only the rules forbid; `emit` tells facts."""
    hand = d.state.players[x.seat - 1].hand
    d.must("HIG-03", x.card in hand.possible(d.state.deck), f"you can't have {x.card}")
    d.emit(Played(seat=x.seat, card=x.card))
    if any(p.hand.size for p in d.state.players):
        d.emit(Turned(seat=x.seat % d.state.setup.players + 1))
    else:
        d.end()


def pieces(s: State) -> dict[str, int]:
    """Count every card, wherever it lies: no event may change this."""
    seen = Counter(card for p in s.players for card in (*p.hand.cards, *p.played))
    return dict(seen + s.deck.unseen())


def check_box(box: Box) -> None:
    """Refuse a box with too few cards for everybody."""
    enough = len(CARDS) * box.cards.copies >= 7 * box.cards.dealt
    require(enough, "cards.copies: there must be enough cards for everybody")


GAME = Game(
    meta=Meta(name="high_card", title="High Card", edition="high_card/1", players=(3, 4, 5, 6, 7)),
    package=__name__,
    box=Box(
        id="high_card-standard",
        title="High Card",
        cards=Cards(copies=3, dealt=4, provenance=Provenance(status="fact", note="our own game")),
    ),
    asks={"turn": "HIG-03"},
    ended=lambda s: None if any(p.hand.size for p in s.players) else "all cards are played",
    ranked_by=("HIG-04",),
    draw=draw,
    scene=scene,
)
