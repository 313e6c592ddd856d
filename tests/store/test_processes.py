"""Real processes on a real disk: locks, kill -9, a full disk, and faults put in by strace."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from ledger.kernel.log.codec import Head, headers
from ledger.store import Failed, FolderStore, Locked
from ledger.store.line_index import header
from ledger.testing.effort import effort

from .campaign import OPENED, entries
from .conformance import whole

HERE = Path(__file__).parent


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with FolderStore(tmp_path) as store:
        store.create("g", entries(OPENED), "open")
    return tmp_path


def child(
    what: str, folder: Path, count: int, *, limit: int = 0, before: tuple[str, ...] = ()
) -> subprocess.Popen[str]:
    command = [
        *before,
        sys.executable,
        str(HERE / "writing_process.py"),
        what,
        str(folder),
        str(count),
    ]
    return subprocess.Popen(
        command,
        env={**os.environ, "LIMIT": str(limit)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def acknowledged(output: str) -> list[tuple[str, int]]:
    lines = [line.split() for line in output.splitlines() if line.startswith("ack ")]
    return [(key, int(seq)) for _, key, seq in lines]


def check_all_there(folder: Path, acks: list[tuple[str, int]]) -> None:
    """Everything acknowledged is there, in whole groups, and writing goes on."""
    with FolderStore(folder) as store:
        head = store.reopen("g")
        found = headers(whole(store))
        assert len(found) == head.seq and not found[-1].more
        for key, last in acks:
            answer = store.recall("g", key)
            assert answer is not None and answer.last == last
        assert head.seq <= (acks[-1][1] if acks else 1) + 2  # at most one more, not yet answered
        store.append("g", head.seq, None, entries("more"))
        data = whole(store)
    assert (folder / "g.jsonl").read_bytes() == data
    assert len(headers(data)) == head.seq + 1


def test_another_process_is_refused_while_one_writes(folder: Path):
    with child("hold", folder, 0) as holder:
        assert holder.stdout.readline().startswith("ready")
        with FolderStore(folder) as store:
            with pytest.raises(Locked) as refused:
                store.append("g", 1, None, entries("x"))
            assert refused.value.pid == str(holder.pid) in refused.value.message
            other = child("append", folder, 3)
            out, _ = other.communicate(timeout=30)
            assert other.returncode == 3 and out.startswith("error locked")
            assert store.head("g").seq == 1
            holder.kill()
            holder.wait(30)
            assert store.append("g", 1, None, entries("x")).last == 2


@pytest.mark.parametrize("_", range(effort(1, 100)))
def test_two_processes_race_for_a_game(folder: Path, _: int):
    both = [child("append", folder, 60) for _ in range(2)]
    outs = [p.communicate(timeout=60)[0] for p in both]
    codes = sorted(p.returncode for p in both)
    assert codes in ([0, 3], [0, 0])  # refused, or the first was done before the second came
    acks = sorted((a for out in outs for a in acknowledged(out)), key=lambda a: a[1])
    assert len(acks) == 60 * codes.count(0)
    check_all_there(folder, acks)


@pytest.mark.parametrize("after", [3, 40, 150])
def test_kill(folder: Path, after: int):
    with child("append", folder, 100_000) as process:
        out = [process.stdout.readline() for _ in range(after)]
        time.sleep(after % 7 / 1000)
        process.kill()
        out += process.stdout.readlines()
    acks = acknowledged("".join(line for line in out if line.endswith("\n")))
    assert len(acks) >= after - 1
    check_all_there(folder, acks)


def test_a_full_disk(folder: Path):
    process = child("append", folder, 1000, limit=20_000)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 3
    acks = acknowledged(out)
    assert len(acks) > 10
    assert (folder / "g.jsonl").stat().st_size == 20_000
    check_all_there(folder, acks)
    assert (folder / "g.torn-1").stat().st_size > 0


def test_a_follower_in_another_process_sees_whole_groups(folder: Path):
    with FolderStore(folder) as store:
        got: list[tuple[bytes, ...]] = []

        def follow() -> None:
            head = store.head("g")
            deadline = time.monotonic() + 30
            while len(got) < 80 and time.monotonic() < deadline:
                for group in store.since("g", head):
                    got.append(group)
                    head = Head.of(header(group[-1]))

        thread = threading.Thread(target=follow)
        thread.start()
        out, _ = child("append", folder, 80).communicate(timeout=60)
        thread.join(30)
    assert [len(group) for group in got] == [2] * 80
    assert [raw for group in got for raw in group] == list(FolderStore(folder).read("g", 2))
    assert len(acknowledged(out)) == 80


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_child_writes_only_through_a_store_of_its_own(folder: Path):
    with FolderStore(folder) as store:
        store.reopen("g")
        child = os.fork()
        if child == 0:
            try:
                store.append("g", 1, None, entries("mine"))
            except Failed:
                os._exit(7)
            finally:
                os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        assert store.append("g", 1, None, entries("x")).last == 2


# --- with strace ----------------------------------------------------------------------------

FAULTS = [
    *(("fdatasync", "error=EIO", n) for n in (1, 2, 4)),
    *(("fdatasync", "signal=KILL", n) for n in (1, 2, 4)),
    *(("write", "error=ENOSPC", n) for n in (1, 3)),
    *(("write", "signal=KILL", n) for n in (1, 3)),
    ("pwrite64", "error=EIO", 1),
    ("fsync", "error=EIO", 1),
    ("fsync", "error=EIO", 2),
    ("fsync", "signal=KILL", 2),
    ("ftruncate", "signal=KILL", 1),
]


@pytest.fixture(scope="module")
def strace() -> str:
    found = shutil.which("strace")
    if found is None:
        pytest.skip("strace not installed")
    if subprocess.run([found, "-qq", "-o/dev/null", "true"], capture_output=True).returncode:
        pytest.skip("strace may not trace here")
    return found


@pytest.mark.parametrize(("call", "fault", "when"), FAULTS)
def test_strace(strace: str, folder: Path, call: str, fault: str, when: int):
    log = folder / "g.jsonl"
    log.write_bytes(log.read_bytes() + b'{"type":"noted","seq":2,')
    # Only calls on the log, what is cut from it and the folder count, not those of Python.
    paths = [f"-P{p}" for p in (log, folder / "g.cut", folder)]
    inject = (f"-e{call}", f"-einject={call}:{fault}:when={when}")
    process = child("append", folder, 5, before=(strace, "-qq", "-o/dev/null", *paths, *inject))
    out, _ = process.communicate(timeout=60)
    assert process.returncode != 0, "the fault did not strike"
    acks = acknowledged(out)
    assert len(acks) < 5
    if "error=" in fault:
        assert "error failed" in out
    check_all_there(folder, acks)
    torn = [p.read_bytes() for p in folder.glob("g.torn-*")]
    assert any(t.startswith(b'{"type":"noted","seq":2,') for t in torn)
