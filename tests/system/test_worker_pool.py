"""Work shared out between processes: the same answers in the same order."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from ledger.system.worker_pool import (
    ATTEMPTS,
    InlinePool,
    ProcessPool,
    TaskFailed,
    WorkerLost,
    WorkerPool,
)

HERE = __name__


@pytest.fixture(autouse=True)
def found_by_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let workers import this file."""
    root = Path(__file__).parents[2]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(root / "tests"), str(root))))


@pytest.fixture(autouse=True, params=["copied", "started"])
def workers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Try everything with workers that are copies of this process, and with new ones."""
    copied = request.param == "copied"
    if copied and not Path("/proc/self/task").is_dir():
        pytest.skip("only Linux copies processes")
    monkeypatch.setattr("ledger.system.worker_pool.single_threaded", lambda: copied)


def alive(pid: int) -> bool:
    """Whether a process is still running; one that nobody has asked for its end is not."""
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:1]
    except OSError:
        return False


def pools() -> Iterator[WorkerPool]:
    yield InlinePool()
    yield ProcessPool(1)
    yield ProcessPool(3)


# --- tasks ------------------------------------------------------------------------------------


def slow_square(job: bytes) -> bytes:
    number = int(job)
    time.sleep(0.03 if number % 3 == 0 else 0)
    return str(number * number).encode()


def who(job: bytes) -> bytes:
    time.sleep(0.05)
    return str(os.getpid()).encode()


def chatty(job: bytes) -> bytes:
    print("a task that prints")
    sys.stdout.flush()
    return job


def fails(job: bytes) -> bytes:
    raise ValueError(f"no {job.decode()}")


def dies_once(job: bytes) -> bytes:
    marker = Path(job.decode())
    if not marker.exists():
        marker.touch()
        os._exit(9)
    return b"done"


def dies(job: bytes) -> bytes:
    with Path(job.decode()).open("ab") as file:
        file.write(b"x")
    os._exit(9)


def open_files(job: bytes) -> bytes:
    links = [path.readlink() for path in Path("/proc/self/fd").iterdir() if path.is_symlink()]
    return "\n".join(map(str, links)).encode()


def sleeps(job: bytes) -> bytes:
    time.sleep(60)
    return job


# --- what they promise ------------------------------------------------------------------------


def test_answers_come_in_the_order_of_the_jobs() -> None:
    jobs = [str(n).encode() for n in range(40)]
    want = [str(n * n).encode() for n in range(40)]
    for pool in pools():
        with pool:
            assert list(pool.run(f"{HERE}:slow_square", jobs)) == want


def test_several_processes_share_the_work() -> None:
    with ProcessPool(3) as pool:
        assert len(set(pool.run(f"{HERE}:who", [b""] * 12))) == 3


def test_only_a_few_jobs_are_taken_in_advance() -> None:
    taken = 0

    def jobs() -> Iterator[bytes]:
        nonlocal taken
        for n in range(1000):
            taken += 1
            yield str(n).encode()

    with ProcessPool(2) as pool:
        answers = pool.run(f"{HERE}:slow_square", jobs())
        next(answers)
        assert taken <= 5


def test_what_a_task_prints_does_not_get_between_the_answers() -> None:
    jobs = [b"x" * n for n in (0, 1, 100_000)]
    with ProcessPool(2) as pool:
        assert list(pool.run(f"{HERE}:chatty", jobs)) == jobs


def test_an_exception_in_a_task_is_told_with_its_place() -> None:
    with ProcessPool(2) as pool, pytest.raises(TaskFailed) as found:
        list(pool.run(f"{HERE}:fails", [b"luck"]))
    assert "ValueError: no luck" in str(found.value)
    assert Path(__file__).name in str(found.value)


def test_what_a_dead_worker_had_is_done_again(tmp_path: Path) -> None:
    with ProcessPool(2) as pool:
        jobs = [str(tmp_path / f"{n}").encode() for n in range(4)]
        assert list(pool.run(f"{HERE}:dies_once", jobs)) == [b"done"] * 4


def test_a_job_that_kills_every_worker_is_given_up(tmp_path: Path) -> None:
    tries = tmp_path / "tries"
    with ProcessPool(2) as pool, pytest.raises(WorkerLost):
        list(pool.run(f"{HERE}:dies", [str(tries).encode()]))
    assert tries.stat().st_size == ATTEMPTS


def _first(answers: Iterator[bytes]) -> None:
    with suppress(WorkerLost):
        next(answers)


def test_closing_ends_the_workers_at_once() -> None:
    pool = ProcessPool(2)
    answers = pool.run(f"{HERE}:sleeps", [b""] * 2)
    with pytest.raises(ZeroDivisionError), pool:
        threading.Thread(target=_first, args=[answers], daemon=True).start()
        deadline = time.monotonic() + 10
        while len(pool._workers) < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
        assert [alive(worker.pid) for worker in pool._workers] == [True, True]
        raise ZeroDivisionError
    assert not [worker for worker in pool._workers if alive(worker.pid)]


def test_workers_end_with_their_parent() -> None:
    code = (
        "import os\n"
        "from ledger.system.worker_pool import ProcessPool\n"
        "pool = ProcessPool(2)\n"
        f"list(pool.run('{HERE}:who', [b''] * 8))\n"
        "print(*[worker.pid for worker in pool._workers], flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    pids = [int(pid) for pid in done.stdout.split()]
    assert (done.returncode, len(pids)) == (-9, 2)
    deadline = time.monotonic() + 10
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not [pid for pid in pids if alive(pid)]


def test_a_copy_holds_none_of_its_parents_files(tmp_path: Path) -> None:
    held = (tmp_path / "held").open("wb")
    with held, ProcessPool(1) as pool:
        (answer,) = pool.run(f"{HERE}:open_files", [b""])
    assert str(tmp_path).encode() not in answer
