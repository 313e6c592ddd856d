"""Work divided among processes: the results and their order never depend on their number.

A task is the name of a function, `package.module:function`, that takes bytes and returns bytes. It
has no other input, so it can run anywhere. A worker is a child process that reads jobs from one
pipe and writes results to another. It always ends with its parent. As long as this process has a
single thread, workers are forked from it with everything already loaded; otherwise they start from
scratch.
"""

from __future__ import annotations

import gc
import importlib
import os
import signal
import struct
import sys
import threading
import traceback
import warnings
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import IO, Self

from .processes import Child, ForkedCopy, single_threaded, start_python, stop

ATTEMPTS = 3
"""How many times a job is tried if its worker dies."""
_SIZE = struct.Struct(">cQ")
_DONE, _FAILED = b"+", b"-"


class WorkerLost(Exception):
    """A job killed every worker that tried it."""


class TaskFailed(Exception):
    """A task raised an exception; the text is its traceback."""


class WorkerPool(ABC):
    """Runs tasks; `apart` if its workers may not have access to the files of this machine."""

    apart = False

    @abstractmethod
    def run(self, task: str, jobs: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the result of each job, in order; only a few jobs are taken in advance."""

    @abstractmethod
    def close(self) -> None:
        """Release the workers."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def do_task(task: str, job: bytes) -> bytes:
    """Do one job in this process."""
    return _function(task)(job)


def _function(task: str) -> Callable[[bytes], bytes]:
    module, _, name = task.partition(":")
    return getattr(importlib.import_module(module), name)  # type: ignore[no-any-return]


class InlinePool(WorkerPool):
    """Does everything in this process."""

    def run(self, task: str, jobs: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the result of each job."""
        yield from map(_function(task), jobs)

    def close(self) -> None:
        """Do nothing, as there are no workers."""


class ProcessPool(WorkerPool):
    """Worker processes on this machine."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._workers: list[_Worker] = []
        self._copies = (
            [_Worker(ForkedCopy(_work)) for _ in range(size)] if single_threaded() else []
        )
        self._own = threading.local()
        self._closed = threading.Event()
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="worker")

    def run(self, task: str, jobs: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the result of each job, in order."""
        waiting: deque[Future[bytes]] = deque()
        for job in jobs:
            waiting.append(self._threads.submit(self._do, task, job))
            if len(waiting) >= 2 * self.size:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def _do(self, task: str, job: bytes) -> bytes:
        for _ in range(ATTEMPTS):
            if self._closed.is_set():
                break
            worker = getattr(self._own, "worker", None) or self._hire()
            try:
                return worker.do(task, job)
            except (EOFError, OSError):
                worker.close()
                self._own.worker = None
        raise WorkerLost

    def _hire(self) -> _Worker:
        worker = self._own.worker = (
            self._copies.pop() if self._copies else _Worker(start_python(__name__))
        )
        self._workers.append(worker)
        return worker

    def close(self) -> None:
        """End the workers at once, even in the middle of a job."""
        self._closed.set()
        for worker in (*self._workers, *self._copies):
            worker.close()
        self._threads.shutdown(cancel_futures=True)


class _Worker:
    def __init__(self, process: Child) -> None:
        assert process.stdin is not None and process.stdout is not None  # noqa: S101
        self.pid, self._process = process.pid, process
        self._into, self._out = process.stdin, process.stdout

    def do(self, task: str, job: bytes) -> bytes:
        name = task.encode()
        self._into.write(_SIZE.pack(_DONE, len(name)) + name + _SIZE.pack(_DONE, len(job)) + job)
        self._into.flush()
        how, answer = _read(self._out)
        if how == _FAILED:
            raise TaskFailed(answer.decode())
        return answer

    def close(self) -> None:
        """End the process at once, and close its pipes."""
        stop(self._process)


def _read(pipe: IO[bytes]) -> tuple[bytes, bytes]:
    how, size = _SIZE.unpack(_exactly(pipe, _SIZE.size))
    return how, _exactly(pipe, size)


def _exactly(pipe: IO[bytes], size: int) -> bytes:
    data = pipe.read(size)
    if len(data) < size:
        raise EOFError
    return data


def _work(jobs: IO[bytes], answers: IO[bytes]) -> None:
    """Do all jobs that arrive through a pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for our parent, which then stops us
    warnings.simplefilter("ignore")  # our parent has already shown them
    gc.freeze()
    gc.disable()  # looking for cycles takes a tenth of the time: once after each job is enough
    os.dup2(2, 1)  # a task's output must not mix with results
    while True:
        try:
            task, job = _read(jobs)[1].decode(), _read(jobs)[1]
        except EOFError:
            return
        try:
            how, answer = _DONE, do_task(task, job)
        except Exception:
            how, answer = _FAILED, traceback.format_exc().encode(errors="backslashreplace")
        answers.write(_SIZE.pack(how, len(answer)) + answer)
        answers.flush()
        gc.collect()
        gc.freeze()  # what is left is modules, which need not be checked again after each job


if __name__ == "__main__":
    _work(sys.stdin.buffer, os.fdopen(os.dup(1), "wb"))
