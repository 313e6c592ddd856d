"""Garlands: hang up five garlands together, holding cards that only the others see.

GAR-01 The cards: There are fifty, in red, amber, green, blue and violet. Each colour has three
cards with a 1, two each with 2, 3 and 4, and one with a 5.

GAR-02 Hands: With two or three players, everybody has five cards, otherwise four. All see them but
their owner. A card keeps its place in the row; a new one is put at the end, after the others have
moved up.

GAR-03 A turn: Seat 1 begins. In turn, give a hint, discard a card or hang one up. The players talk
about cards by hints alone.

GAR-04 A hint: It costs one of the eight hints. Name a colour or a number to another player, and
point at all their cards that have it; there has to be one.

GAR-05 Discarding: Lay a card of your row face up aside, get a hint back, and draw a card. With all
eight hints there you can't.

GAR-06 Hanging up: Turn over a card of your row. If it continues the garland of its colour, from 1
to 5, it is hung up. Otherwise it is laid aside, and a cord tears. If the game goes on,
draw a card.

GAR-07 A whole garland: Whoever hangs up a 5 gets a hint back, if one is missing.

GAR-08 The last round: After the last card was drawn, everybody has one more turn, and who drew it
too.

GAR-09 The end: The game ends after the last round, or when all garlands are whole. When the third
cord tears, all is lost at once.

GAR-10 The score: If all is lost, nobody wins. Otherwise all win, and the sum of the highest numbers
of all garlands says how well.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from typing import Annotated

from ledger.sdk import (
    EVERYBODY,
    Above0,
    Bot,
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
    Seat,
    SeatEvent,
    SeenRow,
    Sourced,
    Titled,
    Words,
    at_most,
    case,
    hidden,
    move,
    next_seat,
    one_of,
    require,
    resource,
    rule,
)

COLOURS, NUMBERS = "RAGBV", "12345"


class Cards(Sourced):
    copies: dict[str, Annotated[Above0, at_most(10)]]
    hand: dict[str, Annotated[Above0, at_most(9)]]


class Tokens(Sourced):
    hints: Above0
    cords: Above0


class Box(Titled):
    cards: Cards
    tokens: Tokens


@dataclass(slots=True)
class Player:
    """`told` has what was told of each card in the row: its colour, its number, both or nothing."""

    row: Annotated[SeenRow, hidden("deck"), resource("cards")] = field(default_factory=SeenRow)
    told: list[str] = field(default_factory=list)


@dataclass(slots=True)
class State:
    """`garlands` has the highest number of each colour, `last` the turns left once the deck is
    empty.
    """

    setup: PlainSetup
    deck: Pile
    players: list[Player]
    hints: int
    cords: int
    garlands: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0))
    aside: list[str] = field(default_factory=list)
    last: int = 0
    active: int = 0
    turn: int = 0
    over: bool = False

    def row(self, seat: int) -> SeenRow:
        return self.players[seat - 1].row


# --- what is asked for


def others(s: State, x: Hint) -> list[int]:
    every = range(1, len(s.players) + 1)
    return [seat for seat in every if seat != x.seat and s.hints and s.row(seat).size]


def features(s: State, x: Hint) -> list[str]:
    """GAR-04: return the colours and numbers that a player can have."""
    row, every = s.row(x.to), COLOURS + NUMBERS
    return [feature for feature in every if any(pointed_at(s, row, feature))]


def places(s: State, x: Discard | Hang) -> list[int]:
    return [*range(1, s.row(x.seat).size + 1)]


def places_to_discard(s: State, x: Discard) -> list[int]:
    return places(s, x) if s.hints < s.setup.box.tokens.hints else []


class Hint(Command):
    """Point at all cards of a player that have a colour or a number."""

    to: Annotated[Seat, one_of(others)]
    feature: Annotated[str, one_of(features)]


class Discard(Command):
    """Lay a card of yours aside."""

    place: Annotated[int, one_of(places_to_discard)]


class Hang(Command):
    """Hang up a card of yours."""

    place: Annotated[int, one_of(places)]


# --- what happens


class Drew(SeatEvent):
    """A card comes to a row, which all see but its owner."""

    seat: Annotated[int, rule("GAR-02")]
    card: Annotated[str | None, rule("GAR-02", chance="card", hidden_from="seat")]
    says = "{name} draws {card}"


class Turned(SeatEvent):
    """A player's turn begins."""

    seat: Annotated[int, rule("GAR-03")]


