"""Questions in a process of their own: they end when they should, and the next one is answered."""

from __future__ import annotations

import datetime as dt
import os
import signal
import subprocess
import sys
import time
import uuid
from decimal import Decimal
from pathlib import Path

import pytest

import ledger
from common.refusals import refuses, tells
from ledger.index.library_index import Index
from ledger.index.query import query_process
from ledger.index.query.query_process import LEAST, QueryProcess
from ledger.kernel.errors import Illegal, Malformed
from ledger.system.memory import machine_memory

ENDLESS = "select count(*) from range(100000000) a, range(100000) b where a.range % 7 = b.range"
HUGE = {
    "one list": "select list_sum(range(250000000))",
    "one text": "select length(repeat('x', 1500000000))",
    "a sort": "select * from (select unnest(range(100000000)) i) order by hash(i)",
}
"""What the engine does in one step, without looking at its clock or its memory."""


@pytest.fixture
def file(shelf) -> Path:
    with Index(shelf).held() as file:
        return file


only_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux tells how many threads there are"
)


@only_linux
@pytest.mark.parametrize("copied", [True, False])
def test_until_it_is_asked_its_parent_can_be_copied(copied):
    """So that an index it is to be asked about can be built by copies."""
    code = f"""
from ledger.index.query.query_process import QueryProcess
from ledger.system.processes import ForkedCopy, single_threaded
with QueryProcess(copied={copied}) as process:
    assert isinstance(process._child._process, ForkedCopy) == {copied}
    assert not process.needs_course("select name from seats")()
    assert process.needs_course("select " + "(" * 5000 + "1" + ")" * 5000)()
    assert single_threaded()
"""
    subprocess.run([sys.executable, "-c", code], check=True)


