"""A library: a folder of games, and a journal that says what each of them is.

`games/` has the logs and `revisions/` those that were replaced. `library.jsonl` is the journal, a
chained log like any other, from which lists, players and results are folded. Reading doesn't take a
lock and doesn't write anything.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec

from ledger.kernel.errors import FORGED, LedgerError, Locked, Malformed, Missing
from ledger.kernel.log.chain import DIGEST
from ledger.kernel.log.codec import Head
from ledger.kernel.message import Message, Text
from ledger.kernel.text.reasons import why
from ledger.kernel.verify.departures import Departures
from ledger.store.files import Files, RealFiles
from ledger.store.folder import FolderStore
from ledger.store.log_writer import log_path

from .journal.catalogue import Catalogue, GameEntry
from .journal.facts import JOURNAL, describe, read_fact
from .journal.removals import removals_in
from .people.matching import Doubt, Player
from .stores.log_files import GAMES, REVISIONS

if TYPE_CHECKING:
    from .writer import LibraryWriter


class LibraryProblem(msgspec.Struct, frozen=True, kw_only=True):
    """Something wrong with a library: the game affected, and what is wrong."""

    id: str | None
    message: Text


class ReadableLibrary(Protocol):
    """Read access to a library in a folder or in a database; safe to use from several threads."""

    @property
    def version(self) -> str:
        """The digest of the journal's last line, which changes whenever anything does."""

    @property
    def catalogue(self) -> Catalogue:
        """Everything the journal says so far."""

    def games(self) -> list[GameEntry]:
        """Return every game: logs and results."""

    def log_bytes(self, entry: GameEntry) -> bytes:
        """Return a log up to the length on record.

        Raises `LedgerError` or `OSError` if it can't be read.
        """

    def grown(self, entries: Sequence[GameEntry]) -> list[str]:
        """Return the ids of those games that have more lines than the journal says."""


