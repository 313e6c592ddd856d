"""Small games that differ only in who plays together and who wins.

TLY-01 A turn: Say a number from 0 to 3. After two rounds the game is over.

TLY-02 The end: The numbers of a side are added up, and the most points win.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec

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
    SeatEvent,
    Sourced,
    Titled,
    move,
    one_of,
    rule,
)


class Words(Sourced):
    words: tuple[str, ...]


class Box(Titled):
    words: Words


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`partner` is the seat that plays with seat 1."""

    partner: int = 3


@dataclass(slots=True)
class State:
    setup: PlainSetup
    said: dict[int, int] = field(default_factory=dict)
    active: int = 0
    turn: int = 0
    over: bool = False


class Say(Command):
    """Say a number."""

    number: Annotated[int, one_of(range(4))]


class Turned(SeatEvent):
    """A player's turn begins."""

    seat: Annotated[int, rule("TLY-01")]


class Said(SeatEvent):
    """A number is said."""

    number: Annotated[int, rule("TLY-01")]
    says = "{name} says {number}"


FOLDS = Folds[State]()


@FOLDS.on(Turned)
def turned(s: State, x: Turned) -> None:
    s.active, s.turn = x.seat, s.turn + 1


@FOLDS.on(Said)
def said(s: State, x: Said) -> None:
    s.said[x.seat] = s.said.get(x.seat, 0) + x.number


@move(Say, "TLY-01", Said)
def say(d: Decision[State], x: Say) -> None:
    d.accept(x)
    if d.state.turn < 2 * d.state.setup.players:
        d.emit(Turned(seat=x.seat % d.state.setup.players + 1))
    else:
        d.end()


def total(s: State, seats: tuple[int, ...]) -> int:
    return sum(s.said.get(seat, 0) for seat in seats)


def side_points(sides: Callable[[Any], tuple[tuple[int, ...], ...]]) -> Callable[[State, int], int]:
    """Return the points of a seat: the sum of those of its side."""

    def score(s: State, seat: int) -> int:
        return total(s, next(side for side in sides(s.setup) if seat in side))

    return score


def chosen(setup: PlainSetup) -> tuple[tuple[int, ...], ...]:
    """Return the sides: seat 1 with its partner against the others."""
    pair = (1, setup.options.partner)
    return pair, tuple(seat for seat in range(1, 5) if seat not in pair)


def game(name: str, score: Any, won: Any = None, **meta: Any) -> Game:
    """Return one of the games."""
    return Game(
        meta=Meta(**{"name": name, "title": name.title(), "players": (4,)} | meta),
        package=__name__,
        boxes=Boxes(
            Box(f"{name}-1", "Tally", Words(words=(), provenance=Provenance(status="default")))
        ),
        rules=Rules(
            state=State,
            opening=Opening(start=State, begin=lambda d: d.emit(Turned(seat=1)), options=Options),
            questions=Questions({"turn": "TLY-01"}),
            moves=(say,),
            folds=FOLDS,
            ending=Ending(
                ended=lambda s: (
                    "all have spoken"
                    if s.turn == 2 * s.setup.players and len(s.said) == s.setup.players
                    else None
                ),
                score=score,
                won=won,
                ranked_by=("TLY-02",),
            ),
        ),
    )


PAIRS = ((1, 3), (2, 4))
PARTNERS = game(
    "partners",
    side_points(lambda setup: PAIRS if setup.players == 4 else ((1,), (2,), (3,))),
    teams={4: PAIRS},
    players=(3, 4),
)
CHOSEN = game("chosen", side_points(chosen), teams=chosen)
TOGETHER = game(
    "together",
    lambda s, seat: sum(s.said.values()),
    lambda s, seat: sum(s.said.values()) > 10,
    cooperative=True,
    players=(1, 4),
)
POINTLESS = game("pointless", None, lambda s, seat: sum(s.said.values()) > 10, cooperative=True)
GREEDY = game(
    "greedy", lambda s, seat: s.said.get(seat, 0), lambda s, seat: s.said.get(seat, 0) < 3
)
"""Nobody wins with 3 or more, however many points it is."""
ALL = (PARTNERS, CHOSEN, TOGETHER, POINTLESS, GREEDY)