@only_linux
def test_a_copy_keeps_its_limits_too(file):
    code = f"""
import time
from pathlib import Path
from ledger.index.query.query_process import LEAST, QueryProcess
from ledger.kernel.errors import Illegal
from ledger.system.processes import ForkedCopy, single_threaded
file = Path({str(file)!r})
sql = {HUGE["one list"]!r}
for memory, seconds in ((LEAST, 60), (None, 0.5)):
    while not single_threaded():
        time.sleep(0.01)  # who listened to the last one is about to go
    with QueryProcess(memory, copied=True) as process:
        assert isinstance(process._child._process, ForkedCopy)
        try:
            process.about(file).ask(sql, seconds=seconds).rows()
        except Illegal as e:
            print(e.message)
        assert process.about(file).ask("select 1").rows() == [(1,)]
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    told = done.stdout.splitlines()
    assert len(told) == 2
    assert "memory" in told[0]
    assert "seconds" in told[1]


def takes(seconds: float):
    """Expect something to end soon."""

    class Clock:
        def __enter__(self):
            self.start = time.monotonic()

        def __exit__(self, *_):
            assert time.monotonic() - self.start < seconds

    return Clock()


@pytest.mark.parametrize("sql", HUGE.values(), ids=HUGE)
@pytest.mark.parametrize("short_of", ["time", "memory"])
def test_a_huge_question_ends_and_the_next_one_is_answered(file, sql, short_of):
    memory, seconds = (LEAST, 60) if short_of == "memory" else (None, 0.3)
    with QueryProcess(memory) as process, takes(60):
        with refuses(Illegal):
            process.about(file).ask(sql, seconds=seconds).rows()
        assert process.about(file).ask("select 1").rows() == [(1,)]


def test_an_endless_question_ends_in_time(file):
    with QueryProcess() as process, takes(10), refuses(Illegal):
        process.about(file).ask(ENDLESS, seconds=0.5).rows()


def test_the_command_keeps_its_limits(cli_query):
    with takes(20):
        done = cli_query(HUGE["one list"], "--timeout", "1")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    done = cli_query(HUGE["one list"], "--memory", "300MB")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    done = cli_query("select 7 as seven", "--memory", "2 GB", "--csv")
    assert (done.returncode, done.stdout) == (0, "seven\n7\n")


@pytest.mark.parametrize("size", ["much", "-1GB", "0MB", "12", "GB"])
def test_an_amount_of_memory_is_an_amount(cli_query, size):
    done = cli_query("select 1", "--memory", size)
    assert done.returncode == 2
    assert "2GB" in done.stderr


@pytest.fixture
def cli_query(shelf):
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "ledger.cli", "query", *words]
        command += ["--library", str(shelf.folder)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    return run


def test_values_arrive_as_the_engine_gives_them(file):
    sql = """select 1, 2.5::double, 1.20::decimal(5, 2), 'x', null, true, date '2026-01-02',
    [1, null], {'a': [date '2026-01-02']}, '5f0c0d5e-0000-4000-8000-000000000000'::uuid,
    'ab'::blob, 170141183460469231731687303715884105727::hugeint"""
    expected = (
        *(1, 2.5, Decimal("1.20"), "x", None, True, dt.date(2026, 1, 2), [1, None]),
        *({"a": [dt.date(2026, 1, 2)]}, uuid.UUID("5f0c0d5e-0000-4000-8000-000000000000")),
        *(b"ab", 2**127 - 1),
    )
    with QueryProcess() as process:
        assert process.about(file).ask(sql).rows() == [expected]


def test_all_rows_come_in_order_however_many_are_wanted(file):
    sql = "select range::int as n from range(40000)"
    with QueryProcess() as process:
        assert [n for (n,) in process.about(file).ask(sql)] == list(range(40000))
        assert process.about(file).ask(sql).rows(3) == [
            (0,),
            (1,),
            (2,),
        ]  # the rest is not waited for
        limited = process.about(file).ask(sql)
        limited.limit = 7000
        assert [n for (n,) in limited] == list(range(7000))
        assert process.about(file).ask("select 1 where false").rows() == []


def test_errors_say_what_and_where(file):
    with QueryProcess() as process:
        with pytest.raises(Malformed) as e:
            process.about(file).ask("select nme from seats")
        assert (e.value.line, e.value.column) == (1, 8)
        assert tells(e.value.hint, "name")
        with refuses(Illegal):
            process.about(file).ask("select error('now') from range(10)").rows()
        assert process.about(file).ask("select 1").rows() == [(1,)]


def test_a_process_that_is_killed_is_told_and_replaced(file):
    with QueryProcess() as process:
        answer = process.about(file).ask("select range from range(10000000)")
        next(iter(answer))
        os.kill(process._child._process.pid, signal.SIGKILL)
        with refuses(Illegal):
            answer.rows()
        assert process.about(file).ask("select 1").rows() == [(1,)]


@pytest.mark.parametrize("copied", [True, False])
def test_whoever_asks_and_dies_leaves_no_process(file, copied):
    code = f"""
from pathlib import Path
from ledger.index.query.query_process import QueryProcess
process = QueryProcess(copied={copied})
print(process._child._process.pid, flush=True)
process.about(Path({str(file)!r})).ask({ENDLESS!r}, seconds=0.5)
"""
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    pid = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    until = time.monotonic() + 20
    while Path(f"/proc/{pid}").exists() and "Z" not in Path(f"/proc/{pid}/stat").read_text():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_without_limits_of_the_system_we_look_ourselves(file, monkeypatch):
    """As on Windows and macOS."""
    code = """
import ledger.index.query.query_process as apart
def limit_self(**_):
    raise apart.NoLimit
apart.limit_self = limit_self
apart._serve(apart.sys.stdin.buffer, apart.sys.stdout.buffer)
"""

    def start(*_, **__):
        pipe = subprocess.PIPE
        return subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe)

    monkeypatch.setattr(query_process, "start_python", start)
    with QueryProcess(LEAST) as process, takes(30):
        with refuses(Illegal):
            process.about(file).ask(HUGE["one list"], seconds=60)
        assert process.about(file).ask("select 1").rows() == [(1,)]


def test_python_keeps_the_limits_too(shelf):
    with takes(20), refuses(Illegal):
        ledger.query(HUGE["one list"], library=shelf.folder, seconds=0.5)
    with refuses(Illegal):
        ledger.query(HUGE["one list"], library=shelf.folder, memory=LEAST)
    assert ledger.query("select 1", library=shelf.folder).rows() == [(1,)]


def test_half_of_the_machine_unless_told_otherwise():
    with QueryProcess() as process:
        assert process.memory == max(machine_memory() // 2, LEAST)
    assert machine_memory() > 2**28
