"""The games of a library in order, as its journal has them: longer than memory may be.

A list follows the journal: what is new there is read before anybody is told anything. Where it has
come to, by number and digest, stands beside it, so that a process that starts reads only what came
since. A game stands on several shelves: of its kind, of each player, of those that may go on.
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
"""Games that are looked at for one page; who wants more asks for the next one."""
BATCH = 1000
"""Lines of the journal that are taken in together."""
UNSEALED = "unsealed"
"""The shelf of the games that may go on."""


class GameFilter(NamedTuple):
    """Which games are wanted; `since` and `until` are days, `unsealed` those that may go on."""

    game: str | None = None
    player: str | None = None
    since: str | None = None
    until: str | None = None
    unsealed: bool = False

    def takes(self, entry: GameEntry) -> bool:
        """Whether a game is one of them."""
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
        """The shelves on which all of them stand."""
        shelves = [UNSEALED] if self.unsealed else []
        if self.player is not None:
            shelves.append(f"player {unaccented(self.player)}")
        if self.game is not None:
            shelves.append(f"game {self.game}")
        return shelves


class GamePage(NamedTuple):
    """Some games in the order of their ids; `next`: there may be more behind this id."""

    entries: list[GameEntry]
    next: str | None


class GameList(GamesById):
    """Follows a library's journal; safe to use from threads and from several processes."""

    def __init__(self, journal: Store) -> None:
        self._journal = journal
        self._removals = Removals()

    # --- asking -----------------------------------------------------------------------------

    def some(self, ids: Collection[str]) -> dict[str, GameEntry]:
        """Return what is known of some games."""

        def find() -> dict[str, GameEntry]:
            self._catch_up()
            return {entry.id: entry for entry in self.entries_of(ids)}

        return self._safely(find)

    def page(self, wanted: GameFilter, after: str, limit: int) -> GamePage:
        """Return the first games behind an id; fewer than the limit when they are hard to find."""

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
        """Yield all games that are wanted, some at a time."""
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
        """Do something while nothing is taken in; it gets how far the journal was read."""

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
        """Take in what is new, so that nobody has to wait for it later."""
        self._safely(self._catch_up)

    def _shelf(self, wanted: GameFilter, after: str) -> str | None:
        """Return the shelf that has the fewest games behind an id; None: all are wanted."""
        ahead = {shelf: self._count(shelf, after) for shelf in wanted.shelves}
        return min(ahead, key=ahead.__getitem__) if ahead else None

    def _entry(self, data: bytes) -> GameEntry:
        return decoded_entry(data)

    # --- where it is kept -------------------------------------------------------------------

    @abstractmethod
    def _safely(self, work: Callable[[], T]) -> T:
        """Do something, while nobody else in this process does if that matters."""

    @abstractmethod
    def entries_of(self, ids: Collection[str]) -> Iterable[GameEntry]:
        """Return what is known of some games, as far as the journal was read."""

    @abstractmethod
    def _lines(self) -> Iterable[tuple[str, int]]:
        """Return each log and how many lines it has, in the order of their ids."""

    @abstractmethod
    def _count(self, shelf: str, after: str) -> int:
        """Return how many games behind an id stand on a shelf, up to `LOOKS`."""

    @abstractmethod
    def _behind(self, shelf: str | None, after: str, limit: int) -> Iterator[tuple[str, bytes]]:
        """Yield the games behind an id on a shelf, up to `LOOKS` and one more.

        Probably `limit` of them are wanted.
        """

    @abstractmethod
    def _position(self) -> Head:
        """Return how far the journal was read."""

    @abstractmethod
    def _take(self, known: Head, lines: list[Line]) -> bool:
        """Take in some lines behind a position; False if another process was quicker."""

    @abstractmethod
    def _begin(self, known: Head) -> None:
        """Forget everything, unless another process has gone on from a position."""

    @abstractmethod
    def close(self) -> None:
        """Let go of everything."""

    # --- the journal ------------------------------------------------------------------------

    def _catch_up(self) -> None:
        """Read what is new in the journal, or all of it if it is another one."""
        while not self._read_on():
            pass

    def _read_on(self) -> bool:
        """Read to the end of the journal; False if another process was quicker on the way."""
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
        if head.seq and not known.seq:  # what is removed later in the journal is never taken in
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
        """Whether the line up to which the journal was read still stands in it."""
        if known.seq > head.seq:
            return False
        raw = next(self._journal.read(JOURNAL, known.seq, known.seq), b"")
        return raw.endswith(known.digest.encode() + b'"}')


def _player_names(entry: GameEntry) -> set[str]:
    """Return the names of a game's players as they are looked for."""
    return {unaccented(standing.person.name) for standing in entry.standings}


def _is_unsealed(entry: GameEntry) -> bool:
    """Whether a game may go on, as far as the list knows."""
    return entry.kind == "log" and not entry.sealed


def shelves_of(entry: GameEntry) -> list[str]:
    """Return the shelves on which a game stands."""
    shelves = [f"player {name}" for name in sorted(_player_names(entry))]
    if entry.game is not None:
        shelves.append(f"game {entry.game}")
    if _is_unsealed(entry):
        shelves.append(UNSEALED)
    return shelves


def encoded(entry: GameEntry) -> bytes:
    """Return a game as it is kept in a list; where its file is doesn't belong there."""
    return msgspec.json.encode(msgspec.structs.replace(entry, path=None))


def decoded_entry(data: bytes) -> GameEntry:
    """Return a game as it was kept."""
    return _entries.decode(data)


def decoded_revisions(data: bytes) -> list[PlayRecord]:
    """Return the revisions of a result as they were kept."""
    return _revisions.decode(data)


_entries = msgspec.json.Decoder(GameEntry)
_revisions = msgspec.json.Decoder(list[PlayRecord])
