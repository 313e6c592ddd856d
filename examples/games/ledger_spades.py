"""Spades: partners say how many tricks they will take, and then have to take them.

SPD-01 Partners: Four play with 52 cards, seats 1 and 3 against seats 2 and 4.

SPD-02 The deal: Each player is dealt 13 cards, which nobody else sees. Seat 1 is first in the first
hand, and the next player clockwise in each hand after it.

SPD-03 Bids: Beginning with the first player, each says how many tricks to take, from none to all.
To bid none is a nil.

SPD-04 Following suit: The first player leads to the first trick. The others play clockwise, a card
of the suit that was led if they have one, or else any card.

SPD-05 Breaking spades: A spade can be led only once a spade has been played, or if the leader has
nothing else.

SPD-06 A trick: The highest spade takes it or, if there is none, the highest card of the suit that
was led. Its player leads to the next one.

SPD-07 The contract: A side that takes as many tricks as both partners bid together gets 10 points
for each trick bid and 1 for each trick over, which is a bag. If it takes fewer, it loses 10 points
for each trick bid.

SPD-08 Nil: A player who bid nil wins 100 points for their side by taking no trick, and loses it 100
otherwise. The tricks count for the contract all the same.

SPD-09 Bags: With every tenth bag, a side loses 100 points.

SPD-10 The end: When a side has 500 points or more, or has lost 200 or more, the game is over after
that hand, and the side with more points wins. If both have equally many, another hand is played.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated

from ledger.sdk import (
    Above0,
    Bot,
    Boxes,
    Command,
    Corrections,
    Decision,
    Ending,
    Event,
    Folds,
    Game,
    Hand,
    Meta,
    NotNegative,
    Opening,
    Pile,
    PlainSetup,
    Provenance,
    Questions,
    Rules,
    Seat,
    SeatEvent,
    Sourced,
    Titled,
    at_most,
    case,
    chosen_from,
    hidden,
    internal,
    move,
    one_of,
    plural,
    resource,
    rule,
)

SUITS = "CDHS"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARDS = tuple(suit + rank for suit in SUITS for rank in RANKS)
"""`C2` to `SA`, in each suit from low to high."""
TRUMP = "S"
SIDES = ((1, 3), (2, 4))
TRICKS = 13


class Points(Sourced):
    target: Annotated[Above0, at_most(5000)]
    floor: Annotated[Above0, at_most(5000)]
    nil: Annotated[NotNegative, at_most(5000)]
    ten_bags: Annotated[NotNegative, at_most(5000)]


class Box(Titled):
    points: Points


@dataclass(slots=True)
class Player:
    """`points` and `bags` are those of the player's side."""

    hand: Annotated[Hand, hidden("deck"), resource("cards in hand")] = field(default_factory=Hand)
    tricks: Annotated[int, resource("tricks")] = 0
    bags: Annotated[int, resource("bags")] = 0
    points: Annotated[int, resource(is_score=True)] = 0


@dataclass(slots=True)
class State:
    """`bids` and `trick` have what was bid and played by seat, `gone` earlier tricks."""

    setup: PlainSetup
    players: list[Player]
    deck: Annotated[Pile, internal] = field(default_factory=lambda: Pile.of(CARDS))
    bids: dict[int, int] = field(default_factory=dict)
    trick: dict[int, str] = field(default_factory=dict)
    gone: Annotated[list[str], internal] = field(default_factory=list)
    broken: bool = False
    hand: Annotated[int, internal] = 0
    phase: str = "bid"
    active: int = 0
    turn: int = 0
    over: bool = False


class Bid(Command):
    """Say how many tricks you will take."""

    tricks: Annotated[int, one_of(range(TRICKS + 1))]


class Play(Command):
    """Play a card of your hand."""

    card: Annotated[
        str, one_of(lambda s, x: s.players[x.seat - 1].hand.possible(s.deck)), chosen_from("hand")
    ]


class Shuffled(Event):
    """All cards are shuffled for the next hand."""

    hand: Annotated[int, rule("SPD-02")]
    says = "Hand {hand}: the cards are shuffled"


class Dealt(SeatEvent):
    """Cards come to a hand; only its owner sees them."""

    seat: Annotated[int, rule("SPD-02")]
    cards: Annotated[tuple[str | None, ...], rule("SPD-02", chance="hand", hidden=True)]
    says = "{name} is dealt {cards}"