class Hinted(SeatEvent):
    """A player points at the cards of another that have a colour or a number."""

    to: Annotated[Seat, rule("GAR-04")]
    feature: Annotated[str, rule("GAR-04")]
    places: Annotated[str, rule("GAR-04", chance="places")]
    says = "{name} gives {to} a hint: {feature} at {places}"


class Discarded(SeatEvent):
    """A card is laid aside, and a hint comes back."""

    place: Annotated[int, rule("GAR-05")]
    card: Annotated[str, rule("GAR-05", chance="shows")]
    says = "{name} discards {card}"


class HungUp(SeatEvent):
    """A card continues its garland, or a cord tears."""

    place: Annotated[int, rule("GAR-06")]
    card: Annotated[str, rule("GAR-06", chance="shows")]
    fits: Annotated[bool, rule("GAR-06")]
    says = (case("{name} hangs up {card}", "fits"), "{name} hangs up {card}, and a cord tears")


FOLDS = Folds[State]()


@FOLDS.on(Drew)
def drew(s: State, x: Drew) -> None:
    p = s.players[x.seat - 1]
    others = [seat for seat in range(1, len(s.players) + 1) if seat != x.seat]
    p.row.draw(s.deck, [x.card], to=others)
    p.told.append("")
    if not s.deck.size:
        s.last = len(s.players)


@FOLDS.on(Turned)
def turned(s: State, x: Turned) -> None:
    s.active = x.seat
    s.turn += 1
    s.last -= not s.deck.size


@FOLDS.on(Hinted)
def hinted(s: State, x: Hinted) -> None:
    s.hints -= 1
    p = s.players[x.to - 1]
    for place in map(int, x.places):
        told = p.told[place - 1]
        if x.feature not in told:
            p.told[place - 1] = told = "".join(sorted(told + x.feature, reverse=True))
        if len(told) == 2 and told in p.row.possible(s.deck, place):
            p.row.show(s.deck, place, told, to=EVERYBODY)


@FOLDS.on(Discarded)
def discarded(s: State, x: Discarded) -> None:
    leave(s, x)
    s.aside.append(x.card)
    s.hints += 1


@FOLDS.on(HungUp)
def hung_up(s: State, x: HungUp) -> None:
    leave(s, x)
    if x.fits:
        s.garlands[x.card[0]] += 1
        s.hints += x.card[1] == "5" and s.hints < s.setup.box.tokens.hints
    else:
        s.aside.append(x.card)
        s.cords -= 1


def leave(s: State, x: Discarded | HungUp) -> None:
    p = s.players[x.seat - 1]
    p.row.take(s.deck, x.place, x.card)
    del p.told[x.place - 1]


# --- the rules


def begin(d: Decision[State]) -> None:
    players = d.state.setup.players
    for seat in range(1, players + 1):
        for _ in range(d.state.setup.box.cards.hand[str(players)]):
            draw(d, seat)
    d.emit(Turned(seat=1))


def draw(d: Decision[State], seat: int) -> None:
    if d.state.deck.size:
        (card,) = d.draw(d.state.deck, 1, "card", rule="GAR-02", seat=seat)
        d.emit(Drew(seat=seat, card=card))


@move(Hint, "GAR-04", Hinted)
def hint(d: Decision[State], s: State, x: Hint) -> None:
    can_be = pointed_at(s, s.row(x.to), x.feature)
    found = d.reveal(None, can_be, "places", rule="GAR-04", seat=x.seat)
    d.accept(x, places=found)
    next_turn(d, x.seat)


def pointed_at(s: State, row: SeenRow, feature: str) -> list[str]:
    """Return the places, like `13`, at which the cards with a feature can be."""
    certain, open_ = [], []
    for place in range(1, row.size + 1):
        have = {feature in card for card in row.possible(s.deck, place)}
        if have == {True}:
            certain.append(place)
        elif True in have:
            open_.append(place)
    some = (c for n in range(len(open_) + 1) for c in combinations(open_, n))
    return [found for c in some if (found := "".join(map(str, sorted([*certain, *c]))))]


@move(Discard, "GAR-05", Discarded)
def discard(d: Decision[State], s: State, x: Discard) -> None:
    d.accept(x, card=turned_over(d, x))
    draw(d, x.seat)
    next_turn(d, x.seat)


@move(Hang, "GAR-06", HungUp)
def hang(d: Decision[State], s: State, x: Hang) -> None:
    card = turned_over(d, x)
    d.accept(x, card=card, fits=s.garlands[card[0]] + 1 == int(card[1]))
    if not ended(s):
        draw(d, x.seat)
    next_turn(d, x.seat)


