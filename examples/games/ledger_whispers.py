"""Whispers: one card in hand, one drawn, one played; look, guess, swap, and be the last one left.

WHI-01 The cards: There are sixteen: five Spies (1), two each of Seer (2), Rival (3), Veil (4) and
Wind (5), and one each of Twins (6), Recluse (7) and Pearl (8). The number is a card's rank.

WHI-02 A round: The deck is shuffled, and everybody is dealt one card, which only they see. With two
players, the next three cards are laid face up and are out of the round.

WHI-03 A turn: Draw a card, then play one of your two cards face up in front of you. Then it is the
turn of the next player who is still in the round.

WHI-04 Others: A card that needs another player names one who is still in the round and isn't
veiled. If there is none, the card is played without effect.

WHI-05 Spy: Name another player and a card other than Spy. If that is the card in their hand, they
are out.

WHI-06 Seer: Look at the card of another player.

WHI-07 Rival: You and another player show each other your cards. The lower rank is out; if they are
equal, nobody is.

WHI-08 Veil: Until your next turn, no card of the others can name you.

WHI-09 Wind: You or another player discards the card in hand without effect and draws another.

WHI-10 Twins: Swap hands with another player. Both know which card they gave away.

WHI-11 Recluse: Whoever holds it together with Wind or Twins has to play it. It does nothing.

WHI-12 Pearl: Whoever plays or discards it is out.

WHI-13 Out: Whoever is out of the round lays the card in hand face up.

WHI-14 The last card: The last card of the deck is not drawn at the start of a turn, only for Wind.
When it is that player's turn to draw it, the round ends.

WHI-15 The end of a round: The last one left wins a token. If several are left, they show their
cards, and the highest rank wins it; of several, the one whose played and discarded cards have the
highest sum; if that is equal, too, each of them wins one.

WHI-16 The next round: The winner of a round begins the next one; of several, the first one after
the player who began this round, in turn order.

WHI-17 The end: When somebody has 7 tokens (with three players 5, with four 4) at the end of a
round, the game is over, and the most tokens win. Those who have the most share the victory.
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
    Meta,
    Opening,
    Pile,
    PlainSetup,
    Provenance,
    Questions,
    Rules,
    Seat,
    SeatEvent,
    SeenHand,
    Sourced,
    Titled,
    case,
    chosen_from,
    hidden,
    move,
    one_of,
    plural,
    require,
    resource,
    rule,
)

CARDS = ("Spy", "Seer", "Rival", "Veil", "Wind", "Twins", "Recluse", "Pearl")
RANK = {card: n for n, card in enumerate(CARDS, 1)}
ASKING = {"Spy", "Seer", "Rival", "Wind", "Twins"}
FORCING = {"Wind", "Twins"}


class Deck(Sourced):
    counts: dict[str, Above0]


class Tokens(Sourced):
    needed: dict[str, Above0]


class Box(Titled):
    deck: Deck
    tokens: Tokens


@dataclass(slots=True)
class Player:
    """`played` has the cards in front of a player in this round, `veiled` and `out` say what they
    can't be named for.
    """

    hand: Annotated[SeenHand, hidden("deck"), resource("cards in hand")] = field(
        default_factory=SeenHand
    )
    played: list[str] = field(default_factory=list)
    veiled: bool = False
    out: bool = False
    tokens: Annotated[int, resource(is_score=True)] = 0


@dataclass(slots=True)
class State:
    """`aside` are the cards that are face up beside the deck, `leader` began the round."""

    setup: PlainSetup
    deck: Pile
    players: list[Player]
    aside: list[str] = field(default_factory=list)
    leader: int = 1
    round: int = 0
    active: int = 0
    turn: int = 0
    over: bool = False

    def hand(self, seat: int) -> SeenHand:
        return self.players[seat - 1].hand

    def left(self) -> list[int]:
        """Return the seats that are still in the round, in turn order from the leader."""
        count = len(self.players)
        order = [(self.leader + i - 1) % count + 1 for i in range(count)]
        return [seat for seat in order if not self.players[seat - 1].out]


# --- what is asked for


def playable(s: State, x: Play) -> list[str]:
    """WHI-11: return the cards that a player can have and may play."""
    hand = s.hand(x.seat)
    forced = "Recluse" in hand.cards
    return [card for card in hand.possible(s.deck) if not (forced and card in FORCING)]


def others(s: State, x: Play) -> list[int]:
    """WHI-04, WHI-09: return the seats that a card can name; 0 is nobody."""
    if x.card not in ASKING:
        return [0]
    free = [seat for seat in s.left() if seat != x.seat and not s.players[seat - 1].veiled]
    return sorted([*free, *([x.seat] if x.card == "Wind" else [])]) or [0]


def guesses(s: State, x: Play) -> list[str]:
    return [*CARDS[1:]] if x.card == "Spy" and x.on else [""]


class Play(Command):
    """Play one of your two cards; perhaps it names a player, and a card."""

    card: Annotated[str, one_of(playable), chosen_from("hand")]
    on: Annotated[Seat, one_of(others)] = 0
    guess: Annotated[str, one_of(guesses)] = ""


# --- what happens


class RoundBegan(SeatEvent):
    """All cards are shuffled, and a round begins."""

    seat: Annotated[int, rule("WHI-16")]
    says = "{name} begins a round"


class LaidAside(Event):
    """With two players, three cards are out of the round."""

    cards: Annotated[tuple[str, ...], rule("WHI-02", chance="aside")]
    says = "Face up beside the deck: {cards}"


class Drew(SeatEvent):
    """A card comes to a hand."""

    seat: Annotated[int, rule("WHI-03")]
    card: Annotated[str | None, rule("WHI-03", chance="card", hidden=True)]
    says = "{name} draws {card}"


class Turned(SeatEvent):
    """A player's turn begins."""

    seat: Annotated[int, rule("WHI-03")]


