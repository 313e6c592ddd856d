"""A chapter as it is sent."""

from __future__ import annotations

from typing import NamedTuple, Self

import msgspec

from ledger.web.chapters import ToldChapter

_encode = msgspec.json.Encoder().encode


class ChapterText(NamedTuple):
    """The scene that a chapter begins with, and its lines."""

    first: int
    start: bytes
    lines: tuple[bytes, ...]

    @classmethod
    def of(cls, told: ToldChapter) -> Self:
        """Write a chapter that was told."""
        return cls(told.lines[0].seq, _encode(told.start), tuple(map(_encode, told.lines)))

    @property
    def last(self) -> int:
        """The number of its last line so far."""
        return self.first + len(self.lines) - 1

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return len(self.start) + sum(map(len, self.lines))
