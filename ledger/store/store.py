"""What every store promises: whole groups or nothing, and durable before it answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import ClassVar, Literal, NamedTuple, Self

import msgspec

from ledger.kernel.errors import Damaged, LedgerError, Missing, Stale
from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Entry

from .groups import split_groups

Batch = Sequence[tuple[str | None, Sequence[Entry]]]
"""Groups to append in one flush: the command key of each, and its events."""

Expected = Head | int
"""Where the caller thinks that a log ends.

A head is compared by its number and its digest; it is what a cached position is held against. A
number alone is for whoever has just read the log.
"""

OnHint = Callable[[Mapping[str, int] | None], None]
"""Is told which games may have grown, and to which line (0: nobody knows). None: all may have."""


class Appended(msgspec.Struct, frozen=True):
    """Where a group is in the log; `repeated` if an earlier call with this key wrote it."""

    first: int
    last: int
    head: Head
    lines: tuple[bytes, ...]
    repeated: bool = False


class Status(msgspec.Struct, frozen=True):
    """The state of a game's log; `error` says why it failed, is damaged or has a torn end."""

    state: Literal["open", "sealed", "failed", "damaged"]
    head: Head
    error: LedgerError | None = None


class LogSegment(NamedTuple):
    """Whole groups of a log, as the bytes they are in another store, behind the line `after`."""

    game_id: str
    after: Head
    data: bytes


def stale_line(game_id: str, seq: int, head: Head) -> Stale:
    """Return the error for whoever knows a line that doesn't stand in the log; `head`: its end."""
    return Stale(
        "line {last} of {game} isn't the one that was read here before",
        seq=head.seq,
        last=seq,
        game=game_id,
    )


class Store(ABC):
    """A place for logs. It knows nothing about games: events go in, and bytes come out."""

    shared: ClassVar[bool] = False
    """Whether others may write any game at any time; else who opened one for writing keeps it."""

    def __init__(self) -> None:
        self._watching: dict[object, OnHint] = {}

    # --- writing ----------------------------------------------------------------------------

    @abstractmethod
    def create(self, game_id: str, entries: Sequence[Entry], key: str | None = None) -> Head:
        """Start a log with its opening group; repeating it with the same key isn't an error."""

    def append(
        self, game_id: str, expected: Expected, key: str | None, entries: Sequence[Entry]
    ) -> Appended:
        """Add one group behind the last line; raise `Stale` if the log doesn't end as expected.

        A known key gets the first answer again if the seat and the group's first event, which has
        every choice the player made, are the same; otherwise it is a `Conflict`.
        """
        return self.append_many(game_id, expected, [(key, entries)])[0]

    @abstractmethod
    def append_many(self, game_id: str, expected: Expected, batch: Batch) -> list[Appended]:
        """Add several groups with one flush; after a power loss, only the first few may be there.

        In that case send the whole batch again: known groups are answered again, and the rest is
        added after them.
        """

    @abstractmethod
    def put(self, segments: Sequence[LogSegment]) -> None:
        """Add what stands in another store, byte for byte, to logs that end as the pieces say.

        A piece without a line before it starts a log. Each piece is stored whole or not at all.
        """

    # --- reading ----------------------------------------------------------------------------

    @abstractmethod
    def recall(self, game_id: str, key: str) -> Appended | None:
        """Return the group that a command key wrote, so that a retry isn't decided again."""

    @abstractmethod
    def has(self, game_id: str) -> bool:
        """Whether there is such a log, in whatever state."""

    @abstractmethod
    def head(self, game_id: str) -> Head:
        """Return where the log ends."""

    def heads(self, game_ids: Iterable[str]) -> dict[str, Head]:
        """Return where logs end, as far as they are there and not damaged."""
        found: dict[str, Head] = {}
        for game_id in game_ids:
            with suppress(Missing, Damaged):
                found[game_id] = self.head(game_id)
        return found

    def changed(self, heads: Mapping[str, Head]) -> list[str]:
        """Return which logs don't end where somebody thinks, or are not there."""
        found = self.heads(heads)
        return [game_id for game_id, head in heads.items() if found.get(game_id) != head]

    @abstractmethod
    def status(self, game_id: str) -> Status:
        """Return the state of the log; never raises for a damaged one."""

    @abstractmethod
    def read(self, game_id: str, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        """Yield the raw lines `first` to `last`; for a damaged log, its good part, then raise."""

    @abstractmethod
    def first_lines(self, game_ids: Iterable[str]) -> dict[str, bytes]:
        """Return the raw first lines of logs, as far as they are there."""

    def since(self, game_id: str, head: Head) -> list[tuple[bytes, ...]]:
        """Return the groups behind a position; raise `Stale` if the log never was there."""
        raws = self.read(game_id, max(head.seq, 1))
        if head.seq and not next(raws, b"").endswith(head.digest.encode() + b'"}'):
            raise stale_line(game_id, head.seq, self.head(game_id))
        return split_groups(raws)

    def new_groups(self, heads: Mapping[str, Head]) -> dict[str, list[tuple[bytes, ...]]]:
        """Return the groups behind positions of several logs, as far as they can be read at once.

        A log that never was there, or whose news are many, is left out: `since` tells.
        """
        found: dict[str, list[tuple[bytes, ...]]] = {}
        for game_id, head in heads.items():
            with suppress(LedgerError):
                found[game_id] = self.since(game_id, head)
        return found

    # --- following --------------------------------------------------------------------------

    def watch(self, on_hint: OnHint) -> Callable[[], None]:
        """Tell whenever a game may have grown, from any thread, until the answer is called.

        A hint may come late, twice or never: what there is to read is asked by position, with
        `heads` and `since`.
        """
        mark = object()
        self._watching[mark] = on_hint

        def stop() -> None:
            self._watching.pop(mark, None)

        return stop

    def _hint(self, grown: Mapping[str, int] | None) -> None:
        """Tell those who watch; one who fails stops nobody."""
        for on_hint in list(self._watching.values()):
            with suppress(Exception):
                on_hint(grown)

    def limit_hints(self, game_ids: Collection[str] | None) -> None:  # noqa: B027
        """Say of which games hints are wanted; None, as in the beginning: of all.

        Hints about others may still come. Once one about a new game can no longer be missed, there
        is a hint that it may have grown.
        """

    # --- the whole --------------------------------------------------------------------------

    @abstractmethod
    def games(self) -> list[str]:
        """Return the ids of all games, sorted."""

    @abstractmethod
    def release(self, game_id: str) -> None:
        """Let other processes write this game; the next append here takes it back."""

    @abstractmethod
    def resume(self, game_id: str) -> Head:
        """Open a game for writing, going on from what is known of it."""

    @abstractmethod
    def reopen(self, game_id: str) -> Head:
        """Open a game for writing again, after a failure or to repair a torn end."""

    @abstractmethod
    def close(self) -> None:
        """Release every game."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
