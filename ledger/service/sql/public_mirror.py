"""What strangers may know of a library: a second library of what any spectator could have seen.

It has each log as the spectator's stream, under the same id, and the results without moves. No
digest, key, size, import or path of the library is copied. It is a cache: a process may die at any
moment, or somebody may delete it, and the next refresh makes it whole again.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from ledger.index.build.fingerprints import code_fingerprint
from ledger.kernel.errors import LedgerError
from ledger.kernel.log.events import Line
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.redact import redact
from ledger.library.journal.catalogue import Catalogue, GameEntry
from ledger.library.journal.facts import (
    Fact,
    LogAdded,
    LogGrew,
    PlayersMerged,
    PlayersSplit,
    ResultAdded,
    describe,
)
from ledger.library.library import Library, ReadableLibrary
from ledger.library.people.forgotten import ForgottenPeople, without_seats
from ledger.library.records.chronology import chronology
from ledger.library.stores.log_files import GAMES
from ledger.library.writer import LibraryWriter
from ledger.store.files import write_whole
from ledger.store.log_writer import log_path
from ledger.system.locks import locked

from .public_results import public_result, public_rulings

SPECTATOR = 0
BATCH = 512
"""How many games go into the journal together."""

SPACE = 4096
"""Bytes of the journal for each game; beyond that it is rewritten."""

_LOCK = "copy.lock"
_MADE_BY = "made-by"


class PublicMirror:
    """The spectators' side of a library, in a folder of its own."""

    def __init__(self, library: ReadableLibrary, folder: Path) -> None:
        self._real, self.folder = library, folder
        self.library = Library(folder)
        self._made_from: tuple[str, str] | None = None
        self._forgotten = ForgottenPeople(Catalogue(None))
        self._left_out: dict[str, tuple[int, int]] = {}
        self._mend: set[str] | None = None
        self._writer: LibraryWriter | None = None
        self._taken: tuple[Catalogue, int] | None = None

    def fresh(self) -> bool:
        """Return whether nothing has changed since the last refresh; this is a cheap check."""
        return self._made_from == (self._real.version, self.library.version)

    def refresh(self) -> int:
        """Bring the copy up to date; return how many games were taken in."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with locked(self.folder / _LOCK):
            if self.fresh():
                return 0
            version = (
                self._real.version
            )  # before it is read: later changes are left for the next refresh
            real = self._real.catalogue
            upto = len(real.touched)
            forgotten = ForgottenPeople(real)
            if forgotten.mark != self._forgotten.mark:
                self._taken = None  # people who are now forgotten must not stay in the copy
            self._forgotten = forgotten
            if not self._goes_on(real):
                self._begin()
            taken = self._take()
            self._shorten()
            self._taken = real, upto
            self._made_from = version, self.library.version
        return taken

    def _goes_on(self, real: Catalogue) -> bool:
        """Return whether the library has only grown since the last refresh."""
        taken, self._taken = self._taken, None
        ours = self._made_from is not None and self._made_from[1] == self.library.version
        if taken is None or taken[0] is not real or not ours:
            return False
        mine = self.library.catalogue.entries
        if any(id in mine and id not in real.entries for id in real.touched[taken[1] :]):
            return False
        self._taken = taken
        return True

    # --- the folder -------------------------------------------------------------------------

    def _begin(self) -> None:
        """Start from scratch if the copy was made by other rules or can't be read."""
        marker = self.folder / _MADE_BY
        here = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:16]
        removed = self._real.catalogue.removals.last
        maker = f"{code_fingerprint()} {here} {self._forgotten.mark} {removed}\n"
        known = marker.read_text("utf-8") if marker.exists() else None
        if known == maker and self.library.problem is None and self._agrees():
            if self._mend is None:
                logs = (e for e in self.library.games() if e.kind == "log")
                self._mend = {e.id for e in logs if not _is_there(e)}
            return
        self._close_writer()
        for path in self.folder.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            elif path.name != _LOCK:
                path.unlink()
        self._left_out, self._mend = {}, set()
        marker.write_text(maker, "utf-8")  # last: without it, everything is rebuilt

    def _agrees(self) -> bool:
        """Return whether the copy could come from this library, and has nothing that is gone from
        it.
        """
        mine, theirs = self.library.catalogue, self._real.catalogue
        ruled = mine.people.rulings
        real = {self._forgotten.id(e): e.revision for e in theirs.entries.values()}
        return (
            mine.entries.keys() <= real.keys()
            and all(e.revision <= real[e.id] for e in mine.entries.values())
            and ruled == public_rulings(self._real, self._forgotten)[: len(ruled)]
        )

    # --- games ------------------------------------------------------------------------------

    def _take(self) -> int:
        facts, taken = self._news(), 0
        batch = list(islice(facts, BATCH))
        if not batch and self.library.exists():
            return 0
        try:
            if self._writer is None:
                self._writer = self.library.writing()
            else:
                self._writer.resume()
            while batch:
                self._writer.say(batch)
                taken += sum(not isinstance(f, PlayersMerged | PlayersSplit) for f in batch)
                batch = list(islice(facts, BATCH))
            self._writer.pause()
        except BaseException:
            self._close_writer()
            raise
        self._mend = set()
        return taken

    def _close_writer(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.__exit__(Exception, None, None)  # everything is flushed, or lost

    def _shorten(self) -> None:
        """Rewrite the journal when most of it just records how logs grew."""
        known = self.library.catalogue
        if self.library.journal.stat().st_size < SPACE * (len(known.entries) + 256):
            return
        facts: list[Fact] = []
        for e in known.entries.values():
            if e.played is not None:
                facts.append(ResultAdded(id=e.id, revision=e.revision, played=e.played))
            else:
                log = known.logs[e.id][-1]
                facts.append(LogAdded(id=e.id, identity=e.identity, revision=e.revision, log=log))
        aside = Library(self.folder / "shorter")
        shutil.rmtree(aside.folder, ignore_errors=True)
        with aside.writing() as writer:
            writer.say([*facts, *known.people.rulings])
        aside.journal.replace(self.library.journal)
        shutil.rmtree(aside.folder)

    def _news(self) -> Iterator[Fact]:
        """Yield what the copy's journal lacks; a log is stored before its fact is yielded."""
        mine = self.library.catalogue
        have, ruled = mine.entries, len(mine.people.rulings)
        short = self._real.catalogue.people.short
        for entry in self._changed():
            id = self._forgotten.id(entry)
            old = have.get(id)
            if entry.played is not None:
                if old is None or old.revision != entry.revision:
                    played = public_result(id, self._forgotten.played(entry), short)
                    yield ResultAdded(id=id, revision=entry.revision, played=played)
            elif (fact := self._log(entry, old)) is not None:
                yield fact
        yield from public_rulings(self._real, self._forgotten)[ruled:]

    def _changed(self) -> list[GameEntry]:
        """Return the games that may have changed since the last refresh."""
        if self._taken is None:
            return sorted(self._real.games(), key=chronology)  # strangers get the same order
        real, upto = self._taken
        ids = dict.fromkeys(real.touched[upto:])
        return [entry for id in ids if (entry := real.entries.get(id)) is not None]

    def _log(self, entry: GameEntry, old: GameEntry | None) -> LogAdded | LogGrew | None:
        """Store a log's stream, if it isn't there yet."""
        # A log only grows, and its streams have as many lines as it has.
        now = entry.revision, entry.lines
        mend = entry.id in (self._mend or ())
        if (old is not None and (old.revision, old.lines) == now and not mend) or (
            self._left_out.get(entry.id) == now
        ):
            return None
        made = spectators_stream(self._real, entry, self._forgotten.seats(entry.id))
        if made is None:
            self._left_out[entry.id] = now
            return None
        lines, data = made
        path = log_path(self.folder / GAMES, entry.id)
        path.parent.mkdir(parents=True, exist_ok=True)
        # `_is_there` finds what a power cut undid
        write_whole(path, data, aside=path.with_suffix(".new"), durable="never")
        log = describe(lines, len(data))
        if old is not None and old.revision == entry.revision:
            return LogGrew(id=entry.id, log=log)
        return LogAdded(
            id=entry.id, identity=f"public:{entry.id}", revision=entry.revision, log=log
        )


def spectators_stream(
    library: ReadableLibrary, entry: GameEntry, unnamed: frozenset[int] = frozenset()
) -> tuple[list[Line], bytes] | None:
    """Return what a spectator saw of a log, as far as recorded; None if it can't be read.

    The seats in `unnamed`, counted from 0, belong to people who are to be forgotten. A log that is
    one seat's view is redacted again: a spectator sees no more than any seat.
    """
    try:
        reading = read(library.log_bytes(entry))
        if reading.error is not None or reading.head.digest != entry.head:
            return None
        lines = without_seats(reading.lines, unnamed)[0] if unnamed else reading.lines
        return redact(reading.game, lines, SPECTATOR)
    except (OSError, LedgerError):
        return None
    except Exception:  # forged events can break a fold in any way
        return None


def _is_there(entry: GameEntry) -> bool:
    """Return whether a log has its recorded length and end, since a power cut can undo a rename."""
    try:
        with (entry.path or Path()).open("rb") as file:
            end = f'{entry.head}"}}\n'.encode()
            file.seek(entry.size - len(end))
            return file.read(len(end)) == end
    except (OSError, ValueError):
        return False
