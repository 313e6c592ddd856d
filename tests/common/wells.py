"""Wells: a game of the tests, in which everything happens that can happen to cards that some know.

WEL-01 The cards: There are twelve cards in four kinds. Everybody has two in hand, and two in a row
that nobody has seen.

WEL-02 A turn: Look at the top two cards of the pile, draw one, put one of yours on it or under the
nose of the next player, look at a card of your row, exchange it with one of the next player, or lay
it open.

WEL-03 The end: After ten turns the most cards in hand win.
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
    PlainSetup,
    Provenance,
    Questions,
    Rules,
    SeatEvent,
    SeenHand,
    SeenPile,
    SeenRow,
    Sourced,
    Titled,
    Words,
    hidden,
    move,
    one_of,
    resource,
    rule,
)


class Cards(Sourced):
    copies: Above0


class Box(Titled):
    cards: Cards


@dataclass(slots=True)
class Player:
    hand: Annotated[SeenHand, hidden("deck"), resource(is_score=True)] = field(
        default_factory=SeenHand
    )
    row: Annotated[SeenRow, hidden("deck")] = field(default_factory=SeenRow)


@dataclass(slots=True)
class State:
    setup: PlainSetup
    deck: Annotated[SeenPile, hidden()]
    players: list[Player]
    open: list[str] = field(default_factory=list)
    active: int = 0
    turn: int = 0
    over: bool = False

    def next(self, seat: int) -> int:
        return seat % self.setup.players + 1


def possible(s: State, x: Command) -> list[str]:
    return s.players[x.seat - 1].hand.possible(s.deck)


def places(s: State, x: Command) -> list[int]:
    return [*range(1, s.players[x.seat - 1].row.size + 1)]


def places_of_both(s: State, x: Command) -> list[int]:
    return [n for n in places(s, x) if n <= s.players[s.next(x.seat) - 1].row.size]


def cards_left(s: State, x: Command) -> list[int]:
    return [1, 2][: s.deck.size]


class Look(Command):
    count: Annotated[int, one_of(cards_left)]


class Draw(Command):
    count: Annotated[int, one_of(cards_left)]


class Tuck(Command):
    """None is a card that nobody saw."""

    card: Annotated[str | None, one_of(possible)]


class Pass(Command):
    card: Annotated[str | None, one_of(possible)]


class Peek(Command):
    place: Annotated[int, one_of(places)]


class Swap(Command):
    place: Annotated[int, one_of(places_of_both)]


class Uncover(Command):
    place: Annotated[int, one_of(places)]


class Rest(Command):
    """Do nothing."""


class Laid(SeatEvent):
    count: Annotated[int, rule("WEL-01")]
    says = "{name} lays out {count} cards"


class Drew(SeatEvent):
    count: Annotated[int, rule("WEL-02")]
    cards: Annotated[tuple[str | None, ...], rule("WEL-02", chance="hand", hidden=True)]
    says = "{name} draws {cards}"


class Turned(SeatEvent):
    seat: Annotated[int, rule("WEL-02")]


class Looked(SeatEvent):
    count: Annotated[int, rule("WEL-02")]
    says = "{name} looks at the pile"


class SawPile(SeatEvent):
    cards: Annotated[tuple[str | None, ...], rule("WEL-02", chance="top", hidden=True)]
    says = "{name} sees {cards}"


class Tucked(SeatEvent):
    card: Annotated[str | None, rule("WEL-02", hidden=True)]
    says = "{name} puts {card} on the pile"


class Passed(SeatEvent):
    card: Annotated[str | None, rule("WEL-02", seen_by=("seat", "to"))]
    to: Annotated[int, rule("WEL-02")]
    says = "{name} passes {card} on"


class Peeked(SeatEvent):
    place: Annotated[int, rule("WEL-02")]
    says = "{name} looks at a card"


class SawCard(SeatEvent):
    place: Annotated[int, rule("WEL-02")]
    card: Annotated[str | None, rule("WEL-02", chance="card", hidden=True)]
    says = "{name} sees {card}"


class Swapped(SeatEvent):
    place: Annotated[int, rule("WEL-02")]
    says = "{name} exchanges a card"


class Uncovered(SeatEvent):
    place: Annotated[int, rule("WEL-02")]
    says = "{name} lays a card open"


class Showed(SeatEvent):
    place: Annotated[int, rule("WEL-02")]
    card: Annotated[str, rule("WEL-02", chance="shows")]
    says = "{name} shows {card}"


class Rested(SeatEvent):
    says = "{name} rests"


FOLDS = Folds[State]()


@FOLDS.on(Laid)
def laid(s: State, x: Laid) -> None:
    s.players[x.seat - 1].row.draw(s.deck, [None] * x.count, to=())


@FOLDS.on(Drew)
def drew(s: State, x: Drew) -> None:
    s.players[x.seat - 1].hand.draw(s.deck, x.cards, to=[x.seat])


@FOLDS.on(Turned)
def turned(s: State, x: Turned) -> None:
    s.active = x.seat
    s.turn += 1


@FOLDS.on(Looked, Peeked, Uncovered, Rested)
def began(s: State, x: SeatEvent) -> None:
    """Nothing changes yet."""


@FOLDS.on(SawPile)
def saw_pile(s: State, x: SawPile) -> None:
    s.deck.show(x.cards, to=[x.seat])


@FOLDS.on(Tucked)
def tucked(s: State, x: Tucked) -> None:
    s.players[x.seat - 1].hand.give(s.deck, s.deck, x.card, to=[x.seat])


@FOLDS.on(Passed)
def passed(s: State, x: Passed) -> None:
    other = s.players[x.to - 1].hand
    s.players[x.seat - 1].hand.give(other, s.deck, x.card, to=[x.seat, x.to])


@FOLDS.on(SawCard)
def saw_card(s: State, x: SawCard) -> None:
    s.players[x.seat - 1].row.show(s.deck, x.place, x.card, to=[x.seat])


@FOLDS.on(Swapped)
def swapped(s: State, x: Swapped) -> None:
    s.players[x.seat - 1].row.swap(x.place, s.players[s.next(x.seat) - 1].row, x.place)


@FOLDS.on(Showed)
def showed(s: State, x: Showed) -> None:
    s.players[x.seat - 1].row.take(s.deck, x.place, x.card)
    s.open.append(x.card)


def start(setup: PlainSetup) -> State:
    deck = SeenPile.of(dict.fromkeys("ABCD", setup.box.cards.copies))
    return State(setup, deck, [Player() for _ in range(setup.players)])


def begin(d: Decision[State]) -> None:
    for seat in range(1, d.state.setup.players + 1):
        d.emit(Laid(seat=seat, count=2))
        cards = d.draw(d.state.deck, 2, "hand", rule="WEL-01", seat=seat)
        d.emit(Drew(seat=seat, count=2, cards=cards))
    d.emit(Turned(seat=1))


def go_on(d: Decision[State], seat: int) -> None:
    d.emit(Turned(seat=d.state.next(seat)))
    if ended(d.state):
        d.end()


@move(Look, "WEL-02", Looked)
def look(d: Decision[State], s: State, x: Look) -> None:
    d.accept(x)
    cards = d.look(s.deck.looked_at(x.count), "top", rule="WEL-02", seat=x.seat)
    d.emit(SawPile(seat=x.seat, cards=cards))
    go_on(d, x.seat)


@move(Draw, "WEL-02", Drew)
def draw(d: Decision[State], s: State, x: Draw) -> None:
    d.accept(x, cards=d.draw(s.deck, x.count, "hand", rule="WEL-02", seat=x.seat))
    go_on(d, x.seat)


@move(Tuck, "WEL-02", Tucked)
def tuck(d: Decision[State], x: Tuck) -> None:
    d.accept(x)
    go_on(d, x.seat)


@move(Pass, "WEL-02", Passed)
def pass_on(d: Decision[State], s: State, x: Pass) -> None:
    d.accept(x, to=s.next(x.seat))
    go_on(d, x.seat)


@move(Peek, "WEL-02", Peeked)
def peek(d: Decision[State], s: State, x: Peek) -> None:
    d.accept(x)
    row = s.players[x.seat - 1].row
    (card,) = d.look(row.looked_at(s.deck, [x.place]), "card", rule="WEL-02", seat=x.seat)
    d.emit(SawCard(seat=x.seat, place=x.place, card=card))
    go_on(d, x.seat)


@move(Swap, "WEL-02", Swapped)
def swap(d: Decision[State], x: Swap) -> None:
    d.accept(x)
    go_on(d, x.seat)


@move(Uncover, "WEL-02", Uncovered)
def uncover(d: Decision[State], s: State, x: Uncover) -> None:
    d.accept(x)
    there = s.players[x.seat - 1].row.looked_at(s.deck, [x.place])
    (card,) = d.seen(there, 1, "shows", rule="WEL-02", seat=x.seat)
    d.emit(Showed(seat=x.seat, place=x.place, card=card))
    go_on(d, x.seat)


@move(Rest, "WEL-02", Rested)
def rest(d: Decision[State], x: Rest) -> None:
    d.accept(x)
    go_on(d, x.seat)


def ended(s: State) -> str | None:
    return "ten turns are over" if s.turn > 10 else None


def pieces(s: State) -> dict[str, int]:
    zones = [zone for p in s.players for zone in (p.hand, p.row)]
    seen = Counter([*s.open, *(card for zone in zones for card in zone.cards)])
    unseen = sum(zone.unseen for zone in zones)
    return {**(seen + s.deck.unseen()), "cards": seen.total() + s.deck.size + unseen}


STANDARD = Box(
    id="wells-standard",
    title="Wells",
    cards=Cards(copies=3, provenance=Provenance(status="default")),
)
GAME = Game(
    meta=Meta(name="wells", title="Wells", players=(2,)),
    package=__name__,
    boxes=Boxes(STANDARD),
    rules=Rules(
        state=State,
        opening=Opening(start=start, begin=begin),
        questions=Questions({"turn": "WEL-02"}),
        moves=(look, draw, tuck, pass_on, peek, swap, uncover, rest),
        folds=FOLDS,
        ending=Ending(ended=ended, ranked_by=("WEL-03",)),
    ),
    words=Words(previews={Draw: "Draw cards"}),
    corrections=Corrections(pieces=pieces),
)