class Played(SeatEvent):
    """A card is played."""

    card: Annotated[str, rule("WHI-03")]
    on: Annotated[Seat, rule("WHI-04")] = 0
    guess: Annotated[str, rule("WHI-05")] = ""
    says = (
        case("{name} plays {card} on {on} and guesses {guess}", "guess"),
        case("{name} plays {card} on {on}", "on"),
        "{name} plays {card}",
    )


class Guessed(SeatEvent):
    """A guess is right or wrong."""

    right: Annotated[str, rule("WHI-05", chance="guess")]
    says = (case("The guess is right", right="right"), "The guess is wrong")


class Saw(SeatEvent):
    """A player looks at the hand of another, who knows it."""

    other: Annotated[Seat, rule("WHI-06")]
    cards: Annotated[
        tuple[str | None, ...], rule("WHI-06", chance="sees", seen_by=("seat", "other"))
    ]
    says = (
        case("{name} looks at the hand of {other}", lambda x: None in x.cards),
        "{name} sees that {other} has {cards}",
    )


class Compared(SeatEvent):
    """Two players compare their cards."""

    other: Annotated[Seat, rule("WHI-07")]
    lower: Annotated[str, rule("WHI-07", chance="lower")]
    says = (
        case("{name} and {other} have equal ranks", lower="0"),
        case("{name} has the lower rank", lambda x: x.lower == str(x.seat)),
        "{other} has the lower rank",
    )


class Swapped(SeatEvent):
    """Two players exchange their hands."""

    other: Annotated[Seat, rule("WHI-10")]
    says = "{name} and {other} swap hands"


class Discarded(SeatEvent):
    """A card is discarded from the hand."""

    seat: Annotated[int, rule("WHI-09")]
    card: Annotated[str, rule("WHI-09", chance="discards")]
    says = "{name} discards {card}"


class WentOut(SeatEvent):
    """A player is out of the round."""

    seat: Annotated[int, rule("WHI-13")]
    cards: Annotated[tuple[str, ...], rule("WHI-13", chance="shows")]
    says = (case("{name} is out with {cards}", "cards"), "{name} is out")


class Showed(SeatEvent):
    """At the end of a round, a card is shown."""

    seat: Annotated[int, rule("WHI-15")]
    card: Annotated[str, rule("WHI-15", chance="shows")]
    says = "{name} shows {card}"


class RoundWon(Event):
    """The winner of a round, or several, gets a token each."""

    seats: Annotated[tuple[Seat, ...], rule("WHI-15")]
    says = plural("{seats} (wins|win) a token")


FOLDS = Folds[State]()


@FOLDS.on(RoundBegan)
def round_began(s: State, x: RoundBegan) -> None:
    s.deck = Pile.of(s.setup.box.deck.counts)
    s.aside, s.leader = [], x.seat
    s.round += 1
    for p in s.players:
        p.hand, p.played, p.veiled, p.out = SeenHand(), [], False, False


@FOLDS.on(LaidAside)
def laid_aside(s: State, x: LaidAside) -> None:
    s.deck.take_all(x.cards)
    s.aside = [*x.cards]


@FOLDS.on(Drew)
def drew(s: State, x: Drew) -> None:
    s.hand(x.seat).draw(s.deck, [x.card], to=[x.seat])


@FOLDS.on(Turned)
def turned(s: State, x: Turned) -> None:
    s.active = x.seat
    s.turn += 1
    s.players[x.seat - 1].veiled = False


