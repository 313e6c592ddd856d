"""How mutants are tried: which tests are run, by whom, and what counts as noticed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Protocol

from scripts import ROOT
from scripts.console import say

from .mutants import Mutant
from .results import Result, Results
from .subject import Subject
from .worker import Job, Verdict

SECONDS = 10
"""How long a test may compute before it counts as one that goes on for ever; the longest takes one
second. Pauses don't count."""


class Run(Protocol):
    """Has tests run by the next process that is free."""

    def __call__(self, mutant: Mutant, tests: list[str]) -> Verdict:
        """Return how the tests ended."""


@contextmanager
def workers(subject: Subject, jobs: int) -> Iterator[Run]:
    """Yield a function that has tests run by the next process that is free."""
    command = [sys.executable, "-m", "scripts.laboratory.mutate_rules.worker", subject.game.package]
    free: SimpleQueue[subprocess.Popen[str]] = SimpleQueue()

    def run(mutant: Mutant, tests: list[str]) -> Verdict:
        worker = free.get()
        assert worker.stdin and worker.stdout  # noqa: S101
        job = Job(subject.folder, tests, SECONDS, mutant.file, mutant.text, mutant.env)
        try:
            worker.stdin.write(json.dumps(job._asdict()) + "\n")
            worker.stdin.flush()
            answer = worker.stdout.readline()
        finally:
            free.put(worker)
        if not answer:
            raise RuntimeError(f"{mutant.name}: the tests could not be run")
        return Verdict(**json.loads(answer))

    pipe = subprocess.PIPE
    with ExitStack() as stack:
        for _ in range(jobs):
            worker = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT)
            free.put(stack.enter_context(worker))
        yield run


@dataclass
class Campaign:
    """What every trial needs."""

    claimed: dict[str, list[str]]
    whole: list[str]
    results: Results
    run: Run
    main: str = "game.py"
    """The module that makes the game."""

    def unfit(self) -> str:
        """Say why no result of these tests would mean anything."""
        broken = Mutant("a broken game", (), self.main, text="raise SystemError\n")
        if self.run(broken, self.whole).end != "failed":
            return "the tests don't notice a broken game: they test another copy of it"
        plain = self.run(Mutant("the game as it is", ()), self.whole)
        return f"without any mutant, {plain.by} does not pass" if plain.end != "passed" else ""

    def try_mutant(self, mutant: Mutant) -> Result:
        """Run the test that noticed it before, those that claim its rule, then all."""
        if held := self.results.get(mutant.name, mutant.change):
            return held
        before = self.results.noticed_by(mutant.name)
        claiming = sorted({t for x in mutant.ids for t in self.claimed.get(x, [])})
        cpu = 0.0
        for tests in filter(None, (before, claiming, self.whole)):
            verdict = self.run(mutant, tests)
            cpu += verdict.cpu
            if verdict.end != "passed":
                end = "noticed" if verdict.end == "failed" else "hung"
                return self.results.keep(mutant.name, mutant.change, end, verdict.by, cpu)
        return self.results.keep(mutant.name, mutant.change, "survived", "", cpu)

    def try_example(self, example: str, mutants: list[Mutant]) -> Result:
        """See whether the tests of a worked example notice any of the mutants."""
        if held := self.results.get(example, ""):
            return held
        cpu = 0.0
        for mutant in mutants if example in self.claimed else []:
            verdict = self.run(mutant, self.claimed[example])
            cpu += verdict.cpu
            if verdict.end != "passed":
                return self.results.keep(example, "", "noticed", "", cpu)
        return self.results.keep(example, "", "survived", "", cpu)


def told(work: Sequence[Callable[[], Result]], jobs: int) -> list[Result]:
    """Do all the work at once, and tell how far it is."""
    out: list[Result] = []
    with ThreadPoolExecutor(jobs) as pool:
        try:
            for done in as_completed([pool.submit(w) for w in work]):
                out.append(done.result())
                if out[-1].end == "survived":
                    say(f"survived: {out[-1].mutant}")
                if len(out) % 25 == 0 or len(out) == len(work):
                    say(f"{len(out)} of {len(work)}")
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return out
