"""Moves as people type them: `throw S3`, `duck S4`, `stand`, `fish`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ledger.kernel.errors import Malformed
from ledger.kernel.game import Command
from ledger.kernel.notation import Word

from . import commands as c
from .state import State

VERBS: dict[str, type[Any]] = {
    "throw": c.Throw,
    "fish": c.Fish,
    "duck": c.Duck,
    "stand": c.Stand,
}


def read(s: State, seat: int, words: Sequence[Word]) -> Command:
    """Read a move; errors carry the column."""
    first, rest = words[0], words[1:]
    kind = VERBS.get(first.text.lower())
    if kind is None:
        raise Malformed(f"{first.text!r} is no move; write {', '.join(VERBS)}", column=first.column)
    needs = "stone" in kind.__struct_fields__
    if needs and not rest:
        raise Malformed(f"{first.text} needs a stone", column=first.column + len(first.text))
    if len(rest) > needs:
        raise Malformed(f"{rest[needs].text!r} is too much here", column=rest[needs].column)
    move: Command = kind(seat=seat, stone=_stone(s, rest[0])) if needs else kind(seat=seat)
    return move


def _stone(s: State, word: Word) -> str:
    for stone in (word.text.upper(), f"S{word.text}"):
        if stone in s.setup.value:
            return stone
    known = ", ".join(s.setup.value)
    raise Malformed(f"{word.text!r} is no stone; stones are {known}", column=word.column)


def write(x: Any) -> str:
    """Write a move."""
    verb = type(x).__name__.lower()
    return f"{verb} {x.stone}" if isinstance(x, c.Throw | c.Duck) else verb
