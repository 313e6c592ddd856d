"""A disk that fails when it is told to, for the logs whose names it is told."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from ledger.service.write_check import PROBE
from ledger.store.files import Mode, RealFiles


class FailingFiles(RealFiles):
    """Real files; `fail` maps the name of a call to the error it raises, for one game.

    A disk without room has none for the file either by which the service looks whether it has.
    """

    def __init__(self) -> None:
        self.fail: dict[str, int] = {}
        self.game = ""
        self._names: dict[int, str] = {}

    def fail_on(self, game: str, call: str, code: int) -> None:
        """Let a call fail from now on."""
        self.game, self.fail = game, {call: code}

    def recover(self) -> None:
        """Let everything work again."""
        self.fail = {}

    def open(self, path: Path, mode: Mode) -> int:
        fd = super().open(path, mode)
        self._names[fd] = path.name
        return fd

    def _check(self, call: str, fd: int) -> None:
        if call in self.fail and self._struck(fd):
            raise OSError(self.fail[call], os.strerror(self.fail[call]))

    def _struck(self, fd: int) -> bool:
        full = errno.ENOSPC in self.fail.values()
        return self._names.get(fd, "").startswith((self.game, PROBE) if full else self.game)

    def write(self, fd: int, data: memoryview) -> int:
        if self.fail.get("half") and self._struck(fd):
            super().write(fd, data[: len(data) // 2])
            raise OSError(errno.ENOSPC, "no space left")
        self._check("write", fd)
        return super().write(fd, data)

    def fdatasync(self, fd: int) -> None:
        self._check("fdatasync", fd)
        super().fdatasync(fd)

    def fsync(self, fd: int) -> None:
        self._check("fsync", fd)
        super().fsync(fd)
