"""What the types of events say of their fields."""

from __future__ import annotations

from typing import Annotated

import msgspec

from ledger.kernel.log.events import SeatEvent, Still, fields, rule


class Earned(SeatEvent):
    """A rule says who gets it."""

    seat: Annotated[int, rule("TRY-01")]
    points: Annotated[int, rule("TRY-02")]


class Took(SeatEvent):
    """A player chose to."""


class Turned(SeatEvent, Still):
    """Nobody gets or loses anything."""

    seat: Annotated[int, rule("TRY-03")]


def test_an_event_of_a_seat_names_the_rule_that_says_whose():
    assert [(f.name, f.rule) for f in fields(Earned)] == [("seat", "TRY-01"), ("points", "TRY-02")]
    assert [(f.name, f.rule) for f in fields(Took)] == [("seat", None)]


def test_it_is_written_and_read_like_any_other():
    line = msgspec.json.encode(Earned(seat=2, points=5))
    assert line == b'{"seat":2,"points":5}'
    assert msgspec.json.decode(line, type=Earned) == Earned(seat=2, points=5)


def test_it_says_whether_anybody_gets_or_loses_something():
    assert [issubclass(kind, Still) for kind in (Earned, Took, Turned)] == [False, False, True]
