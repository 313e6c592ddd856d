"""What each event does to the position: the function for its type."""

from __future__ import annotations

from ledger.sdk import Ended

from . import events as e
from .state import POOL, State


def drew(s: State, x: e.Drew) -> None:
    """A seen stone leaves bag and pool, an unseen one only the bag."""
    hand = s.hands[x.seat - 1]
    for stone in x.stones:
        s.bag.take(stone)
        if stone is None:
            hand.unknown += 1
        else:
            hand.stones.append(stone)


def turned(s: State, x: e.Turned) -> None:
    s.active = x.seat
    s.asked = [x.seat]
    s.thrown = None
    s.dry = []
    s.turn += 1


def fished(s: State, x: e.Fished) -> None:
    s.asked = []


def threw(s: State, x: e.Threw) -> None:
    _give(s, x.seat, x.stone)
    s.thrown = x.stone
    s.asked = list(x.asked)


def ducked(s: State, x: e.Ducked) -> None:
    _give(s, x.seat, x.stone)
    s.dry.append(x.seat)
    del s.asked[0]


def stood(s: State, x: e.Stood) -> None:
    del s.asked[0]


def rolled(s: State, x: e.Rolled) -> None:
    """Faces are worth nothing until they score."""


def scored_2(s: State, x: e.Scored2) -> None:
    s.points[x.seat - 1] += x.points


def ended(s: State, x: Ended) -> None:
    s.over = True
    s.asked = []


def _give(s: State, seat: int, stone: str) -> None:
    """A stone leaves a hand: a known one, else one of those that were not seen."""
    hand = s.hands[seat - 1]
    if stone in hand.stones:
        hand.stones.remove(stone)
    else:
        s.bag.reveal(stone, [POOL])
        hand.unknown -= 1
    s.pond.append(stone)
