"""The few things a store asks of the operating system, so that tests can make each of them fail."""

from __future__ import annotations

import errno
import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Literal, Protocol

Mode = Literal["read", "append", "update", "new"]

_FLAGS: dict[Mode, int] = {
    "read": os.O_RDONLY,
    "append": os.O_RDWR | os.O_APPEND,
    "update": os.O_RDWR,
    "new": os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_TRUNC,
}
# macOS has no fdatasync.
_datasync = getattr(os, "fdatasync", os.fsync)


class Files(Protocol):
    """The file layer. Every method may raise OSError; writes may be short."""

    def open(self, path: Path, mode: Mode) -> int:
        """Open a file: "update" writes in place, "new" starts an empty file."""

    def close(self, fd: int) -> None:
        """Close a file or give up a lock."""

    def size(self, fd: int) -> int:
        """Return the length of a file."""

    def read(self, fd: int, offset: int, size: int) -> bytes:
        """Return at most `size` bytes from a place; none at the end."""

    def write(self, fd: int, data: memoryview) -> int:
        """Append some of the bytes; return how many."""

    def rewrite(self, fd: int, offset: int, data: memoryview) -> int:
        """Write some of the bytes over what stands at a place; return how many."""

    def truncate(self, fd: int, size: int) -> None:
        """Cut a file."""

    def fsync(self, fd: int) -> None:
        """Make a file durable."""

    def fdatasync(self, fd: int) -> None:
        """Make a file's bytes and length durable."""

    def rename(self, old: Path, new: Path) -> None:
        """Give a file another name in the same folder."""

    def sync_folder(self, folder: Path) -> None:
        """Make the names in a folder durable."""

    def make_folder(self, folder: Path) -> None:
        """Make sure that a folder exists."""

    def exists(self, path: Path) -> bool:
        """Whether there is such a file."""

    def names(self, folder: Path) -> list[str]:
        """Return the names in a folder; none when there is no such folder."""

    def lock(self, path: Path) -> int:
        """Take a lock that ends with the process; raise BlockingIOError when it is taken."""


class RealFiles:
    """The file layer of this machine."""

    def open(self, path: Path, mode: Mode) -> int:
        """Open a file."""
        return os.open(path, _FLAGS[mode], 0o666)

    def close(self, fd: int) -> None:
        """Close a file or give up a lock."""
        os.close(fd)

    def size(self, fd: int) -> int:
        """Return the length of a file."""
        return os.fstat(fd).st_size

    def read(self, fd: int, offset: int, size: int) -> bytes:
        """Return at most `size` bytes from a place."""
        return os.pread(fd, size, offset)

    def write(self, fd: int, data: memoryview) -> int:
        """Append some of the bytes."""
        return os.write(fd, data)

    def rewrite(self, fd: int, offset: int, data: memoryview) -> int:
        """Write over what stands at a place."""
        return os.pwrite(fd, data, offset)

    def truncate(self, fd: int, size: int) -> None:
        """Cut a file."""
        os.ftruncate(fd, size)

    def fsync(self, fd: int) -> None:
        """Make a file durable."""
        os.fsync(fd)

    def fdatasync(self, fd: int) -> None:
        """Make a file's bytes and length durable."""
        _datasync(fd)

    def rename(self, old: Path, new: Path) -> None:
        """Give a file another name."""
        old.rename(new)

    def sync_folder(self, folder: Path) -> None:
        """Make the names in a folder durable."""
        fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)

    def make_folder(self, folder: Path) -> None:
        """Make a folder, and its name durable."""
        if not folder.is_dir():
            self.make_folder(folder.absolute().parent)
            folder.mkdir(exist_ok=True)
            self.sync_folder(folder.absolute().parent)

    def exists(self, path: Path) -> bool:
        """Whether there is such a file."""
        return path.exists()

    def names(self, folder: Path) -> list[str]:
        """Return the names in a folder."""
        try:
            return [path.name for path in folder.iterdir()]
        except FileNotFoundError:
            return []

    def lock(self, path: Path) -> int:
        """Take a lock; its file holds the number of the process, for the error message."""
        path.parent.mkdir(exist_ok=True)
        fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(fd, 20, 0).decode("ascii", "replace").strip()
            os.close(fd)
            raise BlockingIOError(errno.EWOULDBLOCK, holder) from None
        except BaseException:
            os.close(fd)
            raise
        with suppress(OSError):
            os.ftruncate(fd, 0)
            os.pwrite(fd, str(os.getpid()).encode(), 0)
        return fd


def write_all(files: Files, fd: int, data: bytes) -> None:
    """Append bytes, however often it takes."""
    rest = memoryview(data)
    while rest:
        rest = rest[_some(files.write(fd, rest)) :]


def rewrite_all(files: Files, fd: int, offset: int, data: bytes) -> None:
    """Write bytes over a place, however often it takes."""
    done = 0
    while done < len(data):
        done += _some(files.rewrite(fd, offset + done, memoryview(data)[done:]))


def _some(count: int) -> int:
    if count <= 0:
        raise OSError(errno.EIO, "nothing was written")
    return count
