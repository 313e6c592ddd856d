"""Sticks: a game that declares each part plainly, for tests that get one of them wrong.

STK-01 The heaps: Two heaps of 2 and 3 sticks lie on the table, and a wind blows from somewhere.

STK-02 A turn: In turn, take sticks from one heap, or pass.

STK-03 The end: When no stick is left, the most sticks win.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from ledger.sdk import (
    Above0,
    Boxes,
    Command,
    Decision,
    Ending,
    Event,
    Folds,
    Game,
    Meta,
    Opening,
    PlainSetup,
    Provenance,
    Questions,
    Rules,
    SeatEvent,
    Sourced,
    Titled,
    move,
    one_of,
    resource,
    rule,
)


class Heaps(Sourced):
    sticks: tuple[Above0, ...]


class Box(Titled):
    heaps: Heaps


@dataclass(slots=True)
class Player:
    taken: Annotated[int, resource("sticks")] = 0


@dataclass(slots=True)
class State:
    setup: PlainSetup
    heaps: list[int]
    players: list[Player]
    wind: str = ""
    active: int = 0
    turn: int = 0
    over: bool = False


class Take(Command):
    """Take sticks from one heap."""

    heap: Annotated[int, one_of(lambda s, x: [i for i, n in enumerate(s.heaps, 1) if n])]
    sticks: Annotated[int, one_of(lambda s, x: range(1, s.heaps[x.heap - 1] + 1))]


class Pass(Command):
    """Take nothing."""


class Blew(Event):
    """A wind comes up."""

    wind: Annotated[str, rule("STK-01")]
    says = "The wind is {wind}"


class Turned(SeatEvent):
    """A turn begins."""

    seat: Annotated[int, rule("STK-02")]


class Took(SeatEvent):
    """Sticks are taken."""

    heap: Annotated[int, rule("STK-02")]
    sticks: Annotated[int, rule("STK-02")]
    says = "{name} takes {sticks} from heap {heap}"


class Passed(SeatEvent):
    """Somebody passes."""

    says = "{name} passes"


FOLDS = Folds[State]()


@FOLDS.on(Blew)
def blow(s: State, x: Blew) -> None:
    s.wind = x.wind


@FOLDS.on(Turned)
def turn(s: State, x: Turned) -> None:
    s.active = x.seat
    s.turn += 1


@FOLDS.on(Took)
def apply_take(s: State, x: Took) -> None:
    s.heaps[x.heap - 1] -= x.sticks
    s.players[x.seat - 1].taken += x.sticks


@FOLDS.on(Passed)
def apply_pass(s: State, x: Passed) -> None:
    pass


@move(Take, "STK-02", Took)
def take(d: Decision[State], x: Take) -> None:
    d.accept(x)
    go_on(d, x.seat)


@move(Pass, "STK-02", Passed, verb="wait")
def wait(d: Decision[State], x: Pass) -> None:
    d.accept(x)
    go_on(d, x.seat)


def go_on(d: Decision[State], seat: int) -> None:
    if ended(d.state):
        d.end()
    else:
        d.emit(Turned(seat=3 - seat))


def start(setup: PlainSetup) -> State:
    return State(setup, list(setup.box.heaps.sticks), [Player(), Player()])


def begin(d: Decision[State]) -> None:
    d.emit(Blew(wind="north"))
    d.emit(Turned(seat=1))


def ended(s: State) -> str | None:
    return None if any(s.heaps) and s.turn < 20 else "no stick is left"


def score(s: State, seat: int) -> int:
    return s.players[seat - 1].taken


RULES = Rules(
    state=State,
    opening=Opening(start=start, begin=begin),
    questions=Questions({"turn": "STK-02"}),
    moves=(take, wait),
    folds=FOLDS,
    ending=Ending(ended=ended, score=score, ranked_by=("STK-03",)),
)
GAME = Game(
    meta=Meta(name="sticks", title="Sticks", edition="sticks/1", players=(2,)),
    package=__name__,
    boxes=Boxes(
        Box("sticks-1", "Sticks", Heaps(sticks=(2, 3), provenance=Provenance(status="default")))
    ),
    rules=RULES,
)
