"""Moves as people type them: `throw S3`, `duck S4`, `stand`, `fish`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ledger.sdk import Command, Word, needs, nothing_more, read_verb, unknown

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
    kind = VERBS[read_verb(first, {verb: (verb,) for verb in VERBS})]
    stones = "stone" in kind.__struct_fields__
    if stones and not rest:
        raise needs(first, "a stone")
    nothing_more(rest[stones:])
    move: Command = kind(seat=seat, stone=_stone(s, rest[0])) if stones else kind(seat=seat)
    return move


def _stone(s: State, word: Word) -> str:
    for stone in (word.text.upper(), f"S{word.text}"):
        if stone in s.setup.value:
            return stone
    raise unknown(word, "stone", s.setup.value)


def write(x: Any) -> str:
    """Write a move."""
    verb = type(x).__name__.lower()
    return f"{verb} {x.stone}" if isinstance(x, c.Throw | c.Duck) else verb
