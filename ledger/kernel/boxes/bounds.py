"""Upper bounds for numbers, strings and lists in a box for new games.

A field can declare its own:

class Limits(Sourced):
    hand: Annotated[Above0, at_most(40)]
    prices: Annotated[tuple[NotNegative, ...], at_most(500), longest(30)]

Otherwise the bound is ten times the largest value in the package's own boxes, and never less than
a generous minimum. This keeps a malicious box from making a game use up all memory.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from ledger.kernel.message import Message, Text

from .box import WrongBox
from .changes import identity_of, place_in
from .constraints import amounts_of, for_each_count

NUMBER = 1_000
"""The largest absolute value that a number in a box is always allowed to have."""
ENTRIES = 1_000
"""How many entries a list or table is always allowed to have."""
CHARACTERS = 1_000
"""How many characters a string is always allowed to have."""
TIMES = 10
"""How many times the largest sizes in the package's own boxes are allowed."""
BYTES = 1_000_000
"""How large a box is always allowed to be as JSON; if the package's own are bigger, twice their
size.
"""
DEEPEST = 20
"""How deeply tables and lists may be nested."""
_NAME = 40
"""The maximum number of characters of a row's name shown in a message."""

At = tuple[str | int, ...]
Unit = Literal["number", "characters", "entries"]
_LENGTHS: dict[Unit, int] = {"number": NUMBER, "characters": CHARACTERS, "entries": ENTRIES}


class at_most:
    """An upper bound for the number in a field, or for every number in its list or table."""

    def __init__(self, most: int) -> None:
        self.most = most


class longest:
    """The maximum length of a string (in characters), or of a list or table (in entries)."""

    def __init__(self, most: int) -> None:
        self.most = most


class Size(NamedTuple):
    """A number in a box, or the length of a string, list or table.

    `at` leads to it, key by key, and `path` is the same for all rows of a list and for all keys of
    a table. `least` and `most` are the bounds that its field declares.
    """

    where: Text
    at: At
    path: str
    unit: Unit
    value: float
    least: int | None
    most: int | None


_WHOLE: tuple[str, Unit] = "", "characters"
"""The key for the size of the whole box as JSON."""
Extents = Mapping[tuple[str, Unit], float]
"""The largest sizes in the package's own boxes, by path and unit."""


def extents(kind: type, boxes: Iterable[Mapping[str, Any]]) -> Extents:
    """Return the largest sizes found in boxes of the given type."""
    found: dict[tuple[str, Unit], float] = {}
    for data in boxes:
        for size in sizes(kind, data):
            key = size.path, size.unit
            found[key] = max(found.get(key, 0), abs(size.value))
        found[_WHOLE] = max(found.get(_WHOLE, 0), len(msgspec.json.encode(data)))
    return found


def bound_of(size: Size, own: Extents) -> int:
    """Return the upper bound for a size: the one its field declares, or else the default."""
    if size.most is not None:
        return size.most
    return max(_LENGTHS[size.unit], int(TIMES * own.get((size.path, size.unit), 0)))


def check_bounds(kind: type, data: Mapping[str, Any], own: Extents) -> None:
    """Refuse a box that exceeds the bounds for new games.

    Only sizes are checked: anything else that doesn't fit the type is left for later checks. Raises
    `WrongBox`.
    """
    for size in sizes(kind, data):
        most = bound_of(size, own)
        if size.unit == "number":
            least = -most if size.least is None else size.least
            if not least <= size.value <= most:
                raise WrongBox(
                    "{where} must be between {least} and {most}, not {value}",
                    where=size.where,
                    least=least,
                    most=most,
                    value=size.value,
                )
        elif size.value > most:
            raise WrongBox(
                "{where} must have at most {most} characters, not {n}"
                if size.unit == "characters"
                else "{where} must have at most {most} entries, not {n}",
                where=size.where,
                most=most,
                n=size.value,
            )
    most = max(BYTES, int(2 * own.get(_WHOLE, 0)))
    if (n := len(msgspec.json.encode(data))) > most:
        raise WrongBox("the whole box must have at most {most} bytes, not {n}", n=n, most=most)


# --- finding the sizes ------------------------------------------------------------------------