def turned_over(d: Decision[State], x: Discard | Hang) -> str:
    there = d.state.row(x.seat).looked_at(d.state.deck, [x.place])
    (card,) = d.seen(there, 1, "shows", rule="GAR-06", seat=x.seat)
    return card


def next_turn(d: Decision[State], seat: int) -> None:
    if ended(d.state):
        d.end()
    else:
        d.emit(Turned(seat=next_seat(seat, d.state.setup.players)))


def start(setup: PlainSetup) -> State:
    copies, tokens = setup.box.cards.copies, setup.box.tokens
    deck = Pile.of({c + n: copies[n] for c in COLOURS for n in NUMBERS})
    return State(setup, deck, [Player() for _ in range(setup.players)], tokens.hints, tokens.cords)


def ended(s: State) -> str | None:
    if not s.cords:
        return "the last cord is torn"
    if all(n == 5 for n in s.garlands.values()):
        return "all garlands are whole"
    return "the last round is over" if not s.deck.size and not s.last else None


def score(s: State, seat: int) -> int:
    return sum(s.garlands.values()) if s.cords else 0


def pieces(s: State) -> dict[str, int]:
    hung = [colour + str(n) for colour, most in s.garlands.items() for n in range(1, most + 1)]
    seen = Counter([*hung, *s.aside, *(card for p in s.players for card in p.row.cards)])
    unseen = sum(p.row.unseen for p in s.players)
    return {**(seen + s.deck.unseen()), "cards": seen.total() + s.deck.size + unseen}


class Helpful(Bot):
    """Hangs up what it was told of, hints at what fits, and else discards what has no hint."""

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Command:
        """Return the move that is worth most."""

        def fits(card: str) -> bool:
            return state.garlands[card[0]] + 1 == int(card[1])

        def worth(x: Command) -> float:
            if isinstance(x, Hint):
                p = state.players[x.to - 1]
                new = [
                    fits(card)
                    for card, told in zip(p.row.cards, p.told, strict=False)
                    if x.feature in card and x.feature not in told
                ]
                return 0.5 + sum(new) / 9 if new and all(new) else -0.1
            told = state.players[seat - 1].told[x.place - 1]  # type: ignore[attr-defined]
            if isinstance(x, Discard):
                return 0.1 * (not told) + 0.2 * (state.hints < 2)
            can_be = state.row(seat).possible(state.deck, x.place)  # type: ignore[attr-defined]
            mine = [card for card in can_be if all(feature in card for feature in told)]
            good = sum(map(fits, mine)) / max(len(mine), 1)
            if good <= (0.3 if state.cords > 1 else 0.8):
                return -1
            return good + 0.4 * bool(told)

        return max(game.rules.legal_moves(state, seat), key=lambda x: (worth(x), rng.random()))


def check_box(box: Box) -> None:
    require(box.cards.copies.keys() == {*NUMBERS}, "cards.copies: say it for 1 to 5")
    require(box.cards.hand.keys() >= {*"2345"}, "cards.hand: say it for 2 to 5 players")
    for players in "2345":
        dealt = int(players) * box.cards.hand[players]
        require(dealt < 5 * sum(box.cards.copies.values()), "cards.hand: too few cards for that")


OWN = Provenance(status="default")
STANDARD = Box(
    id="garlands-standard",
    title="Garlands",
    cards=Cards(
        copies={"1": 3, "2": 2, "3": 2, "4": 2, "5": 1},
        hand={"2": 5, "3": 5, "4": 4, "5": 4},
        provenance=OWN,
    ),
    tokens=Tokens(hints=8, cords=3, provenance=OWN),
)
GAME = Game(
    meta=Meta(name="garlands", title="Garlands", players=(2, 3, 4, 5), cooperative=True),
    package=__name__,
    boxes=Boxes(STANDARD, check=check_box),
    rules=Rules(
        state=State,
        opening=Opening(start=start, begin=begin),
        questions=Questions({"turn": "GAR-03"}),
        moves=(hint, discard, hang),
        folds=FOLDS,
        ending=Ending(
            ended=ended, score=score, won=lambda s, seat: s.cords > 0, ranked_by=("GAR-10",)
        ),
    ),
    words=Words(
        previews={
            Hint: "Hint {to}: {feature}",
            Discard: "Discard card {place}",
            Hang: "Hang up card {place}",
        }
    ),
    corrections=Corrections(pieces=pieces),
    bots={"helpful": Helpful()},
)
