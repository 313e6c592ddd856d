"""What a lake is made from: a library in any store, at the positions where its logs are now."""

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
"""Games that are looked at together, at most."""
LINES = 400_000
"""About how many lines they have, at most."""


class LakeSource:
    """A library, read by position, some games at a time.

    Logs that are not files are fetched into a folder.
    """

    def __init__(self, stores: LibraryStores) -> None:
        self._stores = stores
        self._games = LakeGames(stores.journal)
        # of a log that is a file, and ends as it is on record, the file itself is read
        self._files = stores.games.folder if isinstance(stores.games, FolderStore) else None
        self._fetched: dict[str, int | None] = {}
        # logs that were taken further than the journal says; they may be taken back by a restore
        self._ahead: set[str] = set()

    @property
    def name(self) -> str:
        """Where the library is."""
        return self._stores.name

    def close(self) -> None:
        """Let go of the list of games."""
        self._games.close()

    def count(self) -> int:
        """Return how many games there are."""
        self._games.catch_up()
        return self._games.count()

    def look(self) -> str:
        """Take in what is new in the journal; return the digest of its last line."""
        if not self._stores.journal.has(JOURNAL):
            raise Missing("there is no library in {name}", name=self.name)
        return self._games.look()

    # --- what there is, as of the last look -------------------------------------------------

    def windows(self, folder: Path, *, everything: bool) -> Iterator[Source]:
        """Yield what may be new, some games at a time; `folder` is where logs are fetched to.

        What came, changed or grew since the last time, or `everything`.
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
        """Yield games and where their logs end, if that may not be where the journal says."""
        for entries in self._games.all() if everything else self._games.changed_games():
            heads = self._stores.games.heads(self._growing(entries))
            yield [(entry, heads.get(entry.id)) for entry in entries]
        for lines in () if everything else self._games.unsealed_games():
            # where all logs are files, most of them need not be opened
            some = lines if self._files is None else self._growing(self._games.known(lines))
            heads = self._stores.games.heads(some)
            moved = [id for id in heads if heads[id].seq > lines[id] or id in self._ahead]
            yield [(entry, heads[entry.id]) for entry in self._games.known(moved)]

    def _growing(self, entries: Iterable[GameEntry]) -> list[str]:
        """Return which logs can grow, and may have, or may be shorter again."""
        logs = (e for e in entries if e.kind == "log" and not e.sealed)
        return [e.id for e in logs if e.id in self._ahead or not self._as_on_record(e.id, e.size)]

    def _as_on_record(self, id: str, size: int) -> bool:
        """Whether a log is a file that is as long as the journal says; then nobody need open it."""
        try:
            return self._files is not None and log_path(self._files, id).stat().st_size == size
        except OSError:
            return False

    def gone(self, known: Iterable[Sequence[str]], *, everything: bool) -> list[str]:
        """Return the games that are gone; `known` gives those there were, some at a time."""
        if everything or self._games.anew:
            return [id for some in known for id in self._games.absent(some)]
        return self._games.gone()

    def players(self) -> list[Player]:
        """Return everybody who has a game, in order of appearance; not all of their games."""
        return self._games.players()

    def taken_in(self) -> None:
        """Note that everything up to the last look was taken in."""
        self._games.taken_in()

    # --- logs -------------------------------------------------------------------------------

    def _log(self, entry: GameEntry, head: Head | None, folder: Path) -> SourceLog:
        """Return a log at its position; the journal's entry counts if it is at least as far."""
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
        """Bring a log to its path, as far as it can be read, unless it is there."""
        if item.log not in self._fetched:
            return
        with Path(item.path).open("wb") as file, suppress(Damaged, Missing):
            # what is wrong with it is found when it is read
            for raw in self._stores.games.read(item.log, 1, self._fetched[item.log]):
                file.write(raw + b"\n")

    def drop(self, item: LogToLoad) -> None:
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


def _window(logs: list[SourceLog], results: list[GameEntry]) -> Source:
    return Source(version="", logs=logs, results=results, players=None, partial=True)
