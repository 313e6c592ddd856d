"""Boxes: a game's components as data, identified by a digest."""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

import msgspec

from ledger.kernel.errors import Malformed
from ledger.kernel.message import Message, Text, as_message
from ledger.kernel.text import reasons

T = TypeVar("T")

Above0 = Annotated[int, msgspec.Meta(gt=0)]
"""A number in a box that must be at least 1."""
NotNegative = Annotated[int, msgspec.Meta(ge=0)]
"""A number in a box that must be at least 0."""
NotEmpty = Annotated[T, msgspec.Meta(min_length=1)]
"""A list or table in a box with at least one entry."""

_LONGEST = 200
"""How many characters of a value a message shows."""
_GREATEST = 10**21
"""For numbers this large or larger, a message shows only how many digits they have."""
_DIGITS_PER_BIT = 0.30103

_BOUND = re.compile(r"Expected `\w+` (.*) - at `\$\.(.*?)(\[[^]]*\])?`")
_ROW = re.compile(r"([\w.]+)\[(\d+)\]\.?")
_SAID = {
    ">= 1": Message("must be above 0"),
    ">= 0": Message("can't be negative"),
    "of length >= 1": Message("is empty"),
}


class WrongBox(Malformed):
    """A box that can't be played with. The message begins with the place: `limits.row`."""

    def __init__(self, message: Text, *, hint: Text | None = None, **values: object) -> None:
        what = _shortened(as_message(message, values))
        super().__init__("box: {what}", what=what, about="box", hint=hint)
        self.what = what


def _shortened(message: Message) -> Message:
    """Return a message with any long value from a box cut to a readable length."""
    values = {name: _short(value) for name, value in message.values.items()}
    return Message(message.template, **values)


def _short(value: object) -> object:
    if isinstance(value, Message):
        return _shortened(value)
    if isinstance(value, str) and len(value) > _LONGEST:
        return f"{value[:_LONGEST]}…"
    if isinstance(value, int) and abs(value) >= _GREATEST:
        return Message("a number of {n} digits", n=int(value.bit_length() * _DIGITS_PER_BIT) + 1)
    return value


def digest_box(data: Mapping[str, Any]) -> str:
    """Return the digest that identifies a box in `opened`."""
    canonical = msgspec.json.encode(data, order="deterministic")
    return hashlib.sha256(canonical).hexdigest()[:32]


PREPARING = threading.RLock()
"""msgspec prepares a type the first time it is used; two threads doing so at once can crash it."""


def read_as(kind: type[T], data: Mapping[str, Any]) -> T:
    """Convert a box, or one of its tables, to its own type.

    Raises `WrongBox`, which says where the data doesn't fit.
    """
    try:
        with PREPARING:
            return msgspec.convert(data, kind, strict=True)
    except msgspec.ValidationError as e:
        raise WrongBox(misfit(e, data)) from None


def misfit(error: msgspec.ValidationError, data: Mapping[str, Any]) -> Message:
    """Return a message that says where data doesn't fit the types of a box, and why."""
    found = _BOUND.fullmatch(str(error))
    if found and found[1] in _SAID:
        return Message.join(" ", (_with_names(found[2], data), _SAID[found[1]]))
    return reasons.misfit(error, lambda path: _with_names(path, data))


def _with_names(path: str, data: Mapping[str, Any]) -> str:
    """Refer to a row in a list by its id, if it has one: `card YY-G: steps` for `card[9].steps`."""
    found = _ROW.search(path)
    rows: Any = data
    for name in found[1].split(".") if found else ():
        rows = rows.get(name) if isinstance(rows, Mapping) else None
    row = rows[int(found[2])] if found and isinstance(rows, list) else None
    if found is None or not isinstance(row, Mapping) or not isinstance(row.get("id"), str):
        return path
    return f"{path[: found.start()]}{found[1]} {row['id']}: {path[found.end() :]}"


def require(ok: object, message: Text, **values: object) -> None:
    """Raise `WrongBox` unless the condition holds. The message is a template that begins with the
    place.
    """
    if not ok:
        raise WrongBox(as_message(message, values))
