"""A long log in little memory: what is the same in many of its lines is kept once."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import force_setattr

from .events import Event, Line

LONG = 2 * 1024 * 1024
"""A log of so many bytes is worth the trouble."""
MOST = 5000
"""So many different events of a type are remembered; of those with more, few are the same."""


class Repeats:
    """Times, numbers and events of lines that were seen already."""

    def __init__(self) -> None:
        self._events: dict[type, dict[bytes, Event]] = {}
        self._texts: dict[str | None, str | None] = {}
        self._encode = msgspec.json.Encoder().encode

    def share(self, lines: Sequence[Line]) -> None:
        """Let lines that follow each other share what is the same in them."""
        at, cmd, turn = None, -1, -1
        for line in lines:
            if line.at == at:
                force_setattr(line, "at", at)
            else:
                at = line.at
            if line.cmd == cmd:
                force_setattr(line, "cmd", cmd)
            else:
                cmd = line.cmd
            if line.turn == turn:
                force_setattr(line, "turn", turn)
            else:
                turn = line.turn
            event = line.data
            known = self._events.setdefault(type(event), {})
            same = known.get(key := self._encode(event))
            if same is not None:
                force_setattr(line, "data", same)
                continue
            self._share_texts(event)
            if len(known) < MOST:
                known[key] = event

    def _share_texts(self, event: Event) -> None:
        texts = self._texts
        for name in event.__struct_fields__:
            value = getattr(event, name)
            if type(value) is tuple and value and type(value[0]) is str:
                force_setattr(event, name, tuple([texts.setdefault(x, x) for x in value]))
