"""What a user can save from a game: pictures of the screen, branches and notes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from msgspec import UNSET

from ledger.kernel.errors import LedgerError, Malformed
from ledger.kernel.log.codec import Head, stamp
from ledger.kernel.log.events import Entry, Line, Noted
from ledger.kernel.message import Message
from ledger.kernel.notation.lines.remarks import read_remark
from ledger.kernel.replay.branch import branch
from ledger.kernel.times import now

from . import notes
from .drawing import screenshot
from .drawing.paint import Rows
from .model import Model


class Files(Protocol):
    """The file operations that the viewer needs; nothing is ever overwritten."""

    def write(self, path: Path, data: bytes) -> None:
        """Write a new file, whole or not at all."""

    def append(self, log: Path, head: Head, groups: Sequence[Sequence[Line]]) -> None:
        """Add groups to a log that still ends at `head`."""


def save_screen(files: Files, path: Path, rows: Rows, title: str) -> None:
    """Save a screen as a picture or as text, depending on the file name's ending."""
    kind = path.suffix.lower()
    if kind not in (".svg", ".txt"):
        raise Malformed("give the screen a name that ends in .svg or .txt")
    made = screenshot.svg(rows, title) if kind == ".svg" else screenshot.text(rows)
    files.write(path, made.encode())


def save_branch(files: Files, path: Path, model: Model, at: int) -> int:
    """Write a log that ends at a line; return how many lines it has."""
    if path.suffix != ".jsonl":
        raise Malformed("give the log a name like what-if.jsonl")
    lines, data = branch(model.game, model.lines, at)
    files.write(path, data)
    return len(lines)


def add_note(files: Files, model: Model, text: str) -> Message:
    """Add a note to an open log or, failing that, to the notes file; return where it went."""
    source = model.source
    open_end = not source.sealed and not source.error and model.at_end
    if open_end and source.opened.view is None:
        turn = model.game.rules.turn(model.state())
        remark, to = read_remark(text, [seat.name for seat in source.opened.seats])
        noted = Noted(text=remark, to=UNSET if to is None else to)
        group, _, _ = stamp(source.head, [Entry(data=noted, turn=turn, at=now())])
        try:
            files.append(source.path, source.head, [group])
            return Message("noted in the log")
        except (LedgerError, OSError):
            pass  # another program has it open, or it can't be written to: use the notes file
    side = notes.side_file(source.path)
    notes.add_note(side, model.pos, text)
    return Message("noted in {file}", file=side.name)
