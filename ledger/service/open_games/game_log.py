"""The log of one open game in its store, and the history that each viewer may read."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple

from ledger.kernel.errors import Damaged, Failed, LedgerError, Locked
from ledger.kernel.game.game import Game
from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Entry, Line, Opened
from ledger.kernel.replay.log_reader import read, upcast
from ledger.kernel.verify.blame import blame
from ledger.store.store import Appended, Store

from .streams.viewer_stream import History

MOST_LINES = 20_000
"""How many lines of histories are kept in memory for all games; a single one may be longer."""
KEPT = 5.0
"""Seconds for which histories stay in memory after the last request for one."""


class NewGroups(NamedTuple):
    """Groups that another process has appended, and the end of the log before them."""

    behind: Head
    groups: list[tuple[bytes, ...]]


class HistoryCache:
    """The most recently used histories; safe to use from any thread."""

    def __init__(self, most: int = MOST_LINES) -> None:
        self._most, self._lines = most, 0
        self._mutex = threading.Lock()
        self._kept: OrderedDict[tuple[GameLog, int | None], History] = OrderedDict()

    def get(self, log: GameLog, viewer: int | None) -> History | None:
        with self._mutex:
            found = self._kept.get((log, viewer))
            if found is not None:
                self._kept.move_to_end((log, viewer))
            return found

    def keep(self, log: GameLog, viewer: int | None, history: History) -> None:
        """Keep a history; the least recently used ones make room for it."""
        with self._mutex:
            self._drop((log, viewer))
            self._kept[log, viewer] = history
            log.kept.add(viewer)
            self._lines += len(history.lines)
            while self._lines > self._most and len(self._kept) > 1:
                self._drop(next(iter(self._kept)))

    def forget(self, log: GameLog) -> None:
        """Drop the histories of a game."""
        with self._mutex:
            for viewer in list(log.kept):
                self._drop((log, viewer))

    def _drop(self, key: tuple[GameLog, int | None]) -> None:
        gone = self._kept.pop(key, None)
        if gone is not None:
            key[0].kept.discard(key[1])
            self._lines -= len(gone.lines)


class GameLog:
    """An open log. `append` and `history` wait for the disk: call them in threads."""

    def __init__(self, id: str, store: Store, histories: HistoryCache) -> None:
        """Open a log for writing, unless it is over or damaged, or another process has it."""
        self.id, self._store, self.shared = id, store, store.shared
        self.trouble: LedgerError | None = None
        self.writing = False
        self.head = Head()
        if not self.shared:
            self._open()
        data = self._good_lines()
        reading = read(data)
        self.game: Game = reading.game
        self.first, self.head = reading.lines[0], reading.head
        self.writing = not self.head.sealed if self.shared else self.writing
        self._histories = histories
        self.kept: set[int | None] = set()
        """Viewers whose histories are in memory."""
        self._asked = monotonic()
        self._first: History | None = History(self.game, reading.lines, data, None)

    def _open(self) -> None:
        status = self._store.status(self.id)
        self.trouble = status.error
        if status.state == "open":
            try:
                self._store.resume(self.id)
                self.trouble, self.writing = None, True
            except (Locked, Failed, Damaged) as e:
                self.trouble = e

    @property
    def may_heal(self) -> bool:
        """Whether it can't be written for a reason that may go away, like a full disk."""
        return isinstance(self.trouble, Failed) and self.trouble.may_pass

    @property
    def opened(self) -> Opened:
        """The first event: which game it is, and who plays."""
        return self.first.data  # type: ignore[no-any-return]

    @property
    def first_lines(self) -> Sequence[Line]:
        """The lines read on opening, until `keep_first_history` is called."""
        return () if self._first is None else self._first.lines

    def keep_first_history(self) -> None:
        """Cache the history read on opening; call it from the event loop, unlike opening itself."""
        if self._first is not None:
            self.keep_history(None, self._first)
            self._first = None

    def cached_history(self, viewer: int | None) -> History | None:
        """Return a viewer's history if it is in memory."""
        self._asked = monotonic()
        return self._histories.get(self, viewer)

    def keep_history(self, viewer: int | None, history: History) -> None:
        self._histories.keep(self, viewer, history)

    def drop_histories(self, *, at_once: bool = False) -> None:
        """Drop the histories unless one was used recently."""
        if self.kept and (at_once or monotonic() - self._asked > KEPT):
            self._histories.forget(self)

    def history(self, viewer: int | None) -> History:
        """Build a viewer's history from the full one, if that is in memory, or from the store."""
        full = self._histories.get(self, None)
        if full is not None and viewer is not None:
            return History(self.game, full.lines, b"", viewer)
        data = self._good_lines()
        return History(self.game, read(data, game=self.game).lines, data, viewer)

    def blame(self, error: Exception) -> Exception:
        """Return the error to raise for an exception: the log shows whose fault it is."""
        try:
            lines = read(self._good_lines(), game=self.game).lines
        except LedgerError:
            lines = []
        found = blame(error, self.game, lines)
        return found if isinstance(found, Exception) else error

    def recall(self, key: str) -> Appended | None:
        """Return what was written with this command key, if anything."""
        return self._store.recall(self.id, key)

    def append(
        self, entries: Sequence[Entry], key: str | None = None, *more: Sequence[Entry]
    ) -> list[Appended]:
        """Make a group durable, and any groups that follow from it."""
        batch = [(key, entries), *((None, group) for group in more)]
        return self._store.append_many(self.id, self.head, batch)

    def new_groups(self) -> list[tuple[bytes, ...]]:
        """Return what others have appended; raise `Stale` if the log was replaced by another."""
        return self._store.since(self.id, self.head)

    def advance(self, raws: Sequence[bytes]) -> list[Line]:
        """Move on past a durable group, and return its lines."""
        lines = upcast(self.game, [self.game.rules.decoder.decode(raw) for raw in raws])
        self.head = Head.of(lines[-1])
        self.writing = self.writing and not (self.shared and self.head.sealed)
        self.drop_histories(at_once=True)
        self._first = None
        return lines

    def _good_lines(self) -> bytes:
        """Return the undamaged lines of the log, up to where it has been read."""
        raws: list[bytes] = []
        try:
            raws += self._store.read(self.id, last=self.head.seq or None)
        except Damaged:
            raws = list(self._store.read(self.id, last=self._store.status(self.id).head.seq))
        return b"".join(raw + b"\n" for raw in raws)
