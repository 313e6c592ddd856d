"""The log files of a library: current ones in `games/`, replaced ones in `revisions/`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ledger.kernel.errors import Failed, Locked
from ledger.kernel.message import Message
from ledger.kernel.text.reasons import why
from ledger.library.journal.facts import LogFacts
from ledger.store.files import Files, write_whole
from ledger.store.log_writer import log_path
from ledger.system import locks

GAMES, REVISIONS = "games", "revisions"
SAFE = Message("what was imported before is safe; import again once the disk is working")


class LogFiles:
    """Puts logs in their places; nothing is durable until `sync`."""

    def __init__(self, folder: Path, files: Files) -> None:
        self.folder, self.files = folder, files
        self.games, self.revisions = folder / GAMES, folder / REVISIONS
        self._moved: set[Path] = set()

    def holds(self, id: str, log: LogFacts, data: bytes) -> bool:
        """Whether a log is an earlier state of the one on record, or the same."""
        path = log_path(self.games, id)
        # a killed import may have put another log here that isn't on record yet
        now = self.read(path)
        return _ends(now, log) and now.startswith(data)

    def place(self, id: str, data: bytes) -> None:
        """Write a new log; if an import that was killed left the same one here, use that."""
        path = log_path(self.games, id)
        with self._failing():
            if self.files.exists(path):
                if self.read(path) == data:
                    self._settle(path)
                    return
                self._aside(path)
            self._write(path, data)

    def replace(self, id: str, revision: int, old: LogFacts, data: bytes) -> None:
        """Keep the old log as a revision, then put the new one in its place."""
        path = log_path(self.games, id)
        kept = self.revisions / f"{id}.{revision}.jsonl"
        with self._failing():
            try:
                lock = self.files.lock(self.games / locks.FOLDER / id)
            except BlockingIOError:
                raise Locked(
                    "{id} is still being played, so it can't be replaced now", file=str(path), id=id
                ) from None
            try:
                # after a crash, the new log may be here already and the old one kept
                if not _ends(self.read(kept), old) and (was := self.read(path)):
                    self._write(kept, was)
                    self._sync()
                self._write(path, data)
            finally:
                self.files.close(lock)

    def sync(self) -> None:
        """Make the names of all files written durable; their contents already are."""
        with self._failing():
            self._sync()

    def read(self, path: Path) -> bytes:
        """Return the contents of a file, or no bytes if it doesn't exist."""
        try:
            fd = self.files.open(path, "read")
        except FileNotFoundError:
            return b""
        try:
            return self.files.read(fd, 0, self.files.size(fd))
        finally:
            self.files.close(fd)

    def _sync(self) -> None:
        for folder in sorted(self._moved):
            self.files.sync_folder(folder)
        self._moved.clear()

    def _write(self, path: Path, data: bytes) -> None:
        """Write a file either completely or not at all."""
        self.files.make_folder(path.parent)
        new = path.with_suffix(".new")
        write_whole(path, data, files=self.files, aside=new, durable="later")
        self._moved.add(path.parent)

    def _settle(self, path: Path) -> None:
        """Make a file durable that an earlier process wrote."""
        fd = self.files.open(path, "update")
        try:
            self.files.fsync(fd)
        finally:
            self.files.close(fd)
        self._moved.add(path.parent)

    def _aside(self, path: Path) -> None:
        """Rename a file that isn't on record rather than delete it."""
        names, n = set(self.files.names(path.parent)), 1
        while f"{path.stem}.stray-{n}" in names:
            n += 1
        self.files.rename(path, path.with_suffix(f".stray-{n}"))

    @contextmanager
    def _failing(self) -> Iterator[None]:
        """Turn disk errors into `Failed`, with a hint."""
        try:
            yield
        except OSError as e:
            raise Failed(
                "this library couldn't be written: {reason}",
                file=str(self.folder),
                hint=SAFE,
                reason=why(e),
            ) from e


def _ends(data: bytes, log: LogFacts) -> bool:
    """Whether these bytes contain this log up to the end on record."""
    return data.endswith(f'{log.head}"}}\n'.encode(), 0, log.size)
