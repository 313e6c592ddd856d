"""A private file that grows by whole lines, and is read on from where the last look ended.

Its first line changes each time the file is rewritten; by that line and by the last one it has
read, a reader recognises whether this is still the same file. A last line without a line break was
never acknowledged: readers ignore it, and the next writer cuts it off.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ledger.store.files import RealFiles, write_all, write_whole

_GENERATION = 16

Stamp = tuple[int, int, int, int]


def file_stamp(facts: os.stat_result) -> Stamp:
    """Return values that change whenever a file does."""
    return facts.st_ino, facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns


class News(NamedTuple):
    """Lines since the last look; `anew` if the file was replaced and these are all of its lines."""

    anew: bool
    lines: list[bytes]


class LineFile:
    """A file of lines; nobody else may append or rewrite at the same time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._files = RealFiles()
        self._stamp: Stamp | None = None
        self._first = self._last = b""
        self._read = 0

    def exists(self) -> bool:
        """Return whether the file exists."""
        return self.path.exists()

    def news(self) -> News:
        """Return the lines added since the last look.

        Raises FileNotFoundError if there is no file.
        """
        if self._stamp is not None and file_stamp(self.path.stat()) == self._stamp:
            return News(False, [])
        with self.path.open("rb") as file:
            stamp = file_stamp(os.fstat(file.fileno()))
            first = file.readline()
            same = self._stamp is not None and self._stamp[0] == stamp[0] and first == self._first
            if same:
                file.seek(self._read - len(self._last))
                same = file.read(len(self._last)) == self._last
            start = self._read if same else 0
            file.seek(start)
            data = file.read()
        good = data[: data.rfind(b"\n") + 1]
        if good or not same:
            self._last = good[good.rfind(b"\n", 0, -1) + 1 :]
        self._first, self._read, self._stamp = first, start + len(good), stamp
        return News(not same, good.split(b"\n")[:-1])

    def append(self, line: bytes) -> None:
        """Append a line, durably; after a failure the file is as before, if the disk allows."""
        files = self._files
        fd = files.open(self.path, "append")
        try:
            if os.fstat(fd).st_mode & 0o077:
                self.path.chmod(0o600)
            end = self._end(fd)
            if end < files.size(fd):
                files.truncate(fd, end)
            try:
                write_all(files, fd, line + b"\n")
                files.fsync(fd)
            except BaseException:
                files.truncate(fd, end)
                raise
        finally:
            files.close(fd)

    def _end(self, fd: int) -> int:
        """Return where the last complete line ends."""
        end = self._files.size(fd)
        if end == 0 or self._files.read(fd, end - 1, 1) == b"\n":
            return end
        return self._files.read(fd, 0, end).rfind(b"\n") + 1

    def rewrite(self, lines: Sequence[bytes]) -> None:
        """Replace all lines at once, durably."""
        write_whole(self.path, b"".join(line + b"\n" for line in lines), private=True)


def generation() -> str:
    """Return a random string that identifies one rewrite of a file."""
    return secrets.token_hex(_GENERATION // 2)
