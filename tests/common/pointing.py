"""Pointing: whoever is pointed at three times drops out, and the last one in the game wins.

PNT-01 A turn: Point at another player who is still in the game, or at nobody.

PNT-02 Dropping out: A player who has been pointed at three times is out.

PNT-03 The end: The game is over when only one is left, who wins. After twelve turns, nobody wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from ledger.sdk import (
    Boxes,
    Command,
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
    Seat,
    SeatEvent,
    Sourced,
    Titled,
    case,
    clockwise,
    move,
    one_of,
    resource,
    rule,
)


class Limits(Sourced):
    turns: int


class Box(Titled):
    limits: Limits


@dataclass(slots=True)
class Player:
    lives: Annotated[int, resource("lives")] = 3
    out: bool = False


@dataclass(slots=True)
class State:
    setup: PlainSetup
    players: list[Player]
    pointed: int = 0
    active: int = 0
    turn: int = 0
    over: bool = False


def others(s: State, x: Command) -> list[int]:
    """Return the others who are still in the game, and nobody."""
    return [0, *(n for n, p in enumerate(s.players, 1) if n != x.seat and not p.out)]


class Point(Command):
    """Point at another player."""

    at: Annotated[Seat, one_of(others)]


class Turned(SeatEvent):
    """A player's turn begins."""

    seat: Annotated[int, rule("PNT-01")]


class Pointed(SeatEvent):
    """A player is pointed at, who loses a life."""

    at: Annotated[Seat, rule("PNT-01")]
    says = (case("{name} points at {at}", "at"), "{name} points at nobody")


class DroppedOut(SeatEvent):
    """A player is out of the game."""

    seat: Annotated[int, rule("PNT-02")]
    says = "{name} is out"


FOLDS = Folds[State]()


@FOLDS.on(Turned)
def turned(s: State, x: Turned) -> None:
    s.active, s.turn = x.seat, s.turn + 1


@FOLDS.on(Pointed)
def pointed(s: State, x: Pointed) -> None:
    s.pointed += 1
    if x.at:
        s.players[x.at - 1].lives -= 1


@FOLDS.on(DroppedOut)
def dropped_out(s: State, x: DroppedOut) -> None:
    s.players[x.seat - 1].out = True


def after(s: State, seat: int) -> int:
    """Return the next player clockwise who is still in the game."""
    order = clockwise(seat, s.setup.players)[1:]
    return next(n for n in order if not s.players[n - 1].out)


@move(Point, "PNT-01", Pointed)
def point(d: Decision[State], s: State, x: Point) -> None:
    """PNT-02, PNT-03: perhaps somebody is out, and the next turn or the end."""
    d.accept(x)
    if x.at and not s.players[x.at - 1].lives:
        d.emit(DroppedOut(seat=x.at))
    if ended(s):
        d.end()
    else:
        d.emit(Turned(seat=after(s, x.seat)))


def ended(s: State) -> str | None:
    if sum(not p.out for p in s.players) == 1:
        return "only one is left"
    return "nobody is left out" if s.pointed >= s.setup.box.limits.turns else None


GAME = Game(
    meta=Meta(name="pointing", title="Pointing", players=(3, 4)),
    package=__name__,
    boxes=Boxes(
        Box("pointing-1", "Pointing", Limits(turns=12, provenance=Provenance(status="default")))
    ),
    rules=Rules(
        state=State,
        opening=Opening(
            start=lambda setup: State(setup, [Player() for _ in range(setup.players)]),
            begin=lambda d: d.emit(Turned(seat=1)),
        ),
        questions=Questions({"turn": "PNT-01"}),
        moves=(point,),
        folds=FOLDS,
        ending=Ending(
            ended=ended,
            score=lambda s, seat: s.players[seat - 1].lives,
            won=lambda s, seat: (
                sum(not p.out for p in s.players) == 1 and not s.players[seat - 1].out
            ),
            ranked_by=("PNT-03",),
        ),
    ),
)
