"""Threads that run games' code: runaway code is cut off, and code that exits ends nothing else.

Games are other people's code. In a thread that exceeds its time, an exception is raised, repeatedly
for a while. That ends any Python code that doesn't catch everything. Code that hangs in C (a
regular expression, a `sleep`) can't be interrupted within a process: such a thread is abandoned,
and replaced by another.
"""

from __future__ import annotations

import asyncio
import contextvars
import ctypes
import sys
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import Executor, Future
from contextlib import suppress
from types import FrameType
from typing import Any, NamedTuple, ParamSpec, TypeVar

from ledger.kernel.errors import GameFault, LedgerError, TookTooLong
from ledger.kernel.faults import fault_of, place_in, what_was_raised
from ledger.kernel.game.game import Game
from ledger.kernel.game.game_faults import game_fault
from ledger.kernel.game.registry import loaded
from ledger.kernel.message import Message

from .fair_queue import FairQueue

P = ParamSpec("P")
T = TypeVar("T")
SECONDS = 5.0
"""Seconds of CPU time that one decision, scene or list of moves may take."""
WHOLE_LOG_SECONDS = 60.0
"""The same for work on a whole log, which may be long."""
WAITS = 6.0
"""How many times its CPU limit work may take by the clock, since others use the CPU, too."""
MOVES, LOGS = 3, 3
"""How many moves are decided, and how many whole logs processed, at once."""
WAITING_EACH, WAITING, PATIENCE = 64, 1024, 30.0
"""How many moves may wait for one token, for all tokens, and for how many seconds."""
TICK = 0.1
"""Seconds between checks on what is running."""
GRACE = 2.0
"""Seconds after which a thread that can't be interrupted is abandoned."""


class Overrun(BaseException):
    """Raised in a thread whose work takes too long."""


class Payer(NamedTuple):
    """Who the work is done for, and a function that charges them for its CPU seconds."""

    who: Hashable
    charge: Callable[[float], None]


PAYER: contextvars.ContextVar[Payer | None] = contextvars.ContextVar("payer", default=None)
"""The payer for the current request; tasks that it starts inherit it."""


class _Job:
    """A piece of work in a thread, and whether its time is up."""

    def __init__(self, work: Callable[[], Any], seconds: float, longest: float) -> None:
        self.work, self.seconds, self.longest = work, seconds, longest
        self.future: Future[Any] = Future()
        self.payer = PAYER.get()
        self.thread = 0
        self.began = self.began_cpu = 0.0
        self.cut: float | None = None
        self.done = False

    @property
    def late(self) -> bool:
        """Whether it has used up its time."""
        wall = time.monotonic() - self.began
        if wall > self.longest:
            return True
        cpu = _cpu_of(self.thread)
        return (wall if cpu is None else cpu - self.began_cpu) > self.seconds