@FOLDS.on(Played, Discarded, Showed)
def played(s: State, x: Played | Discarded | Showed) -> None:
    p = s.players[x.seat - 1]
    p.hand.play(s.deck, x.card)
    p.played.append(x.card)
    p.veiled = x.card == "Veil" and isinstance(x, Played)


@FOLDS.on(Guessed, Compared)
def told(s: State, x: Guessed | Compared) -> None:
    """Nothing changes yet."""


@FOLDS.on(Saw)
def saw(s: State, x: Saw) -> None:
    s.hand(x.other).show(s.deck, x.cards, to=[x.seat, x.other])


@FOLDS.on(Swapped)
def swapped(s: State, x: Swapped) -> None:
    s.hand(x.seat).swap(s.hand(x.other))


@FOLDS.on(WentOut)
def went_out(s: State, x: WentOut) -> None:
    p = s.players[x.seat - 1]
    for card in x.cards:
        p.hand.play(s.deck, card)
        p.played.append(card)
    p.out = True


@FOLDS.on(RoundWon)
def round_won(s: State, x: RoundWon) -> None:
    for seat in x.seats:
        s.players[seat - 1].tokens += 1


# --- the rules


def begin(d: Decision[State]) -> None:
    begin_round(d, 1)


def begin_round(d: Decision[State], leader: int) -> None:
    s = d.state
    d.emit(RoundBegan(seat=leader))
    if s.setup.players == 2:
        d.emit(LaidAside(cards=d.seen(s.deck, 3, "aside", rule="WHI-02")))
    for seat in s.left():
        draw(d, seat)
    take_turn(d, leader)


def draw(d: Decision[State], seat: int) -> None:
    (card,) = d.draw(d.state.deck, 1, "card", rule="WHI-03", seat=seat)
    d.emit(Drew(seat=seat, card=card))


def take_turn(d: Decision[State], seat: int) -> None:
    d.emit(Turned(seat=seat))
    draw(d, seat)


@move(Play, "WHI-03", Played)
def play(d: Decision[State], s: State, x: Play) -> None:
    """WHI-03 to WHI-17: the card, its effect, and the next turn or round."""
    d.accept(x)
    if x.card == "Pearl":
        go_out(d, x.seat)
    elif x.on:
        EFFECTS[x.card](d, s, x)
    left = s.left()
    if len(left) > 1 and s.deck.size > 1:
        take_turn(d, next(seat for seat in after(s, x.seat) if seat in left))
        return
    winners = left if len(left) == 1 else best(d, left)
    d.emit(RoundWon(seats=tuple(sorted(winners))))
    if ended(s):
        d.end()
    else:
        begin_round(d, next(seat for seat in after(s, s.leader) if seat in winners))


def after(s: State, seat: int) -> list[int]:
    """Return all seats in turn order, those after this one first and itself last."""
    count = s.setup.players
    return [(seat + i) % count + 1 for i in range(count)]


def guess(d: Decision[State], s: State, x: Play) -> None:
    hand = s.hand(x.on)
    can_be = hand.possible(s.deck)
    answers = ["right"] * (x.guess in can_be) + ["wrong"] * (can_be != [x.guess])
    known = ("right" if hand.cards == [x.guess] else "wrong") if hand.cards else None
    right = d.reveal(known, answers, "guess", rule="WHI-05", seat=x.seat)
    d.emit(Guessed(seat=x.seat, right=right))
    if right == "right":
        go_out(d, x.on, x.guess)


def look(d: Decision[State], seat: int, other: int) -> tuple[str | None, ...]:
    hand = d.state.hand(other)
    cards = d.look(hand.looked_at(d.state.deck), "sees", rule="WHI-06", seat=seat)
    d.emit(Saw(seat=seat, other=other, cards=cards))
    return cards


def see(d: Decision[State], s: State, x: Play) -> None:
    look(d, x.seat, x.on)


def compare(d: Decision[State], s: State, x: Play) -> None:
    (theirs,), (mine,) = look(d, x.seat, x.on), look(d, x.on, x.seat)
    lower = None
    if mine and theirs:
        seats = {RANK[mine]: x.seat, RANK[theirs]: x.on}
        lower = seats[min(seats)] if len(seats) == 2 else 0
    found = d.reveal(lower, (0, x.seat, x.on), "lower", rule="WHI-07", seat=x.seat)
    d.emit(Compared(seat=x.seat, other=x.on, lower=found))
    if found != "0":
        go_out(d, int(found))


def blow(d: Decision[State], s: State, x: Play) -> None:
    card = shown(d, x.on, "discards")
    d.emit(Discarded(seat=x.on, card=card))
    if card == "Pearl":
        d.emit(WentOut(seat=x.on, cards=()))
    else:
        draw(d, x.on)


