"""What is wrong with a game: where, and what would be right."""

from __future__ import annotations

from pathlib import Path

import msgspec


class Place(msgspec.Struct, frozen=True):
    """A line of a file."""

    file: str
    line: int


class Finding(msgspec.Struct, frozen=True):
    """Something wrong: its kind, the place, what is wrong there, and what is expected."""

    kind: str
    file: str
    line: int
    message: str
    expected: str


class Findings:
    """Everything that was found, each kind once at each place."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, Place], Finding] = {}

    def add(self, kind: str, place: Place, message: str, expected: str) -> None:
        """Note something wrong."""
        where = shown(place.file)
        found = Finding(kind, where, place.line, message, expected)
        self._found.setdefault((kind, place), found)

    def __len__(self) -> int:
        return len(self._found)

    def all(self) -> list[Finding]:
        """Return everything, by file and line."""
        return sorted(self._found.values(), key=lambda x: (x.file, x.line, x.kind))


def shown(file: str) -> str:
    """Return a file as it is named from here."""
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file
