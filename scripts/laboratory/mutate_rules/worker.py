"""A warm process with a copy of the program of its own: it forks for each run of tests.

It reads a `Job` from each line of its input and answers with a `Verdict`, until there are no more.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from scripts import ROOT

WAIT_SECONDS = 3600
"""When one that waits and computes nothing is given up."""
MEMORY = 4 << 30
WARM = ("pytest", "hypothesis", "syrupy", "xdist", "ledger.sdk", "ledger.kernel.notation.session")
"""What is loaded once for all runs: everything but the game and its tests."""


class Job(NamedTuple):
    """Tests to run, how many seconds each may compute, and what to falsify before.

    `folder` has the file that is falsified, in a copy of the program.
    """

    folder: str
    tests: list[str]
    seconds: int
    file: str = ""
    text: str = ""
    env: str = ""


class Verdict(NamedTuple):
    """How a run ended: `passed`, `failed` or `hung`; the first test that failed; what it cost."""

    end: str
    by: str = ""
    cpu: float = 0.0


class Unfit(Exception):
    """Pytest did not get as far as running the tests."""


class Notes:
    """A plug-in for pytest: notes the first failure in a file, and ends what takes too long."""

    def __init__(self, path: Path, seconds: int) -> None:
        """Note it there; let loading the tests, and each of them, compute for so long."""
        self.path, self.seconds = path, seconds
        self.pytest_runtest_logstart()

    def pytest_runtest_logstart(self) -> None:
        """Begin to count: the signal ends this process, and pauses don't count."""
        signal.setitimer(signal.ITIMER_PROF, self.seconds)

    def pytest_runtest_logreport(self, report: object) -> None:
        """Note a test that fails."""
        self._note(report)

    def pytest_collectreport(self, report: object) -> None:
        """Note a module that can't be loaded."""
        self._note(report)

    def _note(self, report: object) -> None:
        if getattr(report, "failed", False) and not self.path.exists():
            self.path.write_text(getattr(report, "nodeid", ""), "utf-8")


def run(job: Job, tree: Path) -> Verdict:
    """Run tests in a process of their own, with one file of the copy falsified."""
    target = tree / job.folder / job.file
    before = target.read_text("utf-8") if job.file else ""
    noted = tree / "noted"
    noted.unlink(missing_ok=True)
    if job.file:
        target.write_text(job.text, "utf-8")
    try:
        pid = os.fork()
        if not pid:
            _child(job, tree, noted)
        _, status, usage = os.wait4(pid, 0)
    finally:
        if job.file:
            target.write_text(before, "utf-8")
    cpu = usage.ru_utime + usage.ru_stime
    by = noted.read_text("utf-8") if noted.exists() else ""
    if os.WIFSIGNALED(status):
        if os.WTERMSIG(status) in (signal.SIGPROF, signal.SIGALRM):
            return Verdict("hung", by, cpu)
        raise Unfit(f"the tests were ended by signal {os.WTERMSIG(status)}")
    code = os.WEXITSTATUS(status)
    if code and not by:
        raise Unfit(f"pytest ended with {code}: {(tree / 'output').read_text('utf-8')[-2000:]}")
    return Verdict("failed" if code else "passed", by, cpu)


def _child(job: Job, tree: Path, noted: Path) -> None:
    """Run pytest and end: nothing of this process is left."""
    code = 3
    try:
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.alarm(WAIT_SECONDS)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        out = os.open(tree / "output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for stream in (1, 2):
            os.dup2(out, stream)
        os.environ["LEDGER_MUTATE"] = job.env
        import pytest

        code = pytest.main(
            [
                *("-q", "-x", "--tb=line", "-p", "no:cacheprovider", "-n", "0"),
                "--assert=plain",  # to tell two large views apart in words takes many seconds
                # the falsified copy comes first; the limits above take the place of the timeout
                *("-o", f"pythonpath={tree}", "-o", "timeout=0"),
                *job.tests,
            ],
            plugins=[Notes(noted, job.seconds)],
        )
        sys.stdout.flush()
    finally:
        os._exit(code)


def main() -> int:
    """Answer jobs until there are no more."""
    package = sys.argv[1]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one who asks ends this by asking no more
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory() as tmp, suppress(BrokenPipeError):
        tree = Path(tmp)
        shutil.copytree(ROOT / "ledger", tree / "ledger")
        shutil.copytree(ROOT / "examples" / "games", tree, dirs_exist_ok=True)
        sys.path.insert(0, str(tree))
        sys.dont_write_bytecode = True
        os.environ |= {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
        for name in WARM:
            importlib.import_module(name)
        if package in sys.modules:
            raise Unfit(f"{package} is loaded already, so it would not be falsified")
        for line in sys.stdin:
            print(json.dumps(run(Job(**json.loads(line)), tree)._asdict()), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
