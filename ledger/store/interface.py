"""What every store promises: whole groups or nothing, durable before it answers."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Literal, Self

import msgspec

from ledger.kernel.errors import Conflict, LedgerError, Malformed
from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Entry

Batch = Sequence[tuple[str | None, Sequence[Entry]]]
"""Groups to append in one flush: the command key of each, and its events."""

_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")


class Missing(LedgerError):
    """There is no such game."""

    kind = "missing"


class Locked(LedgerError):
    """Somebody else has this game open for writing."""

    kind = "locked"


class Failed(LedgerError):
    """The disk refused; the game is read-only until it is opened again."""

    kind = "failed"


class Damaged(LedgerError):
    """The log was changed after it was acknowledged; it is read, but never written."""

    kind = "damaged"


class Stale(Conflict):
    """The log has moved on: `seq` is its last line now."""

    def __init__(self, message: str, *, seq: int) -> None:
        super().__init__(message)
        self.seq = seq


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


def check_id(game_id: str) -> str:
    """Return a game id that is fit to be a file name, or say what one looks like."""
    if not _ID.fullmatch(game_id):
        raise Malformed(
            f"{game_id[:80]!r} cannot be the id of a game: use 1 to 64 of a-z, 0-9, _ and -, "
            "the first a letter or digit"
        )
    return game_id


class Store(ABC):
    """A place for logs. Knows no game: lines go in as events and come out as bytes."""

    @abstractmethod
    def create(self, game_id: str, entries: Sequence[Entry], key: str | None = None) -> Head:
        """Start a log with its opening group; the same key and opening again is no error."""

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
