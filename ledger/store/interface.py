"""What every store promises: whole groups or nothing, durable before it answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Literal, Self

import msgspec

from ledger.kernel.errors import LedgerError
from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Entry

Batch = Sequence[tuple[str | None, Sequence[Entry]]]
"""Groups to append in one flush: the command key of each, and its events."""


class Appended(msgspec.Struct, frozen=True):
    """Where a group stands; `repeated` when an earlier call with this key wrote it."""

    first: int
    last: int
    head: Head
    lines: tuple[bytes, ...]
    repeated: bool = False


class Status(msgspec.Struct, frozen=True):
    """How a game's log is; `error` says why it failed, is damaged or has a torn tail."""

    state: Literal["open", "sealed", "failed", "damaged"]
    head: Head
    error: LedgerError | None = None


class Store(ABC):
    """A place for logs. Knows no game: lines go in as events and come out as bytes."""

    @abstractmethod
    def create(self, game_id: str, entries: Sequence[Entry], key: str | None = None) -> Head:
        """Start a log with its opening group; the same key and opening again is not an error."""

    def append(
        self, game_id: str, expected_seq: int, key: str | None, entries: Sequence[Entry]
    ) -> Appended:
        """Add one group after line `expected_seq`; raise `Stale` when that is not the last.

        A known key gives the first answer again when the group's first event, which carries
        every choice of the player, and its seat are the same; otherwise it is a `Conflict`.
        """
        return self.append_many(game_id, expected_seq, [(key, entries)])[0]

    @abstractmethod
    def append_many(self, game_id: str, expected_seq: int, batch: Batch) -> list[Appended]:
        """Add several groups with one flush; a power loss may keep the first few of them.

        To repeat a batch after that, send it whole again: known groups are answered again,
        the rest is added behind them.
        """

    @abstractmethod
    def recall(self, game_id: str, key: str) -> Appended | None:
        """Return the group that a command key wrote, so that a retry need not be decided again."""

    @abstractmethod
    def head(self, game_id: str) -> Head:
        """Return where the log ends."""

    @abstractmethod
    def status(self, game_id: str) -> Status:
        """Return how the log is; never raises for a damaged one."""

    @abstractmethod
    def read(self, game_id: str, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        """Yield the raw lines `first` to `last`; a damaged log gives its good part, then raises."""

    @abstractmethod
    def read_back(self, game_id: str, last: int | None = None) -> Iterator[bytes]:
        """Yield the raw lines from `last` back to the first, a block at a time."""

    @abstractmethod
    def tail(
        self, game_id: str, after: int = 0, *, timeout: float | None = None
    ) -> Iterator[tuple[bytes, ...]]:
        """Yield whole groups as they become durable, first the one that holds line `after` + 1.

        Ends after the seal, when the store is closed, or when `timeout` seconds bring nothing.
        """

    @abstractmethod
    def games(self) -> list[str]:
        """Return the ids of all games, sorted."""

    @abstractmethod
    def release(self, game_id: str) -> None:
        """Give up writing this game, so that another process may; the next append takes it up."""

    @abstractmethod
    def reopen(self, game_id: str) -> Head:
        """Open a game for writing afresh: the way out of *failed*, and the repair of a torn end."""

    @abstractmethod
    def close(self) -> None:
        """Release every game and end every tail."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
