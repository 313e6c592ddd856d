"""Reading and following logs through their index, the same way in all stores."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from ledger.kernel.errors import Damaged, Failed, LedgerError, Malformed
from ledger.kernel.log.codec import Head

from .append_plan import Known, again
from .following import FollowedStore, News
from .interface import Appended, Status
from .line_index import Index

LINES = 512
"""How many lines are read at a time."""


@dataclass(frozen=True, slots=True)
class View:
    """The part of a log that is known to be durable, and what is wrong with the rest."""

    index: Index
    damage: Damaged | None = None
    failed: Failed | None = None
    torn: LedgerError | None = None


class LogStore(FollowedStore):
    """A store that can say which part of a log is durable, and return its bytes."""

    @abstractmethod
    def _view(self, game_id: str, *, durable: bool = False) -> View:
        """Return the good groups of a log; with `durable`, only those that survive a power loss."""

    @abstractmethod
    def _bytes(self, game_id: str, start: int, end: int) -> bytes:
        """Return bytes of a log."""

    def head(self, game_id: str) -> Head:
        """Return where the log ends."""
        view = self._view(game_id)
        if view.damage is not None:
            raise view.damage
        return view.index.head

    def status(self, game_id: str) -> Status:
        """Return the state of the log."""
        view = self._view(game_id)
        head = view.index.head
        if view.damage is not None:
            return Status("damaged", head, view.damage)
        if view.failed is not None:
            return Status("failed", head, view.failed)
        return Status("sealed" if head.sealed else "open", head, view.torn)

    def recall(self, game_id: str, key: str) -> Appended | None:
        """Return the group that a command key wrote."""
        lines = self._known(game_id, self._view(game_id, durable=True).index).written(key)
        return None if lines is None else again(key, lines)

    def _known(self, game_id: str, index: Index) -> Known:
        """Return what the next append has to know."""

        def written(key: str) -> tuple[bytes, ...] | None:
            cmd = index.keys.get(key)
            return None if cmd is None else self._group(game_id, index, *index.group(cmd))

        return Known(index.head, written)

    def read(self, game_id: str, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        """Yield raw lines forward."""
        view = self._view(game_id)
        if first < 1:
            raise Malformed(f"there is no line {first}: lines are numbered from 1")
        end = view.index.head.seq
        beyond = last is None or last > end
        stop = end if last is None else min(last, end)
        return self._forward(game_id, view, first, stop, view.damage if beyond else None)

    def _forward(
        self, game_id: str, view: View, first: int, last: int, damage: Damaged | None
    ) -> Iterator[bytes]:
        for a in range(first, last + 1, LINES):
            yield from self._group(game_id, view.index, a, min(a + LINES - 1, last))
        if damage is not None:
            raise damage

    def read_back(self, game_id: str, last: int | None = None) -> Iterator[bytes]:
        """Yield raw lines backward; for a damaged log, `last` must be in its good part."""
        view = self._view(game_id)
        end = view.index.head.seq
        if view.damage is not None and (last is None or last > end):
            raise view.damage
        return self._backward(game_id, view, end if last is None else min(last, end))

    def _backward(self, game_id: str, view: View, last: int) -> Iterator[bytes]:
        for b in range(last, 0, -LINES):
            yield from reversed(self._group(game_id, view.index, max(b - LINES + 1, 1), b))

    def _after(self, game_id: str, seq: int) -> News:
        view = self._view(game_id, durable=True)
        index = view.index
        end = index.head
        commands = range(index.holding(seq + 1), end.cmd + 1)
        groups = (self._group(game_id, index, *index.group(cmd)) for cmd in commands)
        return News(groups, end.sealed, view.damage or view.failed)

    def _group(self, game_id: str, index: Index, first: int, last: int) -> tuple[bytes, ...]:
        """Return some lines that are in the index."""
        start, end = index.span(first, last)
        raws = tuple(self._bytes(game_id, start, end).split(b"\n")[:-1])
        if len(raws) != last - first + 1:
            raise Damaged(f"the log of {game_id!r} was changed while it was read")
        return raws
