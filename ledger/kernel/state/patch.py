"""States as plain data: differences between two states, and corrections by hand."""

from __future__ import annotations

import copy
import dataclasses
import itertools
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from ledger.kernel.errors import Illegal
from ledger.kernel.log.events import Adjusted, Patch
from ledger.kernel.text.reasons import why

from .copying import Lookup

State: TypeAlias = Any

_SAME = "the same"


def diff(a: State, b: State) -> tuple[Patch, ...]:
    """Return the patches that turn one state into another."""
    out: list[Patch] = []
    setup = _setup(a)
    same = setup if setup is _setup(b) else None
    _diff(_plain_without(a, same), _plain_without(b, same), "", out)
    return tuple(out)


def differing(a: State, b: State, most: int = 3) -> list[str]:
    """Return the first places at which two states differ, as code names them: `players[0].cards`.

    There is none if they are equal.
    """
    if a == b:
        return []
    paths = [in_code(x.path) for x in diff(a, b)[:most]]
    return paths or [type(a).__name__]


def in_code(path: str) -> str:
    """Return a path as code has it: `/players/0/cards` is `players[0].cards`."""
    out = ""
    for key in map(_unescape, path.split("/")[1:]):
        out += f"[{key}]" if not key.isidentifier() else f".{key}"
    return out.removeprefix(".")


def plain(state: State) -> Any:
    """Return a state, or a part of one, as plain data."""
    return msgspec.to_builtins(_with_keys(state), str_keys=True, enc_hook=_looked_up)


def position(state: State) -> Any:
    """Return a state as plain data, without what the rules look up."""
    return _plain_without(state, _setup(state))


def _looked_up(lookup: Lookup) -> dict[str, Any]:
    """Return what is in a lookup; keys that are tuples become texts."""
    return {name: _with_keys(value) for name, value in vars(lookup).items()}


def _with_keys(value: Any) -> Any:
    if isinstance(value, dict):
        named = {str(k) if isinstance(k, tuple) else k: v for k, v in value.items()}
        return {k: _with_keys(v) for k, v in named.items()}
    return list(map(_with_keys, value)) if type(value) in (list, tuple) else value


def _setup(state: State) -> Lookup | None:
    """Return what the rules look up: most of the data in a state, and hardly ever changed."""
    setup = getattr(state, "setup", None)
    return setup if isinstance(setup, Lookup) else None


def _plain_without(state: State, setup: Lookup | None) -> Any:
    """Return a state as plain data, with a placeholder for this setup."""
    return msgspec.to_builtins(
        state, str_keys=True, enc_hook=lambda x: _SAME if x is setup else _looked_up(x)
    )


def _diff(a: Any, b: Any, path: str, out: list[Patch]) -> None:
    if isinstance(a, dict) and isinstance(b, dict):
        for k in sorted({*a, *b}, key=str):
            here = f"{path}/{_escape(str(k))}"
            if k not in b:
                out.append(Patch(path=here, gone=True))
            elif k not in a:
                out.append(Patch(path=here, value=b[k]))
            else:
                _diff(a[k], b[k], here, out)
    elif (
        isinstance(a, list)
        and isinstance(b, list)
        and len(a) == len(b)
        and any(isinstance(x, dict | list) for x in a)
    ):
        for i, (x, y) in enumerate(zip(a, b, strict=True)):
            _diff(x, y, f"{path}/{i}", out)
    elif a != b:
        out.append(Patch(path=path, value=b))


def patch(state: State, patches: tuple[Patch, ...], kind: type) -> State:
    """Return a copy of a state with some values replaced; it has the state's own type.

    Raises `Illegal` if a patch doesn't fit.
    """

    kept_setup = None if any(p.path.startswith("/setup") for p in patches) else _setup(state)

    def setup(kind: type, value: object) -> object:
        if not issubclass(kind, Lookup):
            return value
        return state.setup if kept_setup is not None else _like(state.setup, value)

    data = _plain_without(state, kept_setup)
    for p in patches:
        node = data
        keys = [_unescape(k) for k in p.path.split("/")[1:]]
        if not keys:
            raise Illegal("a correction needs a path like /seats/0/hand, not {path!r}", path=p.path)
        try:
            for k in keys[:-1]:
                node = node[_index(k)] if isinstance(node, list) else node[k]
            last = _index(keys[-1]) if isinstance(node, list) else keys[-1]
            if p.gone:
                del node[last]
            else:
                node[last] = p.value
        except (KeyError, IndexError, ValueError, TypeError):
            raise Illegal("there is nothing at {path} to correct", path=p.path) from None
    try:
        new: State = msgspec.convert(data, kind, strict=True, str_keys=True, dec_hook=setup)
    except msgspec.ValidationError as e:
        raise Illegal("the correction doesn't fit: {why}", why=why(e)) from None
    kept = _plain_without(new, kept_setup)
    if kept != data:  # perhaps a name that the state doesn't have, or can't do without
        what: list[Patch] = []
        _diff(_listed(kept), _listed(data), "", what)
        if what:
            raise Illegal("there is nothing at {path} to correct", path=what[0].path)
    return new


def _listed(data: Any) -> Any:
    """Return plain data with lists for tuples: a correction that was typed has no tuples."""
    if isinstance(data, dict):
        return {k: _listed(v) for k, v in data.items()}
    return list(map(_listed, data)) if isinstance(data, list | tuple) else data


def _like(old: Any, data: Any) -> Any:
    """Convert plain data to the type of an old value; unchanged parts are the old objects
    themselves.
    """
    if data is None:
        return None
    if plain(old) == data:
        return old
    if isinstance(old, Lookup) and isinstance(data, dict):
        new = copy.copy(old)
        vars(new).update({k: _like(v, data[k]) for k, v in vars(old).items() if k in data})
        return new
    if isinstance(old, dict) and isinstance(data, dict) and old:
        keys, model = {str(k): k for k in old}, next(iter(old.values()))
        return {(key := keys.get(k, k)): _like(old.get(key, model), v) for k, v in data.items()}
    if isinstance(old, tuple | list) and isinstance(data, tuple | list) and old:
        models = itertools.chain(old, itertools.repeat(old[0]))
        return type(old)(map(_like, models, data))
    return msgspec.convert(data, type(old), strict=True)


def _index(key: str) -> int:
    if not key.isdecimal():
        raise ValueError(key)
    return int(key)


def adjust(kind: type) -> Callable[[State, Adjusted], None]:
    """Return a function that applies an `adjusted` event to a state of this type."""

    def adjusted(state: State, event: Adjusted) -> None:
        new = patch(state, event.patches, kind)
        for f in dataclasses.fields(new):
            setattr(state, f.name, getattr(new, f.name))

    return adjusted


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _unescape(key: str) -> str:
    return key.replace("~1", "/").replace("~0", "~")
