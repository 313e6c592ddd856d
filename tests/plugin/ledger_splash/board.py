"""The table as a player sees it: plain data, and a picture of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from .state import State

if TYPE_CHECKING:
    from rich.console import RenderableType


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


def draw(view: View, width: int, names: Sequence[str]) -> RenderableType:
    """Draw a view."""
    from rich.table import Table

    from ledger.kernel.text.safe import plain

    out = Table(title=f"Turn {view.turn}, {view.bag} in the bag", width=min(width, 60))
    for title in ("", "Player", "Points", "Hand"):
        out.add_column(title)
    for p in view.seats:
        hand = "?" * p.size if p.stones is None else " ".join(x or "?" for x in p.stones)
        mark = ">" if p.seat == view.active else ""
        out.add_row(mark, plain(names[p.seat - 1]), str(p.points), hand)
    out.caption = "Pond: " + " ".join(view.pond) if view.pond else "The pond is still"
    return out
