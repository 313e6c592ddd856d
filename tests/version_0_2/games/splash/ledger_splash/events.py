"""What can happen. A field that a rule determines names that rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from ledger.sdk import Event, rule


class Drew(Event):
    """Stones out of the bag, seen by the one who drew them."""

    seat: Annotated[int, rule("PLG-10")]
    stones: Annotated[tuple[str | None, ...], rule("PLG-02", chance="draw", hidden=True)]


class Turned(Event):
    """A player's turn begins."""

    seat: Annotated[int, rule("PLG-03")]


class Fished(Event):
    """The turn is used to draw."""

    seat: int


class Threw(Event):
    """A stone is thrown; these seats may duck, in this order."""

    seat: int
    stone: Annotated[str, rule("PLG-05")]
    asked: Annotated[tuple[int, ...], rule("PLG-06")]


class Ducked(Event):
    """A stone is given, its owner stays dry."""

    seat: int
    stone: Annotated[str, rule("PLG-07")]


class Stood(Event):
    """Nothing is done against getting wet."""

    seat: Annotated[int, rule("PLG-06")]


class Rolled(Event):
    """The dice of a throw."""

    seat: Annotated[int, rule("PLG-08")]
    faces: Annotated[tuple[str, ...], rule("PLG-08", chance="dice")]


class Scored(Event):
    """Written until version 0.0: the points had to be worked out by the reader."""

    seat: int
    splashes: int
    wet: int


class Scored2(Event):
    """Points for a throw."""

    seat: Annotated[int, rule("PLG-09")]
    points: Annotated[int, rule("PLG-09")]


def scored_2(old: Scored) -> Scored2:
    """Read `scored` as `scored.2`."""
    return Scored2(seat=old.seat, points=old.splashes * old.wet)


UPCASTS: dict[type[Event], Callable[[Any], Event]] = {Scored: scored_2}
