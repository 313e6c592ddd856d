"""What a command's fields say about how they are chosen: from which regions, or in which words."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Mapping
from typing import Annotated, Any, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

from ledger.kernel.log.events import extra_of

from .command import Command, State

Reads: TypeAlias = Callable[[State, str, str], str | None]
"""Returns what a field says when a piece is picked, given its region and its value."""


Free: TypeAlias = bool | Callable[[State, Any], Hashable]
"""Whether any pieces can be picked; or what of them must be the same, given the state."""


def chosen_from(
    *regions: str, free: Free = False, tells: str = "", reads: Reads | None = None
) -> msgspec.Meta:
    """Say from which regions a field is picked.

    A field with several values takes one piece for each. `free` is what `legal` lists only one way
    of, such as a payment: any pieces can be picked, and the rules say whether they will do. If it
    makes a difference which, `free` returns what is the same for those that are alike. `tells`
    names another field, which says from which of the regions the piece comes. Where a piece's
    value isn't what the field says, `reads` translates it: state, region and value in, the field's
    value out (None: this piece can't be picked).
    """
    return msgspec.Meta(extra={"regions": regions, "free": free, "tells": tells, "reads": reads})


def worded(words: str | Mapping[str, str]) -> msgspec.Meta:
    """Say how a choice that isn't a piece is offered: a text with the gap `{value}`, or one each.

    The texts are looked up in the game's catalogue.
    """
    return msgspec.Meta(extra={"words": words})


class Field(NamedTuple):
    """A field of a command, as it is chosen; `told` by the region of another field's piece."""

    name: str
    regions: tuple[str, ...]
    free: Free
    tells: str
    reads: Reads | None
    words: str | Mapping[str, str]
    several: bool
    default: Any
    told: bool


@functools.cache
def fields_of(command: type[Command]) -> tuple[Field, ...]:
    """Return the fields that are chosen, in their order."""
    hints = get_type_hints(command, include_extras=True)
    extras = {name: extra_of(hint) for name, hint in hints.items()}
    told = {extra["tells"] for extra in extras.values() if extra.get("tells")}
    out = []
    for info in msgspec.structs.fields(command):
        if info.name == "seat":
            continue
        extra = extras[info.name]
        hint = hints[info.name]
        plain = get_args(hint)[0] if get_origin(hint) is Annotated else hint
        out.append(
            Field(
                name=info.name,
                regions=extra.get("regions", ()),
                free=extra.get("free", False),
                tells=extra.get("tells", ""),
                reads=extra.get("reads"),
                words=extra.get("words", ""),
                several=get_origin(plain) is tuple,
                default=info.default,
                told=info.name in told,
            )
        )
    return tuple(out)
