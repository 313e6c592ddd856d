"""Notes on a log that can't hold them itself, in a file next to it: `game.notes.jsonl`."""

from __future__ import annotations

from pathlib import Path

import msgspec

from ledger.kernel.times import now

LIMIT = 4 * 1024 * 1024
"""The maximum number of bytes read from a notes file."""


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """A remark on a position: the line of the log, when it was written, and the text."""

    seq: int
    at: str | None = None
    text: str


def side_file(log: Path) -> Path:
    """Return the path of the notes on a log."""
    return log.with_name(f"{log.stem}.notes.jsonl")


def read_notes(path: Path) -> tuple[dict[int, list[str]], int]:
    """Return the notes by line of the log, and how many couldn't be read."""
    notes: dict[int, list[str]] = {}
    bad = 0
    try:
        with path.open("rb") as file:
            data = file.read(LIMIT)
    except OSError:
        return {}, 0
    for raw in data.split(b"\n"):
        if not raw.strip():
            continue
        try:
            note = msgspec.json.decode(raw, type=Note)
            notes.setdefault(note.seq, []).append(note.text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            bad += 1
    return notes, bad


def add_note(path: Path, seq: int, text: str) -> None:
    """Add a note to a notes file."""
    with path.open("ab") as file:
        file.write(msgspec.json.encode(Note(seq=seq, at=now(), text=text)) + b"\n")
