"""Locks are those of any other program, and there are some on any system."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ledger.store.files import RealFiles
from ledger.system import locks


def held_by_flock(path: Path, kind: int) -> bool:
    """Whether a program that calls flock itself, as Ledger once did, finds the lock taken."""
    fd = os.open(path, os.O_RDWR | os.O_CREAT)
    try:
        fcntl.flock(fd, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(fd)
    return False


def test_older_programs_and_this_one_lock_each_other_out(tmp_path):
    path = tmp_path / "lock"
    fd = RealFiles().lock(path)
    assert held_by_flock(path, fcntl.LOCK_EX)
    assert path.read_text() == str(os.getpid())
    RealFiles().close(fd)
    assert not held_by_flock(path, fcntl.LOCK_EX)

    old = os.open(path, os.O_RDWR)
    os.write(old, b"4711")
    fcntl.flock(old, fcntl.LOCK_EX)
    with pytest.raises(BlockingIOError) as e:
        RealFiles().lock(path)
    assert e.value.strerror == "4711"
    os.close(old)
    RealFiles().close(RealFiles().lock(path))


def test_readers_share_a_lock(tmp_path):
    path = tmp_path / "lock"
    with locks.locked(path, shared=True), locks.locked(path, shared=True):
        assert not held_by_flock(path, fcntl.LOCK_SH)
        assert held_by_flock(path, fcntl.LOCK_EX)
    with locks.locked(path):
        assert held_by_flock(path, fcntl.LOCK_SH)


def test_what_is_read_is_not_removed(tmp_path):
    path = tmp_path / "file"
    path.write_text("as it was")
    with locks.reading(path), locks.reading(path):
        assert not locks.remove_unread(path)
    assert path.read_text() == "as it was"
    assert locks.remove_unread(path) and not path.exists()
    assert locks.remove_unread(path), "there is nothing left to remove"
    with pytest.raises(FileNotFoundError), locks.reading(path):
        pass


def test_what_goes_before_it_is_locked_is_not_read(tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_text("")
    monkeypatch.setattr(locks, "_wait_for", lambda *_: path.unlink())
    with pytest.raises(FileNotFoundError), locks.reading(path):
        pass


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_child_has_none_of_its_parents_locks(tmp_path):
    path, (listen, tell), (hear, up) = tmp_path / "lock", os.pipe(), os.pipe()
    fd = RealFiles().lock(path)
    child = os.fork()
    if child == 0:
        os.close(tell)
        os.write(up, b".")
        os.read(listen, 1)
        os._exit(0)
    os.close(listen)
    os.read(hear, 1)
    try:
        assert held_by_flock(path, fcntl.LOCK_EX)  # the child did not take it away
        RealFiles().close(fd)
        assert not held_by_flock(path, fcntl.LOCK_EX)  # though the child lives on
    finally:
        for end in (tell, hear, up):
            os.close(end)
        os.waitpid(child, 0)


@pytest.fixture
def by_library(monkeypatch):
    """A system on which locks are those of the library."""
    monkeypatch.setattr(locks, "_take", locks.take_by_library)


def test_locks_of_the_library_keep_others_out(by_library, tmp_path):
    path = tmp_path / "lock"
    fd = RealFiles().lock(path)
    assert held_by_flock(path, fcntl.LOCK_EX)
    with pytest.raises(BlockingIOError) as refused:
        RealFiles().lock(path)
    assert refused.value.strerror == str(os.getpid())
    RealFiles().close(fd)
    shared = locks.locked(path, shared=True), locks.locked(path, shared=True)
    with shared[0], shared[1], pytest.raises(BlockingIOError):
        RealFiles().lock(path)
    RealFiles().close(RealFiles().lock(path))


def test_a_lock_taken_at_once_leaves_nothing_behind(tmp_path):
    folder = tmp_path / locks.FOLDER
    a, b = (locks.lock_alone(folder / name) for name in "ab")
    with pytest.raises(BlockingIOError):
        locks.lock_alone(folder / "a")
    locks.close(a)
    assert [p.name for p in folder.iterdir()] == ["b"]
    locks.close(b)
    assert list(tmp_path.iterdir()) == []


CONTENDER = """
import sys, time
from pathlib import Path
from ledger.system import locks
lock, count = Path(sys.argv[1]) / locks.FOLDER / "g", Path(sys.argv[1]) / "count"
done, end = 0, time.monotonic() + 20
while done < 150 and time.monotonic() < end:
    try:
        fd = locks.lock_alone(lock)
    except BlockingIOError:
        continue
    count.write_text(str(int(count.read_text()) + 1))
    locks.close(fd)
    done += 1
print(done)
"""


def test_nobody_gets_a_lock_on_a_file_that_was_deleted(tmp_path):
    (tmp_path / "count").write_text("0")
    command = [sys.executable, "-c", CONTENDER, str(tmp_path)]
    programs = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(3)]
    done = [int(program.communicate(timeout=60)[0]) for program in programs]
    assert int((tmp_path / "count").read_text()) == sum(done) > 150
