"""Whether a state holds what its fields say: lists where they say list, and each only once."""

from __future__ import annotations

import dataclasses
import functools
import types
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

_PLAIN = (str, int, float, bool, types.NoneType)
_HOLDING = (list, dict, set, tuple)


class Mistyped(NamedTuple):
    """A place in a state, the type that is declared there, and the type of what is there."""

    path: str
    declared: str
    found: str


def mistyped(state: Any) -> Mistyped | None:
    """Return the first place in a state where something else is than its field says, if any."""
    return next(_in_fields(state, ""), None)


def held_twice(state: Any) -> tuple[str, str] | None:
    """Return two places in a state that hold one and the same list, table or dataclass, if any."""
    seen: dict[int, str] = {}
    for path, value in _changing(state, ""):
        first = seen.setdefault(id(value), path)
        if first != path:
            return first, path
    return None


def _in_fields(value: Any, path: str) -> Iterator[Mistyped]:
    kind: type = type(value)
    for name, hint in _hints(kind):
        yield from _in(getattr(value, name), hint, f"{path}.{name}".removeprefix("."))


@functools.cache
def _hints(kind: type) -> tuple[tuple[str, Any], ...]:
    """Return the fields of a dataclass and their types, without what the rules look up."""
    hints = get_type_hints(kind)
    every = dataclasses.fields(kind)
    return tuple((f.name, hints[f.name]) for f in every if f.name != "setup")


def _in(value: Any, hint: Any, path: str) -> Iterator[Mistyped]:
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    kind, args = get_origin(hint) or hint, get_args(hint)
    if kind in (Union, types.UnionType):
        found = [next(_in(value, arg, path), None) for arg in args]
        if None not in found:
            yield Mistyped(path, _name(hint), type(value).__name__)
        return
    if not isinstance(kind, type):
        return
    known = kind in _PLAIN or kind in _HOLDING or dataclasses.is_dataclass(kind)
    if known and not isinstance(value, kind):
        yield Mistyped(path, _name(hint), type(value).__name__)
    elif isinstance(value, dict) and len(args) == 2:
        for key, inner in value.items():
            yield from _in(inner, args[1], f"{path}[{key!r}]")
    elif (isinstance(value, list | set) and args) or (
        isinstance(value, tuple) and args[1:] == (...,)
    ):
        for i, inner in enumerate(value):
            yield from _in(inner, args[0], f"{path}[{i}]")
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        yield from _in_fields(value, path)


def _name(hint: Any) -> str:
    return hint.__name__ if isinstance(hint, type) and not get_args(hint) else str(hint)


def _changing(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        if value.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            return
        yield path or type(value).__name__, value
        for name, _ in _hints(type(value)):
            yield from _changing(getattr(value, name), f"{path}.{name}".removeprefix("."))
    elif isinstance(value, dict):
        yield path, value
        for key, inner in value.items():
            yield from _changing(inner, f"{path}[{key!r}]")
    elif isinstance(value, list):
        yield path, value
        for i, inner in enumerate(value):
            yield from _changing(inner, f"{path}[{i}]")
