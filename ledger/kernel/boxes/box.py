"""Boxes: the components of a game as data, named by a digest."""

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
"""A number of a box that is 1 at least."""
NotNegative = Annotated[int, msgspec.Meta(ge=0)]
"""A number of a box that can be 0."""
NotEmpty = Annotated[T, msgspec.Meta(min_length=1)]
"""A list or table of a box with at least one entry."""

_LONGEST = 200
"""How many characters of a value are shown."""
_GREATEST = 10**21
"""From here on, only the number of digits is shown."""
_DIGITS_PER_BIT = 0.30103

_BOUND = re.compile(r"Expected `\w+` (.*) - at `\$\.(.*?)(\[[^]]*\])?`")
_ROW = re.compile(r"([\w.]+)\[(\d+)\]\.?")
_SAID = {
    ">= 1": Message("must be above 0"),
    ">= 0": Message("can't be negative"),
    "of length >= 1": Message("is empty"),
}


class WrongBox(Malformed):
    """A box that can't be played with; the message begins with the place: `limits.row`."""

    def __init__(self, message: Text, *, hint: Text | None = None, **values: object) -> None:
        what = _shortened(as_message(message, values))
        super().__init__("box: {what}", what=what, about="box", hint=hint)
        self.what = what


def _shortened(message: Message) -> Message:
    """Return a message in which nothing from a box is longer than a person wants to read."""
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
    """Return the digest that names a box in `opened`."""
    canonical = msgspec.json.encode(data, order="deterministic")
    return hashlib.sha256(canonical).hexdigest()[:32]


PREPARING = threading.RLock()
"""msgspec makes a type ready when it meets it first; two threads doing so at once can crash it."""


def read_as(kind: type[T], data: Mapping[str, Any]) -> T:
    """Return a box (or a table of one) as its own type, or say where it doesn't fit."""
    try:
        with PREPARING:
            return msgspec.convert(data, kind, strict=True)
    except msgspec.ValidationError as e:
        raise WrongBox(misfit(e, data)) from None


def misfit(error: msgspec.ValidationError, data: Mapping[str, Any]) -> Message:
    """Say where data does not fit the types of a box, and why."""
    found = _BOUND.fullmatch(str(error))
    if found and found[1] in _SAID:
        return Message.join(" ", (_with_names(found[2], data), _SAID[found[1]]))
    return reasons.misfit(error, lambda path: _with_names(path, data))


def _with_names(path: str, data: Mapping[str, Any]) -> str:
    """Call a row of a list by its id, if it has one: `card[9].steps` is `card YY-G: steps`."""
    found = _ROW.search(path)
    rows: Any = data
    for name in found[1].split(".") if found else ():
        rows = rows.get(name) if isinstance(rows, Mapping) else None
    row = rows[int(found[2])] if found and isinstance(rows, list) else None
    if found is None or not isinstance(row, Mapping) or not isinstance(row.get("id"), str):
        return path
    return f"{path[: found.start()]}{found[1]} {row['id']}: {path[found.end() :]}"


def require(ok: object, message: Text, **values: object) -> None:
    """Refuse a box unless the condition holds; the message, a template, begins with the place."""
    if not ok:
        raise WrongBox(as_message(message, values))
