"""What a lake is built from: a library in any store, as of the current ends of its logs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from ledger.index.build.inputs import Source, SourceLog
from ledger.index.types import LogToLoad
from ledger.kernel.errors import Damaged, Missing
from ledger.kernel.log.codec import Head
from ledger.library.journal.catalogue import GameEntry
from ledger.library.journal.facts import JOURNAL
from ledger.library.people.matching import Player
from ledger.library.stores.library_stores import LibraryStores
from ledger.store.folder import FolderStore
from ledger.store.log_writer import log_path

from .games import LakeGames

MOST = 4_000
"""How many games are examined at a time, at most."""
LINES = 400_000
"""Roughly how many lines they may have together."""


class LakeSource:
    """A library, read as of the current ends of its logs, in batches of games.

    Logs that aren't files are fetched into a folder.
    """

    def __init__(self, stores: LibraryStores) -> None:
        self._stores = stores
        self._games = LakeGames(stores.journal)
        # if a log is a file that ends where the journal says, the file itself is read
        self._files = stores.games.folder if isinstance(stores.games, FolderStore) else None
        self._fetched: dict[str, int | None] = {}
        # logs read beyond what the journal records; a restore may take those lines back
        self._ahead: set[str] = set()

    @property
    def name(self) -> str:
        """Where the library is."""
        return self._stores.name

    def close(self) -> None:
        """Close the list of games."""
        self._games.close()

    def count(self) -> int:
        """Return the number of games."""
        self._games.catch_up()
        return self._games.count()

    def look(self) -> str:
        """Take in any new lines of the journal; return the digest of its last line.

        Raises `Missing` if there is no library.
        """
        if not self._stores.journal.has(JOURNAL):
            raise Missing("there is no library in {name}", name=self.name)
        return self._games.look()

    # --- contents as of the last look -------------------------------------------------------

    def windows(self, folder: Path, *, everything: bool) -> Iterator[Source]:
        """Yield batches of games that may be new; logs are fetched into `folder`.

        These are the games that were added, changed or grew since the last time; with `everything`,
        all games.
        """
        logs: list[SourceLog] = []
        results: list[GameEntry] = []
        lines = 0
        self._fetched = {}
        for some in self._maybe_new(everything or self._games.anew):
            for entry, head in some:
                if entry.kind == "log":
                    logs.append(self._log(entry, head, folder))
                    lines += logs[-1].lines
                elif entry.played is not None:
                    results.append(entry)
            if lines >= LINES or len(logs) + len(results) >= MOST:
                yield _window(logs, results)
                logs, results, lines = [], [], 0
                self._fetched = {}
        if logs or results:
            yield _window(logs, results)

    def _maybe_new(self, everything: bool) -> Iterator[list[tuple[GameEntry, Head | None]]]:
        """Yield games, with the ends of those logs that may not end where the journal says."""
        for entries in self._games.all() if everything else self._games.changed_games():
            heads = self._stores.games.heads(self._growing(entries))
            yield [(entry, heads.get(entry.id)) for entry in entries]
        for lines in () if everything else self._games.unsealed_games():
            # if logs are files, most of them don't have to be opened
            some = lines if self._files is None else self._growing(self._games.known(lines))
            heads = self._stores.games.heads(some)
            moved = [id for id in heads if heads[id].seq > lines[id] or id in self._ahead]
            yield [(entry, heads[entry.id]) for entry in self._games.known(moved)]

    def _growing(self, entries: Iterable[GameEntry]) -> list[str]:
        """Return the ids of unsealed logs that may have grown, or become shorter again."""
        logs = (e for e in entries if e.kind == "log" and not e.sealed)
        return [e.id for e in logs if e.id in self._ahead or not self._as_on_record(e.id, e.size)]

    def _as_on_record(self, id: str, size: int) -> bool:
        """Return whether a log is a file of the journal's size, so it needn't be opened."""
        try:
            return self._files is not None and log_path(self._files, id).stat().st_size == size
        except OSError:
            return False

    def gone(self, known: Iterable[Sequence[str]], *, everything: bool) -> list[str]:
        """Return the ids of games that are gone; `known` yields batches of the indexed ids."""
        if everything or self._games.anew:
            return [id for some in known for id in self._games.absent(some)]
        return self._games.gone()

    def players(self) -> list[Player]:
        """Return everybody who has a game, in order of appearance, each with just one of their
        games.
        """
        return self._games.players()

    def taken_in(self) -> None:
        """Record that everything up to the last look has been taken in."""
        self._games.taken_in()

    # --- logs -------------------------------------------------------------------------------

    def _log(self, entry: GameEntry, head: Head | None, folder: Path) -> SourceLog:
        """Return a log as of its current end, which is the journal's unless it has grown since."""
        grown = head is not None and head.seq > entry.lines
        note = self._ahead.add if grown else self._ahead.discard
        note(entry.id)
        there = self._files is not None and not grown
        if not there:
            self._fetched[entry.id] = head.seq if grown and head is not None else entry.lines
        return SourceLog(
            log=entry.id,
            game=entry.game or "",
            path=log_path(self._files if there and self._files else folder, entry.id),
            revision=entry.revision,
            lines=head.seq if grown and head is not None else entry.lines,
            size=entry.size if there else None,
            head=head.digest if grown and head is not None else entry.head,
        )

    def fetch(self, item: LogToLoad) -> None:
        """Copy a log to its path, as much of it as can be read, unless it is there already."""
        if item.log not in self._fetched:
            return
        with Path(item.path).open("wb") as file, suppress(Damaged, Missing):
            # damage is reported when it is read
            for raw in self._stores.games.read(item.log, 1, self._fetched[item.log]):
                file.write(raw + b"\n")

    def drop(self, item: LogToLoad) -> None:
        """Remove the log's file if it was fetched."""
        if item.log in self._fetched:
            Path(item.path).unlink(missing_ok=True)

    def watch(self, on_hint: Callable[[], None]) -> Callable[[], None]:
        """Call `on_hint` whenever something may be new; a hint can get lost.

        Return a function that stops the watching.
        """
        stops = [
            store.watch(lambda *_: on_hint())
            for store in (self._stores.games, self._stores.journal)
        ]

        def stop() -> None:
            for each in stops:
                each()

        return stop


def _window(logs: list[SourceLog], results: list[GameEntry]) -> Source:
    return Source(version="", logs=logs, results=results, players=None, partial=True)
