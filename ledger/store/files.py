"""The few things a store needs from the operating system, so that tests can make each one fail.

`write_whole` is the one way to write a file atomically.
"""

from __future__ import annotations

import errno
import os
import secrets
import threading
from contextlib import suppress
from pathlib import Path
from typing import Literal, Protocol

from ledger.system import locks

Mode = Literal["read", "append", "update", "new", "unused", "private"]
Durable = Literal["now", "later", "never"]

_FLAGS: dict[Mode, int] = {
    "read": os.O_RDONLY,
    "append": os.O_RDWR | os.O_APPEND,
    "update": os.O_RDWR,
    "new": os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_TRUNC,
    "unused": os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL,
    "private": os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL,
}
# Windows would translate line ends.
_BINARY = getattr(os, "O_BINARY", 0)
# macOS and Windows have no fdatasync.
_datasync = getattr(os, "fdatasync", os.fsync)
# Windows can't open folders, but its file system journals names.
_FOLDER: int | None = getattr(os, "O_DIRECTORY", None)
# On Windows we have to seek first, and all threads share the position.
_moving = threading.Lock()


class Files(Protocol):
    """The file layer. Every method may raise OSError, and writes may be short."""

    def open(self, path: Path, mode: Mode) -> int:
        """Open a file: "update" writes in place, "new" starts an empty file.

        "unused" and "private" start an empty file too, but raise FileExistsError if the file
        exists. Only its owner can read a private file (on Windows, this is up to its folder).
        """

    def close(self, fd: int) -> None:
        """Close a file, or release a lock."""

    def size(self, fd: int) -> int:
        """Return the length of a file."""

    def read(self, fd: int, offset: int, size: int) -> bytes:
        """Return at most `size` bytes from an offset; none at the end of the file."""

    def write(self, fd: int, data: memoryview) -> int:
        """Append some or all of the bytes; return how many."""

    def rewrite(self, fd: int, offset: int, data: memoryview) -> int:
        """Overwrite bytes at an offset with some or all of `data`; return how many were written."""

    def truncate(self, fd: int, size: int) -> None:
        """Truncate a file to `size` bytes."""

    def fsync(self, fd: int) -> None:
        """Make a file durable."""

    def fdatasync(self, fd: int) -> None:
        """Make a file's bytes and length durable."""

    def rename(self, old: Path, new: Path) -> None:
        """Rename a file in the same folder, replacing any other file of that name."""

    def claim(self, old: Path, new: Path) -> None:
        """Rename a file in the same folder; raise FileExistsError if the name is taken."""

    def remove(self, path: Path) -> None:
        """Remove a file, if it exists."""

    def sync_folder(self, folder: Path) -> None:
        """Make the names in a folder durable."""

    def make_folder(self, folder: Path) -> None:
        """Make sure that a folder exists."""

    def exists(self, path: Path) -> bool:
        """Whether the path exists."""

    def names(self, folder: Path) -> list[str]:
        """Return the names in a folder; none if it doesn't exist."""

    def lock(self, path: Path) -> int:
        """Take a lock that ends with the process; raise BlockingIOError if it is already taken."""


class RealFiles:
    """The real file layer; new files and folders get the system's default permissions."""

    file_mode, folder_mode = 0o666, 0o777

    def open(self, path: Path, mode: Mode) -> int:
        """Open a file."""
        allowed = 0o600 if mode == "private" else self.file_mode
        return os.open(path, _FLAGS[mode] | _BINARY, allowed)

    def close(self, fd: int) -> None:
        """Close a file, or release a lock."""
        locks.close(fd)

    def size(self, fd: int) -> int:
        """Return the length of a file."""
        return os.fstat(fd).st_size

    def read(self, fd: int, offset: int, size: int) -> bytes:
        """Return at most `size` bytes from an offset."""
        return _read_at(fd, size, offset)

    def write(self, fd: int, data: memoryview) -> int:
        """Append some of the bytes."""
        return os.write(fd, data)

    def rewrite(self, fd: int, offset: int, data: memoryview) -> int:
        """Overwrite bytes at an offset."""
        return _write_at(fd, data, offset)

    def truncate(self, fd: int, size: int) -> None:
        """Truncate a file to `size` bytes."""
        os.ftruncate(fd, size)

    def fsync(self, fd: int) -> None:
        """Make a file durable."""
        os.fsync(fd)

    def fdatasync(self, fd: int) -> None:
        """Make a file's bytes and length durable."""
        _datasync(fd)

    def rename(self, old: Path, new: Path) -> None:
        """Rename a file, replacing any other of that name."""
        old.replace(new)

    def claim(self, old: Path, new: Path) -> None:
        """Rename a file; raise FileExistsError if the name is taken."""
        try:
            new.hardlink_to(old)
        except FileExistsError:
            raise
        except OSError:  # a file system without hard links
            if new.exists():
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(new)) from None
            old.rename(new)
        else:
            old.unlink()

    def remove(self, path: Path) -> None:
        """Remove a file."""
        path.unlink(missing_ok=True)

    def sync_folder(self, folder: Path) -> None:
        """Make the names in a folder durable."""
        if _FOLDER is None:
            return
        fd = os.open(folder, os.O_RDONLY | _FOLDER)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)

    def make_folder(self, folder: Path) -> None:
        """Create a folder and any missing parents, and make their names durable."""
        if not folder.is_dir():
            self.make_folder(folder.absolute().parent)
            folder.mkdir(exist_ok=True, mode=self.folder_mode)
            self.sync_folder(folder.absolute().parent)

    def exists(self, path: Path) -> bool:
        """Whether the path exists."""
        return path.exists()

    def names(self, folder: Path) -> list[str]:
        """Return the names in a folder."""
        try:
            return [path.name for path in folder.iterdir()]
        except FileNotFoundError:
            return []

    def lock(self, path: Path) -> int:
        """Take a lock; its file holds the process id, for the error message."""
        return locks.lock_alone(path)


