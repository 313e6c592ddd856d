"""Pebbles: take stones from a bowl.

PEB-01 The box: There are seven stones for every player, in one bowl.

PEB-02 A turn: Seat 1 begins, and play goes clockwise. Take one, two or three stones.

PEB-03 The end: When the bowl is empty, whoever has the most stones wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from ledger.sdk import (
    Above0,
    By,
    Command,
    Decision,
    Game,
    Meta,
    PlainSetup,
    Provenance,
    SeatEvent,
    Sourced,
    Titled,
    chosen_from,
    move,
    one_of,
    resource,
    rule,
)

from .drawing import draw
from .scene import scene


class Stones(Sourced):
    """How many there are for every player."""

    each: Above0


class Box(Titled):
    """Everything in the box."""

    stones: Stones


@dataclass(slots=True)
class Player:
    """What lies before a player."""

    stones: Annotated[int, resource("stones", is_score=True)] = 0


@dataclass(slots=True)
class State:
    """A position."""

    setup: PlainSetup
    players: list[Player]
    bowl: int
    active: int = 0
    turn: int = 0
    over: bool = False


class Take(Command):
    """Take stones from the bowl."""

    count: Annotated[int, chosen_from("bowl"), one_of(lambda s, x: (1, 2, 3))]


class Turned(SeatEvent[By["PEB-02"]]):
    """A player's turn begins."""

    says = "It is {name}'s turn"


class Took(SeatEvent):
    """Stones are taken from the bowl."""

    count: Annotated[int, rule("PEB-02")]
    says = ("{name} takes {count} stone", "{name} takes {count} stones")


def turned(s: State, x: Turned) -> None:
    """A turn always begins with an event of its own."""
    s.active = x.seat
    s.turn += 1


def took(s: State, x: Took) -> None:
    """What an event does stands here, and only here."""
    s.bowl -= x.count
    s.players[x.seat - 1].stones += x.count


@move("PEB-02", Took)
def take(d: Decision[State], x: Take) -> None:
    """`must` refuses what can't be done, `need` what only the rules forbid; `emit` tells facts."""
    d.need("PEB-02", 1 <= x.count <= 3, "take one, two or three stones")
    d.must("PEB-02", x.count <= d.state.bowl, f"there are only {d.state.bowl} stones left")
    d.emit(Took(seat=x.seat, count=x.count))
    if d.state.bowl:
        d.emit(Turned(seat=x.seat % d.state.setup.players + 1))
    else:
        d.end()


GAME = Game(
    meta=Meta(name="pebbles", title="Pebbles", edition="pebbles/1", players=(2, 3, 4)),
    package=__name__,
    box=Box(
        id="pebbles-standard",
        title="Pebbles",
        stones=Stones(each=7, provenance=Provenance(status="fact", note="our own game")),
    ),
    start=lambda setup: State(
        setup, [Player() for _ in range(setup.players)], setup.players * setup.box.stones.each
    ),
    begin=lambda d: d.emit(Turned(seat=1)),
    asks={"turn": "PEB-02"},
    ended=lambda s: None if s.bowl else "the bowl is empty",
    score=lambda s, seat: s.players[seat - 1].stones,
    ranked_by=("PEB-03",),
    pieces=lambda s: {"stones": s.bowl + sum(p.stones for p in s.players)},
    draw=draw,
    scene=scene,
)
