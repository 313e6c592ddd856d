"""A log open for writing: lock, repair, append, and stop at the first failure."""

from __future__ import annotations

import errno
import os
import re
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from ledger.kernel.errors import Conflict, Damaged, Failed, Locked, Malformed, Missing
from ledger.kernel.log.codec import ReadError
from ledger.kernel.message import Message
from ledger.kernel.text.reasons import why
from ledger.system import locks

from .files import Files, rewrite_all, write_all, write_whole
from .line_index import LineIndex, iter_blocks, scan

_MAY_PASS = frozenset(
    (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM)
)
"""Failures that say nothing about the disk: once they pass, the log can be opened again."""


class LogWriter:
    """The only writer of a log until it is closed or its process ends."""

    def __init__(self, files: Files, folder: Path, game_id: str) -> None:
        self.files, self.folder, self.game_id = files, folder, game_id
        self.path = log_path(folder, game_id)
        self.index = LineIndex()
        self.failed: Failed | None = None
        self.mutex = threading.Lock()
        self.closed = False
        self._process = os.getpid()
        self._fd = self._lock = -1

    @classmethod
    def open(
        cls, files: Files, folder: Path, game_id: str, known: LineIndex | None = None
    ) -> LogWriter:
        """Open a log, cutting off an end that was never acknowledged.

        `known`: an index from earlier. If its last line is still in its place, only what follows is
        read.
        """
        self = cls(files, folder, game_id)
        if not files.exists(self.path):
            raise Missing("there is no game {game!r} here", game=game_id)
        self._begin(lambda: self._load(known))
        return self

    @classmethod
    def create(cls, files: Files, folder: Path, game_id: str, data: bytes) -> LogWriter:
        """Start a log with these bytes; the caller adds them to the index."""
        self = cls(files, folder, game_id)
        self._begin(lambda: self._start(data), make=True)
        return self

    @classmethod
    def replace(cls, files: Files, folder: Path, game_id: str, before: bytes, data: bytes) -> None:
        """Rewrite a log in full, replacing what was there; the caller makes its name durable."""
        self = cls(files, folder, game_id)

        def work() -> None:
            if files.exists(self.path):
                fd = files.open(self.path, "read")
                try:
                    if b"".join(iter_blocks(lambda at, n: files.read(fd, at, n))) != before:
                        raise OSError("somebody changed the log meanwhile")
                finally:
                    files.close(fd)
            elif before:
                raise OSError("somebody removed the log meanwhile")
            aside = folder / f"{game_id}.new"
            write_whole(self.path, data, files=files, aside=aside, durable="later")

        self._begin(work, make=True)
        self.close()

    def _begin(self, work: Callable[[], None], *, make: bool = False) -> None:
        """Take the lock and do the work; release everything if it fails."""
        try:
            if make:
                self.files.make_folder(self.folder)
            self._take_lock()
            work()
        except BaseException as e:
            self.close()
            if isinstance(e, OSError):
                raise self._failure(e) from e
            raise

    def _take_lock(self) -> None:
        try:
            self._lock = self.files.lock(self.folder / locks.FOLDER / self.game_id)
        except BlockingIOError as e:
            raise Locked(
                "{game} is open for writing elsewhere (process {pid}); a game has one writer at a "
                "time"
                if e.strerror
                else "{game} is open for writing elsewhere; a game has one writer at a time",
                game=self.game_id,
                pid=e.strerror or None,
            ) from None

    def _start(self, data: bytes) -> None:
        """Write the opening to another file and rename it, so that no log is ever incomplete."""
        files = self.files
        if files.exists(self.path):
            raise Conflict("there is already a game {game!r}", game=self.game_id)
        write_whole(self.path, data, files=files, aside=self.folder / f"{self.game_id}.new")
        self._fd = files.open(self.path, "append")

    def _load(self, known: LineIndex | None) -> None:
        files = self.files
        self._fd = files.open(self.path, "append")
        if known is not None and known.still_matches(self._read):
            self.index = known
        error = scan(self._read, self.index, file=str(self.path))
        if error is not None:
            if not is_torn(error):
                raise damaged(error)
            self._repair()
        self._settle()

    def _repair(self) -> None:
        """Copy a torn end to a file next to the log, and only then cut it off."""
        files = self.files
        if self.index.head.seq == 0:
            files.close(self._fd)  # Windows can't rename an open file
            self._fd = -1
            files.rename(self.path, self._torn_path())
            files.sync_folder(self.folder)
            raise Missing(
                "there is no game {game!r} here: its opening was never finished",
                game=self.game_id,
            )
        torn = b"".join(iter_blocks(self._read, self.index.size))
        write_whole(self._torn_path(), torn, files=files, aside=self.folder / f"{self.game_id}.cut")
        files.truncate(self._fd, self.index.size)
        files.fsync(self._fd)

    def _settle(self) -> None:
        """Write the last flush again and make it durable before anything is added to it.

        It may never have been flushed, if the process was killed; and after a failed flush, the
        cache may treat as clean what isn't on the disk. Only writing it again ensures that the next
        flush writes it.
        """
        files, start = self.files, self.index.flush
        fd = files.open(self.path, "update")
        try:
            last = b"".join(iter_blocks(lambda at, n: files.read(fd, at, n), start))
            rewrite_all(files, fd, start, last)
            files.fdatasync(fd)
        finally:
            files.close(fd)
        files.sync_folder(self.folder)

    def write(self, data: bytes) -> None:
        """Append bytes and make them durable; after a failure the caller must call `fail`."""
        if self.failed is not None:
            raise self.failed
        if os.getpid() != self._process:  # a forked child has no lock
            raise Failed("this log was opened by another process; open the store again in this one")
        if self.files.size(self._fd) != self.index.size:
            raise OSError("somebody changed the log while it was open here")
        write_all(self.files, self._fd, data)
        self.files.fdatasync(self._fd)

    def fail(self, error: BaseException) -> Failed:
        """Stop writing for good, since a flush after a failed one may wrongly claim success."""
        if self.failed is None:
            self.failed = self._failure(error)
        return self.failed

    def close(self) -> None:
        """Close the log and release its lock."""
        self.closed = True
        for fd in (self._fd, self._lock):
            if fd >= 0:
                with suppress(OSError):
                    self.files.close(fd)
        self._fd = self._lock = -1

    def _read(self, offset: int, size: int) -> bytes:
        return self.files.read(self._fd, offset, size)

    def _torn_path(self) -> Path:
        """Return the next free name for an end that is cut off."""
        shape = re.compile(rf"{re.escape(self.game_id)}\.torn-(\d+)")
        used = [int(m[1]) for n in self.files.names(self.folder) if (m := shape.fullmatch(n))]
        return self.folder / f"{self.game_id}.torn-{max(used, default=0) + 1}"

    def _failure(self, error: BaseException) -> Failed:
        system = isinstance(error, OSError)
        reason = why(error) if system else Message("writing was interrupted")
        failed = Failed(
            "this log couldn't be written: {reason}",
            file=str(self.path),
            hint="what was acknowledged before is safe; the game is read-only until reopened",
            reason=reason,
        )
        failed.may_pass = isinstance(error, OSError) and error.errno in _MAY_PASS
        return failed


def log_path(folder: Path, game_id: str) -> Path:
    """Return the path of a game's log."""
    return folder / f"{game_id}.jsonl"


def is_torn(error: Malformed) -> bool:
    """Whether the error is about an end that was never acknowledged."""
    return isinstance(error, ReadError) and error.problem == "torn"


def damaged(error: Malformed) -> Damaged:
    """Return the error for a log that must not be written to, with the reason."""
    return Damaged(
        error.text,
        file=error.file,
        line=error.line,
        hint="the log is left as it is; restore it from a copy to play on",
    )
