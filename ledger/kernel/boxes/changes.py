"""The differences between two boxes of a game, component by component."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

Key = tuple[str, ...]
"""The fields that distinguish the rows of a list."""
ABOUT = ("id", "title", "provenance")
"""Fields that say what a table is and where it comes from, rather than what is in the box."""


class BoxChange(NamedTuple):
    """A place in a box with its standard value and its changed one; None if absent."""

    place: str
    standard: Any
    own: Any


@functools.cache
def row_keys(table: type) -> dict[str, Key]:
    """Return the fields of a table that hold lists of rows, with the fields that identify a row.

    These are `id`, or the fields that the row's type lists in `KEY`.
    """
    return {
        name: key
        for name, hint in get_type_hints(table, include_extras=True).items()
        if (row := _row_type(hint)) and (key := _key(row))
    }


def field_type(table: type, name: str) -> type | None:
    """Return the type of a field that is itself a table; None for any other field."""
    kind = _hints(table).get(name)
    return kind if isinstance(kind, type) and issubclass(kind, msgspec.Struct) else None


@functools.cache
def _hints(table: type) -> dict[str, Any]:
    """Return the types of a table's fields; a box from a stranger may ask for many names."""
    return get_type_hints(table)


def _row_type(hint: Any) -> type | None:
    while get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    inner = get_args(hint)[0] if get_origin(hint) is tuple else None
    return inner if isinstance(inner, type) and issubclass(inner, msgspec.Struct) else None


@functools.cache
def _key(row: type) -> Key | None:
    declared: Key | None = getattr(row, "KEY", None)
    return declared or (("id",) if "id" in get_type_hints(row) else None)


def key_of(row: Any, key: Key) -> tuple[Any, ...] | None:
    """Return the values that identify a row; None if it lacks one of them."""
    named = isinstance(row, Mapping) and all(isinstance(row.get(k), str | int) for k in key)
    return tuple(row[k] for k in key) if named else None


def identity_of(kind: Any, row: Any) -> tuple[Any, ...]:
    """Return the values that identify a row of this type; empty if its rows have no identity."""
    table = isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    key = _key(kind) if table else None
    return (key_of(row, key) or ()) if key else ()


def row_name(table: str, row: Any) -> str:
    """Return the place of a row, such as `card YY-G`, or of its list if its rows have no names."""
    key = _key(type(row)) if isinstance(row, msgspec.Struct) else None
    return " ".join((table, *(str(getattr(row, k)) for k in key or ())))


def place_in(table: str, name: str) -> str:
    """Return the place of a field in a table or a row: `limits.hand`, `card YY-G: cost`."""
    row = " " in table and ": " not in table
    return f"{table}: {name}" if row else f"{table}.{name}" if table else name


def changes(kind: type, standard: Mapping[str, Any], own: Mapping[str, Any]) -> list[BoxChange]:
    """Return the differences between the components of two boxes (or tables) of a type."""
    out: list[BoxChange] = []
    keys = row_keys(kind)
    for name in dict.fromkeys((*standard, *own)):
        if name in ABOUT:
            continue
        a, b = standard.get(name), own.get(name)
        table = field_type(kind, name)
        if name in keys and isinstance(a, list) and isinstance(b, list):
            out += _row_changes(name, keys[name], a, b)
        elif table and isinstance(a, Mapping) and isinstance(b, Mapping):
            out += [x._replace(place=f"{name}.{x.place}") for x in changes(table, a, b)]
        else:
            out += _value_changes(name, a, b)
    return out


def _row_changes(name: str, key: Key, a: list[Any], b: list[Any]) -> Iterator[BoxChange]:
    before, after = ({key_of(row, key): row for row in rows} for rows in (a, b))
    for named in dict.fromkeys((*before, *after)):
        place = " ".join((name, *map(str, named or ("?",))))
        x, y = before.get(named), after.get(named)
        if named is None or x is None or y is None:
            yield from _value_changes(place, x, y)
            continue
        for field in dict.fromkeys((*x, *y)):
            if field not in (*ABOUT, *key):
                yield from _value_changes(f"{place}: {field}", x.get(field), y.get(field))


def _value_changes(place: str, a: Any, b: Any) -> Iterator[BoxChange]:
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        for k in dict.fromkeys((*a, *b)):
            yield from _value_changes(f"{place}.{k}", a.get(k), b.get(k))
    elif a != b:
        yield BoxChange(place, a, b)
