"""Goofspiel, the Game of Pure Strategy: bid your cards in secret for the prizes.

GPS-01 The cards: The prizes, 1 to 13, lie face down, shuffled. Everybody has bidding cards from 1
to 13, and all can see who still has which.

GPS-02 A round: The next prize is turned up.

GPS-03 Bids: Everybody chooses one of their bidding cards in secret. Then all show theirs at once.

GPS-04 The prize: The highest bid takes the prize and all that were carried over. The bids are out
of the game.

GPS-05 Ties: If several players bid the most, nobody takes the prize: it is carried over to the next
round.

GPS-06 The end: After the last prize, the highest sum of prizes wins. What is carried over then goes
to nobody.
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
    Opening,
    Pile,
    PlainSetup,
    Provenance,
    Questions,
    Rules,
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


class Cards(Sourced):
    highest: Above0


class Box(Titled):
    cards: Cards


@dataclass(slots=True)
class Player:
    """`bid` is the card that was put face down; it stays in the hand until it is shown."""

    hand: list[str]
    bid: Annotated[str | None, hidden()] = None
    prizes: list[str] = field(default_factory=list)
    points: Annotated[int, resource(is_score=True)] = 0


@dataclass(slots=True)
class State:
    """`asked` are those who haven't bid yet; `gone` has the bids of earlier rounds."""

    setup: PlainSetup
    deck: Pile
    players: list[Player]
    prizes: list[str] = field(default_factory=list)
    shown: dict[int, str] = field(default_factory=dict)
    asked: list[int] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    active: int = 0
    turn: int = 0
    over: bool = False


class Bid(Command):
    """Put a card of your hand face down."""

    card: Annotated[
        str | None, one_of(lambda s, x: s.players[x.seat - 1].hand), chosen_from("hand")
    ]


class TurnedUp(Event):
    """The next prize is turned up, and everybody is asked for a bid."""

    prize: Annotated[str, rule("GPS-02", chance="prize")]
    says = "The prize is {prize}"


class Placed(SeatEvent):
    """A card is put face down."""

    card: Annotated[str | None, rule("GPS-03", hidden=True)]
    says = "{name} bids {card}"


class Shown(SeatEvent):
    """A bid is turned over."""

    seat: Annotated[int, rule("GPS-03")]
    card: Annotated[str, rule("GPS-03", chance="shows")]
    says = "{name} shows {card}"


class Won(SeatEvent):
    """The highest bid takes all prizes that are face up."""

    seat: Annotated[int, rule("GPS-04")]
    points: Annotated[int, rule("GPS-04")]
    says = "{name} wins {points}"


class CarriedOver(Event):
    """Several players bid the most, and the prize stays where it is."""

    bid: Annotated[str, rule("GPS-05")]
    says = "Several bid {bid}: the prize is carried over"


FOLDS = Folds[State]()


@FOLDS.on(TurnedUp)
def turned_up(s: State, x: TurnedUp) -> None:
    s.deck.take(x.prize)
    s.prizes.append(x.prize)
    s.asked = list(range(1, s.setup.players + 1))
    s.active = 1
    s.turn += 1


@FOLDS.on(Placed)
def placed(s: State, x: Placed) -> None:
    s.players[x.seat - 1].bid = x.card
    s.asked.remove(x.seat)


@FOLDS.on(Shown)
def shown(s: State, x: Shown) -> None:
    player = s.players[x.seat - 1]
    player.hand.remove(x.card)
    player.bid, s.shown[x.seat] = None, x.card


@FOLDS.on(Won)
def won(s: State, x: Won) -> None:
    player = s.players[x.seat - 1]
    player.points += x.points
    player.prizes += s.prizes
    s.prizes = []
    put_away_bids(s)


@FOLDS.on(CarriedOver)
def carried_over(s: State, x: CarriedOver) -> None:
    put_away_bids(s)


def put_away_bids(s: State) -> None:
    s.gone += s.shown.values()
    s.shown = {}


def begin(d: Decision[State]) -> None:
    (prize,) = d.seen(d.state.deck, 1, "prize", rule="GPS-02")
    d.emit(TurnedUp(prize=prize))


@move(Bid, "GPS-03", Placed)
def bid(d: Decision[State], s: State, x: Bid) -> None:
    """GPS-03 to GPS-06: when all have bid, they show, and the prize goes to somebody or stays."""
    d.accept(x)
    if s.asked:
        return
    for seat, player in enumerate(s.players, 1):
        card = d.reveal(player.bid, player.hand, "shows", rule="GPS-03", seat=seat)
        d.emit(Shown(seat=seat, card=card))
    bids = [int(s.shown[seat]) for seat in sorted(s.shown)]
    if bids.count(max(bids)) == 1:
        d.emit(Won(seat=bids.index(max(bids)) + 1, points=sum(map(int, s.prizes))))
    else:
        d.emit(CarriedOver(bid=str(max(bids))))
    if ended(s):
        d.end()
    else:
        begin(d)


def start(setup: PlainSetup) -> State:
    cards = [str(n) for n in range(1, setup.box.cards.highest + 1)]
    return State(setup, Pile.of(cards), [Player(list(cards)) for _ in range(setup.players)])


def ended(s: State) -> str | None:
    return None if any(p.hand for p in s.players) else "all prizes were bid for"


def pieces(s: State) -> dict[str, int]:
    bids = Counter([*s.gone, *s.shown.values(), *(c for p in s.players for c in p.hand)])
    prizes = Counter([*s.prizes, *(c for p in s.players for c in p.prizes)]) + s.deck.unseen()
    return {
        **{f"bid {card}": n for card, n in bids.items()},
        **{f"prize {card}": n for card, n in prizes.items()},
    }


def check_box(box: Box) -> None:
    require(box.cards.highest <= 10_000, "cards.highest: nobody can hold so many cards")


STANDARD = Box(
    id="goofspiel-standard",
    title="Goofspiel",
    cards=Cards(highest=13, provenance=Provenance(status="default")),
)
GAME = Game(
    meta=Meta(name="goofspiel", title="Goofspiel", players=(2, 3, 4, 5)),
    package=__name__,
    boxes=Boxes(STANDARD, check=check_box),
    rules=Rules(
        state=State,
        opening=Opening(start=start, begin=begin),
        questions=Questions({"turn": "GPS-03"}, at_once=("turn",)),
        moves=(bid,),
        folds=FOLDS,
        ending=Ending(ended=ended, ranked_by=("GPS-06",)),
        round=lambda s: s.turn,
    ),
    corrections=Corrections(pieces=pieces),
)