class Library:
    """A library opened for reading; `writing()` opens it for writing."""

    def __init__(self, folder: str | Path, *, files: Files | None = None) -> None:
        self.folder = Path(folder)
        self.journal = log_path(self.folder, JOURNAL)
        self._files: Files = files or RealFiles()
        self._store = FolderStore(self.folder, files=self._files)
        self._seen: tuple[str, Catalogue, LedgerError | None] | None = None
        self._head: Head | None = None
        self._loading = threading.Lock()

    @classmethod
    def around(cls, path: Path) -> Library | None:
        """Return the library that a log file belongs to, if any."""
        folder = path.absolute().parent
        library = cls(folder.parent)
        return library if folder.name == GAMES and library.exists() else None

    def exists(self) -> bool:
        """Whether the library exists."""
        return self._files.exists(self.journal)

    def writing(self, *, dry: bool = False) -> LibraryWriter:
        """Open the library for writing, as its only writer; with `dry`, nothing gets written."""
        from .writer import LibraryWriter  # needs what loads and plays games; reading doesn't

        return LibraryWriter(self.folder, files=self._files, dry=dry)

    # --- reading ----------------------------------------------------------------------------

    @property
    def version(self) -> str:
        """The digest of the journal's last line, which changes whenever anything does."""
        try:
            fd = self._files.open(self.journal, "read")
        except FileNotFoundError:
            return ""
        try:
            size = self._files.size(fd)
            end = self._files.read(fd, max(size - DIGEST - 3, 0), DIGEST + 3)
        finally:
            self._files.close(fd)
        if end.endswith(b'"}\n'):
            return end[:DIGEST].decode("ascii", "replace")
        return f"torn-{size}"

    @property
    def catalogue(self) -> Catalogue:
        """Everything the journal says; after a change, only what is new is read."""
        return self._load()[0]

    @property
    def problem(self) -> LedgerError | None:
        """The error that kept the end of the journal from being read, or None."""
        return self._load()[1]

    def _load(self) -> tuple[Catalogue, LedgerError | None]:
        with self._loading:
            version = self.version
            if self._seen is None or self._seen[0] != version:
                self._seen = version, *self._read_on()
            return self._seen[1:]

    def _read_on(self) -> tuple[Catalogue, LedgerError | None]:
        """Read what is new in the journal, or all of it if it is a different journal."""
        known, self._head = self._head, None
        catalogue = Catalogue(self.folder / GAMES)
        error: LedgerError | None = None
        try:
            status = self._store.status(JOURNAL)
            error, first = status.error, 1
            if known is not None and self._seen is not None and self._stands(known):
                catalogue, first = self._seen[1], known.seq + 1
            last = max(status.head.seq, 1)
            raws = self._store.read(JOURNAL, first, last)
            if not catalogue.read(map(read_fact, raws)):
                removals = removals_in(self._store.read(JOURNAL, 1, last))
                catalogue = Catalogue(self.folder / GAMES, removals)
                catalogue.read(map(read_fact, self._store.read(JOURNAL, 1, last)))
            self._head = None if error is not None else status.head
        except Missing:
            pass
        except msgspec.DecodeError as e:
            error = Malformed(
                "this isn't the journal of a library: {reason}",
                file=str(self.journal),
                reason=why(e),
            )
        except LedgerError as e:
            error = e
        return catalogue, error

    def _stands(self, head: Head) -> bool:
        """Whether a line that was read before is still in the journal."""
        raw = next(self._store.read(JOURNAL, head.seq, head.seq), b"")
        return raw.endswith(head.digest.encode() + b'"}')

    def games(self) -> list[GameEntry]:
        """Return every game: logs and results."""
        return list(self.catalogue.entries.values())

    def log_bytes(self, entry: GameEntry) -> bytes:
        """Return a log up to the length on record."""
        with (entry.path or Path()).open("rb") as file:
            return file.read(entry.size)

    def grown(self, entries: Sequence[GameEntry]) -> list[str]:
        """Return the ids of those games whose files have grown beyond what the journal says."""
        return [e.id for e in entries if e.path and _size(e.path) > e.size]

    def look_into(self, entry: GameEntry) -> GameEntry:
        """Return a game with its `end` and `departures`, even if an earlier version added it."""
        if entry.path is None or entry.departures is not None:
            return entry
        from ledger.kernel.replay.log_reader import read

        try:
            data = entry.path.read_bytes()
            if any(s.place for s in entry.standings) and _plain(data):
                return msgspec.structs.replace(entry, end="finished", departures=Departures())
            reading = read(data)
            log = describe(reading.lines, reading.size)
        except (LedgerError, OSError, *FORGED):  # `ledger library` says what is wrong with it
            return entry
        return msgspec.structs.replace(entry, end=log.end, departures=log.departures)

    def played(self) -> list[GameEntry]:
        """Return every game that was really played, once.

        Branches don't count, as they only show what might have been. A seat's view of a game counts
        as that game; as a view doesn't contain the game's id, the two are matched by date, place
        and players.
        """
        games = [e for e in self.games() if e.branch is None]
        seen = {_occasion(e) for e in games if e.view is None}
        out = []
        for entry in games:
            if entry.view is None or _occasion(entry) not in seen:
                seen.add(_occasion(entry))
                out.append(entry)
        return out

    def removed(self) -> list[GameEntry]:
        """Return the games that were removed but whose files are still here."""
        gone = self.catalogue.removed
        return [] if gone is None else list(gone.entries.values())

    def results(self) -> list[GameEntry]:
        """Return the games of which only the result is known; each has `played`."""
        return [e for e in self.games() if e.kind == "result"]

    def players(self) -> list[Player]:
        """Return all players."""
        return self.catalogue.people.players()

    def doubts(self) -> list[Doubt]:
        """Return the players who might be the same person."""
        return self.catalogue.people.doubts()

    def players_of(self, id: str) -> tuple[str | None, ...]:
        """Return the ids of a game's players in the order of its standings; None if unknown."""
        return self.catalogue.people.of(id)

    def find(self, text: str) -> GameEntry:
        """Return the game with this id, or the only one whose id starts with it.

        An id that a game had before two records were combined still finds it.
        """
        return self.catalogue.find(text, str(self.folder))

    def revision_path(self, id: str, revision: int) -> Path:
        """Return the path of a revision of a log."""
        if revision == self.catalogue.entries[id].revision:
            return log_path(self.folder / GAMES, id)
        return self.folder / REVISIONS / f"{id}.{revision}.jsonl"

    # --- health -----------------------------------------------------------------------------

    def troubles(self, progress: Callable[[int], None] | None = None) -> list[LibraryProblem]:
        """Check that every log is where the journal says and has the right length and end."""
        out = [] if self.problem is None else [LibraryProblem(id=None, message=_told(self.problem))]
        for n, (id, logs) in enumerate(self.catalogue.logs.items(), 1):
            for revision, log in enumerate(logs, 1):
                path = self.revision_path(id, revision)
                if (wrong := self._wrong(path, log.size, log.head)) is not None:
                    kept = self.folder / REVISIONS / f"{id}.{revision}.jsonl"
                    if revision == len(logs) and self._wrong(kept, log.size, log.head) is None:
                        wrong = Message(
                            "an import was cut short while it was replacing this log; import it "
                            "again"
                        )
                    out.append(
                        LibraryProblem(id=id, message=Message.join(": ", [str(path), wrong]))
                    )
            if progress is not None:
                progress(n)
        known = {*self.catalogue.logs, *self.catalogue.left_logs}
        for name in sorted(self._files.names(self.folder / GAMES)):
            if name.endswith(".jsonl") and name.removesuffix(".jsonl") not in known:
                path = self.folder / GAMES / name
                unknown = Message("not in the journal; import it to add it")
                out.append(
                    LibraryProblem(id=None, message=Message.join(": ", [str(path), unknown]))
                )
        return out

    def _wrong(self, path: Path, size: int, head: str) -> Message | None:
        try:
            fd = self._files.open(path, "read")
        except FileNotFoundError:
            return Message("this log is missing")
        except OSError as e:
            return Message("this log can't be read: {reason}", reason=why(e))
        try:
            if self._files.size(fd) < size:
                return Message("this log is shorter than the {size:,} bytes on record", size=size)
            end = self._files.read(fd, max(size - DIGEST - 3, 0), DIGEST + 3)
        except OSError as e:  # it is a folder
            return Message("this log can't be read: {reason}", reason=why(e))
        finally:
            self._files.close(fd)
        if end == f'{head}"}}\n'.encode():
            return None
        return Message("this log isn't the one on record")


def _told(error: LedgerError) -> Message:
    """Return an error, with its location and its hint, as text for people."""
    place = ":".join(str(x) for x in (error.file, error.line) if x is not None)
    text = Message.join(": ", [place, error.text]) if place else error.text
    return text if error.advice is None else Message.join("\n    ", [text, error.advice])


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _plain(data: bytes) -> bool:
    """Whether a log plays the standard game without any departures, judging without decoding it."""
    marks = (b'"box_data":{', b'"waived":[', b'{"type":"adjusted"')
    return b'"options":{}' in data and not any(mark in data for mark in marks)


def _occasion(entry: GameEntry) -> tuple[object, ...]:
    names = tuple(s.person.name for s in entry.standings)
    return entry.game, entry.date, entry.place, names


def record_growth(path: Path) -> None:
    """Record that a log has grown, if it belongs to a library."""
    library = Library.around(path)
    if library is None or path.stem not in library.catalogue.logs:
        return
    from ledger.kernel.replay.log_reader import read

    reading = read(path.read_bytes(), file=str(path))
    with suppress(Locked), library.writing() as writer:  # else the next move does it
        writer.grew(path.stem, describe(reading.lines, reading.size))
