"""A store in memory, for tests and demonstrations; it keeps nothing on disk."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from ledger.kernel.errors import Conflict, Failed, Missing
from ledger.kernel.ids import check_id
from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Entry

from .append_plan import check_place, plan
from .groups import read_groups
from .interface import Appended, Batch, Expected, Piece
from .line_index import Index
from .log_store import LogStore, View


class MemoryStore(LogStore):
    """Logs in memory, byte for byte as the folder store would write them."""

    def __init__(self) -> None:
        super().__init__()
        self._logs: dict[str, tuple[Index, bytearray]] = {}
        self._mutex = threading.RLock()

    def create(self, game_id: str, entries: Sequence[Entry], key: str | None = None) -> Head:
        """Start a log with its opening group."""
        with self._mutex:
            found = self._logs.get(check_id(game_id))
            if found is not None and (key is None or key not in found[0].keys or not entries):
                raise Conflict(f"there is already a game {game_id!r}")
            log = found or (Index(), bytearray())
            return self._append(game_id, log, 0, [(key, entries)])[0].head

    def append_many(self, game_id: str, expected: Expected, batch: Batch) -> list[Appended]:
        """Add several groups."""
        with self._mutex:
            return self._append(game_id, self._log(game_id), expected, batch)

    def _append(
        self, game_id: str, log: tuple[Index, bytearray], expected: Expected, batch: Batch
    ) -> list[Appended]:
        index, data = log

        if self._closed:
            raise Failed("this store was closed; open it again")
        made = plan(game_id, self._known(game_id, index), expected, batch)
        data += made.data
        with self._news:
            made.enter(index)
            self._logs[game_id] = log
        self._hint({game_id: index.head.seq})
        return made.answers

    def put(self, pieces: Sequence[Piece]) -> None:
        """Add what stands in another store."""
        for game_id, after, data in pieces:
            with self._mutex:
                index, log = self._logs.get(check_id(game_id)) or (Index(), bytearray())
                check_place(game_id, index.head, after)
                groups = read_groups(data, after)
                log += data
                with self._news:
                    for group in groups:
                        index.add(group.lines, group.head, group.key, batched=False)
                    self._logs[game_id] = index, log
            self._hint({game_id: index.head.seq})

    def _log(self, game_id: str) -> tuple[Index, bytearray]:
        found = self._logs.get(check_id(game_id))
        if found is None:
            raise Missing(f"there is no game {game_id!r} here")
        return found

    def release(self, game_id: str) -> None:
        """Do nothing, as nobody else can write here."""

    def take_up(self, game_id: str) -> Head:
        """Return where the log ends; nobody keeps it."""
        return self.head(game_id)

    def reopen(self, game_id: str) -> Head:
        """Return where the log ends; there is nothing to repair in memory."""
        return self.head(game_id)

    def close(self) -> None:
        """End every tail."""
        self._closed = True
        self._wake()

    def has(self, game_id: str) -> bool:
        """Whether there is such a log."""
        return check_id(game_id) in self._logs

    def games(self) -> list[str]:
        """Return the ids of all games."""
        return sorted(self._logs)

    def _view(self, game_id: str, *, durable: bool = False) -> View:
        return View(self._log(game_id)[0])

    def _bytes(self, game_id: str, start: int, end: int) -> bytes:
        return bytes(self._log(game_id)[1][start:end])

    def _await(self, game_id: str, seq: int, mark: int, timeout: float | None) -> None:
        index = self._log(game_id)[0]
        with self._news:
            self._news.wait_for(lambda: index.head.seq > seq or self._closed, timeout)
