"""Whole streams that are kept in memory: asked for in threads, kept by the event loop."""

from __future__ import annotations

import sys
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from ledger.service.open_games.game_log import HistoryCache


class Log:
    """As much of a game's log as the cache knows."""

    def __init__(self) -> None:
        self.kept: set[int | None] = set()


@pytest.fixture
def hurried() -> Any:
    """Let threads take turns as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def test_who_asks_in_a_thread_disturbs_nobody_who_keeps(hurried: None) -> None:
    cache, done = HistoryCache(most=20), threading.Event()
    logs: list[Any] = [Log() for _ in range(40)]
    history: Any = SimpleNamespace(lines=[0])

    wrong: list[Exception] = []

    def ask() -> None:
        while not done.is_set():
            try:
                for log in logs:
                    cache.get(log, None)
            except Exception as e:
                wrong.append(e)

    asking = [threading.Thread(target=ask) for _ in range(3)]
    for thread in asking:
        thread.start()
    try:
        for n in range(20_000):
            cache.keep(logs[n % 40], None, history)
            cache.forget(logs[n * 7 % 40])
    finally:
        done.set()
        for thread in asking:
            thread.join()
    assert wrong == []
