"""A command at a terminal, typed into as a person does."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Callable

from .bench import Bench

PATIENCE = 30.0
QUIET = 0.6
"""So many seconds without a sign mean that the program waits."""


class Terminal:
    """A command in a terminal of its own; use it with `with`, it is killed at the end."""

    def __init__(self, bench: Bench, *args: str) -> None:
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 160, 0, 0))
        # nobody answers here when the program asks the terminal where its cursor is
        environment = {**bench.environment, "PROMPT_TOOLKIT_NO_CPR": "1"}
        self.process = subprocess.Popen(
            [bench.tree.python, "-m", "ledger.cli", *args],
            cwd=bench.work,
            env={k: v for k, v in environment.items() if k not in ("COLUMNS", "LINES")},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        self._terminal = ours
        self.shown = b""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._terminal)

    def _read(self, seconds: float) -> bool:
        """Take what is shown within a time; False if nothing was."""
        if not select.select([self._terminal], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._terminal, 65536)
        except OSError:  # the program has gone
            time.sleep(min(seconds, 0.05))
            return False
        self.shown += data
        return bool(data)

    def settle(self) -> None:
        """Wait until the program has shown something and is quiet."""
        until = time.monotonic() + PATIENCE
        while not self._read(0.2) and time.monotonic() < until and self.process.poll() is None:
            pass
        while self._read(QUIET) and time.monotonic() < until:
            pass

    def enter(self, line: str, done: Callable[[], bool] | None = None) -> bool:
        """Type a line; wait until something is done, or else until the program is quiet."""
        os.write(self._terminal, line.encode() + b"\r")
        if done is None:
            self.settle()
            return True
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            self._read(0.05)
            if done():
                return True
        return False

    def leave(self) -> int | None:
        """Close the input, as Ctrl-D does, and return the exit code; None if it stays."""
        with contextlib.suppress(OSError):
            os.write(self._terminal, b"\x04")
        until = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < until:
            self._read(0.05)
        return self.process.returncode
