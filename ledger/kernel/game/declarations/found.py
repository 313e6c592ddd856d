"""What a game's modules hold: its commands and events, its moves, and the functions of its fold.

Whatever else a game says of itself is found by its name: a function `legal` is what `Game` calls
`legal`, and a class `Setup` is its `setup`.
"""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from importlib import import_module
from inspect import isabstract
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from ledger.kernel.errors import DeclarationError
from ledger.kernel.game.faults import Place, place_of, place_of_class
from ledger.kernel.game.interface import Bot, Command, Evolve
from ledger.kernel.log.events import Event, tag

from .moves import Move, types_of

CALLED = {
    "box": "Box",
    "state": "State",
    "setup": "Setup",
    "options": "Options",
    "teller": "Teller",
    "notation": "NOTATION",
    "seat_tones": "SEAT_TONES",
    "words": "SENTENCES",
    "ties": "TIES",
    "upcasts": "UPCASTS",
}
"""What is a class or a constant in a module of a game; all else is a function of its own name."""


class Found(NamedTuple):
    """The parts of a game that are found by what they are."""

    moves: dict[type[Command], Move]
    evolve: dict[type[Event], Evolve]


def modules_of(names: Iterable[ModuleType | str]) -> list[ModuleType]:
    """Return the modules of a game; the name of a package stands for all that lie in its folder."""
    out: list[ModuleType] = []
    for name in names:
        module = name if isinstance(name, ModuleType) else _imported(name)
        out.append(module)
        if isinstance(name, str):
            inside = pkgutil.iter_modules(getattr(module, "__path__", ()))
            out += [_imported(f"{name}.{info.name}") for info in inside]
    return out


def _imported(name: str) -> ModuleType:
    return sys.modules.get(name) or import_module(name)


def find_named(modules: Iterable[ModuleType], wanted: Iterable[str]) -> dict[str, Any]:
    """Find what a game says of itself by the names of its parts (`legal`, `Setup`, `SENTENCES`)."""
    found: dict[str, Any] = {}
    homes: dict[str, str] = {}
    names = {CALLED.get(part, part): part for part in wanted}
    for module in modules:
        for name in names.keys() & vars(module).keys():
            x, part = vars(module)[name], names[name]
            if name.isupper() or (_own(x, module) and not _moves_or_folds(x)):
                if found.setdefault(part, x) is not x:
                    say = f"{homes[part]} and {module.__name__} both have {name}"
                    raise DeclarationError(f"{say}, and a game has one: give one another name")
                homes[part] = module.__name__
    return found


def _own(x: Any, module: ModuleType) -> bool:
    return isinstance(x, type | FunctionType) and x.__module__ == module.__name__


def _moves_or_folds(x: Any) -> bool:
    """Whether something is a move or a function of the fold, whatever it is called."""
    return isinstance(x, FunctionType) and ("move" in x.__dict__ or bool(_events(x)))


def find_parts(modules: Iterable[ModuleType], old: Collection[type[Event]]) -> Found:
    """Find the moves of a game, and the function that applies each event to the state.

    A move is a function that `move` was written above. A function of the fold takes the state and
    an event, whose type says for which one it is (`Passed | Skipped`: for both, unless
    another one is for fewer events). `old` events are only read, and need none.
    """
    every = list(modules)
    kinds = list(_classes(every, Event, Command))
    moves: dict[type[Command], Move | None]
    evolve: dict[type[Event], Evolve | None]
    moves = {kind: None for kind in kinds if issubclass(kind, Command)}
    evolve = {kind: None for kind in kinds if issubclass(kind, Event) and kind not in old}
    applying: dict[Any, list[type[Event]]] = {}
    for function in _functions(every):
        declared = function.__dict__.get("move")
        if isinstance(declared, Move):
            _put(moves, declared.command, declared, "decide", lambda x: x.place)
        else:
            applying[function] = _events(function)
    for function, events in sorted(applying.items(), key=lambda x: len(x[1])):
        for event in events:
            before = evolve.get(event)
            if before is None or len(applying[before]) == len(events):
                _put(evolve, event, function, "apply", place_of)
    for command, found in moves.items():
        if found is None:
            name = tag(command)
            raise DeclarationError(
                f"no move decides {command.__name__}; write `@move(…)` above "
                f"`def {name}(d: Decision[State], x: {command.__name__}) -> None`",
                place_of_class(command),
            )
    for event, applies in evolve.items():
        if applies is None:
            name = tag(event).replace(".", "_")
            raise DeclarationError(
                f"no function applies {event.__name__} to the state; write "
                f"`def {name}(s: State, x: {event.__name__}) -> None`",
                place_of_class(event),
            )
    return Found(
        {kind: move for kind, move in moves.items() if move},
        {kind: applies for kind, applies in evolve.items() if applies},
    )


def find_bots(modules: Iterable[ModuleType]) -> dict[str, Bot]:
    """Return the bots of a game, called like their classes."""
    kinds = [kind for kind in _classes(modules, Bot) if not isabstract(kind)]
    return {kind.__name__.lower(): kind() for kind in kinds}


def _put(
    there: dict[Any, Any], key: type, value: Any, does: str, place: Callable[[Any], Place | None]
) -> None:
    before = there.get(key)
    if before is not None and before is not value:
        where = place(before)
        first = f" (the other is in {where.file}, line {where.line})" if where else ""
        say = f"two functions {does} {key.__name__}{first}; a helper's name begins with _"
        raise DeclarationError(say, place(value))
    there[key] = value


def _classes(modules: Iterable[ModuleType], *kinds: type) -> Iterator[type]:
    for module in modules:
        for name, x in vars(module).items():
            if isinstance(x, type) and _own(x, module) and name[0] != "_":
                yield from (x,) if issubclass(x, kinds) else ()


def _functions(modules: Iterable[ModuleType]) -> Iterator[FunctionType]:
    for module in modules:
        for name, x in vars(module).items():
            if isinstance(x, FunctionType) and _own(x, module) and name[0] != "_":
                yield x


def _events(function: FunctionType) -> list[type[Event]]:
    """Return the events that a function of the fold is for; none if it is another function."""
    code = function.__code__
    if code.co_argcount != 2 or function.__annotations__.get("return") not in (None, "None"):
        return []
    every = types_of(function, code.co_varnames[1])
    return [x for x in every if isinstance(x, type) and issubclass(x, Event)]
