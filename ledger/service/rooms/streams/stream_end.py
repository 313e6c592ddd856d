"""The end of a log as a viewer sees it, without making all that comes before it.

`fold(redact(log)) == mask(fold(log))` is a law that every game is held to: so the positions of a
viewer's stream can be had from the full log, and only those lines are redacted that are shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import overload

from ledger.kernel.game.game import Game
from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Line
from ledger.kernel.replay.redact import Redactor, whole_line
from ledger.kernel.replay.replay import Replay, fold, live
from ledger.kernel.rules.command import State

BEFORE = 256
"""Lines before the first position that is asked for, from which on the next ones are folded."""
MANY = 4
"""Positions that may be folded from the beginning, before it pays to keep some states."""


class LogEnd:
    """A log of which a few positions near its end are asked for; `Replay` is for many."""

    def __init__(self, game: Game, lines: Sequence[Line]) -> None:
        self.game, self.lines = game, lines
        self._base: tuple[int, State] | None = None
        self._folds = 0
        self._replay: Replay[State] | None = None

    def __len__(self) -> int:
        return len(self.lines)

    def at(self, seq: int) -> State:
        """Return the state after a line."""
        if self._replay is not None:
            return self._replay.at(seq)
        if self._base is None:
            near = max(seq - BEFORE, 1)
            self._base = near, self._fold(near)
        near, state = self._base
        if seq >= near:
            with suppress(ValueError):  # something from before was taken back
                return fold(self.game, live(self.lines[near:seq]), state)
        return self._fold(seq)

    def _fold(self, seq: int) -> State:
        self._folds += 1
        if self._folds > MANY:
            self._replay = Replay(self.game, self.lines)
            return self._replay.at(seq)
        return fold(self.game, live(self.lines, seq))


class SeenLines(Sequence[Line]):
    """The lines of a viewer's stream, each made when somebody looks at it; not chained."""

    def __init__(self, full: LogEnd, viewer: int) -> None:
        self._full, self._redactor = full, Redactor(full.game, viewer)
        self._redactor.pass_over(full.lines)
        self.hidden = tuple(self._redactor.hidden)
        self._made: dict[int, Line] = {}

    def __len__(self) -> int:
        return len(self._full.lines) - len(self.hidden)

    @overload
    def __getitem__(self, at: int) -> Line: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Line]: ...
    def __getitem__(self, at: int | slice) -> Line | Sequence[Line]:
        if isinstance(at, slice):
            return [self[n] for n in range(*at.indices(len(self)))]
        seq = range(1, len(self) + 1)[at]
        if seq not in self._made:
            self._made |= {line.seq: line for line in self._group(seq)}
        return self._made[seq]

    def _group(self, seq: int) -> Sequence[Line]:
        """Make the group that a line belongs to."""
        lines, redactor = self._full.lines, self._redactor
        start = end = whole_line(self.hidden, seq) - 1
        while start and lines[start - 1].more:
            start -= 1
        while lines[end].more:
            end += 1
        first = lines[start]
        before = redactor.line_seen(first.seq) - 1
        redactor.head = Head(before, first.cmd - (first.seq - 1 - before) - 1)
        adjusted = first.type == "adjusted"
        states = (self._full.at(start), self._full.at(start + 1)) if adjusted else None
        return redactor.take(lines[start : end + 1], states)[0]


class StreamEnd:
    """A viewer's stream for who looks at its end; `viewer` sees less than the full log has."""

    def __init__(self, full: LogEnd, viewer: int) -> None:
        self.game: Game = full.game
        self._full, self._viewer = full, viewer
        self.lines = SeenLines(full, viewer)

    def __len__(self) -> int:
        return len(self.lines)

    def at(self, seq: int) -> State:
        """Return the state after a line, as the viewer knows it."""
        whole = whole_line(self.lines.hidden, seq)
        return self.game.mask(self._full.at(whole), self._viewer)
