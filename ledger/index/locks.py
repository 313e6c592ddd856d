"""Who may touch an index: many readers or one writer, and one full build at a time."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

Waiting = Callable[[], None]
PATIENCE = 2.0
"""Seconds after which a wait is told."""


@contextmanager
def locked(path: Path, *, shared: bool = False, waiting: Waiting | None = None) -> Iterator[None]:
    """Hold a lock that ends with the process; `waiting` is called once if it takes long."""
    fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _take(fd, fcntl.LOCK_SH if shared else fcntl.LOCK_EX, waiting)
        yield
    finally:
        os.close(fd)


def _take(fd: int, kind: int, waiting: Waiting | None) -> None:
    start, told = time.monotonic(), False
    pause = 0.005
    while True:
        try:
            fcntl.flock(fd, kind | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if not told and waiting is not None and time.monotonic() - start > PATIENCE:
                waiting()
                told = True
            time.sleep(pause)
            pause = min(pause * 1.5, 0.1)
