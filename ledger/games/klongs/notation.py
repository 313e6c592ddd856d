"""Moves as they are typed: `place B0 d4`, `place thief d4 take g4 hand`, `score de45 remove d4`.

A field is written as its column and row (d4), and a mooring place as the columns and rows of its
four fields (de45).
"""

from __future__ import annotations

from collections.abc import Sequence

from ledger.sdk import Command, Message
from ledger.sdk.kit import (
    Clause,
    Clauses,
    Form,
    FormPart,
    Notation,
    RestOfLine,
    Word,
    expect,
    name_in,
)

from . import commands as c
from .rules.placing import WITHOUT
from .setup import STACKS
from .state import State


def _field(s: State, word: Word) -> str:
    text, fields = word.text.lower(), s.setup.fields
    say = Message(
        "{text!r} isn't a field; the fields are {first} to {last}",
        text=word.text,
        first=fields[0],
        last=fields[-1],
    )
    expect(text in s.setup.near, word, say)
    return text


def _mooring(s: State, word: Word) -> str:
    text, known, first = word.text.lower(), s.setup.moorings, next(iter(s.setup.moorings))
    say = Message(
        "{text!r} isn't a mooring place; those are named by column and row: {first}",
        text=word.text,
        first=first,
    )
    expect(text in known, word, say, known)
    return text


def _stack(s: State, word: Word) -> str:
    """Read a stack; naming the only one left is the same as naming none (A-KLO-25)."""
    say = Message(
        "{text!r} isn't a stack; 1 holds boats with traders, 2 those with seats", text=word.text
    )
    expect(word.text in STACKS, word, say)
    left = [n for n, stack in zip(STACKS, s.stacks, strict=False) if stack.size]
    return "" if left == [word.text] and len(s.stacks) > 1 else word.text


BOAT = FormPart("boat", name_in("copies", "boat"), "a boat")
FIELD = FormPart("field", _field, "a field")
MOVED = FormPart("field", _field, "a boat's field")
TO = FormPart("to", _field, "a field")
MOORING = FormPart("mooring", _mooring, "a mooring place")
REMOVED = FormPart("remove", _field, "the boat to remove", key="remove")
STACK = FormPart("stack", _stack, "a stack (1 or 2)")
CHOICES = {
    "from": Clause((FormPart("trader", _field, "a field"),)),
    WITHOUT: Clause((FormPart("trader"),)),
    "take": Clause((FormPart("take", _field, "the boat that is taken"),)),
    **{keep: Clause((FormPart("keep"),)) for keep in c.KEEP},
    "move": Clause((MOVED._replace(field="move"), TO)),
    "draw": Clause((STACK,)),
}
PLACING = Clauses("choice that goes with placing", CHOICES)


def _end(s: State, seat: int, line: RestOfLine) -> dict[str, str]:
    return {"stack": _stack(s, line.take(STACK.missing))} if line.skip("draw") else {}


FORMS = {
    "place": Form(c.Place, ("places",), (BOAT, FIELD), clauses=PLACING),
    "move": Form(c.Move, ("moves",), (MOVED, TO)),
    "pass": Form(c.Pass, ("passes",)),
    "score": Form(c.Score, ("scores",), (MOORING, REMOVED)),
    "decline": Form(c.Decline, ("declines", "no"), write=lambda x: "pass"),
    "end": Form(c.End, ("ends",), rest=_end, written=(STACK._replace(key="draw"),)),
}


def _meant(s: State, move: Command, words: Sequence[Word]) -> Command:
    """Take `pass` on a market day as declining."""
    passed = isinstance(move, c.Pass) and s.phase == "market day"
    return c.Decline(seat=move.seat) if passed else move


NOTATION = Notation(FORMS, meant=_meant)
