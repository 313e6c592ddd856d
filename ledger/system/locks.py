"""File locks that end with the process holding them, on every operating system.

On Linux, macOS and other Unix systems a lock is `flock` on the whole file; on Windows it is a lock
on the first bytes. A lock that can be waited for keeps its file, because waiting processes have it
open. One that is taken immediately or not at all is deleted along with its lock (except on
Windows). A forked child doesn't inherit locks; otherwise its parent couldn't release them alone.
"""

from __future__ import annotations

import errno
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

Waiting = Callable[[], None]
PATIENCE = 2.0
"""How many seconds to wait before `waiting` is called."""

FOLDER = ".locks"
"""A folder for locks, which is removed along with the last of them."""
_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)


@contextmanager
def locked(path: Path, *, shared: bool = False, waiting: Waiting | None = None) -> Iterator[None]:
    """Hold a lock that ends with the process; `waiting` is called once if getting it takes long."""
    fd = _open(path)
    try:
        _wait_for(fd, shared, waiting)
        yield
    finally:
        close(fd)


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Protect an existing file from `remove_unread`; FileNotFoundError if it doesn't exist."""
    fd = _open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    try:
        _wait_for(fd, True, None)
        if not path.exists():  # it was removed before we got our lock
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        yield
    finally:
        close(fd)


def remove_unread(path: Path) -> bool:
    """Remove a file unless someone is `reading` it; return whether it is gone."""
    try:
        fd = _open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    except FileNotFoundError:
        return True
    try:
        _take(fd, shared=False)
        if os.name != "nt":  # Windows removes no file that is open, by us or its readers
            path.unlink(missing_ok=True)
    except BlockingIOError:
        return False
    finally:
        close(fd)
    with suppress(PermissionError):
        path.unlink(missing_ok=True)
    return not path.exists()


def lock_alone(path: Path) -> int:
    """Take a lock at once, or raise BlockingIOError with the id of the process that holds it."""
    while True:
        try:
            fd = _open(path)
        except FileNotFoundError:
            with suppress(FileExistsError):
                path.parent.mkdir()  # it was removed with the last lock in it
            continue
        try:
            _take(fd, shared=False)
            if _still_there(fd, path):
                break
        except BlockingIOError:
            holder = _read_holder(fd)
            close(fd)
            raise BlockingIOError(errno.EWOULDBLOCK, holder) from None
        except BaseException:
            close(fd)
            raise
        close(fd)
    with suppress(OSError):
        os.ftruncate(fd, 0)
        os.write(fd, str(os.getpid()).encode())
    with _mutex:
        _alone[fd] = path
    return fd


def _still_there(fd: int, path: Path) -> bool:
    """Whether a path still leads to this file, so that a lock on it keeps others out."""
    if os.name == "nt":
        return True
    try:
        return os.path.samestat(os.fstat(fd), path.stat())
    except FileNotFoundError:
        return False


def close(fd: int) -> None:
    """Close a file and release its lock, if it has one."""
    with _mutex:
        _opened.discard(fd)
        path = _alone.pop(fd, None)
        if path is not None and os.name != "nt":
            with suppress(OSError):
                path.unlink()  # while we hold the lock, so it can't be anyone else's
                if path.parent.name == FOLDER:
                    path.parent.rmdir()
        os.close(fd)


def _open(path: Path, flags: int = _FLAGS) -> int:
    with _mutex:
        fd = os.open(path, flags, 0o666)
        _opened.add(fd)
    return fd


def _read_holder(fd: int) -> str:
    """Return what the holder wrote into its lock file; on Windows it can't be read."""
    with suppress(OSError):
        return os.read(fd, 20).decode("ascii", "replace").strip()
    return ""


def _wait_for(fd: int, shared: bool, waiting: Waiting | None) -> None:
    start, told = time.monotonic(), False
    pause = 0.005
    while True:
        try:
            _take(fd, shared=shared)
            return
        except BlockingIOError:
            if not told and waiting is not None and time.monotonic() - start > PATIENCE:
                waiting()
                told = True
            time.sleep(pause)
            pause = min(pause * 1.5, 0.1)


def _take(fd: int, *, shared: bool) -> None:
    """Lock an open file, or raise BlockingIOError."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
    except ImportError:  # not Unix
        take_by_library(fd, shared=shared)
    else:
        flock(fd, LOCK_NB | (LOCK_SH if shared else LOCK_EX))


def take_by_library(fd: int, *, shared: bool) -> None:
    """Lock an open file the way portalocker does, or raise BlockingIOError.

    Importing it takes longer than locking, so it isn't used where Python has `flock` itself.
    """
    import portalocker

    kind = portalocker.LockFlags.SHARED if shared else portalocker.LockFlags.EXCLUSIVE
    try:
        portalocker.lock(fd, kind | portalocker.LockFlags.NON_BLOCKING)
    except portalocker.AlreadyLocked:
        raise BlockingIOError(errno.EWOULDBLOCK, os.strerror(errno.EWOULDBLOCK)) from None
    except portalocker.LockException as e:
        raise e.__cause__ or e from None


# --- forks ----------------------------------------------------------------------------------

_opened: set[int] = set()
"""The open lock files of this process."""
_alone: dict[int, Path] = {}
"""Those that are deleted along with their locks."""
_mutex = threading.Lock()


def _let_go_in_child() -> None:
    """Redirect each lock file to the null device: its number stays taken, its lock is released."""
    _mutex.release()
    _alone.clear()  # these are for the parent to delete
    if _opened:
        nothing = os.open(os.devnull, os.O_RDWR)
        for fd in _opened:
            os.dup2(nothing, fd, inheritable=False)
        os.close(nothing)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_mutex.acquire,
        after_in_parent=_mutex.release,
        after_in_child=_let_go_in_child,
    )
