"""Child processes, what they may use, and Ctrl-C: the one place that knows what a system lacks.

Unix systems limit what a process uses (`resource`); Windows does not, and macOS refuses a limit
of memory. Whoever must have such a limit asks for it by `limit_self` and is told by NoLimit.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import IO

PYTHON_FILES = 8192
"""How many files Python opens at once where the system says nothing."""

Pipe = int | IO[bytes]


class NoLimit(Exception):
    """This system cannot limit what a process uses."""


# --- children -------------------------------------------------------------------------------


def start_python(
    module: str,
    *,
    stdin: Pipe = subprocess.PIPE,
    stdout: Pipe = subprocess.PIPE,
    quiet: bool = False,
    environment: Mapping[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    """Run a module in a process of its own; with an environment, it has that and nothing else.

    `quiet`: nobody reads its stderr. No module that lies in the folder we are in can take the
    place of another.
    """
    return subprocess.Popen(  # noqa: S603 - our own module and nothing of the user's
        [sys.executable, "-P" if environment is None else "-I", "-m", module],
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.DEVNULL if quiet else None,
        env=environment,
        close_fds=True,
    )


def stop(child: subprocess.Popen[bytes]) -> None:
    """End a child at once, if it still runs, and close its pipes."""
    child.kill()
    child.wait()
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            with suppress(OSError):  # what it never read is of no use any more
                pipe.close()


def cores() -> int:
    """Return how many processes are worth it."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# --- limits ---------------------------------------------------------------------------------


def has_limits() -> bool:
    """Whether this system knows limits at all."""
    try:
        import resource  # noqa: F401
    except ImportError:
        return False
    return True


def limit_self(
    *, memory: int, seconds: int, file_size: int | None = None, files: int | None = None
) -> None:
    """Let this process use only so much from now on: bytes, seconds of processor time, files.

    It never leaves a core dump. Raises NoLimit where the system has no such limits, or refuses one.
    """
    try:
        import resource
    except ImportError:
        raise NoLimit from None
    for what, limit in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, file_size),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, files),
    ):
        if limit is not None:
            try:
                resource.setrlimit(what, (limit, limit))
            except (OSError, ValueError):
                raise NoLimit from None


def raise_open_files(most: int) -> int:
    """Let this process have up to so many files and connections; return how many it may have."""
    try:
        import resource
    except ImportError:
        return min(PYTHON_FILES, most)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    places = most if hard == resource.RLIM_INFINITY else min(hard, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (places, hard))
    return places


def give_way(steps: int) -> None:
    """Let other processes go first, where the system knows of that."""
    if hasattr(os, "nice"):
        os.nice(steps)


# --- Ctrl-C ---------------------------------------------------------------------------------


@contextmanager
def ignoring_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C do nothing."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def ended_by_ctrl_c() -> Iterator[None]:
    """End at once, wherever the program is: an exception can get lost in other people's code."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
