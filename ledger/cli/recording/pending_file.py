"""A move whose results are still asked for, kept beside the log until it is complete."""

from __future__ import annotations

from pathlib import Path

import msgspec

from ledger.cli.files import write_whole


class PendingLines(msgspec.Struct, forbid_unknown_fields=True):
    """Lines that were typed after a line of the log; `digest` is that line's."""

    digest: str
    lines: list[str]


class PendingFile:
    """The side file of a log, `game.jsonl.pending`: what was typed of the move under way.

    It counts only for the very end of the log at which it was typed, so that an old one does no
    harm.
    """

    def __init__(self, log: Path) -> None:
        self.path = log.with_name(f"{log.name}.pending")
        self._there = self.path.exists()

    def read(self, digest: str) -> list[str]:
        """Return what was typed after the line with this digest, if anything was."""
        if not self._there:
            return []
        try:
            typed = msgspec.json.decode(self.path.read_bytes(), type=PendingLines)
        except (OSError, msgspec.DecodeError, RecursionError):
            return []
        return typed.lines if typed.digest == digest else []

    def keep(self, digest: str, lines: list[str]) -> None:
        """Make lines durable; none: nothing is under way."""
        if lines:
            data = msgspec.json.encode(PendingLines(digest=digest, lines=lines))
            write_whole(self.path, data + b"\n", force=True)
            self._there = True
        elif self._there:
            self.path.unlink(missing_ok=True)
            self._there = False