class PrivateFiles(RealFiles):
    """Files that only their owner can read, as full logs show what players hide from each other.

    If others can read a file, it is closed to them when it is opened for writing. On Windows, the
    folder decides who may read it.
    """

    file_mode, folder_mode = 0o600, 0o700

    def open(self, path: Path, mode: Mode) -> int:
        """Open a file; if it is opened for writing, take away everyone else's access to it."""
        fd = super().open(path, mode)
        if mode != "read" and hasattr(os, "fchmod"):
            allowed = os.fstat(fd).st_mode & 0o7777
            if allowed & 0o077:
                with suppress(PermissionError):  # it belongs to someone else, who lets us write
                    os.fchmod(fd, allowed & ~0o077)
        return fd

    def make_folder(self, folder: Path) -> None:
        """Create a folder for its owner alone; its parents get the system's default permissions."""
        RealFiles().make_folder(folder.absolute().parent)
        super().make_folder(folder)


def close_to_others(folder: Path) -> bool:
    """Restrict a folder to its owner; return whether others had access before."""
    if not hasattr(os, "fchmod") or not folder.is_dir():
        return False
    allowed = folder.stat().st_mode & 0o7777
    if not allowed & 0o077:
        return False
    folder.chmod(allowed & ~0o077)
    return True


def _read_at(fd: int, size: int, offset: int) -> bytes:
    if hasattr(os, "pread"):
        return os.pread(fd, size, offset)
    with _moving:
        os.lseek(fd, offset, os.SEEK_SET)
        return os.read(fd, size)


def _write_at(fd: int, data: memoryview, offset: int) -> int:
    if hasattr(os, "pwrite"):
        return os.pwrite(fd, data, offset)
    with _moving:
        os.lseek(fd, offset, os.SEEK_SET)
        return os.write(fd, data)


def write_all(files: Files, fd: int, data: bytes) -> None:
    """Append all the bytes, in as many writes as it takes."""
    rest = memoryview(data)
    while rest:
        rest = rest[_some(files.write(fd, rest)) :]


def rewrite_all(files: Files, fd: int, offset: int, data: bytes) -> None:
    """Overwrite bytes at an offset with all of `data`, in as many writes as it takes."""
    done = 0
    while done < len(data):
        done += _some(files.rewrite(fd, offset + done, memoryview(data)[done:]))


def write_whole(
    path: Path,
    data: bytes,
    *,
    files: Files | None = None,
    aside: Path | None = None,
    private: bool = False,
    overwrite: bool = True,
    durable: Durable = "now",
) -> None:
    """Write a file atomically: under a temporary name first, then flushed and renamed.

    Readers see the old file or the new one, even after a crash. If writing fails, the temporary
    file is removed; if the caller names it with `aside`, it is kept and reused. Without
    `overwrite`, a name that is taken raises FileExistsError. `durable="later"` leaves it to the
    caller to sync the folder, once for many files; "never" flushes nothing, which is good enough
    for a cache that is checked before use.
    """
    files = files or RealFiles()
    spare = aside or path.parent / f".{path.name[:80]}.{secrets.token_hex(4)}.tmp"
    try:
        fd = files.open(spare, "private" if private else "unused" if aside is None else "new")
        try:
            write_all(files, fd, data)
            if durable != "never":
                files.fsync(fd)
        finally:
            files.close(fd)
        if overwrite:
            files.rename(spare, path)
        else:
            files.claim(spare, path)
    except BaseException:
        if aside is None:
            files.remove(spare)
        raise
    if durable == "now":
        files.sync_folder(path.parent)


def _some(count: int) -> int:
    if count <= 0:
        raise OSError(errno.EIO, "nothing was written")
    return count
