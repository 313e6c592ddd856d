"""What is on the screen: the place in the log, what is open, what is said, and work under way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Protocol

from . import jumps
from .drawing.layout import Layout, draw
from .drawing.paint import Painter, Rows
from .model import END, Model
from .notes import read_notes, side_file
from .text_input import Prompt


class Desk(Protocol):
    """What the viewer asks of the world outside: files, which it never overwrites."""

    def save(self, path: Path, stage: Stage) -> None:
        """Save the screen as a picture or as text."""

    def branch(self, path: Path, model: Model, at: int) -> int:
        """Write a log that ends at a line; return how many lines it has."""

    def note(self, model: Model, text: str) -> str:
        """Keep a note on the position; say where."""


class Stage:
    """The state of a viewer, without keys; knows no terminal."""

    def __init__(
        self,
        model: Model,
        desk: Desk | None = None,
        *,
        paint: Painter | None = None,
        speed: float = 2.0,
        playing: bool = False,
        following: bool = False,
    ) -> None:
        self.model, self.desk = model, desk
        self.paint = paint or Painter()
        self.name = model.source.path.name
        self.speed, self.playing, self.following = speed, playing, following
        self.stick = following
        """Whether new events of a growing log are shown as they come."""
        self.layout: Layout | None = None
        self.size = (80, 24)
        self.prompt: Prompt | None = None
        self.overlay, self.overlay_top, self.overlay_most = "", 0, 0
        self.zoom = ""
        self.board_top = self.board_most = 0
        self.list_top, self.loose = 1, False
        self.needle = ""
        self.digits = ""
        self.message, self.bad = "", False
        self.quit = False
        self._search: Iterator[int | None] | None = None
        self.read_notes()
        if following:
            model.go(END)

    # --- state that the picture asks for ------------------------------------------------------

    @property
    def at_end(self) -> bool:
        """Whether the cursor is at the last line."""
        return self.model.pos == self.model.last

    @property
    def name_stem(self) -> str:
        """The name of the log without its ending."""
        return self.model.source.path.name.removesuffix(".jsonl")

    def draw(self, width: int, height: int) -> Rows:
        """Return the screen."""
        self.size = (width, height)
        return draw(self, width, height)

    def list_first(self, height: int) -> int:
        """Return the first line of the ledger; it moves only when the cursor leaves it."""
        model, edge = self.model, 1 if height > 4 else 0
        most = max(model.last - height + 1, 1)
        if not self.loose:
            first, last, pos = self.list_top + edge, self.list_top + height - 1 - edge, model.pos
            if pos == last + 1:
                self.list_top += 1
            elif pos == first - 1:
                self.list_top -= 1
            elif not first <= pos <= last:
                self.list_top = pos - height // 2
        self.list_top = min(max(self.list_top, 1), most)
        return self.list_top

    def news(self) -> tuple[str, str]:
        """Return what the status line says, and how."""
        source = self.model.source
        if self.message:
            return self.message, "bold red" if self.bad else "bold"
        if self.digits:
            return f"{self.digits} G goes to line {int(self.digits)}", "dim"
        if self._search is not None:
            return "searching", "dim"
        if not source.done:
            part = f"reading {source.part:.0%}"
            return (f"{part}, then on to your place" if self.model.goal else part), "dim"
        if source.error:
            return f"only the good part is shown; {source.error}", "red"
        if notes := self.model.notes.get(self.model.pos):
            return notes[-1], "yellow"
        return "", ""

    def say(self, text: str, *, bad: bool = False) -> None:
        """Put a message into the status line until the next key."""
        self.message, self.bad = text, bad

    # --- moving -------------------------------------------------------------------------------

    def move(self, seq: int) -> None:
        """Go to a line, and let the ledger come along."""
        self.model.go(seq)
        self.loose = False
        self.stick = self.following and (seq == END or self.model.pos == self.model.last)

    def _look_for(self, text: str, way: int) -> None:
        self.needle = text.lower()
        self._search = jumps.search(self.model, text, way) if text else None
        self.work(0.02)

    def _hit(self, seq: int | None) -> None:
        if seq is None:
            more = "" if self.model.source.done else " in what has been read"
            self.say(f"{self.needle!r} is nowhere{more}", bad=True)
        else:
            self.move(seq)

    def read_notes(self) -> None:
        """Show the notes that were kept beside the log."""
        notes, bad = read_notes(side_file(self.model.source.path))
        self.model.notes = notes
        if bad:
            self.say(f"{bad} lines of the notes could not be read", bad=True)

    # --- work in small pieces -----------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether there is something to read, to search or to count."""
        model = self.model
        counted = model.full.ready and model.curve.ready
        return not (model.source.done and self._search is None and counted)

    def work(self, seconds: float) -> bool:
        """Read on, count, search, for so long; whether there is more to do."""
        until = monotonic() + seconds
        while self._piece():
            if monotonic() > until:
                return True
        return False

    def _piece(self) -> bool:
        model = self.model
        if not model.source.done:
            model.source.read_on()
            if self.stick and model.goal is None:
                model.go(END)
            model.arrive()
            return True
        if self._search is not None:
            found = next(self._search, 0)
            if found is not None:
                self._search = None
                self._hit(found or None)
            return True
        return model.full.advance() or model.curve.advance()
