"""Comparing two logs: keeping them in step, and finding where they begin to differ."""

from __future__ import annotations

from typing import Any

import msgspec

from ledger.kernel.errors import Malformed
from ledger.kernel.log.events import Line, Opened, Sealed

from .model import END, Model

AT_ONCE = 2000
"""How many lines are compared before other work gets a turn."""


def same(a: Line, b: Line) -> bool:
    """Whether, times aside, two lines hold the same event by the same seat in the same turn."""
    if (a.turn, a.by, a.__class__) != (b.turn, b.by, b.__class__):
        return False
    return bool(_bare(a.data) == _bare(b.data))


def _bare(event: Any) -> Any:
    if isinstance(event, Opened):
        return msgspec.structs.replace(
            event, id=None, origin=None, started=None, place=None, round=msgspec.UNSET
        )
    return None if isinstance(event, Sealed) else event


class Comparison:
    """Two logs of the same game; `other` follows `model`."""

    def __init__(self, model: Model, other: Model) -> None:
        if other.game.meta.name != model.game.meta.name:
            raise Malformed(
                "a game of {other} can't be compared with one of {name}",
                other=other.game.meta.name,
                name=model.game.meta.name,
            )
        self.model, self.other = model, other
        self.other_players = len(model.names) != len(other.names)
        """Whether they can't be the same game, which means comparing them turn by turn."""
        self.first: int | None = None
        """The first line that differs."""
        self.moved = False
        """Whether the user has moved yet."""
        self._looked = 0
        self._compared = False

    # --- in step ------------------------------------------------------------------------------

    def follow(self) -> None:
        """Move the other log to the same line or, after the first difference, to the same turn."""
        self.moved = True
        model, other = self.model, self.other
        if self.first is None or model.pos < self.first:
            other.go(min(model.pos, other.last), by_turns=model.by_turns)
            return
        run = model.source.turns[model.source.turn_index(model.pos)]
        end = other.source.turn_end(run.number)
        if end is None:
            other.go(END)
            return
        there = other.source.turns[other.source.turn_index(end)]
        inside = there.first + model.pos - run.first
        seq = there.last if model.pos == run.last else min(inside, there.last)
        other.go(seq, by_turns=model.by_turns)

    def look(self, viewer: int | None) -> None:
        """Show the other log as the same viewer sees it, if possible."""
        if viewer in self.other.viewers:
            self.other.look(viewer)

    # --- the first difference -----------------------------------------------------------------

    @property
    def done(self) -> bool:
        """Whether the other log has been fully read, counted and compared."""
        return self.other.source.done and self.other.curve.ready and self._compared

    def advance(self) -> bool:
        """Count and compare some more lines; return whether there are more."""
        if self.other.curve.advance():
            return True
        a, b = self.model.lines, self.other.lines
        if self.first is not None or self._looked >= min(len(a), len(b)):
            self._compared = True
            if self.first is None and len(a) != len(b):
                self._differ(min(len(a), len(b)) + 1)
            return False
        end = min(self._looked + AT_ONCE, len(a), len(b))
        for i in range(self._looked, end):
            if not same(a[i], b[i]):
                self._compared = True
                self._differ(i + 1)
                return False
        self._looked = end
        return True

    def _differ(self, seq: int) -> None:
        self.first = seq
        if self.other_players:
            return
        for model in (self.model, self.other):
            model.marks.add(min(seq, model.last))

    def parted(self) -> str:
        """Return a sentence saying where the logs begin to differ."""
        if self.other_players:
            return self.model.t("different numbers of players: shown turn by turn")
        if self.first is None:
            return (
                ""
                if self._looked < self.model.last
                else self.model.t("both logs show the same game")
            )
        words = []
        for model in (self.model, self.other):
            at = self.first
            words.append(model.row(at).words if at <= model.last else model.t("the log ends"))
        return self.model.t(
            "first difference, line {n}: {one} | {other}",
            n=self.first,
            one=words[0],
            other=words[1],
        )