class GameThreads(Executor):
    """Runs work in at most `most` daemon threads, each piece for a limited time."""

    def __init__(
        self, most: int, name: str, *, seconds: float = SECONDS, waits: float = WAITS
    ) -> None:
        """Allow each piece of work `seconds` of CPU, and `waits` times as many by the clock."""
        self._most, self._name = most, name
        self._seconds, self._waits = seconds, waits
        self._ready = threading.Condition()
        self._jobs: deque[_Job] = deque()
        self._running: set[_Job] = set()
        self._idle = self._threads = 0
        self._watching = self._closed = False
        self.abandoned = 0
        """The number of threads that couldn't be interrupted."""

    def submit(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run some work within the usual time limit."""
        return self.submit_for(self._seconds, lambda: work(*args, **kwargs))

    def submit_for(self, seconds: float, work: Callable[[], T]) -> Future[T]:
        """Run some work within this many seconds of CPU.

        If it takes longer, the future fails with a `GameFault`. A future never raises anything but
        an `Exception`.
        """
        job = _Job(work, seconds, self._waits * seconds)
        with self._ready:
            if self._closed:
                raise RuntimeError("these threads take no more work")
            self._jobs.append(job)
            if self._idle < len(self._jobs) and self._threads < self._most:
                self._threads += 1
                threading.Thread(target=self._work, name=self._name, daemon=True).start()
            self._ready.notify()
        return job.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no more work; never wait for work that hangs."""
        with self._ready:
            self._closed = True
            dropped = list(self._jobs) if cancel_futures else []
            self._jobs = deque() if cancel_futures else self._jobs
            running = [job.future for job in (*self._running, *self._jobs)] if wait else []
            self._ready.notify_all()
        for job in dropped:
            job.future.cancel()
        for future in running:
            with suppress(BaseException):
                future.exception()

    # --- in the threads -----------------------------------------------------------------------

    def _work(self) -> None:
        while (job := self._next()) is not None:
            if job.future.set_running_or_notify_cancel():
                error, found = self._do(job)
                if not self._finish(job, error, found):
                    return  # another thread has taken this one's place

    def _next(self) -> _Job | None:
        with self._ready:
            self._idle += 1
            while not self._jobs and not self._closed:
                self._ready.wait()
            self._idle -= 1
            if not self._jobs:
                self._threads -= 1
                return None
            return self._jobs.popleft()

    def _do(self, job: _Job) -> tuple[BaseException | None, Any]:
        error: BaseException | None = None
        found = None
        job.thread = threading.get_ident()
        job.began, job.began_cpu = time.monotonic(), time.thread_time()
        try:
            try:
                with self._ready:
                    self._running.add(job)
                    self._watch()
                found = job.work()
            except LedgerError as e:  # a game's, perhaps: what it holds is put into words here
                error = e
                e.make_plain()
            except BaseException as e:
                error = e
            self._settle(job)
        except BaseException as e:  # usually an `Overrun` when the work had just ended
            error = e
            self._settle(job)
        if job.payer is not None:
            job.payer.charge(time.thread_time() - job.began_cpu)
        return error, found

    def _settle(self, job: _Job) -> None:
        """Make sure that nothing is raised in this thread any more, not even if already pending."""
        while True:
            try:
                with self._ready:
                    job.done = True
                    self._running.discard(job)
                if job.cut is not None:
                    _drop_overrun()
                return
            except Overrun:
                continue

    def _finish(self, job: _Job, error: BaseException | None, found: Any) -> bool:
        """Hand over the result of a job; return whether its thread is still wanted."""
        with self._ready:
            wanted = not job.future.done()  # otherwise it was abandoned
        if not wanted:
            return False
        if error is None:
            job.future.set_result(found)
        else:
            job.future.set_exception(as_exception(error, job.seconds))
        return True

    # --- the watch ----------------------------------------------------------------------------

    def _watch(self) -> None:
        """Start watching what is running; the lock is held."""
        if not self._watching:
            self._watching = True
            threading.Thread(target=self._look, name=f"{self._name}-watch", daemon=True).start()

    def _look(self) -> None:
        while True:
            time.sleep(min(TICK, self._seconds / 2))
            with self._ready:
                if not self._running:
                    self._watching = False
                    return
                for job in list(self._running):
                    if not job.done and (job.cut is not None or job.late):
                        self._cut_off(job)

    def _cut_off(self, job: _Job) -> None:
        """Interrupt a job, or give its thread up; the lock is held."""
        now = time.monotonic()
        if job.cut is None:
            job.cut = now
        _raise_in(job.thread, Overrun)
        if now - job.cut > min(GRACE, 4 * job.seconds) and not job.future.done():
            self.abandoned += 1
            self._running.discard(job)
            _raise_in(job.thread, None)
            _drop_overrun()
            self._threads -= 1
            frame = sys._current_frames().get(job.thread)
            job.future.set_exception(_overrun_in(frame, job.seconds))
            if self._jobs:
                self._threads += 1
                threading.Thread(target=self._work, name=self._name, daemon=True).start()


class GameWork:
    """Runs games' code in threads, by turns for each token: moves, and separately whole logs."""

    def __init__(self, *, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        moves = GameThreads(MOVES, "ledger-moves", seconds=seconds)
        logs = GameThreads(LOGS, "ledger-logs", seconds=WHOLE_LOG_SECONDS)
        self._log_turns = FairQueue(
            LOGS, each=WAITING_EACH, most=WAITING, patience=WHOLE_LOG_SECONDS, pool=logs
        )
        self._turns = FairQueue(
            MOVES, each=WAITING_EACH, most=WAITING, patience=PATIENCE, pool=moves
        )
        self._moves, self._logs = moves, logs

    async def run(self, work: Callable[[], T]) -> T:
        """Run work on a single position: decide, list or show."""
        return await self._turns.run(_who(), work)

    async def on_log(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run work on a whole log: open, fold or verify."""
        return await self._log_turns.run(_who(), lambda: work(*args, **kwargs))

    @property
    def abandoned(self) -> int:
        """How many threads hang where they can't be interrupted."""
        return self._moves.abandoned + self._logs.abandoned

    def close(self) -> None:
        """Accept no more work."""
        self._turns.close()
        self._log_turns.close()


def _who() -> Hashable:
    """Return who is waiting for the work: the payer of the request, or the service itself."""
    payer = PAYER.get()
    return "" if payer is None else payer.who


class LoopWatch:
    """Interrupts a game's code that blocks the event loop with an endless fold or view."""

    def __init__(self, *, seconds: float = SECONDS) -> None:
        self._seconds, self._loop_thread = seconds, threading.get_ident()
        self._loop = asyncio.get_running_loop()
        self._stop = threading.Event()
        self.beat()
        threading.Thread(target=self._look, name="ledger-loop-watch", daemon=True).start()

    def beat(self) -> None:
        """Note that the event loop is running; called from its own thread."""
        self._beat = time.thread_time(), time.monotonic()

    def _look(self) -> None:
        while not self._stop.wait(self._seconds / 4):
            now = _cpu_of(self._loop_thread)
            if not self._loop.is_running():  # the thread does something else in the meantime
                self._beat = now or 0.0, time.monotonic()
                continue
            cpu, wall = self._beat
            used = time.monotonic() - wall if now is None else now - cpu
            if used > self._seconds:
                frame = sys._current_frames().get(self._loop_thread)
                if _game_in(frame) is not None:
                    _raise_in(self._loop_thread, Overrun)

    def stop(self) -> None:
        """Stop watching."""
        self._stop.set()


def as_exception(error: BaseException, seconds: float = SECONDS) -> Exception:
    """Return the exception to report for anything raised: never one that ends a program."""
    if isinstance(error, Overrun):
        return _overrun(error, seconds)
    if isinstance(error, Exception):
        return error
    fault = game_fault(error)
    if fault is not None:
        return fault
    other = RuntimeError(what_was_raised(error))
    other.__cause__ = error
    return other


async def contained(work: Awaitable[T]) -> T:
    """Await work in which a game's code may run; let only exceptions out of it."""
    try:
        return await work
    except Exception:
        raise
    except BaseException as e:
        told = as_exception(e)
        left = isinstance(e, asyncio.CancelledError | GeneratorExit)
        if left and not isinstance(told, GameFault):
            raise  # nobody is waiting for it any more
        raise told from e


def _overrun(error: Overrun, seconds: float) -> Exception:
    for game in loaded():
        place = place_in(error, game.package)
        if place is not None:
            fault = fault_of(game, _too_long(seconds), place=place, cause=error)
            return _as_overrun(fault)
    return TimeoutError(f"no end within {seconds:g} s")


def _overrun_in(frame: FrameType | None, seconds: float) -> Exception:
    """Return the fault of the game whose code this frame is in."""
    game = _game_in(frame)
    if game is None:
        return TimeoutError(f"no end within {seconds:g} s")
    return _as_overrun(fault_of(game, _too_long(seconds), place=None))


def _game_in(frame: FrameType | None) -> Game | None:
    """Return the game whose code this frame is in, if any."""
    while frame is not None:
        module = str(frame.f_globals.get("__name__", ""))
        for game in loaded():
            if module == game.package or module.startswith(f"{game.package}."):
                return game
        frame = frame.f_back
    return None


def _as_overrun(fault: GameFault) -> TookTooLong:
    found = TookTooLong(fault.text, hint=fault.advice)
    found.game, found.__cause__ = fault.game, fault.__cause__
    return found


def _too_long(seconds: float) -> Message:
    return Message("it doesn't end within {seconds:g} seconds", seconds=seconds)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise an exception in a thread when it next runs Python; None cancels a pending one."""
    kind = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), kind)


def _drop_overrun() -> None:
    """Make sure that no exception is pending in this thread.

    Before Python 3.13, the interpreter keeps looking for an exception that was merely cancelled,
    which slows everything down, and hangs forever under a profiler.
    """
    try:
        _raise_in(threading.get_ident(), Overrun)
        while True:  # it comes at once
            pass
    except Overrun:
        pass


def _cpu_of(thread: int) -> float | None:
    """Return the CPU time that a thread has used, or None if the system doesn't say."""
    clock = getattr(time, "pthread_getcpuclockid", None)
    if clock is None:
        return None
    try:
        return time.clock_gettime(clock(thread))
    except OSError:
        return None
