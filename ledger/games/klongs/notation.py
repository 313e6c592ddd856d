"""Moves as people type them: `place B0 d4`, `place thief d4 take g4 hand`, `score de45 remove d4`.

A field is its column and row (d4), a mooring place the columns and rows of its four fields (de45).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ledger.sdk import (
    Command,
    Malformed,
    Word,
    apart,
    did_you_mean,
    needs,
    nothing_more,
    read_verb,
    unknown,
)

from . import commands as c
from .rules.placing import WITHOUT
from .setup import STACKS
from .state import State

STACK = "a stack (1 or 2)"
VERBS = {
    "place": ("place", "places"),
    "move": ("move", "moves"),
    "pass": ("pass", "passes"),
    "score": ("score", "scores"),
    "decline": ("decline", "declines", "no"),
    "end": ("end", "ends"),
}
CHOICES = {
    "from": (("trader", "a field"),),
    WITHOUT: (("trader", ""),),
    "take": (("take", "the boat that is taken"),),
    "hand": (("keep", ""),),
    "warehouse": (("keep", ""),),
    "out": (("keep", ""),),
    "move": (("move", "a boat's field"), ("to", "a field")),
    "draw": (("stack", STACK),),
}
"""What goes with placing: the fields that a word fills, by what stands behind it or by itself."""


def read(s: State, seat: int, words: Sequence[Word]) -> Command:
    """Read a move; errors carry the column."""
    first = words[0]
    verb = read_verb(first, VERBS)
    line = _Line(s, first, words[1:])
    command: Command
    if verb == "place":
        command = line.place(seat)
    elif verb == "move":
        command = c.Move(seat=seat, field=line.field("a boat's field"), to=line.field("a field"))
    elif verb == "score":
        mooring = line.mooring()
        line.skip("remove")
        command = c.Score(seat=seat, mooring=mooring, remove=line.field("the boat to remove"))
    elif verb == "end":
        stack = line.stack() if line.skip("draw") else ""
        command = c.End(seat=seat, stack=stack)
    elif verb == "decline" or s.phase == "market day":  # `pass` is said on both occasions
        command = c.Decline(seat=seat)
    else:
        command = c.Pass(seat=seat)
    nothing_more(line.words[line.at :])
    return command


class _Line:
    """The words behind a verb, taken one after the other."""

    def __init__(self, s: State, verb: Word, words: Sequence[Word]) -> None:
        self.s, self.last, self.at = s, verb, 0
        self.words = apart(words)

    def place(self, seat: int) -> Command:
        """Read what is placed where, and the choices that go with it."""
        boat, field = self.boat(), self.field("a field")
        data: dict[str, str] = {}
        while self.at < len(self.words):
            word = self.take("")
            key = word.text.lower()
            if key not in CHOICES:
                raise unknown(word, "choice that goes with placing", CHOICES)
            for name, what in CHOICES[key]:
                value = self.stack() if what == STACK else self.field(what) if what else key
                if name in data:
                    say = f"{word.text!r} is one too many: another word before it says the same"
                    raise Malformed(say, column=word.column)
                data[name] = value
        return c.Place(seat=seat, boat=boat, field=field, **data)

    def skip(self, text: str) -> bool:
        """Step over a word that may be there."""
        there = self.at < len(self.words) and self.words[self.at].text.lower() == text
        if there:
            self.take(text)
        return there

    def take(self, what: str) -> Word:
        """Take the next word, which must be there."""
        if self.at == len(self.words):
            raise needs(self.last, what)
        self.last = self.words[self.at]
        self.at += 1
        return self.last

    def boat(self) -> str:
        word = self.take("a boat")
        for kind in self.s.setup.copies:
            if kind.lower() == word.text.lower():
                return kind
        raise unknown(word, "boat", self.s.setup.copies)

    def field(self, what: str) -> str:
        word = self.take(what)
        text = word.text.lower()
        if text not in self.s.setup.near:
            fields = self.s.setup.fields
            say = f"{word.text!r} is not a field; fields are {fields[0]} to {fields[-1]}"
            raise Malformed(say, column=word.column)
        return text

    def mooring(self) -> str:
        word = self.take("a mooring place")
        text = word.text.lower()
        if text not in self.s.setup.moorings:
            first = next(iter(self.s.setup.moorings))
            raise Malformed(
                f"{word.text!r} is not a mooring place; those are named by column and row: {first}",
                column=word.column,
                hint=did_you_mean(text, self.s.setup.moorings),
            )
        return text

    def stack(self) -> str:
        """Read a stack; naming the only one that is left means nothing (A-KLO-25)."""
        word = self.take(STACK)
        if word.text not in STACKS:
            say = f"{word.text!r} is not a stack; 1 holds boats with traders, 2 those with seats"
            raise Malformed(say, column=word.column)
        left = [n for n, stack in zip(STACKS, self.s.stacks, strict=False) if stack.size]
        return "" if left == [word.text] and len(self.s.stacks) > 1 else word.text


def write(x: Any) -> str:
    """Write a move."""
    if isinstance(x, c.Place):
        return _write_place(x)
    if isinstance(x, c.Move):
        return f"move {x.field} {x.to}"
    if isinstance(x, c.Score):
        return f"score {x.mooring} remove {x.remove}"
    if isinstance(x, c.End):
        return f"end draw {x.stack}" if x.stack else "end"
    return "pass"


def _write_place(x: c.Place) -> str:
    words = ["place", x.boat, x.field]
    if x.trader:
        words += [WITHOUT] if x.trader == WITHOUT else ["from", x.trader]
    words += ["take", x.take] if x.take else []
    words += [x.keep] if x.keep else []
    words += ["move", x.move, x.to] if x.move or x.to else []
    words += ["draw", x.stack] if x.stack else []
    return " ".join(words)
