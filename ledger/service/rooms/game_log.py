"""The log of one game on the disk, and what every viewer may read of it."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.kernel.errors import Damaged, Failed, LedgerError, Locked
from ledger.kernel.game.faults import blame
from ledger.kernel.game.interface import Game
from ledger.kernel.log.codec import Head, read
from ledger.kernel.log.events import Entry, Line, Opened
from ledger.store.interface import Appended, Store

from .viewer_stream import History


class GameLog:
    """A log that is open here. What waits for the disk (`append`, `history`) runs in threads."""

    def __init__(self, id: str, store: Store) -> None:
        """Open it for writing, unless it is over, damaged, or somebody else writes it."""
        self.id, self._store = id, store
        status = store.status(id)
        self.trouble: LedgerError | None = status.error
        self.writing = False
        if status.state == "open":
            try:
                store.reopen(id)
                self.trouble, self.writing = None, True
            except (Locked, Failed, Damaged) as e:
                self.trouble = e
        data = self._good_lines()
        reading = read(data)
        self.game: Game = reading.game
        self.first, self.head = reading.lines[0], reading.head
        self.histories: dict[int | None, History] = {
            None: History(self.game, reading.lines, data, None)
        }

    @property
    def may_heal(self) -> bool:
        """Whether it could not be written for a reason that passes, like a full disk."""
        return isinstance(self.trouble, Failed) and self.trouble.may_pass

    @property
    def opened(self) -> Opened:
        """The first event: which game it is, and who plays."""
        return self.first.data  # type: ignore[no-any-return]

    def history(self, viewer: int | None) -> History:
        """Make a viewer's whole stream, of the full log if that is at hand, else from the disk."""
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
        return self._store.append_many(self.id, self.head.seq, batch)

    def advance(self, appended: Appended) -> list[Line]:
        """Go on behind a group that was appended, and return its lines."""
        lines = [self.game.decoder.decode(raw) for raw in appended.lines]
        self.head = Head.of(lines[-1])
        self.histories.clear()
        return lines

    def _good_lines(self) -> bytes:
        """Return the good lines of the log, whatever follows them."""
        raws: list[bytes] = []
        try:
            raws += self._store.read(self.id)
        except Damaged:
            raws = list(self._store.read(self.id, last=self._store.status(self.id).head.seq))
        return b"".join(raw + b"\n" for raw in raws)
