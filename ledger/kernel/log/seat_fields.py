"""Players as values: fields of commands and events that hold a seat."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

from ledger.kernel.message import Message

NOBODY = 0
"""The value of a field that could hold a seat but holds none."""
_MARK = "is_seat"

Seat: TypeAlias = Annotated[int, msgspec.Meta(extra={_MARK: True})]
"""A player, as a field of a command or an event: `target: Annotated[Seat, one_of(others)]`.

It is the number of a seat, from 1, and that is what logs, JSON and SQL hold; 0 is nobody. People
type and read the player's name, and tap the player's panel on a page. There can be several:
`tuple[Seat, ...]`.
"""


def is_seat(hint: Any) -> bool:
    """Whether a type is `Seat`, perhaps with None, or several of them."""
    if get_origin(hint) is Annotated:
        kind, *marks = get_args(hint)
        if any(isinstance(m, msgspec.Meta) and (m.extra or {}).get(_MARK) for m in marks):
            return True
        return is_seat(kind)
    return any(map(is_seat, get_args(hint)))


@functools.cache
def seat_fields(kind: type) -> frozenset[str]:
    """Return the fields of a command or an event that hold seats."""
    hints = get_type_hints(kind, include_extras=True)
    return frozenset(name for name in kind.__struct_fields__ if is_seat(hints[name]))  # type: ignore[attr-defined]


_SEAT, _NO_ONE = Message("seat {seat}"), Message("nobody")


class SeatName(Message):
    """A player in a message: the name where the names are known, else the number of the seat."""

    __slots__ = ()

    def __init__(self, seat: int) -> None:
        if seat == NOBODY:
            super().__init__(_NO_ONE.template)
        else:
            super().__init__(_SEAT.template, seat=seat)


def with_names(text: Message, names: Sequence[str]) -> Message:
    """Return a message with players' names instead of the numbers of their seats."""
    if isinstance(text, SeatName):
        seat = text.values.get("seat")
        known = isinstance(seat, int) and 0 < seat <= len(names)
        return Message("{name}", name=names[seat - 1]) if known else text  # type: ignore[operator]
    inside = {k: with_names(x, names) for k, x in text.values.items() if isinstance(x, Message)}
    return Message(text.template, **(dict(text.values) | inside)) if inside else text