class Turned(SeatEvent):
    """A player's turn begins."""

    seat: Annotated[int, rule("SPD-04")]


class HasBid(SeatEvent):
    """A number of tricks is bid."""

    tricks: Annotated[int, rule("SPD-03")]
    says = (case("{name} bids nil", tricks=0), plural("{name} bids {tricks} (trick|tricks)"))


class Played(SeatEvent):
    """A card is played."""

    card: Annotated[str, rule("SPD-04")]
    says = "{name} plays {card}"


class Took(SeatEvent):
    """A trick is taken."""

    seat: Annotated[int, rule("SPD-06")]
    says = "{name} takes the trick"


class Scored(Event):
    """A side's points for a hand."""

    partners: Annotated[tuple[Seat, ...], rule("SPD-01")]
    contract: Annotated[int, rule("SPD-07")]
    nil: Annotated[int, rule("SPD-08")]
    bags: Annotated[int, rule("SPD-09", "all bags that count from now on")]
    lost: Annotated[int, rule("SPD-09", "points that ten bags cost")]
    says = (
        case("{partners} score {contract}, {nil} for nil, and lose {lost} for bags", "lost", "nil"),
        case("{partners} score {contract} and lose {lost} for bags", "lost"),
        case("{partners} score {contract}, and {nil} for nil", "nil"),
        "{partners} score {contract}",
    )


FOLDS = Folds[State]()


@FOLDS.on(Shuffled)
def shuffled(s: State, x: Shuffled) -> None:
    s.deck, s.gone, s.broken = Pile.of(CARDS), [], False
    s.hand, s.phase = x.hand, "bid"


@FOLDS.on(Dealt)
def dealt(s: State, x: Dealt) -> None:
    s.players[x.seat - 1].hand.draw(s.deck, x.cards)


@FOLDS.on(Turned)
def turned(s: State, x: Turned) -> None:
    s.active, s.turn = x.seat, s.turn + 1


@FOLDS.on(HasBid)
def has_bid(s: State, x: HasBid) -> None:
    s.bids[x.seat] = x.tricks
    s.phase = "bid" if len(s.bids) < 4 else "play"


@FOLDS.on(Played)
def played(s: State, x: Played) -> None:
    s.players[x.seat - 1].hand.play(s.deck, x.card)
    s.trick[x.seat] = x.card
    s.broken |= x.card[0] == TRUMP


@FOLDS.on(Took)
def took(s: State, x: Took) -> None:
    s.players[x.seat - 1].tricks += 1
    s.gone += s.trick.values()
    s.trick = {}


@FOLDS.on(Scored)
def scored(s: State, x: Scored) -> None:
    for seat in x.partners:
        p = s.players[seat - 1]
        p.points += x.contract + x.nil - x.lost
        p.bags, p.tricks = x.bags, 0
        del s.bids[seat]


def begin(d: Decision[State]) -> None:
    d.emit(Shuffled(hand=d.state.hand + 1))
    for seat in range(1, 5):
        cards = d.draw(d.state.deck, TRICKS, "hand", rule="SPD-02", seat=seat)
        d.emit(Dealt(seat=seat, cards=cards))
    d.emit(Turned(seat=first(d.state)))


def first(s: State) -> int:
    return (s.hand - 1) % 4 + 1


def after(seat: int) -> int:
    return seat % 4 + 1


@move(Bid, "SPD-03", HasBid, answers="bid")
def bid(d: Decision[State], s: State, x: Bid) -> None:
    """SPD-03, SPD-04: after four bids, the first player leads."""
    d.accept(x)
    d.emit(Turned(seat=after(x.seat)))


@move(Play, "SPD-04", Played, answers="play")
def play(d: Decision[State], s: State, x: Play) -> None:
    """SPD-04 to SPD-07: the suit, then the next card, the next trick, the next hand or the end."""
    hand = s.players[x.seat - 1].hand
    suits = set(SUITS) if hand.unseen else {card[0] for card in hand.cards}
    if s.trick:
        led = suit_led(s)
        ok = hand.unseen or x.card[0] == led or led not in suits
        d.must("SPD-04", ok, "you have a card of the suit that was led, {led}", led=led)
    else:
        ok = hand.unseen or s.broken or x.card[0] != TRUMP or suits == {TRUMP}
        d.must("SPD-05", ok, "spades aren't broken yet: lead another suit")
    d.accept(x)
    if len(s.trick) < 4:
        d.emit(Turned(seat=after(x.seat)))
        return
    winner = best(s)
    d.emit(Took(seat=winner))
    if any(p.hand.size for p in s.players):
        d.emit(Turned(seat=winner))
        return
    for side in SIDES:
        d.emit(score(s, side))
    if ended(s):
        d.end()
    else:
        begin(d)


