"""What every store promises: whole groups or none, and durable by the time a call returns."""

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

A head is compared by its number and its digest, which is how a cached position is checked. A number
alone is for callers that have just read the log.
"""

OnHint = Callable[[Mapping[str, int] | None], None]
"""Called with the games that may have grown and their last lines (0: unknown); None: any game."""


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
    """Whole groups of a log, byte for byte as in another store, to go after the line `after`."""

    game_id: str
    after: Head
    data: bytes


def stale_line(game_id: str, seq: int, head: Head) -> Stale:
    """Return the error for a log, ending at `head`, in which line `seq` isn't the expected one."""
    return Stale(
        "line {last} of {game} isn't the one that was read here before",
        seq=head.seq,
        last=seq,
        game=game_id,
    )


class Store(ABC):
    """A place for logs. It recognises no particular game: events go in, and bytes come out."""

    shared: ClassVar[bool] = False
    """Whether anyone may write to any game at any time, or only the process that opened it."""

    def __init__(self) -> None:
        self._watching: dict[object, OnHint] = {}

    # --- writing ----------------------------------------------------------------------------

    @abstractmethod
    def create(self, game_id: str, entries: Sequence[Entry], key: str | None = None) -> Head:
        """Start a log with its opening group; repeating it with the same key isn't an error."""

    def append(
        self, game_id: str, expected: Expected, key: str | None, entries: Sequence[Entry]
    ) -> Appended:
        """Add one group after the last line; raise `Stale` if the log doesn't end as expected.

        If the key was used before, the original result is returned, provided that the seat and the
        group's first event, which holds every choice the player made, are the same; otherwise it is
        a `Conflict`.
        """
        return self.append_many(game_id, expected, [(key, entries)])[0]

    @abstractmethod
    def append_many(self, game_id: str, expected: Expected, batch: Batch) -> list[Appended]:
        """Add several groups with one flush; after a power loss, only the first few may be there.

        In that case, send the whole batch again: groups already stored get their original results,
        and the rest are added after them.
        """

    @abstractmethod
    def put(self, segments: Sequence[LogSegment]) -> None:
        """Add groups from another store, byte for byte, to logs that end where each segment begins.

        A segment with no line before it starts a log. Each segment is stored whole or not at all.
        """

    # --- reading ----------------------------------------------------------------------------

    @abstractmethod
    def recall(self, game_id: str, key: str) -> Appended | None:
        """Return the group written under a command key, so that a retry isn't decided again."""

    @abstractmethod
    def has(self, game_id: str) -> bool:
        """Whether the log exists, even if it is damaged."""

    @abstractmethod
    def head(self, game_id: str) -> Head:
        """Return where the log ends."""

    def heads(self, game_ids: Iterable[str]) -> dict[str, Head]:
        """Return where logs end, leaving out those that are missing or damaged."""
        found: dict[str, Head] = {}
        for game_id in game_ids:
            with suppress(Missing, Damaged):
                found[game_id] = self.head(game_id)
        return found

    def changed(self, heads: Mapping[str, Head]) -> list[str]:
        """Return the logs that don't end where the caller expects, or don't exist."""
        found = self.heads(heads)
        return [game_id for game_id, head in heads.items() if found.get(game_id) != head]

    @abstractmethod
    def status(self, game_id: str) -> Status:
        """Return the state of the log; never raises for a damaged one."""

    @abstractmethod
    def read(self, game_id: str, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        """Yield the raw lines `first` to `last`; for a damaged log, the good part, then raise."""

    @abstractmethod
    def first_lines(self, game_ids: Iterable[str]) -> dict[str, bytes]:
        """Return the raw first lines of logs, leaving out logs that don't exist."""

    def since(self, game_id: str, head: Head) -> list[tuple[bytes, ...]]:
        """Return the groups after a position; raise `Stale` if the log was never there."""
        raws = self.read(game_id, max(head.seq, 1))
        if head.seq and not next(raws, b"").endswith(head.digest.encode() + b'"}'):
            raise stale_line(game_id, head.seq, self.head(game_id))
        return split_groups(raws)

    def new_groups(self, heads: Mapping[str, Head]) -> dict[str, list[tuple[bytes, ...]]]:
        """Return the groups after a position in each of several logs, where one query is enough.

        A log that was never at its position, or has too many new groups, is left out: ask `since`
        for it.
        """
        found: dict[str, list[tuple[bytes, ...]]] = {}
        for game_id, head in heads.items():
            with suppress(LedgerError):
                found[game_id] = self.since(game_id, head)
        return found

    # --- following --------------------------------------------------------------------------

    def watch(self, on_hint: OnHint) -> Callable[[], None]:
        """Call `on_hint`, from any thread, whenever a game may have grown; return what stops it.

        A hint may come late, twice or never. Find out what is really new by position, with `heads`
        and `since`.
        """
        mark = object()
        self._watching[mark] = on_hint

        def stop() -> None:
            self._watching.pop(mark, None)

        return stop

    def _hint(self, grown: Mapping[str, int] | None) -> None:
        """Pass a hint to everyone watching; an error in one callback doesn't stop the others."""
        for on_hint in list(self._watching.values()):
            with suppress(Exception):
                on_hint(grown)

    def limit_hints(self, game_ids: Collection[str] | None) -> None:  # noqa: B027
        """Choose the games to receive hints for; None, the default, means all.

        Hints about other games may still come. Once hints about a newly chosen game can no longer
        be missed, there is a hint that it may have grown.
        """

    # --- the whole --------------------------------------------------------------------------

    @abstractmethod
    def games(self) -> list[str]:
        """Return the ids of all games, sorted."""

    @abstractmethod
    def release(self, game_id: str) -> None:
        """Let other processes write to this game; the next append here takes it back."""

    @abstractmethod
    def resume(self, game_id: str) -> Head:
        """Open a game for writing, continuing from what is already known of its log."""

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
