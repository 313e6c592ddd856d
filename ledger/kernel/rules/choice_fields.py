"""How the fields of a command are chosen on a page: from which regions, or in which words."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Mapping
from typing import Annotated, Any, NamedTuple, TypeAlias, get_args, get_origin

import msgspec

from ledger.kernel.log.events import extra_of
from ledger.kernel.log.seat_fields import is_seat
from ledger.kernel.type_hints import hints_of

from .command import Command, State

Reads: TypeAlias = Callable[[State, str, str], str | None]
"""Returns the value of a field when a piece is picked, given the state, region and piece value."""


Free: TypeAlias = bool | Callable[[State, Any], Hashable]
"""Whether any pieces can be picked; or a function of the state and the value whose result is the
same for equivalent picks.
"""


PANELS = "panel"
"""The region of the players' panels, from which a `Seat` is picked."""


def chosen_from(
    *regions: str, free: Free = False, tells: str = "", reads: Reads | None = None
) -> msgspec.Meta:
    """Declare which regions a field is picked from.

    A field with several values takes one piece for each. A `free` field, such as a payment, is one
    for which `legal` lists only one way: any pieces can be picked, and the rules decide whether
    they will do. If it matters which, `free` returns a value that is the same for equivalent picks.
    `tells` names another field, which says which of the regions the piece comes from. If a piece's
    value isn't the field's value, `reads` translates it: it takes the state, the region and the
    value, and returns the field's value (None: this piece can't be picked).
    """
    return msgspec.Meta(extra={"regions": regions, "free": free, "tells": tells, "reads": reads})


def worded(words: str | Mapping[str, str]) -> msgspec.Meta:
    """Declare the text for a choice that isn't a piece: one with the gap `{value}`, or one for each
    value.

    The texts are looked up in the game's catalogue.
    """
    return msgspec.Meta(extra={"words": words})


class Field(NamedTuple):
    """How a field of a command is chosen; `told` if the region of another field's piece determines
    it.
    """

    name: str
    regions: tuple[str, ...]
    free: Free
    tells: str
    reads: Reads | None
    words: str | Mapping[str, str]
    several: bool
    default: Any
    told: bool
    is_seat: bool


@functools.cache
def fields_of(command: type[Command]) -> tuple[Field, ...]:
    """Return the fields of a command that are chosen, in order."""
    hints = hints_of(command)
    extras = {name: extra_of(hint) for name, hint in hints.items()}
    told = {extra["tells"] for extra in extras.values() if extra.get("tells")}
    out = []
    for info in msgspec.structs.fields(command):
        if info.name == "seat":
            continue
        extra = extras[info.name]
        hint = hints[info.name]
        plain = get_args(hint)[0] if get_origin(hint) is Annotated else hint
        of_seats = is_seat(hint)
        out.append(
            Field(
                name=info.name,
                regions=extra.get("regions", (PANELS,) if of_seats else ()),
                free=extra.get("free", False),
                tells=extra.get("tells", ""),
                reads=extra.get("reads"),
                words=extra.get("words", ""),
                several=get_origin(plain) is tuple,
                default=info.default,
                told=info.name in told,
                is_seat=of_seats,
            )
        )
    return tuple(out)
