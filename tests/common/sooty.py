"""Sooty: get rid of your pairs, and don't be left with the soot. For tests of cards taken unseen.

SOO-01 The cards: There are two cards of each of eight kinds, and one Soot, which has no partner.

SOO-02 The deal: All cards are dealt. Each player sees their own.

SOO-03 Pairs: In your turn, after you took a card, you may lay down pairs face up.

SOO-04 A turn: Take a card, unseen, from the hand of the next player who still has cards. Only you
and that player know which one it is.

SOO-05 Out: Whoever has no cards left is safe.

SOO-06 The end: When only the Soot is left, its owner loses, and all others share the victory.
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
    Meta,
    Opening,
    Pile,
    PlainSetup,
    Provenance,
    Questions,
    Rules,
    SeatEvent,
    SeenHand,
    Sourced,
    Titled,
    at_most,
    chosen_from,
    hidden,
    move,
    one_of,
    resource,
    rule,
)

SOOT = "Soot"


class Cards(Sourced):
    kinds: Annotated[Above0, at_most(50)]


class Box(Titled):
    cards: Cards


@dataclass(slots=True)
class Player:
    hand: Annotated[SeenHand, hidden("deck"), resource("cards in hand")] = field(
        default_factory=SeenHand
    )
    pairs: Annotated[int, resource("pairs")] = 0


@dataclass(slots=True)
class State:
    setup: PlainSetup
    deck: Pile
    players: list[Player]
    laid: list[str] = field(default_factory=list)
    phase: str = "take"
    active: int = 0
    turn: int = 0
    over: bool = False


def pairs(s: State, x: Lay) -> list[str]:
    hand = s.players[x.seat - 1].hand
    sure = [kind for kind, n in Counter(hand.cards).items() if n == 2]
    if hand.unseen:
        some = hand.unseen + (1 if hand.cards else 0) > 1
        sure += [c for c in hand.possible(s.deck) if c != SOOT and c not in sure and some]
    return sure


class Lay(Command):
    """Lay down a pair."""

    kind: Annotated[str, one_of(pairs), chosen_from("hand")]


class Stop(Command):
    """Lay down no more pairs."""


class Take(Command):
    """Take a card from the next player's hand."""


class Dealt(SeatEvent):
    """A player is dealt cards."""

    seat: Annotated[int, rule("SOO-02")]
    cards: Annotated[tuple[str | None, ...], rule("SOO-02", chance="hand", hidden=True)]
    says = "{name} is dealt {cards}"


class Turned(SeatEvent):
    """A player's turn begins."""

    seat: Annotated[int, rule("SOO-04")]


class Took(SeatEvent):
    """A card goes from one hand to another."""

    other: Annotated[int, rule("SOO-04")]
    card: Annotated[str | None, rule("SOO-04", chance="takes", seen_by=("seat", "other"))]
    says = "{name} takes {card}"


class Paired(SeatEvent):
    """A pair is laid down."""

    seat: Annotated[int, rule("SOO-03")]
    kind: Annotated[str, rule("SOO-03")]
    says = "{name} lays down a pair of {kind}"


class Stopped(SeatEvent):
    """A player lays down no more pairs."""

    seat: Annotated[int, rule("SOO-03")]
    says = "{name} is done"


FOLDS = Folds[State]()


@FOLDS.on(Dealt)
def dealt(s: State, x: Dealt) -> None:
    s.players[x.seat - 1].hand.draw(s.deck, x.cards, to=[x.seat])


@FOLDS.on(Turned)
def turned(s: State, x: Turned) -> None:
    s.active, s.phase = x.seat, "take"
    s.turn += 1


@FOLDS.on(Took)
def took(s: State, x: Took) -> None:
    mine, theirs = s.players[x.seat - 1].hand, s.players[x.other - 1].hand
    s.phase = "lay"
    theirs.give(mine, s.deck, x.card, to=[x.seat, x.other])


@FOLDS.on(Stopped)
def stopped(s: State, x: Stopped) -> None:
    pass


@FOLDS.on(Paired)
def paired(s: State, x: Paired) -> None:
    p = s.players[x.seat - 1]
    for _ in range(2):
        p.hand.play(s.deck, x.kind)
        s.laid.append(x.kind)
    p.pairs += 1


def start(setup: PlainSetup) -> State:
    kinds = {f"K{n}": 2 for n in range(1, setup.box.cards.kinds + 1)}
    return State(setup, Pile.of(kinds | {SOOT: 1}), [Player() for _ in range(setup.players)])


def begin(d: Decision[State]) -> None:
    s = d.state
    size, players = s.deck.size, s.setup.players
    for seat in range(1, players + 1):
        count = (size + players - seat) // players
        cards = d.draw(s.deck, count, "hand", rule="SOO-02", seat=seat)
        d.emit(Dealt(seat=seat, cards=cards))
    d.emit(Turned(seat=1))


def next_with_cards(s: State, seat: int) -> int:
    count = s.setup.players
    order = [(seat + i) % count + 1 for i in range(count)]
    return next(x for x in order if s.players[x - 1].hand.size)


@move(Lay, "SOO-03", Paired, answers="lay")
def lay(d: Decision[State], s: State, x: Lay) -> None:
    d.accept(x)
    if ended(s):
        d.end()
    elif not s.players[x.seat - 1].hand.size:
        d.emit(Turned(seat=next_with_cards(s, x.seat)))


@move(Take, "SOO-04", Took, answers="take")
def take(d: Decision[State], s: State, x: Take) -> None:
    """SOO-04 to SOO-06."""
    other = next_with_cards(s, x.seat)
    hand = s.players[other - 1].hand
    (card,) = d.draw(hand.looked_at(s.deck), 1, "takes", rule="SOO-04", seat=x.seat)
    d.accept(x, other=other, card=card)


@move(Stop, "SOO-03", Stopped, answers="lay", declines=True)
def stop(d: Decision[State], s: State, x: Stop) -> None:
    d.accept(x)
    d.emit(Turned(seat=next_with_cards(s, x.seat)))


def ended(s: State) -> str | None:
    return "only the soot is left" if sum(p.hand.size for p in s.players) == 1 else None


def score(s: State, seat: int) -> int:
    return int(not s.players[seat - 1].hand.size)


def pieces(s: State) -> dict[str, int]:
    seen = Counter([*s.laid, *(card for p in s.players for card in p.hand.cards)])
    unseen = sum(p.hand.unseen for p in s.players)
    return {**(seen + s.deck.unseen()), "cards": seen.total() + s.deck.size + unseen}


STANDARD = Box(
    id="sooty-standard",
    title="Sooty",
    cards=Cards(kinds=8, provenance=Provenance(status="default")),
)
GAME = Game(
    meta=Meta(name="sooty", title="Sooty", players=(2, 3, 4)),
    package=__name__,
    boxes=Boxes(STANDARD),
    rules=Rules(
        state=State,
        opening=Opening(start=start, begin=begin),
        questions=Questions({"take": "SOO-04", "lay": "SOO-03"}),
        moves=(lay, take, stop),
        folds=FOLDS,
        ending=Ending(ended=ended, score=score, ranked_by=("SOO-06",)),
    ),
    corrections=Corrections(pieces=pieces),
)
