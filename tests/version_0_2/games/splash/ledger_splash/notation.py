"""Moves as people type them: `throw S3`, `duck S4`, `stand`, `fish`."""

from __future__ import annotations

from ledger.sdk import Form, Notation, Part, Word, unknown

from . import commands as c
from .state import State


def _stone(s: State, word: Word) -> str:
    for stone in (word.text.upper(), f"S{word.text}"):
        if stone in s.setup.value:
            return stone
    raise unknown(word, "stone", s.setup.value)


STONE = Part("stone", _stone, "a stone")
FORMS = {
    "throw": Form(c.Throw, parts=(STONE,)),
    "fish": Form(c.Fish),
    "duck": Form(c.Duck, parts=(STONE,)),
    "stand": Form(c.Stand),
}
NOTATION = Notation(FORMS)
read, write = NOTATION.read, NOTATION.write