def suit_led(s: State) -> str:
    return next(iter(s.trick.values()))[0]


def best(s: State) -> int:
    """Return the seat whose card takes the trick so far."""
    led = suit_led(s)

    def worth(seat: int) -> tuple[bool, bool, int]:
        card = s.trick[seat]
        return card[0] == TRUMP, card[0] == led, CARDS.index(card)

    return max(s.trick, key=worth)


def score(s: State, side: tuple[int, ...]) -> Scored:
    """SPD-07 to SPD-09."""
    points = s.setup.box.points
    bids = [s.bids[seat] for seat in side]
    tricks = [s.players[seat - 1].tricks for seat in side]
    over = sum(tricks) - sum(bids)
    nil = sum(points.nil * (-1 if n else 1) for b, n in zip(bids, tricks, strict=True) if not b)
    bags = s.players[side[0] - 1].bags + max(over, 0)
    return Scored(
        partners=side,
        contract=10 * sum(bids) + over if over >= 0 else -10 * sum(bids),
        nil=nil,
        bags=bags % 10,
        lost=bags // 10 * points.ten_bags,
    )


def ended(s: State) -> str | None:
    """SPD-10: after a hand, when a side has reached a limit."""
    ours, theirs = (s.players[side[0] - 1].points for side in SIDES)
    points = s.setup.box.points
    far = max(ours, theirs) >= points.target or min(ours, theirs) <= -points.floor
    return "a side has reached the end" if far and ours != theirs and not s.bids else None


def pieces(s: State) -> dict[str, int]:
    hands = [p.hand for p in s.players]
    seen = Counter([*s.trick.values(), *s.gone, *(card for hand in hands for card in hand.cards)])
    unseen = sum(hand.unseen for hand in hands)
    return {**(seen + s.deck.unseen()), "cards": seen.total() + s.deck.size + unseen}


class Careful(Bot):
    """Bids its high cards, and takes a trick as cheaply as it can while its side needs some."""

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Command:
        """Return the bid, or the card to play."""
        s, cards = state, state.players[seat - 1].hand.cards
        if s.phase == "bid":
            high = sum(card[1:] in ("K", "A") for card in cards)
            long = max(sum(card[0] == TRUMP for card in cards) - 4, 0)
            return Bid(seat=seat, tricks=high + long)
        side = next(side for side in SIDES if seat in side)
        needed = sum(s.bids[n] - s.players[n - 1].tricks for n in side) > 0 < s.bids[seat]
        legal = [x for x in game.rules.legal_moves(s, seat) if isinstance(x, Play)]
        legal.sort(key=lambda x: (x.card[0] == TRUMP, CARDS.index(x.card)))

        def wins(x: Play) -> bool:
            s.trick[seat] = x.card
            first = best(s)
            del s.trick[seat]
            return first == seat

        if not s.trick:
            return legal[-1 if needed else 0]
        winning = [x for x in legal if wins(x)]
        if needed and winning and best(s) not in side:
            return winning[0]
        return next((x for x in reversed(legal) if x not in winning), legal[0])


STANDARD = Box(
    id="spades-standard",
    title="Spades",
    points=Points(
        target=500,
        floor=200,
        nil=100,
        ten_bags=100,
        provenance=Provenance(status="default", note="as it is usually played"),
    ),
)
GAME = Game(
    meta=Meta(name="spades", title="Spades", players=(4,), bgg=592, teams={4: SIDES}),
    package=__name__,
    boxes=Boxes(STANDARD),
    rules=Rules(
        state=State,
        opening=Opening(start=lambda s: State(s, [Player() for _ in range(4)]), begin=begin),
        questions=Questions({"bid": "SPD-03", "play": "SPD-04"}),
        moves=(bid, play),
        folds=FOLDS,
        ending=Ending(ended=ended, ranked_by=("SPD-10",)),
        round=lambda s: s.hand,
    ),
    corrections=Corrections(pieces=pieces),
    bots={"careful": Careful()},
)
