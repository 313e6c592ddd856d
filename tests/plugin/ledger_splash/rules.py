"""The rules: what a command needs, and what follows from it."""

from __future__ import annotations

from ledger.sdk import (
    Decision,
    Impossible,
    Outcome,
    Pile,
    Question,
    clockwise,
    move,
    rank,
)

from . import commands as c
from . import events as e
from .setup import Setup
from .state import POOL, Hand, State


def awaiting(s: State) -> tuple[Question, ...]:
    """Who is asked for what; hand sizes decide it, which everybody sees."""
    ask, rule = ("turn", "PLG-03") if s.thrown is None else ("duck", "PLG-06")
    return tuple(Question(seat, ask, rule) for seat in s.asked)


def possible(s: State, seat: int) -> list[str]:
    """The stones a player can have: the known ones, and any unseen one in an unknown place."""
    hand = s.hands[seat - 1]
    unseen = s.bag.pools[POOL] if hand.unknown else {}
    return [x for x in s.setup.value if x in hand.stones or unseen.get(x)]


def high_enough(s: State, stone: str) -> bool:
    """Whether one can duck with a stone (PLG-07)."""
    a, b = s.setup.value[stone], s.setup.value[s.thrown or stone]
    return a == b if s.setup.options.duck == "equal" else a >= b


def start(setup: Setup) -> State:
    """PLG-02: all stones in the bag."""
    bag = Pile()
    bag.shuffle(setup.copies)
    return State(setup, bag, [Hand() for _ in range(setup.players)], [0] * setup.players)


def begin(d: Decision[State]) -> None:
    """PLG-02: deal, then seat 1 begins."""
    s = d.state
    for seat in range(1, s.setup.players + 1):
        draw(d, seat, s.setup.limits.hand, "PLG-02")
    d.emit(e.Turned(seat=1))


def draw(d: Decision[State], seat: int, count: int, rule: str) -> None:
    """Draw stones that only the player sees, as far as there are any."""
    n = min(count, d.state.bag.size)
    if n:
        d.emit(e.Drew(seat=seat, stones=d.draw(d.state.bag, n, "draw", rule=rule, seat=seat)))


def has(d: Decision[State], seat: int, stone: str, rule: str) -> None:
    """Refuse a stone that is not, or cannot be, in the hand."""
    s = d.state
    d.must(rule, stone in s.setup.value, "there is no stone {stone!r}", stone=stone)
    if stone not in possible(s, seat):
        d.must(rule, s.hands[seat - 1].unknown, "there is no {stone} in your hand", stone=stone)
        raise Impossible(
            "you cannot have an {stone}: every {stone} is elsewhere", rule=rule, stone=stone
        )


@move(c.Throw, "PLG-05", e.Threw)
def throw(d: Decision[State], x: c.Throw) -> None:
    """PLG-05, PLG-06: the stone lies in the pond, all others are asked."""
    s = d.state
    has(d, x.seat, x.stone, "PLG-05")
    others = clockwise(x.seat, s.setup.players)[1:]
    asked = tuple(seat for seat in others if s.hands[seat - 1].size)  # A-PLG-01
    d.emit(e.Threw(seat=x.seat, stone=x.stone, asked=asked))
    splash_when_answered(d)


@move(c.Fish, "PLG-04", e.Fished)
def fish(d: Decision[State], x: c.Fish) -> None:
    """PLG-04: draw instead of throwing."""
    s = d.state
    limits = s.setup.limits
    held = s.hands[x.seat - 1].size
    d.need(
        "PLG-04",
        held <= limits.most,
        "you hold {held} stones, more than {most}",
        held=held,
        most=limits.most,
    )
    d.emit(e.Fished(seat=x.seat))
    draw(d, x.seat, limits.fish, "PLG-04")
    close(d)


@move(c.Duck, "PLG-07", e.Ducked, answers="duck")
def duck(d: Decision[State], x: c.Duck) -> None:
    """PLG-07: a stone that is high enough."""
    has(d, x.seat, x.stone, "PLG-07")
    ok = high_enough(d.state, x.stone)
    d.need(
        "PLG-07",
        ok,
        "one cannot duck a {thrown} with a {stone}",
        thrown=d.state.thrown,
        stone=x.stone,
    )
    d.emit(e.Ducked(seat=x.seat, stone=x.stone))
    splash_when_answered(d)


@move(c.Stand, "PLG-06", e.Stood, answers="duck", declines=True)
def stand(d: Decision[State], x: c.Stand) -> None:
    """PLG-06: ducking is a choice."""
    d.emit(e.Stood(seat=x.seat))
    splash_when_answered(d)


def splash_when_answered(d: Decision[State]) -> None:
    """PLG-08 to PLG-10: dice, points, a new stone."""
    s = d.state
    if s.asked:
        return
    seat, count = s.active, s.setup.value[s.thrown or ""]
    faces = d.roll(s.setup.faces, count, "dice", rule="PLG-08", seat=seat)
    d.emit(e.Rolled(seat=seat, faces=faces))
    wet = s.setup.players - 1 - len(s.dry)
    d.emit(e.Scored2(seat=seat, points=faces.count("splash") * wet))
    draw(d, seat, 1, "PLG-10")
    close(d)


def close(d: Decision[State]) -> None:
    """PLG-03, PLG-11: the next turn, or the end."""
    s = d.state
    if outcome(s):
        d.end()
    else:
        d.emit(e.Turned(seat=s.active % s.setup.players + 1))


def outcome(s: State) -> Outcome | None:
    """PLG-11: the most points win."""
    rich = max(s.points) >= s.setup.limits.goal
    if s.bag.size and not rich:
        return None
    reason = "points" if rich else "empty bag"
    return Outcome(reason, rank(s.points), tuple(s.points), "PLG-11")