def swap(d: Decision[State], s: State, x: Play) -> None:
    look(d, x.seat, x.on)
    look(d, x.on, x.seat)
    d.emit(Swapped(seat=x.seat, other=x.on))


EFFECTS = {"Spy": guess, "Seer": see, "Rival": compare, "Wind": blow, "Twins": swap}


def shown(d: Decision[State], seat: int, slot: str, card: str | None = None) -> str:
    """Return the one card in a hand, which is turned over."""
    if card is not None:  # everybody knows it already
        return d.reveal(card, (), slot, rule="WHI-13", seat=seat)
    there = d.state.hand(seat).looked_at(d.state.deck)
    (card,) = d.seen(there, 1, slot, rule="WHI-13", seat=seat)
    return card


def go_out(d: Decision[State], seat: int, card: str | None = None) -> None:
    d.emit(WentOut(seat=seat, cards=(shown(d, seat, "shows", card),)))


def best(d: Decision[State], left: list[int]) -> list[int]:
    """WHI-15: let those who are left show their cards, and return who has the best one."""
    ranks = {}
    for seat in left:
        card = shown(d, seat, "shows")
        d.emit(Showed(seat=seat, card=card))
        played = d.state.players[seat - 1].played[:-1]
        ranks[seat] = RANK[card], sum(RANK[x] for x in played)
    return [seat for seat in left if ranks[seat] == max(ranks.values())]


def start(setup: PlainSetup) -> State:
    return State(setup, Pile.of(setup.box.deck.counts), [Player() for _ in range(setup.players)])


def ended(s: State) -> str | None:
    most = s.setup.box.tokens.needed[str(s.setup.players)]
    return "enough tokens are won" if any(p.tokens >= most for p in s.players) else None


def pieces(s: State) -> dict[str, int]:
    seen = Counter(s.aside)
    for p in s.players:
        seen.update([*p.played, *p.hand.cards])
    unseen = sum(p.hand.unseen for p in s.players)
    return {**(seen + s.deck.unseen()), "cards": seen.total() + s.deck.size + unseen}


class Careful(Bot):
    """Plays the lower card, names players whose card it knows, and guesses what is likely."""

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Command:
        """Return the move that is worth most."""
        unseen = state.deck.unseen()
        total = max(sum(unseen.values()), 1)

        def worth(x: Command) -> float:
            if not isinstance(x, Play):
                raise TypeError(x)
            (kept,) = (Counter(state.hand(seat).cards) - Counter([x.card])).elements()
            known = state.hand(x.on).cards if x.on not in (0, seat) else []
            theirs = Counter(known) or unseen
            sure = len(known) or total
            higher = sum(n for card, n in theirs.items() if RANK[card] > RANK[kept]) / sure
            lower = sum(n for card, n in theirs.items() if RANK[card] < RANK[kept]) / sure
            gain = {
                "Spy": theirs[x.guess] / sure if x.on else 0,
                "Rival": lower - 2 * higher if x.on else 0,
                "Wind": -2 if x.on == seat and kept == "Pearl" else theirs["Pearl"] / sure,
                "Pearl": -9,
            }
            return gain.get(x.card, 0) + RANK[kept] / 20

        return max(game.rules.legal_moves(state, seat), key=lambda x: (worth(x), rng.random()))


def check_box(box: Box) -> None:
    require(set(box.deck.counts) == set(CARDS), "deck.counts: say it for each of the cards")
    require(8 <= sum(box.deck.counts.values()) <= 1000, "deck.counts: 8 to 1000 cards")
    require({*"234"} <= box.tokens.needed.keys(), "tokens.needed: say it for 2, 3 and 4 players")


FACT = Provenance(status="default")
STANDARD = Box(
    id="whispers-standard",
    title="Whispers",
    deck=Deck(counts=dict(zip(CARDS, (5, 2, 2, 2, 2, 1, 1, 1), strict=True)), provenance=FACT),
    tokens=Tokens(needed={"2": 7, "3": 5, "4": 4}, provenance=FACT),
)
GAME = Game(
    meta=Meta(name="whispers", title="Whispers", players=(2, 3, 4)),
    package=__name__,
    boxes=Boxes(STANDARD, check=check_box),
    rules=Rules(
        state=State,
        opening=Opening(start=start, begin=begin),
        questions=Questions({"turn": "WHI-03"}),
        moves=(play,),
        folds=FOLDS,
        ending=Ending(ended=ended, ranked_by=("WHI-17",)),
        round=lambda s: s.round,
    ),
    corrections=Corrections(pieces=pieces),
    bots={"careful": Careful()},
)
