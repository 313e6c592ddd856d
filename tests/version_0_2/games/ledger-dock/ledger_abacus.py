"""Abacus: say numbers, and never the one that somebody else said last.

ABA-01 The beads: There are 30 beads on the rod.

ABA-02 A turn: Seat 1 begins, and play goes clockwise. Move one to five beads, but not as many as the
player before.

ABA-03 The end: Whoever moves the last bead, or can't move, ends the game. The fewest beads win.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec

from ledger.sdk import (
    Above0,
    Bot,
    Command,
    Decision,
    Ended,
    Event,
    Game,
    Look,
    Meta,
    move,
    Opened,
    Outcome,
    PlainSetup,
    Provenance,
    Question,
    RandomBot,
    Resource,
    SeatEvent,
    Sourced,
    Titled,
    Word,
    did_you_mean,
    places,
    plain,
    rank,
    read_number,
    rule,
    safe,
    tag,
    zone,
)


class Beads(Sourced):
    count: Above0


class Box(Titled):
    beads: Beads


@dataclass(slots=True)
class Player:
    moved: Annotated[int, zone()] = 0


@dataclass(slots=True)
class State:
    setup: PlainSetup
    players: list[Player]
    left: int
    last: int = 0
    said: list[int] = field(default_factory=list)
    active: int = 0
    turn: int = 0
    over: bool = False


class Move(Command):
    """Move beads."""

    beads: int


class Turned(SeatEvent):
    """A player's turn begins."""


class Slid(SeatEvent):
    """Beads were moved: until 0.0, in halves."""

    halves: int


class Moved(SeatEvent):
    """Beads are moved."""

    beads: Annotated[int, rule("ABA-02")]


def turned(s: State, x: Turned) -> None:
    s.active = x.seat
    s.turn += 1


def moved(s: State, x: Moved) -> None:
    s.left -= x.beads
    s.last = x.beads
    s.said.append(x.beads)
    s.players[x.seat - 1].moved += x.beads


UPCASTS = {Slid: lambda x: Moved(seat=x.seat, beads=x.halves // 2)}


def possible(s: State) -> list[int]:
    return [n for n in range(1, 6) if n <= s.left and n != s.last]


def legal(s: State, seat: int) -> Iterator[Command]:
    yield from (Move(seat=seat, beads=n) for n in possible(s))


def sample(s: State, rng: random.Random) -> Command:
    return Move(seat=s.active, beads=rng.choice(possible(s)))


def awaiting(s: State) -> tuple[Question, ...]:
    return (Question(s.active, "turn", "ABA-02"),) if s.active and not s.over else ()


@move("ABA-02", Moved)
def decide(d: Decision, x: Move) -> None:
    d.need("ABA-02", 1 <= x.beads <= 5, "move one to five beads")
    d.must("ABA-02", x.beads in possible(d.state), f"{x.beads} can't be")
    d.emit(Moved(seat=x.seat, beads=x.beads))
    if outcome(d.state):
        d.end()
    else:
        d.emit(Turned(seat=d.game.turn(d.state) % d.state.setup.players + 1))


def outcome(s: State) -> Outcome | None:
    if possible(s):
        return None
    points = tuple(p.moved for p in s.players)
    return Outcome("no move is left", rank([-n for n in points]), points, "ABA-03")


def scores(s: State) -> tuple[int, ...]:
    return tuple(p.moved for p in s.players)


def holding(s: State, seat: int) -> tuple[int, ...]:
    return (s.players[seat - 1].moved,)


def pieces(s: State) -> dict[str, int]:
    return {"beads": s.left + sum(p.moved for p in s.players)}


def words(event: Event, names: Sequence[str], lang: str = "en") -> str:
    if isinstance(event, Opened):
        return f"Abacus, {lang}"
    if isinstance(event, Ended):
        return f"The end: {sorted(places(event.ranking).items())}"
    if not isinstance(event, Moved | Turned):
        return f"This is {tag(type(event))}"
    who = safe(names[event.seat - 1])
    return f"{who} moves {event.beads}" if isinstance(event, Moved) else f"It is up to {who}"


def read(s: State, seat: int, typed: Sequence[Word]) -> Command:
    return Move(seat=seat, beads=read_number(typed[-1]))


def write(x: Move) -> str:
    return f"move {x.beads}"


class Seat(msgspec.Struct, frozen=True):
    seat: int
    moved: int
    place: int | None


class View(msgspec.Struct, frozen=True):
    viewer: int | None
    phase: str
    turn: int
    round: int
    active: int
    asked: tuple[Any, ...]
    over: bool
    ranking: tuple[tuple[int, ...], ...]
    seats: tuple[Seat, ...]
    left: int
    now: int


def view(s: State, viewer: int | None, game: Game) -> View:
    def seat(s: State, look: Any) -> Seat:
        return Seat(look.seat, look.player.moved, look.place)

    facts = Look(s, viewer, game, seat).facts()
    return View(**facts, left=s.left, now=len(game.awaiting(s)))


def draw(view: View, width: int, names: Sequence[str]) -> Any:
    return plain(f"{view.left} beads, {names[max(view.active, 1) - 1]} moves")


class Timid(Bot):
    """Moves few beads."""

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Command:
        if state.turn < 3:
            return RandomBot().choose(game, state, seat, rng)
        first = min(game.legal(state, seat), key=game.write)
        return game.canonical(state, first)


assert did_you_mean("beds", ["beads"])
GAME = Game(
    meta=Meta(name="abacus", title="Abacus", players=(2, 3), highest_wins=False),
    package=__name__,
    box=Box(id="abacus-standard", title="Abacus", beads=Beads(count=30, provenance=Provenance(status="default"))),
    start=lambda setup: State(setup, [Player() for _ in range(setup.players)], setup.box.beads.count),
    begin=lambda d: d.emit(Turned(seat=1)),
    resources=(Resource("moved", "beads moved", short="moved", is_score=True),),
    words=words,
    zones=(),
    slots=(),
    most_moves=5,
    unknown=(),
)
