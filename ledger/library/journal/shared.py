"""A library in any kind of store, read and written by any number of processes at once.

Nobody owns the journal: facts are added after the line up to which it was read, and a process that
comes too late reads on and works out again what it has to add. In a folder, only one process at a
time can write to the journal, for as long as it has something to add.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import monotonic, sleep

from ledger.kernel.errors import Conflict, Failed, Locked, Missing, Stale
from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Entry
from ledger.kernel.replay.log_reader import read
from ledger.library.stores.library_stores import LibraryStores
from ledger.store.store import LogSegment

from .catalogue import Catalogue, GameEntry
from .facts import JOURNAL, OPENED, Fact, LogAdded, LogFacts, LogGrew, describe, read_fact
from .game_list import GameList
from .removals import removals_in

KEPT = 2.0
"""The seconds that the journal stays open after its last use, as new games come in bursts."""
PATIENCE = 5.0
"""The seconds to wait for another program that is writing to the library."""


class SharedLibrary:
    """What the journal in any kind of store says, in memory; safe to use from several threads."""

    def __init__(self, stores: LibraryStores) -> None:
        self._stores = stores
        self._known = Catalogue(None)
        self._head = Head()
        self._mutex = threading.RLock()

    @property
    def catalogue(self) -> Catalogue:
        """Everything the journal says; each time, only what is new is read."""
        with self._mutex:
            try:
                groups = self._stores.journal.since(JOURNAL, self._head)
            except Missing:
                return self._known
            except Stale:  # it is a different journal now
                self._known, self._head = Catalogue(None), Head()
                groups = self._stores.journal.since(JOURNAL, self._head)
            for group in groups:
                lines = [read_fact(raw) for raw in group]
                if not self._known.read(lines):
                    return self._read_again()
                self._head = Head.of(lines[-1])
            return self._known

    def _read_again(self) -> Catalogue:
        """Read the whole journal again, as some of it was removed or restored."""
        journal = self._stores.journal
        last = journal.head(JOURNAL).seq
        removals = removals_in(journal.read(JOURNAL, 1, last))
        self._known, self._head = Catalogue(None, removals), Head()
        for raw in journal.read(JOURNAL, 1, last):
            line = read_fact(raw)
            self._known.read([line])
            self._head = Head.of(line)
        return self._known

    @property
    def head(self) -> Head:
        """How far the journal has been read."""
        return self._head

    @property
    def version(self) -> str:
        """The digest of the journal's last line, which changes whenever anything does."""
        return self._stores.journal.heads([JOURNAL]).get(JOURNAL, Head()).digest

    def games(self) -> list[GameEntry]:
        """Return every game: logs and results."""
        return list(self.catalogue.entries.values())

    def log_bytes(self, entry: GameEntry) -> bytes:
        """Return a log up to the length on record."""
        lines = self._stores.games.read(entry.id, last=max(entry.lines, 1))
        return b"".join(raw + b"\n" for raw in lines)

    def grown(self, entries: Sequence[GameEntry]) -> list[str]:
        """Return the ids of those games that have more lines than the journal says."""
        lines = {e.id: e.lines for e in entries}
        heads = self._stores.games.heads(lines)
        return [id for id, head in heads.items() if head.seq > lines[id]]


class SharedJournal:
    """Adds games to the journal; safe to use from several threads."""

    def __init__(self, stores: LibraryStores, known: GameList) -> None:
        """`known` is the list of the games in the journal."""
        self._stores, self._known = stores, known
        self._mutex = threading.Lock()
        self._used: float | None = None  # when it was written last, if it is open since

    def add(self, id: str, game: str, data: bytes) -> None:
        """Record a new log in the journal and store its bytes, both durably."""
        self._place(id, data)
        identity, log = f"id:{game}:{id}", describe(read(data).lines, len(data))

        def news(known: GameList) -> list[Fact]:
            entry = known.entry(id)
            if entry is None:
                return [LogAdded(id=id, identity=identity, revision=1, log=log)]
            if entry.identity != identity:
                raise Conflict("there is already a game {id!r}", id=id)
            return []

        self.say(news)

    def _place(self, id: str, data: bytes) -> None:
        """Store a new log; if it was stored before but not recorded, it is used as it is."""
        games = self._stores.games
        if not games.has(id):
            try:
                games.put([LogSegment(id, Head(), data)])
                return
            except Stale:  # somebody was quicker
                pass
        lines = len(data.splitlines())
        if b"".join(raw + b"\n" for raw in games.read(id, 1, lines)) != data:
            raise Conflict("there is already a game {id!r}", id=id) from None

    def grew(self, logs: Mapping[str, LogFacts]) -> None:
        """Record how far games have got, durably and all at once."""

        def news(known: GameList) -> list[Fact]:
            there = {entry.id: entry.lines for entry in known.entries_of(logs)}
            grown = (id for id, log in logs.items() if id in there and there[id] < log.lines)
            return [LogGrew(id=id, log=logs[id]) for id in grown]

        self.say(news)

    def say(self, news: Callable[[GameList], Sequence[Fact]]) -> None:
        """Write the facts that `news` returns to the journal, either all of them or none."""
        until = monotonic() + PATIENCE
        with self._mutex:
            while True:
                try:
                    if self._known.at_head(lambda head: self._write(head, news(self._known))):
                        return
                except Stale:
                    continue  # somebody else wrote first
                except Locked as e:
                    if monotonic() > until:
                        raise locked_by_another(e, self._stores.name) from None
                    sleep(0.1)
                except Failed:
                    self._release()  # it will be reopened from scratch
                    raise

    def _write(self, head: Head, facts: Sequence[Fact]) -> bool:
        """Write facts after a position; return False if the journal had to be created first."""
        journal = self._stores.journal
        if not facts:
            return True
        self._used = monotonic()
        if not head.seq:
            with suppress(Conflict):  # somebody else created it
                journal.create(JOURNAL, [Entry(data=OPENED, turn=0)])
            return False
        journal.append(JOURNAL, head, None, [Entry(data=fact, turn=0) for fact in facts])
        return True

    def pause_if_idle(self) -> None:
        """Let other processes write, if there has been nothing to do for a while."""
        with self._mutex:
            if self._used is not None and monotonic() - self._used > KEPT:
                self._release()

    def _release(self) -> None:
        self._used = None
        self._stores.journal.release(JOURNAL)

    def close(self) -> None:
        """Release the journal."""
        with self._mutex:
            self._release()


def locked_by_another(error: Locked, name: str) -> Locked:
    """Return the error to raise while another program is writing to the library."""
    return Locked(
        "another program (process {pid}) is writing to this library"
        if error.pid
        else "another program is writing to this library",
        file=name,
        hint="wait until it has finished, then try again",
        pid=error.pid,
    )
