"""The journal of a library that any number of processes write at once.

Nobody holds it: facts are added behind the line up to which the journal was read, and whoever comes
too late reads on and looks again what there is to add.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence

from ledger.kernel.errors import Conflict, Missing, Stale
from ledger.kernel.log.codec import Head, read
from ledger.kernel.log.events import Entry
from ledger.store.interface import Piece

from .catalogue import Catalogue
from .catalogue import Entry as Known
from .journal import JOURNAL, OPENED, Fact, Log, LogAdded, LogGrew, decoder, describe
from .stores import LibraryStores

AT_ONCE = 1000
"""Games whose ends are asked for with one question."""


class SharedJournal:
    """A library's journal and what it says; safe to use from threads."""

    def __init__(self, stores: LibraryStores) -> None:
        self._stores = stores
        self._known = Catalogue(None)
        self._head = Head()
        self._mutex = threading.RLock()

    @property
    def catalogue(self) -> Catalogue:
        """Everything the journal says; only what is new is read."""
        with self._mutex:
            try:
                groups = self._stores.journal.since(JOURNAL, self._head)
            except Missing:
                return self._known
            except Stale:  # it is another journal now
                self._known, self._head = Catalogue(None), Head()
                groups = self._stores.journal.since(JOURNAL, self._head)
            for group in groups:
                lines = [decoder().decode(raw) for raw in group]
                self._known.read(lines)
                self._head = Head.of(lines[-1])
            return self._known

    @property
    def version(self) -> str:
        """The digest of the journal's last line, which changes when anything does."""
        return self._stores.journal.heads([JOURNAL]).get(JOURNAL, Head()).digest

    def games(self) -> list[Known]:
        """Return every game: logs and results."""
        return list(self.catalogue.entries.values())

    def log_bytes(self, entry: Known) -> bytes:
        """Return a log as far as it is on record."""
        lines = self._stores.games.read(entry.id, last=max(entry.lines, 1))
        return b"".join(raw + b"\n" for raw in lines)

    def behind(self) -> list[str]:
        """Return the games that go on and have more lines than the journal says."""
        lines = {e.id: e.lines for e in self.games() if e.kind == "log" and not e.sealed}
        ids, grown = list(lines), list[str]()
        for start in range(0, len(ids), AT_ONCE):
            heads = self._stores.games.heads(ids[start : start + AT_ONCE])
            grown += [id for id, head in heads.items() if head.seq > lines[id]]
        return grown

    def add(self, id: str, game: str, data: bytes) -> None:
        """Enter a new log, durably, and its bytes into their place."""
        self._place(id, data)
        identity, log = f"id:{game}:{id}", describe(read(data).lines, len(data))

        def news(known: Catalogue) -> list[Fact]:
            if known.by_identity.get(identity) == id:
                return []
            if id in known.entries:
                raise Conflict(f"there is already a game {id!r}")
            return [LogAdded(id=id, identity=identity, revision=1, log=log)]

        self.say(news)

    def _place(self, id: str, data: bytes) -> None:
        """Store a new log; one that was stored before it could be entered is taken as it is."""
        games = self._stores.games
        try:
            games.put([Piece(id, Head(), data)])
        except Stale:
            lines = len(data.splitlines())
            if b"".join(raw + b"\n" for raw in games.read(id, 1, lines)) != data:
                raise Conflict(f"there is already a game {id!r}") from None

    def grew(self, logs: Mapping[str, Log]) -> None:
        """Note how far games are, all of them durably at once."""

        def news(known: Catalogue) -> list[Fact]:
            return [
                LogGrew(id=id, log=log)
                for id, log in logs.items()
                if (entry := known.entries.get(id)) is not None and entry.lines < log.lines
            ]

        self.say(news)

    def say(self, news: Callable[[Catalogue], Sequence[Fact]]) -> None:
        """Write the facts that are news to the journal, all of them or none."""
        while True:
            with self._mutex:
                facts = news(self.catalogue)
                if not facts:
                    return
                entries = [Entry(data=fact, turn=0) for fact in facts]
                try:
                    if not self._head.seq:
                        self._stores.journal.create(JOURNAL, [Entry(data=OPENED, turn=0)])
                        continue
                    self._stores.journal.append(JOURNAL, self._head, None, entries)
                    return
                except (Stale, Conflict):
                    continue  # somebody else wrote first

    def pause_if_idle(self) -> None:
        """Do nothing: nobody is kept from writing."""

    def close(self) -> None:
        """Do nothing: the stores belong to whoever opened them."""
