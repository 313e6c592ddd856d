"""What a lake is made from: a library in any store, at the positions where its logs are now."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from ledger.index.build.inputs import Log, Source
from ledger.index.types import Item
from ledger.kernel.errors import Damaged, Missing
from ledger.kernel.log.codec import Head
from ledger.library.journal.catalogue import Entry
from ledger.library.journal.facts import JOURNAL
from ledger.library.journal.shared import SharedLibrary
from ledger.library.stores.interface import LibraryStores
from ledger.store.folder import FolderStore
from ledger.store.log_writer import log_path

AT_ONCE = 1000
"""Logs whose positions are asked with one question."""

Mark = tuple[str, dict[str, Head]]
"""The end of a library's journal, and where those of its games end that can grow."""


class LakeSource:
    """A library, read by position; logs that are not files are fetched into a folder."""

    def __init__(self, stores: LibraryStores) -> None:
        self._stores = stores
        self._journal = SharedLibrary(stores)
        # of a log that is a file, and ends as it is on record, the file itself is read
        self._files = stores.games.folder if isinstance(stores.games, FolderStore) else None
        self._fetched: dict[str, int | None] = {}

    @property
    def name(self) -> str:
        """Where the library is."""
        return self._stores.name

    def count(self) -> int:
        """Return how many games there are."""
        return len(self._journal.catalogue.entries)

    def mark(self) -> Mark:
        """Return the end of the journal and where the games end that can grow."""
        if not self._stores.journal.has(JOURNAL):
            raise Missing(f"there is no library in {self.name}")
        journal = self._stores.journal.head(JOURNAL).digest
        entries = self._journal.catalogue.entries.values()
        growing = (e for e in entries if e.kind == "log" and not e.sealed)
        return journal, self._heads(e.id for e in growing if not self._as_on_record(e))

    def _as_on_record(self, entry: Entry) -> bool:
        """Whether a log is a file that is as long as the journal says; then nobody need open it."""
        try:
            return (
                self._files is not None
                and log_path(self._files, entry.id).stat().st_size == entry.size
            )
        except OSError:
            return False

    def at(self, mark: Mark, folder: Path) -> Source:
        """Return everything there is at a mark; `folder` is where logs are fetched to."""
        journal, heads = mark
        catalogue = self._journal.catalogue
        logs: list[Log] = []
        results: list[Entry] = []
        self._fetched = {}
        for entry in catalogue.entries.values():
            if entry.kind == "log":
                logs.append(self._log(entry, heads.get(entry.id), folder))
            elif entry.played is not None:
                results.append(entry)
        players = catalogue.people.players()
        return Source(version=journal, logs=logs, results=results, players=players)

    def _log(self, entry: Entry, head: Head | None, folder: Path) -> Log:
        """Return a log at its position; the journal's entry counts if it is at least as far."""
        grown = head is not None and head.seq > entry.lines
        there = self._files is not None and not grown
        if not there:
            self._fetched[entry.id] = head.seq if grown and head is not None else entry.lines
        return Log(
            log=entry.id,
            game=entry.game or "",
            path=log_path(self._files if there and self._files else folder, entry.id),
            revision=entry.revision,
            lines=head.seq if grown and head is not None else entry.lines,
            size=entry.size if there else None,
            head=head.digest if grown and head is not None else entry.head,
        )

    def fetch(self, item: Item) -> None:
        """Bring a log to its path, as far as it can be read, unless it is there."""
        if item.log not in self._fetched:
            return
        with Path(item.path).open("wb") as file, suppress(Damaged, Missing):
            # what is wrong with it is found when it is read
            for raw in self._stores.games.read(item.log, 1, self._fetched[item.log]):
                file.write(raw + b"\n")

    def drop(self, item: Item) -> None:
        """Remove a log that was fetched."""
        if item.log in self._fetched:
            Path(item.path).unlink(missing_ok=True)

    def watch(self, on_hint: Callable[[], None]) -> Callable[[], None]:
        """Tell whenever something may be new, until the answer is called; a hint may be lost."""
        stops = [
            store.watch(lambda *_: on_hint())
            for store in (self._stores.games, self._stores.journal)
        ]

        def stop() -> None:
            for each in stops:
                each()

        return stop

    def _heads(self, ids: Iterable[str]) -> dict[str, Head]:
        found: dict[str, Head] = {}
        rest = sorted(ids)
        for n in range(0, len(rest), AT_ONCE):
            found |= self._stores.games.heads(rest[n : n + AT_ONCE])
        return found
