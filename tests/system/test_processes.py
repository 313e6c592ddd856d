"""Children, limits and Ctrl-C, also on a system that has no limits."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys

import pytest

from ledger.index.query import sandbox
from ledger.kernel.errors import Failed
from ledger.system import processes

CHILD = (
    "import resource\n"
    "from ledger.system.processes import limit_self, give_way, raise_open_files\n"
    "print(raise_open_files(50))\n"
    "limit_self(memory=10**9, seconds=7, file_size=0, files=40)\n"
    "give_way(3)\n"
    "names = 'RLIMIT_AS', 'RLIMIT_CPU', 'RLIMIT_FSIZE', 'RLIMIT_CORE', 'RLIMIT_NOFILE'\n"
    "print(*(resource.getrlimit(getattr(resource, n))[1] for n in names))\n"
)


@pytest.fixture
def no_limits(monkeypatch):
    """A system as Windows is."""
    monkeypatch.setitem(sys.modules, "resource", None)
    monkeypatch.delattr(os, "nice")
    monkeypatch.delattr(os, "sched_getaffinity")


def test_limits_hold_in_a_child():
    out = subprocess.run([sys.executable, "-c", CHILD], check=True, capture_output=True, text=True)
    assert out.stdout == "50\n1000000000 7 0 0 40\n"


def test_a_system_without_limits_says_so(no_limits):
    assert not processes.has_limits()
    with pytest.raises(processes.NoLimit):
        processes.limit_self(memory=10**9, seconds=7)
    assert processes.raise_open_files(65_536) == 8192
    assert processes.raise_open_files(100) == 100
    assert processes.cores() == os.cpu_count()
    processes.give_way(3)


def test_a_limit_that_the_system_refuses(monkeypatch):
    import resource

    def refuse(what, limits):
        raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "setrlimit", refuse)
    with pytest.raises(processes.NoLimit):
        processes.limit_self(memory=10**9, seconds=7)


MESSAGE = "queries aren't possible here: this system can't limit what a query uses"


def test_strangers_are_not_answered_without_limits(no_limits):
    with pytest.raises(Failed) as e:
        sandbox.ask_in_sandbox(sandbox.SandboxRequest(sql="select 1"))
    assert e.value.message == MESSAGE


def test_strangers_are_not_answered_where_a_limit_is_refused(monkeypatch, capfdbinary):
    def refuse(**limits):
        raise processes.NoLimit

    monkeypatch.setattr(sandbox, "limit_self", refuse)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"sql":"select 1"}')))
    sandbox._serve()
    sys.stdout.flush()
    assert MESSAGE.encode() in capfdbinary.readouterr().out


def test_a_child_is_stopped_whatever_it_does():
    child = processes.start_python("http.server", quiet=True)
    processes.stop(child)
    assert child.returncode != 0
    assert child.stdin is not None and child.stdin.closed
    processes.stop(child)


def test_ctrl_c_is_ignored_for_a_while():
    before = signal.getsignal(signal.SIGINT)
    with processes.ignoring_ctrl_c():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
