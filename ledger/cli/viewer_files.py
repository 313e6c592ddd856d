"""What the viewer may do to files: save, branch, note; nothing is ever overwritten."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ledger.kernel.errors import LedgerError, Malformed

from .files import append_log, write_whole

if TYPE_CHECKING:
    from ledger.viewer.model import Model
    from ledger.viewer.screen_state import Stage


class FileDesk:
    """The disk, as a viewer sees it."""

    def save(self, path: Path, stage: Stage) -> None:
        """Save the screen as a picture or as text, by the ending of the name."""
        from ledger.viewer.drawing import screenshot

        kind = path.suffix.lower()
        if kind not in (".svg", ".txt"):
            raise Malformed("a screen is saved as .svg or .txt")
        rows = stage.draw(*stage.size)
        made = screenshot.svg(rows, stage.name) if kind == ".svg" else screenshot.text(rows)
        write_whole(path, made.encode())

    def branch(self, path: Path, model: Model, at: int) -> int:
        """Write a log that ends at a line."""
        from ledger.kernel.log.branch import branch

        if path.suffix != ".jsonl":
            raise Malformed("a log is called like what-if.jsonl")
        lines, data = branch(model.game, model.lines, at)
        write_whole(path, data)
        return len(lines)

    def note(self, model: Model, text: str) -> str:
        """Add a note to an open log at its end, else to the file beside it."""
        from ledger.kernel.log.codec import stamp
        from ledger.kernel.log.events import Entry, Noted
        from ledger.kernel.times import now
        from ledger.viewer.notes import add_note, side_file

        source = model.source
        open_end = not source.sealed and not source.error and model.pos == model.last
        if open_end and source.opened.view is None:
            entry = Entry(data=Noted(text=text), turn=model.game.turn(model.state()), at=now())
            group, _, _ = stamp(source.head, [entry])
            try:
                append_log(source.path, source.head, [group])
                return "noted in the log"
            except (LedgerError, OSError):
                pass  # another program writes it, or nobody may: the file beside it takes the note
        side = side_file(source.path)
        add_note(side, model.pos, text)
        return f"noted in {side.name}"
