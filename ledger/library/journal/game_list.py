"""The games of a library in order, according to its journal; there can be more than fit in memory.

A list follows the journal: it reads whatever is new there before it answers anything. It stores how
far it has read, as a line number and a digest, so a process that starts only has to read what has
come since. A game is on several shelves: one for its kind, one for each player, and one if it can
still be continued.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice
from typing import NamedTuple, TypeVar

import msgspec

from ledger.kernel.errors import Malformed, Missing
from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Line
from ledger.kernel.results import PlayRecord
from ledger.kernel.text.accents import unaccented
from ledger.kernel.text.reasons import why
from ledger.store.store import Store

from .catalogue import GameEntry, GamesById
from .facts import JOURNAL, read_fact
from .removals import Removals, removals_in

T = TypeVar("T")
LOOKS = 2000
"""The most games examined for one page; to get more, ask for the next page."""
BATCH = 1000
"""How many lines of the journal are applied together."""
UNSEALED = "unsealed"
"""The shelf of the games that can still be continued."""


class GameFilter(NamedTuple):
    """A selection of games; `since` and `until` are days.

    With `unsealed`, only games that can still be continued are selected.
    """

    game: str | None = None
    player: str | None = None
    since: str | None = None
    until: str | None = None
    unsealed: bool = False

    def takes(self, entry: GameEntry) -> bool:
        """Whether a game is in the selection."""
        day = (entry.date or "")[:10]
        return not (
            (self.game is not None and entry.game != self.game)
            or (self.player is not None and unaccented(self.player) not in _player_names(entry))
            or (self.since and day < self.since)
            or (self.until and not "" < day <= self.until)
            or (self.unsealed and not _is_unsealed(entry))
        )

    @property
    def shelves(self) -> list[str]:
        """The shelves that have every selected game."""
        shelves = [UNSEALED] if self.unsealed else []
        if self.player is not None:
            shelves.append(f"player {unaccented(self.player)}")
        if self.game is not None:
            shelves.append(f"game {self.game}")
        return shelves


class GamePage(NamedTuple):
    """Some games in the order of their ids; unless `next` is None, there may be more after it."""

    entries: list[GameEntry]
    next: str | None


class GameList(GamesById):
    """A list that follows a library's journal; safe to use from several threads and processes."""

    def __init__(self, journal: Store) -> None:
        self._journal = journal
        self._removals = Removals()

    # --- asking -----------------------------------------------------------------------------

    def some(self, ids: Collection[str]) -> dict[str, GameEntry]:
        """Return what is known about some games."""

        def find() -> dict[str, GameEntry]:
            self._catch_up()
            return {entry.id: entry for entry in self.entries_of(ids)}

        return self._safely(find)

    def page(self, wanted: GameFilter, after: str, limit: int) -> GamePage:
        """Return the first games after an id; if matches are rare, fewer than `limit`."""

        def find() -> GamePage:
            self._catch_up()
            found: list[GameEntry] = []
            last = after
            for n, (id, data) in enumerate(self._behind(self._shelf(wanted, after), after, limit)):
                if n == LOOKS or len(found) == limit:
                    return GamePage(found, last)
                entry, last = self._entry(data), id
                if wanted.takes(entry):
                    found.append(entry)
            return GamePage(found, None)

        return self._safely(find)

    def pages(self, wanted: GameFilter, limit: int) -> Iterator[list[GameEntry]]:
        """Yield all the games selected, at most `limit` at a time."""
        after: str | None = ""
        while after is not None:
            entries, after = self.page(wanted, after, limit)
            if entries:
                yield entries

    def lines(self) -> dict[str, int]:
        """Return how many lines each log has, in the order of their ids."""

        def find() -> dict[str, int]:
            self._catch_up()
            return dict(self._lines())

        return self._safely(find)

    def at_head(self, work: Callable[[Head], T]) -> T:
        """Call `work` with how far the journal was read, while nothing new is being applied."""

        def do() -> T:
            self._catch_up()
            return work(self._position())

        return self._safely(do)

    def find(self, text: str, library: str) -> GameEntry:
        """Return the game with this id, or the only one whose id starts with it."""
        found = super().find

        def look() -> GameEntry:
            self._catch_up()
            return found(text, library)

        return self._safely(look)

    def catch_up(self) -> None:
        """Apply what is new, so that nobody has to wait for it later."""
        self._safely(self._catch_up)

    def _shelf(self, wanted: GameFilter, after: str) -> str | None:
        """Return the shelf with the fewest games after an id, or None if all games are wanted."""
        ahead = {shelf: self._count(shelf, after) for shelf in wanted.shelves}
        return min(ahead, key=ahead.__getitem__) if ahead else None

    def _entry(self, data: bytes) -> GameEntry:
        return decoded_entry(data)

    # --- where it is kept -------------------------------------------------------------------

    @abstractmethod
    def _safely(self, work: Callable[[], T]) -> T:
        """Do some work, excluding other threads of this process where that matters."""

    @abstractmethod
    def entries_of(self, ids: Collection[str]) -> Iterable[GameEntry]:
        """Return what is known about some games, as far as the journal has been read."""

    @abstractmethod
    def _lines(self) -> Iterable[tuple[str, int]]:
        """Return each log with its number of lines, in the order of their ids."""

    @abstractmethod
    def _count(self, shelf: str, after: str) -> int:
        """Return how many games on a shelf come after an id, counting up to `LOOKS`."""

    @abstractmethod
    def _behind(self, shelf: str | None, after: str, limit: int) -> Iterator[tuple[str, bytes]]:
        """Yield the games on a shelf after an id, at most `LOOKS` and one more.

        About `limit` of them will probably be used.
        """

    @abstractmethod
    def _position(self) -> Head:
        """Return how far the journal has been read."""

    @abstractmethod
    def _take(self, known: Head, lines: list[Line]) -> bool:
        """Apply the lines after a position; return False if another process did so first."""

    @abstractmethod
    def _begin(self, known: Head) -> None:
        """Forget everything, unless another process has moved on from this position."""

    @abstractmethod
    def close(self) -> None:
        """Release everything the list holds open."""

    # --- the journal ------------------------------------------------------------------------

    def _catch_up(self) -> None:
        """Read what is new in the journal, or all of it if it is a different journal."""
        while not self._read_on():
            pass

    def _read_on(self) -> bool:
        """Read to the end of the journal; return False if another process got ahead on the way."""
        known = self._position()
        try:
            head = self._journal.status(JOURNAL).head
        except Missing:
            head = Head()
        if head == known:
            return True
        if known.seq and not self._stands(known, head):
            self._begin(known)
            return False
        if (
            head.seq and not known.seq
        ):  # lines that are removed later in the journal are never applied
            self._removals = removals_in(self._journal.read(JOURNAL, 1, head.seq))
        raws = self._journal.read(JOURNAL, known.seq + 1, head.seq) if head.seq else iter(())
        while batch := list(islice(raws, BATCH)):
            try:
                lines = [read_fact(raw) for raw in batch]
            except msgspec.DecodeError as e:
                raise Malformed(
                    "this isn't the journal of a library: {reason}", reason=why(e)
                ) from None
            if any(map(self._removals.are_news, lines)):
                self._begin(known)
                return False
            if not self._take(known, lines):
                return False
            known = Head.of(lines[-1])
        return True

    def _stands(self, known: Head, head: Head) -> bool:
        """Whether the last line that was read is still in the journal."""
        if known.seq > head.seq:
            return False
        raw = next(self._journal.read(JOURNAL, known.seq, known.seq), b"")
        return raw.endswith(known.digest.encode() + b'"}')


def _player_names(entry: GameEntry) -> set[str]:
    """Return the names of a game's players in the form used for searching."""
    return {unaccented(standing.person.name) for standing in entry.standings}


def _is_unsealed(entry: GameEntry) -> bool:
    """Whether a game can still be continued, as far as the list knows."""
    return entry.kind == "log" and not entry.sealed


def shelves_of(entry: GameEntry) -> list[str]:
    """Return the shelves that a game is on."""
    shelves = [f"player {name}" for name in sorted(_player_names(entry))]
    if entry.game is not None:
        shelves.append(f"game {entry.game}")
    if _is_unsealed(entry):
        shelves.append(UNSEALED)
    return shelves


def encoded(entry: GameEntry) -> bytes:
    """Return a game as the list stores it, without the path of its file."""
    return msgspec.json.encode(msgspec.structs.replace(entry, path=None))


def decoded_entry(data: bytes) -> GameEntry:
    """Return a game as it was stored."""
    return _entries.decode(data)


def decoded_revisions(data: bytes) -> list[PlayRecord]:
    """Return the revisions of a result as they were stored."""
    return _revisions.decode(data)


_entries = msgspec.json.Decoder(GameEntry)
_revisions = msgspec.json.Decoder(list[PlayRecord])