class _Field(NamedTuple):
    """A place in a box, and what its type declares about it."""

    where: str
    at: At
    path: str
    kind: Any
    least: int | None = None
    most: int | None = None
    length: int | None = None


def sizes(kind: type, data: Mapping[str, Any]) -> Iterator[Size]:
    """Yield every number in a box, and the length of every string, list and table."""
    return _sizes(_Field("", (), "", kind), data)


def _sizes(field: _Field, value: Any) -> Iterator[Size]:
    field = _read_marks(field, value)
    if len(field.at) > DEEPEST:
        raise WrongBox("{where} nests too deeply", where=field.where)
    if isinstance(value, bool):
        return
    if isinstance(value, int | float):
        yield Size(*field[:3], "number", value, field.least, field.most)
    elif isinstance(value, str):
        yield Size(*field[:3], "characters", len(value), None, field.length)
    elif isinstance(value, list | tuple):
        yield Size(*field[:3], "entries", len(value), None, field.length)
        for i, entry in enumerate(value):
            yield from _sizes(_entry(field, i, entry), entry)
    elif isinstance(value, Mapping):
        yield from _sizes_of_table(field, value)


def _sizes_of_table(field: _Field, table: Mapping[str, Any]) -> Iterator[Size]:
    where, at, path, kind = field[:4]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        for name, hint in _hints(kind).items():
            if name in table:
                inside = _Field(place_in(where, name), (*at, name), f"{path}.{name}", hint)
                yield from _sizes(inside, table[name])
        return
    yield Size(where, at, path, "entries", len(table), None, field.length)
    inner = (get_args(kind) or (Any, Any))[-1]
    for name, value in table.items():
        key = Message("a key of {where}", where=where)
        yield Size(key, (), f"{path}.*", "characters", len(name), None, None)
        inside = field._replace(
            where=place_in(where, name[:_NAME]),
            at=(*at, name),
            path=f"{path}.*",
            kind=inner,
            length=None,
        )
        yield from _sizes(inside, value)


def _entry(field: _Field, i: int, value: Any) -> _Field:
    """Return the place of one entry in a list."""
    kinds = get_args(field.kind)
    kind = kinds[min(i, len(kinds) - 1)] if kinds else Any
    kind = kinds[0] if kind is Ellipsis else kind
    named = identity_of(kind, value)
    where = " ".join((field.where, *(str(x)[:_NAME] for x in named))) if named else ""
    return field._replace(
        where=where or f"{field.where}[{i}]",
        at=(*field.at, i),
        path=f"{field.path}[]",
        kind=kind,
        length=None,
    )


def _read_marks(field: _Field, value: Any) -> _Field:
    """Apply the bounds that a place's type declares, and pick the type that fits the value."""
    kind = field.kind
    while get_origin(kind) in (Annotated, Union, UnionType):
        kind, *marks = get_args(kind) if get_origin(kind) is Annotated else (_fitting(kind, value),)
        for mark in marks:
            match mark:
                case longest(most=most):
                    field = field._replace(length=most)
                case at_most(most=int(most)) | amounts_of(most=int(most)):
                    field = field._replace(most=most)
                case msgspec.Meta(ge=int(least)):
                    field = field._replace(least=least)
                case msgspec.Meta(gt=int(below)):
                    field = field._replace(least=below + 1)
            if isinstance(mark, amounts_of | for_each_count):
                field = field._replace(least=mark.least)
    return field._replace(kind=kind)


def _fitting(kind: Any, value: Any) -> Any:
    """Return the member of a union that fits a value, or `Any`."""
    for one in get_args(kind):
        bare = get_args(one)[0] if get_origin(one) is Annotated else one
        made_of = get_origin(bare) or bare
        table = isinstance(made_of, type) and issubclass(made_of, dict | msgspec.Struct)
        if isinstance(value, Mapping) and table:
            return one
        if isinstance(value, list | tuple) and made_of in (list, tuple, set, frozenset):
            return one
        if isinstance(made_of, type) and type(value) is made_of:
            return one
    return Any


@functools.cache
def _hints(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the types of a table's fields, by the names they have in a box."""
    hints = get_type_hints(kind, include_extras=True)
    names = zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True)
    return {said: hints[name] for said, name in names}
