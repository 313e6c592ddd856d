"""Slow work for many people: nobody has all the places, and everybody has a turn."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from ledger.protocol.errors import Busy
from ledger.service.fair_queue import FairQueue


class Desk:
    """Work that goes on until it is let go, and who was served in which order."""

    def __init__(self) -> None:
        self.served: list[str] = []
        self._gates: dict[str, threading.Event] = {}
        self.now = self.most = 0

    def work(self, name: str) -> str:
        self.now += 1
        self.most = max(self.most, self.now)
        self.served.append(name)
        self._gate(name).wait(10)
        self.now -= 1
        return name

    def let_go(self, *names: str) -> None:
        for name in names:
            self._gate(name).set()

    def _gate(self, name: str) -> threading.Event:
        return self._gates.setdefault(name, threading.Event())


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


async def settle(desk: Desk, served: int) -> None:
    async with asyncio.timeout(5):
        while len(desk.served) < served:
            await asyncio.sleep(0.005)
    await asyncio.sleep(0.03)


def queue(places: int = 2, **more: Any) -> FairQueue:
    pool = ThreadPoolExecutor(places)
    return FairQueue(places, pool=pool, **{"each": 8, "most": 100, "patience": 10.0, **more})


def start(tasks: FairQueue, desk: Desk, *names: str) -> list[asyncio.Task[str]]:
    """Begin work; the first letter says for whom."""
    return [asyncio.ensure_future(tasks.run(name[0], partial(desk.work, name))) for name in names]


def test_one_place_is_left_for_somebody_else() -> None:
    async def work() -> None:
        desk, tasks = Desk(), queue()
        hog = start(tasks, desk, *(f"a{n}" for n in range(8)))
        await settle(desk, 1)
        assert desk.served == ["a0"]
        assert (tasks.running, tasks.waiting) == (1, 7)
        other = start(tasks, desk, "b")
        await settle(desk, 2)
        desk.let_go("b")
        assert await other[0] == "b"
        desk.let_go(*(f"a{n}" for n in range(8)))
        await asyncio.gather(*hog)
        assert desk.most == 2
        assert (tasks.running, tasks.waiting) == (0, 0)

    run(work())


def test_everybody_has_a_turn_before_anybody_has_two() -> None:
    async def work() -> None:
        desk, tasks = Desk(), queue()
        names = ["a0", "a1", "a2", "b0", "b1", "c0"]
        todo = start(tasks, desk, *names)
        await settle(desk, 2)
        assert desk.served == ["a0", "b0"]
        desk.let_go("a0")
        await settle(desk, 3)
        assert desk.served[2] == "c0"
        desk.let_go(*names)
        assert sorted(await asyncio.gather(*todo)) == sorted(names)

    run(work())


def test_too_many_of_one_are_turned_away_at_once() -> None:
    async def work() -> None:
        desk, tasks = Desk(), queue(each=3)
        todo = start(tasks, desk, "a0", "a1", "a2")
        await settle(desk, 1)
        with pytest.raises(Busy):
            await tasks.run("a", lambda: "a3")
        desk.let_go("b", "a0", "a1", "a2")
        assert await tasks.run("b", lambda: desk.work("b")) == "b"
        await asyncio.gather(*todo)
        assert await tasks.run("a", lambda: "again") == "again"

    run(work())


def test_there_is_an_end_to_patience_and_to_all_together() -> None:
    async def work() -> None:
        desk, tasks = Desk(), queue(1, patience=0.1, most=2)
        slow = start(tasks, desk, "a")
        await settle(desk, 1)
        begun = time.monotonic()
        late = start(tasks, desk, "b")
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await tasks.run("c", lambda: "c")
        with pytest.raises(Busy):
            await late[0]
        assert time.monotonic() - begun < 2
        desk.let_go("a")
        await slow[0]
        assert await tasks.run("b", lambda: "b") == "b"

    run(work())


def test_who_goes_away_leaves_the_place_when_the_work_is_done() -> None:
    async def work() -> None:
        desk, tasks = Desk(), queue(1)
        gone, waiting, last = start(tasks, desk, "a", "b", "c")
        await settle(desk, 1)
        gone.cancel()
        waiting.cancel()
        await asyncio.sleep(0.05)
        assert desk.served == ["a"]
        desk.let_go("a", "c")
        assert await last == "c"
        assert desk.served == ["a", "c"]

    run(work())


def test_what_fails_leaves_its_place() -> None:
    async def work() -> None:
        tasks = queue(1)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                await tasks.run("a", lambda: 1 / 0)
        assert await tasks.run("a", lambda: 1) == 1

    run(work())
