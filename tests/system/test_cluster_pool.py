"""A Dask cluster does the same work as this process, also when a worker dies."""

from __future__ import annotations

import json
import logging
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import distributed
import duckdb
import pytest

from ledger.index.library_index import Index
from ledger.index.schema import TABLES
from ledger.library.library import Library
from ledger.system.cluster_pool import ClusterPool, ClusterUnreachable, SchedulerLost
from ledger.system.worker_pool import InlinePool, TaskFailed
from ledger.testing.effort import CAMPAIGN
from scripts.common.simulated_library import fill

GAMES = 10_000 if CAMPAIGN else 12
SQUARE, NAP = f"{__name__}:square", f"{__name__}:nap"


def nap(job: bytes) -> bytes:
    time.sleep(float(job))
    return job


def square(job: bytes) -> bytes:
    if job == b"odd":
        raise ValueError("not a number")
    return str(int(job) ** 2).encode()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers on this machine, each in a process of its own."""
    make: Any = distributed.LocalCluster
    root = Path(__file__).parents[2]
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join((str(root / "tests"), str(root)))
    found = make(
        n_workers=2,
        threads_per_worker=1,
        dashboard_address=None,
        silence_logs=logging.CRITICAL,
    )
    yield found
    found.close()
    if before is None:
        del os.environ["PYTHONPATH"]
    else:
        os.environ["PYTHONPATH"] = before


def test_a_cluster_answers_in_order_and_tells_what_failed(cluster: Any) -> None:
    with ClusterPool(cluster.scheduler_address) as pool:
        jobs = [str(n).encode() for n in range(30)]
        assert list(pool.run(SQUARE, jobs)) == list(InlinePool().run(SQUARE, jobs))
        with pytest.raises(TaskFailed, match="not a number"):
            list(pool.run(SQUARE, [b"1", b"odd", b"3"]))
        assert list(pool.run(SQUARE, [b"4"])) == [b"16"]


def test_leaving_in_the_middle_takes_the_work_back_and_says_nothing(cluster: Any) -> None:
    with ClusterPool(cluster.scheduler_address) as pool:
        answers = pool.run(NAP, [b"0", *[b"2"] * 9])
        assert next(answers) == b"0"
    assert isinstance(answers, Generator)
    answers.close()  # as it happens some time after Ctrl-C
    deadline = time.monotonic() + 8
    while cluster.scheduler.tasks and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not cluster.scheduler.tasks


def test_a_scheduler_that_dies_gets_a_plain_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    found = tmp_path / "scheduler.json"
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    with ExitStack() as stack:
        scheduler = _start(stack, "scheduler", *options, "--scheduler-file", str(found))
        _start(stack, "worker", "--scheduler-file", str(found), "--nthreads", "1", "--no-nanny")
        deadline = time.monotonic() + 30
        while not found.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        with ClusterPool(json.loads(found.read_text())["address"]) as pool:
            monkeypatch.setattr(pool._client, "_timeout", 0.5)  # patience with its return
            answers = pool.run(NAP, [b"0", *[b"60"] * 5])
            assert next(answers) == b"0"
            scheduler.kill()
            with pytest.raises(SchedulerLost, match="tcp://127"):
                next(answers)
    assert not caplog.records


def _start(stack: ExitStack, *command: str) -> subprocess.Popen[bytes]:
    """Start a part of a cluster, and end it with the test."""
    root = Path(__file__).parents[2]
    paths = os.pathsep.join((str(root / "tests"), str(root)))
    process = stack.enter_context(
        subprocess.Popen(
            [sys.executable, "-m", "dask", *command],
            env=os.environ | {"PYTHONPATH": paths},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    )
    stack.callback(process.kill)
    return process


def test_an_index_made_by_a_cluster_is_the_same_also_if_a_worker_dies(
    cluster: Any, tmp_path: Path
) -> None:
    fill(tmp_path / "library", GAMES, workers=2 if CAMPAIGN else 1, moves=3 if CAMPAIGN else None)
    if CAMPAIGN:
        fill(tmp_path / "library", 400, seed=2, workers=2)  # whole ones among them
    index = Index(Library(tmp_path / "library"))
    here, there = tmp_path / "here.duckdb", tmp_path / "there.duckdb"
    _build(index, InlinePool(), here)
    with ClusterPool(cluster.scheduler_address) as pool:
        _build(index, pool, there)
        assert _different(here, there) == []
        dying = _Killing(pool, cluster)
        _build(index, dying, there)
        assert dying.killed
        assert _different(here, there) == []


class _Killing:
    """A pool, one of whose workers is killed in the middle."""

    apart = True

    def __init__(self, pool: ClusterPool, cluster: Any) -> None:
        self._pool, self._cluster, self.killed = pool, cluster, 0

    def run(self, task: str, jobs: Iterator[bytes]) -> Iterator[bytes]:
        for answer in self._pool.run(task, jobs):
            if not self.killed:
                self.killed = next(iter(self._cluster.workers.values())).pid
                os.kill(self.killed, signal.SIGKILL)
            yield answer


def _build(index: Index, pool: Any, copy: Path) -> None:
    start = time.monotonic()
    done = index.refresh(anew=True, pool=pool)
    took = time.monotonic() - start
    print(f"{type(pool).__name__}: {done.games:,} games in {took:.1f} s")
    shutil.copy(index.file, copy)


def _different(a: Path, b: Path) -> list[str]:
    """Return the tables of two indexes that don't have the same rows in the same order."""
    con = duckdb.connect(str(a), read_only=True)
    try:
        con.execute(f"attach '{b}' as other (read_only)").fetchall()
        found = []
        for t in TABLES:
            rows = [
                f"(select *, row_number() over () as n from {home}.main.{t.name})"  # noqa: S608
                for home in (con.execute("select current_database()").fetchall()[0][0], "other")
            ]
            ways = (f"(from {x} except all from {y})" for x, y in (rows, rows[::-1]))
            if any(con.execute(f"from {w} limit 1").fetchall() for w in ways):
                found.append(t.name)
        return found
    finally:
        con.close()


def test_an_address_where_nobody_is_gets_a_plain_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.system.cluster_pool.PATIENCE", 0.5)
    with pytest.raises(ClusterUnreachable, match=r"tcp://127\.0\.0\.1:9"):
        ClusterPool("tcp://127.0.0.1:9")
