"""Two logs side by side, in step by turn, with the first difference found."""

from __future__ import annotations

from typing import Any

import msgspec
from rich.text import Text

from ledger.kernel.errors import Malformed
from ledger.kernel.log.events import Line, Opened, Sealed

from .controller import Session
from .drawing import panels
from .drawing.layout import NOWHERE, Layout, Rect, board_rows, status
from .drawing.paint import Rows, ink
from .model import END, Model

LEAST = 6
"""Rows that each ledger keeps, heading included."""


def same(a: Line, b: Line) -> bool:
    """Whether two lines tell the same: who did what when in the game, not when by the clock."""
    if (a.turn, a.by, a.__class__) != (b.turn, b.by, b.__class__):
        return False
    return bool(_bare(a.data) == _bare(b.data))


def _bare(event: Any) -> Any:
    if isinstance(event, Opened):
        return msgspec.structs.replace(
            event, id=None, origin=None, started=None, place=None, round=msgspec.UNSET
        )
    return None if isinstance(event, Sealed) else event


class Versus(Session):
    """A session that takes a second log along."""

    def __init__(self, model: Model, other: Model, **more: Any) -> None:
        if other.game.meta.name != model.game.meta.name:
            raise Malformed(
                f"a game of {other.game.meta.name} cannot be compared with one of "
                f"{model.game.meta.name}"
            )
        self.other = other
        self.first: int | None = None
        """The first line that differs."""
        self._looked = 0
        self._compared = False
        self._home = True
        super().__init__(model, **more)
        self.tops = [1, 1]

    # --- in step ------------------------------------------------------------------------------

    def move(self, seq: int) -> None:
        """Go to a line, and to the same place of the other log."""
        super().move(seq)
        self._home = False
        self.sync()

    def sync(self) -> None:
        """Bring the other log to the same line, or after the first difference to the same turn."""
        model, other = self.model, self.other
        if self.first is None or model.pos < self.first:
            other.go(min(model.pos, other.last))
            return
        run = model.source.turns[model.source.run_at(model.pos)]
        end = other.source.turn_end(run.number)
        if end is None:
            other.go(END)
            return
        there = other.source.turns[other.source.run_at(end)]
        inside = there.first + model.pos - run.first
        other.go(there.last if model.pos == run.last else min(inside, there.last))

    @property
    def busy(self) -> bool:
        """Whether there is something to read, to count or to compare."""
        other = self.other
        return super().busy or not (other.source.done and other.curve.ready and self._compared)

    def _piece(self) -> bool:
        if not self.other.source.done:
            self.other.source.read_on()
            return True
        if super()._piece() or self.other.curve.advance():
            return True
        return self._compare()

    def _compare(self) -> bool:
        """Look for the first difference, some lines at a time; whether there is more to look at."""
        a, b = self.model.lines, self.other.lines
        if self.first is not None or self._looked >= min(len(a), len(b)):
            self._compared = True
            if self.first is None and len(a) != len(b):
                self._differ(min(len(a), len(b)) + 1)
            return False
        end = min(self._looked + 2000, len(a), len(b))
        for i in range(self._looked, end):
            if not same(a[i], b[i]):
                self._compared = True
                self._differ(i + 1)
                return False
        self._looked = end
        return True

    def _differ(self, seq: int) -> None:
        self.first = seq
        for model in (self.model, self.other):
            model.marks.add(min(seq, model.last))
        if self._home:  # nobody has moved yet: show where they part
            self._difference(1)

    def _difference(self, way: int) -> None:
        if self.first is None:
            self.say("these logs tell the same game")
        else:
            self.move(min(self.first, self.model.last))
            self.say(self.parted())

    def parted(self) -> str:
        """Say where the logs part."""
        if self.first is None:
            return "" if self._looked < self.model.last else "these logs tell the same game"
        told = []
        for model in (self.model, self.other):
            at = self.first
            told.append(model.row(at).words if at <= model.last else "the log ends")
        return f"first difference, line {self.first}: {told[0]} | {told[1]}"

    def news(self) -> tuple[str, str]:
        """Return what the status line says; without other news, where the logs part."""
        text, style = super().news()
        return (text, style) if text else (self.parted(), "")

    def _eyes(self, way: int) -> None:
        super()._eyes(way)
        if self.model.viewer in self.other.viewers:
            self.other.look(self.model.viewer)

    # --- the picture --------------------------------------------------------------------------

    def draw(self, width: int, height: int) -> Rows:
        """Return the screen: two columns, one timeline."""
        if self.overlay or self.zoom:
            return super().draw(width, height)
        self.size = (width, height)
        half = (width - 1) // 2
        labels = 1 if height >= 30 else 0
        body = height - 2 - labels
        boards = [board_rows(m, self.paint, half) for m in (self.model, self.other)]
        tall = max(min(max(map(len, boards)), body - 1 - LEAST), 1)
        self.board_most = max(max(map(len, boards)) - tall, 0)
        self.board_top = min(self.board_top, self.board_most)
        book = body - 1 - tall
        self.layout = Layout(
            Rect(0, 1, width, tall),
            Rect(0, 1 + tall, half, book),
            NOWHERE,
            Rect(0, body, width, 1 + labels),
            Rect(0, height - 1, width, 1),
        )
        sides = [
            self._side(i, m, rows, half, tall, book)
            for i, (m, rows) in enumerate(zip((self.model, self.other), boards, strict=True))
        ]
        wall = self.paint.row(ink(self.paint.signs.wall, "dim"), 1)
        rest = self.paint.blank(width - 2 * half - 1)
        rows = [[*a, *wall, *b, *rest] for a, b in zip(*sides, strict=True)]
        rows = [self.paint.sized(row, width) for row in rows]
        rows += panels.timeline(self.model, self.paint, width, 1 + labels)
        return [*rows, self.paint.row(status(self, width), width)][:height]

    def _side(self, i: int, model: Model, board: Rows, width: int, tall: int, book: int) -> Rows:
        paint = self.paint
        title = paint.fit(paint.clean(model.source.path.name), width - 24)
        head = Text().append(f" {title} ", "bold reverse")
        head.append(f" {model.pos}/{model.last} turn {model.line.turn}", "dim")
        shown = board[self.board_top : self.board_top + tall]
        shown += [paint.blank(width)] * (tall - len(shown))
        if i == 0:
            first = self.list_first(book - 1)
        else:
            first = min(max(model.pos - book // 2, 1), max(model.last - book + 2, 1))
        rows = panels.ledger(model, paint, width, first, book - 1, self.needle)
        return [paint.row(head, width), *shown, paint.heading("Ledger", width), *rows]
