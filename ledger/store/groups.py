"""Splitting raw lines into groups, and checking that they follow the end of a log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import UNSET

from ledger.kernel.errors import Damaged
from ledger.kernel.log.codec import Head, chained, recorded_digest

from .line_index import header, unexpected_line


class Group(NamedTuple):
    """A group in a log: its lines, where the log ends after it, and its command key."""

    lines: tuple[bytes, ...]
    head: Head
    key: str | None

    @property
    def first(self) -> int:
        """The number of the group's first line."""
        return self.head.seq - len(self.lines) + 1

    @property
    def data(self) -> bytes:
        """The bytes of the group's lines."""
        return b"".join(raw + b"\n" for raw in self.lines)


def split_groups(raws: Iterable[bytes]) -> list[tuple[bytes, ...]]:
    """Split lines into their groups."""
    groups: list[tuple[bytes, ...]] = []
    group: list[bytes] = []
    for raw in raws:
        group.append(raw)
        if not header(raw).more:
            groups.append(tuple(group))
            group = []
    return groups


def read_groups(data: bytes, after: Head) -> list[Group]:
    """Return the groups in a stretch of a log; raise `Damaged` unless they follow `after`."""
    groups: list[Group] = []
    head, lines = after, list[bytes]()
    prev, seq = after.digest, after.seq
    for raw in data.split(b"\n")[:-1]:
        seq += 1
        if head.sealed or recorded_digest(raw) != chained(prev, raw):
            raise Damaged("this line doesn't follow from the line before it", line=seq)
        line = header(raw)
        if (line.seq, line.cmd) != (seq, head.cmd + 1):
            raise Damaged(unexpected_line(seq, head.cmd + 1, line), line=seq)
        prev = line.digest
        lines.append(raw)
        if not line.more:
            head = Head.of(line)
            key = header(lines[0]).key
            groups.append(Group(tuple(lines), head, None if key is UNSET else key))
            lines = []
    if lines or not data.endswith(b"\n"):
        raise Damaged("the last group isn't complete", line=head.seq + 1)
    return groups
