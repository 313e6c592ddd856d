"""The table as a player sees it: plain data, complete enough to draw from."""

from __future__ import annotations

import msgspec

from .state import State


class Seat(msgspec.Struct, frozen=True):
    """What lies before a player; `stones` only for who may see them, None is an unseen one."""

    seat: int
    points: int
    size: int
    stones: tuple[str | None, ...] | None


class View(msgspec.Struct, frozen=True):
    """What a seat may see."""

    turn: int
    active: int
    asked: tuple[int, ...]
    bag: int
    pond: tuple[str, ...]
    thrown: str | None
    seats: tuple[Seat, ...]
    over: bool


def view(s: State, seat: int | None) -> View:
    """Return what a seat may see; None is the referee, 0 a spectator."""
    return View(
        turn=s.turn,
        active=s.active,
        asked=tuple(s.asked),
        bag=s.bag.size,
        pond=tuple(s.pond),
        thrown=s.thrown,
        seats=tuple(
            Seat(
                i,
                s.points[i - 1],
                hand.size,
                (*sorted(hand.stones), *(None,) * hand.unknown) if seat in (None, i) else None,
            )
            for i, hand in enumerate(s.hands, 1)
        ),
        over=s.over,
    )
