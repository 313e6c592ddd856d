"""Boxes: the components of a game as data, named by a digest."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeVar

import msgspec

from ledger.kernel.errors import Malformed
from ledger.kernel.text.reasons import why

T = TypeVar("T")

Above0 = Annotated[int, msgspec.Meta(gt=0)]
"""A number of a box that is 1 at least."""
NotNegative = Annotated[int, msgspec.Meta(ge=0)]
"""A number of a box that can be 0."""
NotEmpty = Annotated[T, msgspec.Meta(min_length=1)]
"""A list or table of a box with at least one entry."""

_BOUND = re.compile(r"Expected `\w+` (.*) - at `\$\.(.*?)(\[[^]]*\])?`")
_SAID = {">= 1": "must be above 0", ">= 0": "cannot be negative", "of length >= 1": "is empty"}


class WrongBox(Malformed):
    """A box that can't be played with; the message begins with the place: `limits.row`."""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(f"box: {message}", about="box", hint=hint)
        self.place = message


def digest_box(data: Mapping[str, Any]) -> str:
    """Return the digest that names a box in `opened`."""
    canonical = msgspec.json.encode(data, order="deterministic")
    return hashlib.sha256(canonical).hexdigest()[:32]


def read_as(kind: type[T], data: Mapping[str, Any]) -> T:
    """Return a box (or a table of one) as its own type, or say where it doesn't fit."""
    try:
        return msgspec.convert(data, kind, strict=True)
    except msgspec.ValidationError as e:
        raise WrongBox(misfit(e)) from None


def misfit(error: msgspec.ValidationError) -> str:
    """Say where data does not fit the types of a box, and why."""
    found = _BOUND.fullmatch(str(error))
    return f"{found[2]} {_SAID[found[1]]}" if found and found[1] in _SAID else why(error)


def require(ok: object, message: str) -> None:
    """Refuse a box unless the condition holds; the message begins with the place."""
    if not ok:
        raise WrongBox(message)


def require_amounts(where: str, amounts: Mapping[str, int], known: Sequence[str]) -> None:
    """Refuse a box unless amounts are above 0 and of known kinds."""
    for what, n in amounts.items():
        require(what in known, f"{where}: {what!r} is not one of {', '.join(known)}")
        require(n > 0, f"{where}: {what} must be above 0")
