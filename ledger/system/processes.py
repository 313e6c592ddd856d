"""Child processes, limits on their resources, and Ctrl-C, where operating systems differ.

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
    """Run a Python module in a process of its own, out of reach of modules in the current folder.

    With `environment`, the process gets only that; otherwise it gets ours, and `extra` on top.
    `quiet` discards its stderr.
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
    """A copy of this process that does other work until its input ends.

    It has everything loaded that this process has, so it can start at once. It must be created
    while there are no other threads. `quiet` discards its stderr.
    """

    def __init__(
        self, work: Callable[[IO[bytes], IO[bytes]], None], *, quiet: bool = False
    ) -> None:
        (jobs, into), (out, answers) = os.pipe(), os.pipe()
        self.pid = os.fork()
        if not self.pid:
            try:
                gc.freeze()  # the parent's objects aren't ours to clean up
                _close_all_but(jobs, answers)
                if quiet:
                    os.dup2(os.open(os.devnull, os.O_RDWR), 2)
                os.dup2(2, 1)  # its output must not mix with results
                sys.stdout = sys.stderr = os.fdopen(2, "w", 1, closefd=False)
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
                work(os.fdopen(jobs, "rb"), os.fdopen(answers, "wb"))
            finally:
                os._exit(0)  # without the parent's exit handlers
        os.close(jobs)
        os.close(answers)
        self.stdin, self.stdout = os.fdopen(into, "wb"), os.fdopen(out, "rb")
        self._ended = False
        self._turns = threading.Lock()

    def kill(self) -> None:
        """Kill the process at once."""
        with self._turns, suppress(ProcessLookupError):
            if not self._ended:  # afterwards, its id may be reused
                os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> None:
        """Wait for the process to end."""
        with self._turns:
            if not self._ended:
                with suppress(ChildProcessError):
                    os.waitpid(self.pid, 0)
            self._ended = True


def _close_all_but(*kept: int) -> None:
    """Close all files from 3 up but these: locks and pipes are our parent's, and end with it."""
    for file in [int(path.name) for path in Path("/proc/self/fd").iterdir()]:
        if file > 2 and file not in kept:
            with suppress(OSError):
                os.close(file)


Child = subprocess.Popen[bytes] | ForkedCopy


def stop(child: Child) -> None:
    """Kill a child if it is still running, and close its pipes."""
    child.kill()
    child.wait()
    for pipe in (child.stdin, child.stdout):
        if pipe is not None:
            with suppress(OSError):  # whatever it never read no longer matters
                pipe.close()


def single_threaded() -> bool:
    """Whether this process can be forked: other threads would be missing from the copy.

    Only Linux can tell; elsewhere it returns False.
    """
    try:
        return hasattr(os, "fork") and len([*Path("/proc/self/task").iterdir()]) == 1
    except OSError:
        return False


def cores() -> int:
    """Return how many processes are worth running in parallel."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# --- limits ---------------------------------------------------------------------------------


def has_limits() -> bool:
    """Whether this operating system supports limits at all."""
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
    """Limit what this process uses from now on: bytes of memory, seconds of CPU time, files.

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
    """Raise the limit on open files and connections to at most `most`; return the new limit."""
    try:
        import resource
    except ImportError:
        return min(PYTHON_FILES, most)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    places = most if hard == resource.RLIM_INFINITY else min(hard, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (places, hard))
    return places


def give_way(steps: int) -> None:
    """Lower this process's priority, if the operating system can do that."""
    if hasattr(os, "nice"):
        os.nice(steps)


# --- Ctrl-C ---------------------------------------------------------------------------------


@contextmanager
def ignoring_ctrl_c() -> Iterator[None]:
    """Ignore Ctrl-C within this context."""
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
