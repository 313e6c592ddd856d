"""What can happen. A field that a rule determines names that rule."""

from __future__ import annotations

from typing import Annotated

from ledger.sdk import Event, rule


class Drew(Event, frozen=True, kw_only=True):
    """Boats drawn from a stack, seen by the one who drew them; `stack`: 1 or 2 if tactical."""

    seat: Annotated[int, rule("KLO-22")]
    stack: Annotated[str, rule("KLO-41")]
    boats: Annotated[tuple[str | None, ...], rule("KLO-22", chance="hand", hidden=True)]


class Turned(Event, frozen=True, kw_only=True):
    """A player's turn begins."""

    seat: Annotated[int, rule("KLO-06")]


class Placed(Event, frozen=True, kw_only=True):
    """A boat of the hand lies on a field; `owner`: whose trader is on it (0: nobody's).

    The rest are the choices that go with it, as in the command.
    """

    seat: int
    boat: Annotated[str, rule("KLO-07")]
    field: Annotated[str, rule("KLO-18")]
    owner: Annotated[int, rule("KLO-12")]
    trader: Annotated[str, rule("KLO-16")]
    take: Annotated[str, rule("KLO-32")]
    keep: Annotated[str, rule("KLO-33")]
    move: Annotated[str, rule("KLO-21")]
    to: Annotated[str, rule("KLO-21")]
    stack: Annotated[str, rule("KLO-41")]


class Passed(Event, frozen=True, kw_only=True):
    """Nothing is placed; so many thieves are the whole hand, if that is the reason."""

    seat: Annotated[int, rule("A-KLO-21")]
    thieves: Annotated[int, rule("A-KLO-21")]


class Moved(Event, frozen=True, kw_only=True):
    """An own boat is moved for a move card."""

    seat: Annotated[int, rule("KLO-21")]
    field: Annotated[str, rule("KLO-21")]
    to: Annotated[str, rule("KLO-21")]


class Stolen(Event, frozen=True, kw_only=True):
    """A thief takes a boat to its player's hand or warehouse; `owner` has the trader back."""

    seat: Annotated[int, rule("KLO-32")]
    field: Annotated[str, rule("KLO-32")]
    boat: Annotated[str, rule("KLO-32")]
    owner: Annotated[int, rule("KLO-32")]
    keep: Annotated[str, rule("KLO-33")]


class Chased(Event, frozen=True, kw_only=True):
    """A guard removes a thief: to its player's hand or out of the game."""

    seat: Annotated[int, rule("KLO-35")]
    field: Annotated[str, rule("KLO-35")]
    keep: Annotated[str, rule("KLO-36")]


class Advanced(Event, frozen=True, kw_only=True):
    """The Luk-Phat marker moves to a field of its track, for points."""

    seat: Annotated[int, rule("KLO-08")]
    step: Annotated[int, rule("KLO-08")]
    points: Annotated[int, rule("KLO-08")]


class DayBegan(Event, frozen=True, kw_only=True):
    """A market day begins: `kind` small or big, who caused it, who is first."""

    kind: Annotated[str, rule("KLO-09")]
    trigger: Annotated[int, rule("KLO-23")]
    first: Annotated[int, rule("KLO-29")]


class Scored(Event, frozen=True, kw_only=True):
    """A mooring place is scored: baskets, factor of cook-shops, points of each seat."""

    seat: int
    mooring: Annotated[str, rule("KLO-24")]
    remove: Annotated[str, rule("KLO-26")]
    baskets: Annotated[int, rule("KLO-25")]
    factor: Annotated[int, rule("KLO-37")]
    points: Annotated[tuple[int, ...], rule("KLO-25")]


class Stored(Event, frozen=True, kw_only=True):
    """The scored boat goes to a warehouse; `owner` has the trader back."""

    seat: Annotated[int, rule("KLO-26")]
    field: Annotated[str, rule("KLO-26")]
    boat: Annotated[str, rule("KLO-26")]
    owner: Annotated[int, rule("KLO-26")]


class Declined(Event, frozen=True, kw_only=True):
    """A player does not want to score in this round."""

    seat: Annotated[int, rule("KLO-23")]


class Skipped(Event, frozen=True, kw_only=True):
    """A player has nothing to score in this round."""

    seat: Annotated[int, rule("KLO-23")]


class DayOver(Event, frozen=True, kw_only=True):
    """A market day is over."""

    kind: Annotated[str, rule("KLO-30")]


class TurnEnded(Event, frozen=True, kw_only=True):
    """After a market day: nothing more is moved; `stack` is drawn from."""

    seat: Annotated[int, rule("A-KLO-27")]
    stack: Annotated[str, rule("KLO-41")]


class Valued(Event, frozen=True, kw_only=True):
    """Points for the goods in a warehouse."""

    seat: Annotated[int, rule("KLO-38")]
    points: Annotated[int, rule("KLO-39")]


STILL: frozenset[type[Event]] = frozenset((Turned, DayBegan, Declined, Skipped, DayOver, TurnEnded))
"""After these every player has what they had before."""
