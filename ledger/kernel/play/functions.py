"""Which function belongs to which event or command."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from keyword import iskeyword
from types import ModuleType
from typing import Any

from ledger.kernel.game.interface import Command
from ledger.kernel.log.events import GENERIC, Event, tag


def by_name(
    module: ModuleType, functions: Mapping[str, Any], *, old: Collection[type] = ()
) -> dict[type, Any]:
    """Match the events or commands of a module with functions by name: `TileUsed`, `tile_used`.

    `old` events, which are only read, need no function; events that all games share may have one.
    `Pass` gets `pass_`, and a class whose name begins with `_` gets none.
    """
    classes = [x for x in vars(module).values() if isinstance(x, type)]
    own = [x for x in classes if x.__module__ == module.__name__ and x.__name__[0] != "_"]
    kinds = [x for x in own if issubclass(x, Event | Command) and x not in old]
    names = {x: tag(x).replace(".", "_") for x in kinds}
    names |= {x: tag(x) for x in GENERIC if tag(x) in functions}
    try:
        return {x: functions[f"{name}_" if iskeyword(name) else name] for x, name in names.items()}
    except KeyError as e:
        raise TypeError(f"{module.__name__}: there is no function {e.args[0]}") from None
