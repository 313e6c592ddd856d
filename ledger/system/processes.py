"""Child processes, limits on what they use, and Ctrl-C, wherever systems differ.

Unix systems can limit what a process uses (`resource`); Windows can't, and macOS refuses to limit
memory. `limit_self` raises NoLimit if a limit can't be set.
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

PYTHON_FILES = 8192
"""How many files Python can open at once if the system doesn't say."""

Pipe = int | IO[bytes]


class NoLimit(Exception):
    """This system can't limit what a process uses."""


# --- children -------------------------------------------------------------------------------


def start_python(
    module: str,
    *,
    stdin: Pipe = subprocess.PIPE,
    stdout: Pipe = subprocess.PIPE,
    quiet: bool = False,
    environment: Mapping[str, str] | None = None,
    extra: Mapping[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    """Run a module in a process of its own; if an environment is given, it gets only that.

    `besides` is what it gets besides our own environment. `quiet` discards its stderr. Modules in
    the current folder can't shadow others.
    """
    return subprocess.Popen(  # noqa: S603 - only our own module, nothing from the user
        [sys.executable, "-P" if environment is None else "-I", "-m", module],
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.DEVNULL if quiet else None,
        env=environment if extra is None else {**os.environ, **extra},
        close_fds=True,
    )


class ForkedCopy:
    """A copy of this process that works at something else, until it is sent nothing more.

    It has all that this one has loaded, so it can begin at once. It must be made while there is no
    other thread. `quiet` discards its stderr.
    """

    def __init__(
        self, work: Callable[[IO[bytes], IO[bytes]], None], *, quiet: bool = False
    ) -> None:
        (jobs, into), (out, answers) = os.pipe(), os.pipe()
        self.pid = os.fork()
        if not self.pid:
            try:
                gc.freeze()  # what our parent has isn't ours to close
                _close_all_but(jobs, answers)
                if quiet:
                    os.dup2(os.open(os.devnull, os.O_RDWR), 2)
                os.dup2(2, 1)  # whatever it prints is no answer
                sys.stdout = sys.stderr = os.fdopen(2, "w", 1, closefd=False)
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
                work(os.fdopen(jobs, "rb"), os.fdopen(answers, "wb"))
            finally:
                os._exit(0)  # and what our parent does in the end is left to it
        os.close(jobs)
        os.close(answers)
        self.stdin, self.stdout = os.fdopen(into, "wb"), os.fdopen(out, "rb")
        self._ended = False
        self._turns = threading.Lock()

    def kill(self) -> None:
        """End it at once."""
        with self._turns, suppress(ProcessLookupError):
            if not self._ended:  # its number may be another's afterwards
                os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> None:
        """Wait until it has ended."""
        with self._turns:
            if not self._ended:
                with suppress(ChildProcessError):
                    os.waitpid(self.pid, 0)
            self._ended = True


def _close_all_but(*kept: int) -> None:
    """Close all files from 3 on but these: locks and pipes are our parent's, and end with it."""
    for file in [int(path.name) for path in Path("/proc/self/fd").iterdir()]:
        if file > 2 and file not in kept:
            with suppress(OSError):
                os.close(file)


Child = subprocess.Popen[bytes] | ForkedCopy


def stop(child: Child) -> None:
    """End a child at once if it is still running, and close its pipes."""
    child.kill()
    child.wait()
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            with suppress(OSError):  # it doesn't matter any more what it never read
                pipe.close()


def single_threaded() -> bool:
    """Whether this process can be copied: it has no other thread, which a copy would lack.

    Only Linux can tell; elsewhere the answer is no.
    """
    try:
        return hasattr(os, "fork") and len([*Path("/proc/self/task").iterdir()]) == 1
    except OSError:
        return False


def cores() -> int:
    """Return how many processes are worth running at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# --- limits ---------------------------------------------------------------------------------


def has_limits() -> bool:
    """Whether this system has limits at all."""
    try:
        import resource  # noqa: F401
    except ImportError:
        return False
    return True


def limit_self(
    *,
    memory: int,
    seconds: int | None = None,
    file_size: int | None = None,
    files: int | None = None,
) -> None:
    """Limit what this process uses from now on: bytes, seconds of processor time, files.

    It also turns off core dumps. Raises NoLimit if the system has no such limits or refuses one.
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
    """Raise the limit of open files and connections up to `most`; return the limit."""
    try:
        import resource
    except ImportError:
        return min(PYTHON_FILES, most)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    places = most if hard == resource.RLIM_INFINITY else min(hard, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (places, hard))
    return places


def give_way(steps: int) -> None:
    """Lower this process's priority, if the system can do that."""
    if hasattr(os, "nice"):
        os.nice(steps)


# --- Ctrl-C ---------------------------------------------------------------------------------


@contextmanager
def ignoring_ctrl_c() -> Iterator[None]:
    """Ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def ended_by_ctrl_c() -> Iterator[None]:
    """End the process at once on Ctrl-C: an exception could get lost in other people's code."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
