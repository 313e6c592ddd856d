"""A file next to the log that keeps a move until all of its results are known."""

from __future__ import annotations

from pathlib import Path

import msgspec

from ledger.cli.files.plain_files import write_whole


class PendingLines(msgspec.Struct, forbid_unknown_fields=True):
    """Lines typed after a line of the log, along with the digest of that line."""

    digest: str
    lines: list[str]


class PendingFile:
    """`game.jsonl.pending`: what has been typed so far of an unfinished move.

    It only counts if the log still ends at the line after which it was typed, so an old file is
    harmless.
    """

    def __init__(self, log: Path) -> None:
        self.path = log.with_name(f"{log.name}.pending")
        self._there = self.path.exists()

    def read(self, digest: str) -> list[str]:
        """Return what was typed after the line with this digest, or an empty list."""
        if not self._there:
            return []
        try:
            typed = msgspec.json.decode(self.path.read_bytes(), type=PendingLines)
        except (OSError, msgspec.DecodeError, RecursionError):
            return []
        return typed.lines if typed.digest == digest else []

    def keep(self, digest: str, lines: list[str]) -> None:
        """Store lines durably; if there are none, remove the file."""
        if lines:
            data = msgspec.json.encode(PendingLines(digest=digest, lines=lines))
            write_whole(self.path, data + b"\n", force=True)
            self._there = True
        elif self._there:
            self.path.unlink(missing_ok=True)
            self._there = False
