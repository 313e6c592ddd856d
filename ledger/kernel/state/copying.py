"""Fast copies of states, by functions generated from the types of their fields."""

from __future__ import annotations

import copy
import dataclasses
import enum
import itertools
import types
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

T = TypeVar("T")

_FIXED = (str, int, float, complex, bytes, range, frozenset, type, enum.Enum, types.NoneType)
_CONTAINERS = (list, dict, set, Counter, defaultdict, deque, bytearray)


class Lookup:
    """Something computed once that never changes afterwards, so copies of a state can share it."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash(type(self))  # few of a type exist, and most searches are for the same object

    def __repr__(self) -> str:
        return f"{type(self).__name__}({vars(self)})"


def copier(kind: type[T], only: Collection[str] | None = None) -> Callable[[T], T]:
    """Return a function that makes independent copies of a dataclass.

    If `only` names some of its fields, the copy shares what is in the others.

    Lists, dictionaries and dataclasses inside are copied. What never changes is shared: text,
    numbers, tuples of these, a `Lookup`, and anything frozen. A class with a `copy` method is
    copied by that.
    """
    return _Maker(kind, only).function(kind)


class _Maker:
    """Generates the source of the copying functions, and keeps the names it refers to."""

    def __init__(self, whole: type, only: Collection[str] | None) -> None:
        self.whole, self.only = whole, only
        self.names: dict[str, Any] = {
            "deepcopy": copy.deepcopy,
            "other": self.other,
            "new": object.__new__,
        }
        self.functions: dict[type, str] = {}
        self.number = itertools.count()

    def function(self, kind: type) -> Callable[[Any], Any]:
        """Return the function that copies a dataclass."""
        return self.names[self.named(kind)]  # type: ignore[no-any-return]

    def other(self, x: Any) -> Any:
        """Copy an object whose class isn't exactly the declared one, such as a subclass."""
        kind = type(x)
        return self.function(kind)(x) if dataclasses.is_dataclass(kind) else copy.deepcopy(x)

    def named(self, kind: type) -> str:
        """Return the name of the function that copies a dataclass, generating it if necessary."""
        if kind not in self.functions:
            name = self.functions[kind] = f"copy_{next(self.number)}"
            built, later = self.built(kind)
            lines = [
                f"def {name}(x):",
                f"    if type(x) is not {self.class_name(kind)}:",
                "        return other(x)",
                f"    out = {built}",
                *(f"    out.{field} = {value}" for field, value in later.items()),
                "    return out",
            ]
            exec("\n".join(lines), self.names)  # noqa: S102 - made of field names only
        return self.functions[kind]

    def class_name(self, kind: type) -> str:
        """Return a unique name for a class in the source, as two classes can have the same name."""
        name = f"{kind.__name__}_{id(kind)}"
        self.names[name] = kind
        return name

    def built(self, kind: type) -> tuple[str, dict[str, str]]:
        """Return the expression that creates a copy of `x`, and the fields to set afterwards.

        Setting every field is faster than calling the class, which is therefore called only if it
        does something of its own in the process.
        """
        hints, given, later = get_type_hints(kind), [], {}
        call = any({"__new__", "__post_init__"} & vars(c).keys() for c in kind.__mro__[:-1])
        for f in dataclasses.fields(kind):
            here = f"x.{f.name}"
            shared = self.only is not None and kind is self.whole and f.name not in self.only
            value = here if shared else self.value(hints[f.name], here) or here
            if f.init and call:
                given.append(f"{f.name}={value}" if f.kw_only else value)
            else:
                later[f.name] = value
        name = self.class_name(kind)
        return f"{name}({', '.join(given)})" if call else f"new({name})", later

    def value(self, hint: Any, x: str) -> str | None:
        """Return the expression that copies `x`, given its type; None if it can be shared."""
        kind, args = get_origin(hint) or hint, get_args(hint)
        if kind is Annotated:
            return self.value(args[0], x)
        if kind is Literal or kind is None:
            return None
        if kind in (Union, types.UnionType):
            return self.one_of(args, x)
        if kind is tuple:
            return self.several(args, x)
        if not isinstance(kind, type):
            return f"deepcopy({x})"
        if issubclass(kind, (Lookup, *_FIXED)):
            return None
        if issubclass(kind, msgspec.Struct) and kind.__struct_config__.frozen:
            return None
        if kind in _CONTAINERS:
            return self.container(kind, args, x)
        return self.instance(kind, x) if dataclasses.is_dataclass(kind) else f"deepcopy({x})"

    def instance(self, kind: type, x: str) -> str | None:
        """Copy a dataclass, using its own `copy` method if it has one."""
        if kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            return None
        if callable(getattr(kind, "copy", None)):
            return f"{x}.copy()"
        return f"{self.named(kind)}({x})"

    def container(self, kind: type, args: tuple[Any, ...], x: str) -> str:
        """Copy a container; items of lists and dictionaries are copied one by one."""
        item = f"item_{next(self.number)}"
        copied = self.value(args[-1], item) if args else None if kind is bytearray else "?"
        if copied is None or kind is Counter:
            return f"{x}.copy()"
        if args and kind is list:
            return f"[{copied} for {item} in {x}]"
        if args and kind is dict:
            return f"{{key: {copied} for key, {item} in {x}.items()}}"
        return f"deepcopy({x})"

    def several(self, args: tuple[Any, ...], x: str) -> str | None:
        """Copy a tuple, or share it if nothing in it can change."""
        item = f"item_{next(self.number)}"
        copied = [self.value(a, item) for a in args if a is not ...]
        if args and not any(copied):
            return None
        return f"tuple([{copied[0]} for {item} in {x}])" if args[1:] == (...,) else f"deepcopy({x})"

    def one_of(self, args: tuple[Any, ...], x: str) -> str | None:
        """Copy a value of one of several types; usually it is one type or None."""
        some = [a for a in args if a is not types.NoneType]
        copied = [self.value(a, x) for a in some]
        if not any(copied):
            return None
        return f"(None if {x} is None else {copied[0]})" if len(some) == 1 else f"deepcopy({x})"
