"""Waiting for what others write, the same way in all stores."""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from time import monotonic
from typing import NamedTuple

from ledger.kernel.errors import LedgerError

from .interface import OnHint, Store
from .line_index import header


class News(NamedTuple):
    """The groups behind a line; whether nothing can follow them, and what is wrong with the log.

    `mark`: how often this log was hinted at before, so that no later hint is missed.
    """

    groups: Iterable[tuple[bytes, ...]]
    sealed: bool
    trouble: LedgerError | None = None
    mark: int = 0


class FollowedStore(Store):
    """A store that can return the groups behind a line, and wait for more."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._closed = False
        self._watching: dict[object, OnHint] = {}

    @abstractmethod
    def _after(self, game_id: str, seq: int) -> News:
        """Return what is durable from the group with line `seq` + 1 on."""

    @abstractmethod
    def _await(self, game_id: str, seq: int, mark: int, timeout: float | None) -> None:
        """Wait until there may be something after line `seq`, the store closes or time is up."""

    def tail(
        self, game_id: str, after: int = 0, *, timeout: float | None = None
    ) -> Iterator[tuple[bytes, ...]]:
        """Yield whole groups as they become durable."""
        self.status(game_id)  # raises at once if there is no such game
        return self._follow(game_id, after, timeout)

    def _follow(
        self, game_id: str, seen: int, timeout: float | None
    ) -> Iterator[tuple[bytes, ...]]:
        deadline: float | None = None
        while not self._closed:
            news, grown = self._after(game_id, seen), False
            for group in news.groups:
                yield group
                seen, grown = header(group[-1]).seq, True
            if news.sealed:
                return
            if news.trouble is not None:
                raise news.trouble
            if timeout is None:
                self._await(game_id, seen, news.mark, None)
                continue
            now = monotonic()
            if grown or deadline is None:
                deadline = now + timeout
            elif now >= deadline:
                return
            self._await(game_id, seen, news.mark, deadline - now)

    def watch(self, on_hint: OnHint) -> Callable[[], None]:
        """Tell whenever a game may have grown."""
        mark = object()
        self._watching[mark] = on_hint

        def stop() -> None:
            self._watching.pop(mark, None)

        return stop

    def _hint(self, grown: Mapping[str, int] | None) -> None:
        """Wake whoever waits for news, and tell those who watch; one who fails stops nobody."""
        self._wake()
        for on_hint in list(self._watching.values()):
            with suppress(Exception):
                on_hint(grown)

    def _wake(self) -> None:
        with self._news:
            self._news.notify_all()
