"""Games' code in threads: it is cut off if it does not end, and left if it hangs."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from ledger.service.game_threads import LOGS, PAYER, GameThreads, GameWork, Payer

SECONDS = 0.2


@pytest.fixture
def threads() -> Iterator[GameThreads]:
    made = GameThreads(1, "test", seconds=SECONDS)
    yield made
    made.shutdown(wait=False)


def endless() -> None:
    while True:
        pass


def stubborn() -> None:
    with suppress(BaseException):
        endless()
    endless()


def test_work_comes_out(threads: GameThreads) -> None:
    assert [threads.submit(pow, 2, n).result() for n in range(4)] == [1, 2, 4, 8]
    with pytest.raises(KeyError, match="x"):
        threads.submit({}.__getitem__, "x").result()


@pytest.mark.parametrize("work", [endless, stubborn])
def test_what_does_not_end_is_cut_off(threads: GameThreads, work: Callable[[], None]) -> None:
    with pytest.raises(TimeoutError):
        threads.submit(work).result(timeout=20)
    assert threads.submit(pow, 2, 3).result(timeout=20) == 8


def test_what_hangs_in_c_is_left_behind(threads: GameThreads) -> None:
    end = threading.Event()
    with pytest.raises(TimeoutError):
        threads.submit(end.wait, 60).result(timeout=20)
    assert threads.abandoned == 1
    assert threads.submit(pow, 2, 3).result(timeout=20) == 8
    end.set()


def test_work_that_waits_is_not_cut_off_for_what_others_use(threads: GameThreads) -> None:
    threads.submit(time.sleep, 2 * SECONDS).result(timeout=20)


class Rude(BaseException):
    """Not an `Exception`."""


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt(), GeneratorExit(), Rude()])
def test_only_exceptions_come_out(threads: GameThreads, error: BaseException) -> None:
    def raises() -> Any:
        raise error

    with pytest.raises(RuntimeError, match=type(error).__name__):
        threads.submit(raises).result(timeout=20)
    assert threads.submit(pow, 2, 3).result(timeout=20) == 8


def test_nothing_is_raised_in_a_thread_after_its_work(threads: GameThreads) -> None:
    """Work that ends about when its time is up: the next one is never hit."""

    def nearly(seconds: float) -> None:
        until = time.thread_time() + seconds
        while time.thread_time() < until:
            pass

    quick = GameThreads(1, "test", seconds=0.02)
    for n in range(30):
        future = quick.submit(nearly, 0.015 + n / 2000)
        after = quick.submit(sum, range(1000))
        assert after.result(timeout=20) == 499_500
        assert future.done()
    quick.shutdown(wait=False)


def test_who_asked_is_charged(threads: GameThreads) -> None:
    charged: list[float] = []
    before = PAYER.set(Payer("Ana", charged.append))
    try:
        running = threads.submit(sum, range(300_000))
    finally:
        PAYER.reset(before)
    running.result(timeout=20)
    threads.submit(sum, range(10)).result(timeout=20)
    (seconds,) = charged
    assert 0 < seconds < 5


def test_one_token_never_has_all_threads_for_whole_logs() -> None:
    """However many logs it wants to have verified, another token's log comes at once."""
    end = threading.Event()

    async def asked() -> int:
        work = GameWork()
        PAYER.set(Payer("greedy", lambda seconds: None))
        greedy = [asyncio.ensure_future(work.on_log(end.wait, 20)) for _ in range(3 * LOGS)]
        await asyncio.sleep(0.05)
        PAYER.set(Payer("other", lambda seconds: None))
        found = await asyncio.wait_for(work.on_log(pow, 2, 3), 10)
        end.set()
        await asyncio.gather(*greedy)
        work.close()
        return found

    assert asyncio.run(asked()) == 8
