"""The options of a game."""

from __future__ import annotations

import json
from typing import Any, get_args, get_type_hints

import msgspec

from ledger.kernel.errors import Malformed
from ledger.kernel.message import Message
from ledger.kernel.text.reasons import why


def read_options(game: str, kind: type[msgspec.Struct], options: dict[str, Any]) -> Any:
    """Return a game's options as its own struct; raise `Malformed` if one is unknown or has a wrong
    value.
    """
    known = kind.__struct_fields__
    for name in options:
        if name not in known:
            raise Malformed(
                "{game} has no option {name!r}; it has: {known}",
                about=f"option {name}",
                game=game,
                name=name,
                known=", ".join(known) or Message("none"),
            )
    hints = get_type_hints(kind) if options else {}
    for name, value in options.items():
        hint = hints[name]
        try:
            msgspec.convert(value, hint)
        except msgspec.ValidationError as e:
            may = ", ".join(map(json.dumps, (True, False) if hint is bool else get_args(hint)))
            shown = json.dumps(value)
            say = Message(
                "option: {name} can't be {shown}: {why}", name=name, shown=shown, why=why(e)
            )
            if may:
                say = Message(
                    "option: {name} can't be {shown}; it can be {may}",
                    name=name,
                    shown=shown,
                    may=may,
                )
            raise Malformed(say, about=f"option {name}") from None
    return msgspec.convert(options, kind)
