"""The log of one game in its store, and what every viewer may read of it."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.kernel.errors import Damaged, Failed, LedgerError, Locked
from ledger.kernel.game.faults import blame
from ledger.kernel.game.interface import Game
from ledger.kernel.log.codec import Head, read, upcast
from ledger.kernel.log.events import Entry, Line, Opened
from ledger.store.interface import Appended, Store

from .viewer_stream import History


class GameLog:
    """A log that is open here. What waits for the disk (`append`, `history`) runs in threads."""

    def __init__(self, id: str, store: Store) -> None:
        """Open it for writing, unless it is over, damaged, or somebody else keeps it."""
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
        self.histories: dict[int | None, History] = {
            None: History(self.game, reading.lines, data, None)
        }

    def _open(self) -> None:
        status = self._store.status(self.id)
        self.trouble = status.error
        if status.state == "open":
            try:
                self._store.reopen(self.id)
                self.trouble, self.writing = None, True
            except (Locked, Failed, Damaged) as e:
                self.trouble = e

    @property
    def may_heal(self) -> bool:
        """Whether it could not be written for a reason that passes, like a full disk."""
        return isinstance(self.trouble, Failed) and self.trouble.may_pass

    @property
    def opened(self) -> Opened:
        """The first event: which game it is, and who plays."""
        return self.first.data  # type: ignore[no-any-return]

    def history(self, viewer: int | None) -> History:
        """Make a viewer's whole stream, of the full log if that is at hand, else from the store."""
        full = self.histories.get(None)
        if full is not None and viewer is not None:
            return History(self.game, full.lines, b"", viewer)
        data = self._good_lines()
        return History(self.game, read(data, game=self.game).lines, data, viewer)

    def judge(self, error: Exception) -> Exception:
        """Return what to tell of an exception that somebody met with this game."""
        try:
            lines = read(self._good_lines(), game=self.game).lines
        except LedgerError:
            lines = []
        return blame(error, self.game, lines)

    def recall(self, key: str) -> Appended | None:
        """Return what was written under a key."""
        return self._store.recall(self.id, key)

    def append(
        self, entries: Sequence[Entry], key: str | None = None, *more: Sequence[Entry]
    ) -> list[Appended]:
        """Make a group durable, and those that follow from it."""
        batch = [(key, entries), *((None, group) for group in more)]
        return self._store.append_many(self.id, self.head, batch)

    def news(self) -> list[tuple[bytes, ...]]:
        """Return what others have written since; raise `Stale` if this is another log now."""
        return self._store.since(self.id, self.head)

    def advance(self, raws: Sequence[bytes]) -> list[Line]:
        """Go on behind a group that is durable, and return its lines."""
        lines = upcast(self.game, [self.game.decoder.decode(raw) for raw in raws])
        self.head = Head.of(lines[-1])
        self.writing = self.writing and not (self.shared and self.head.sealed)
        self.histories.clear()
        return lines

    def _good_lines(self) -> bytes:
        """Return the good lines of the log, as far as it is known here."""
        raws: list[bytes] = []
        try:
            raws += self._store.read(self.id, last=self.head.seq or None)
        except Damaged:
            raws = list(self._store.read(self.id, last=self._store.status(self.id).head.seq))
        return b"".join(raw + b"\n" for raw in raws)
