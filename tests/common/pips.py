"""Pips: roll two dice and keep one, for tests that get a part of a game of chance wrong.

PIP-01 Dice: There are two dice.

PIP-02 A turn: In turn, roll both dice, and then keep one of them; it is worth its pips.

PIP-03 A token: Everybody has a token in secret, red or blue, which is dealt from a bag.

PIP-04 The end: After three turns each, the most pips win.
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
    hidden,
    move,
    one_of,
    resource,
    rule,
)


class Dice(Sourced):
    faces: tuple[str, ...]
    turns: Above0
    prices: dict[str, int]


class Box(Titled):
    dice: Dice


@dataclass(slots=True)
class Player:
    token: Annotated[Hand, hidden("bag")] = field(default_factory=Hand)
    pips: Annotated[int, resource(is_score=True)] = 0
    kept: list[str] = field(default_factory=list)


@dataclass(slots=True)
class State:
    setup: PlainSetup
    bag: Pile
    players: list[Player]
    rolled: list[str] = field(default_factory=list)
    phase: str = "roll"
    active: int = 0
    turn: int = 0
    over: bool = False


def on_the_table(s: State, x: Keep) -> list[str]:
    return s.rolled


class Roll(Command):
    """Roll both dice."""


class Keep(Command):
    """Keep one of the dice."""

    die: Annotated[str, one_of(on_the_table)]


class Dealt(SeatEvent):
    """A token comes to a player, who alone sees it."""

    seat: Annotated[int, rule("PIP-03")]
    token: Annotated[tuple[str | None, ...], rule("PIP-03", chance="token", hidden=True)]
    says = "{name} is dealt {token}"


class Turned(SeatEvent):
    """A turn begins."""

    seat: Annotated[int, rule("PIP-02")]


class Rolled(SeatEvent):
    """Dice are rolled."""

    dice: Annotated[tuple[str, ...], rule("PIP-02", chance="dice")]
    says = "{name} rolls {dice}"


class Kept(SeatEvent):
    """A die is kept."""

    die: Annotated[str, rule("PIP-02")]
    says = "{name} keeps {die}"


FOLDS = Folds[State]()


@FOLDS.on(Dealt)
def dealt(s: State, x: Dealt) -> None:
    s.players[x.seat - 1].token.draw(s.bag, x.token)


@FOLDS.on(Turned)
def turned(s: State, x: Turned) -> None:
    s.active = x.seat
    s.turn += 1


@FOLDS.on(Rolled)
def apply_roll(s: State, x: Rolled) -> None:
    s.rolled = list(x.dice)
    s.phase = "keep"


@FOLDS.on(Kept)
def apply_keep(s: State, x: Kept) -> None:
    s.players[x.seat - 1].pips += int(x.die)
    s.players[x.seat - 1].kept.append(x.die)
    s.rolled = []
    s.phase = "roll"


@move(Roll, "PIP-02", Rolled, answers="roll")
def roll(d: Decision[State], s: State, x: Roll) -> None:
    """PIP-02: both dice."""
    dice = d.chance.roll(s.setup.box.dice.faces, 2, "dice", x.seat, "PIP-02")
    d.accept(x, dice=tuple(dice))


@move(Keep, "PIP-02", Kept, answers="keep")
def keep(d: Decision[State], s: State, x: Keep) -> None:
    """PIP-02, PIP-04: one of them, and the next turn or the end."""
    d.accept(x)
    if ended(s):
        d.end()
    else:
        d.emit(Turned(seat=3 - x.seat))


def start(setup: PlainSetup) -> State:
    bag = Pile.of(["red", "blue", "red", "blue"])
    return State(setup, bag, [Player() for _ in range(setup.players)])


def begin(d: Decision[State]) -> None:
    for seat in (1, 2):
        d.emit(Dealt(seat=seat, token=d.draw(d.state.bag, 1, "token", rule="PIP-03", seat=seat)))
    d.emit(Turned(seat=1))


def ended(s: State) -> str | None:
    done = all(len(p.kept) >= s.setup.box.dice.turns for p in s.players)
    return "everybody has played" if done else None


def pieces(s: State) -> dict[str, int]:
    seen = Counter(token for p in s.players for token in p.token.cards)
    hidden = sum(p.token.unseen for p in s.players)
    return {**(seen + s.bag.unseen()), "tokens": seen.total() + s.bag.size + hidden}


class Highest(Bot):
    """Keeps the higher die."""

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Command:
        if state.phase == "roll":
            return Roll(seat=seat)
        return Keep(seat=seat, die=max(state.rolled))


PRICES = {"low": 1, "high": 2}
BOX = Box(
    id="pips-1",
    title="Pips",
    dice=Dice(
        faces=("1", "2", "3", "4", "5", "6"),
        turns=3,
        prices=PRICES,
        provenance=Provenance(status="default"),
    ),
)
GAME = Game(
    meta=Meta(name="pips", title="Pips", players=(2,)),
    package=__name__,
    boxes=Boxes(BOX),
    rules=Rules(
        state=State,
        opening=Opening(start=start, begin=begin),
        questions=Questions({"roll": "PIP-02", "keep": "PIP-02"}),
        moves=(roll, keep),
        folds=FOLDS,
        ending=Ending(ended=ended, ranked_by=("PIP-04",)),
    ),
    corrections=Corrections(pieces=pieces),
    bots={"highest": Highest()},
)
