"""Nim: take sticks from one heap; the player who takes the last one wins.

NIM-01 The heaps: Three heaps of 3, 5 and 7 sticks lie on the table.

NIM-02 A turn: Seat 1 begins. In turn, take as many sticks as you like from one heap, at least one.

NIM-03 The end: The player who takes the last stick wins.
"""

from __future__ import annotations

from dataclasses import dataclass
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
    NotEmpty,
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
    rule,
)


class Heaps(Sourced):
    sticks: NotEmpty[tuple[Above0, ...]]


class Box(Titled):
    heaps: Heaps


@dataclass(slots=True)
class State:
    setup: PlainSetup
    heaps: list[int]
    taken: int = 0
    active: int = 0
    turn: int = 0
    over: bool = False


class Take(Command):
    """Take sticks from one heap."""

    heap: Annotated[int, one_of(lambda s, x: [i for i, n in enumerate(s.heaps, 1) if n])]
    sticks: Annotated[int, one_of(lambda s, x: range(1, s.heaps[x.heap - 1] + 1))]


class Turned(SeatEvent):
    """A player's turn begins."""

    seat: Annotated[int, rule("NIM-02")]


class Took(SeatEvent):
    """Sticks are taken."""

    heap: Annotated[int, rule("NIM-02")]
    sticks: Annotated[int, rule("NIM-02")]
    says = "{name} takes {sticks} from heap {heap}"


FOLDS = Folds[State]()


@FOLDS.on(Turned)
def turned(s: State, x: Turned) -> None:
    s.active = x.seat
    s.turn += 1


@FOLDS.on(Took)
def took(s: State, x: Took) -> None:
    s.heaps[x.heap - 1] -= x.sticks
    s.taken += x.sticks


@move(Take, "NIM-02", Took)
def take(d: Decision[State], x: Take) -> None:
    """NIM-02, NIM-03: the other player's turn, or the end."""
    d.accept(x)
    if any(d.state.heaps):
        d.emit(Turned(seat=3 - x.seat))
    else:
        d.end()


STANDARD = Box(
    id="nim-standard",
    title="Nim",
    heaps=Heaps(sticks=(3, 5, 7), provenance=Provenance(status="default")),
)
GAME = Game(
    meta=Meta(name="nim", title="Nim", players=(2,)),
    package=__name__,
    boxes=Boxes(STANDARD),
    rules=Rules(
        state=State,
        opening=Opening(
            start=lambda setup: State(setup, list(setup.box.heaps.sticks)),
            begin=lambda d: d.emit(Turned(seat=1)),
        ),
        questions=Questions({"turn": "NIM-02"}),
        moves=(take,),
        folds=FOLDS,
        ending=Ending(
            ended=lambda s: None if any(s.heaps) else "the last stick is taken",
            score=lambda s, seat: int(s.active == seat and not any(s.heaps)),
            ranked_by=("NIM-03",),
        ),
    ),
    corrections=Corrections(pieces=lambda s: {"sticks": sum(s.heaps) + s.taken}),
)
