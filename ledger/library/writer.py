"""Writing to a library: first the logs, then the journal, with one flush per batch.

Whenever the process dies, repeating the import leads to the same library: a log that isn't in the
journal yet is reused, and a batch is either in the journal completely or not at all.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, Self

import msgspec

from ledger.kernel.errors import Failed, Locked, Malformed, Missing
from ledger.kernel.log.chain import DIGEST
from ledger.kernel.log.codec import MAX_LINE, Head
from ledger.kernel.log.events import Entry
from ledger.kernel.results import PlayRecord
from ledger.kernel.text.reasons import why
from ledger.kernel.times import now
from ledger.store.files import Files, RealFiles
from ledger.store.folder import FolderStore
from ledger.store.log_writer import log_path

from .ids import file_id, log_id
from .journal.catalogue import Catalogue, TakenIds, result_identity
from .journal.facts import (
    JOURNAL,
    OPENED,
    Fact,
    LogAdded,
    LogFacts,
    LogGrew,
    Removed,
    ResultAdded,
    read_fact,
    settled,
)
from .journal.removals import removals_in
from .journal.shared import locked_by_another
from .people.forgotten import exported_identities
from .records.merge import TOLD_BY, combined
from .stores.log_files import SAFE, LogFiles

HEAD = DIGEST + 3
"""How many bytes at the end of a log hold its last digest."""
BATCH = 512
"""How many facts are made durable together."""

MAX_PLAYED = MAX_LINE - 64 * 1024
"""The size, in bytes, of the largest result that fits into a line of the journal."""

Status = Literal["new", "joined", "known", "changed", "removed"]
"""What became of a game or result that was added.

`joined` means that the game is already here from another source or another kind of file; `removed`
means that somebody removed the game, so it was left out.
"""


class AddResult(NamedTuple):
    """What became of a game that was added: its status, its id here, and its revision."""

    status: Status
    id: str
    revision: int


class LibraryWriter:
    """A library open for writing; with `dry`, it works out what would happen but writes nothing."""

    def __init__(self, folder: Path, *, files: Files | None = None, dry: bool = False) -> None:
        self.folder, self.dry = folder, dry
        files = files or RealFiles()
        self._log_files = LogFiles(folder, files)
        self._store = FolderStore(folder, files=files)
        self._pending: list[Entry] = []
        self._for: list[int] = []  # for which file each of them is written
        self.file = 0
        """The file being imported, as a number chosen by the caller; 0 if there isn't one."""
        self.wrote: dict[int, list[int]] = {}
        """The lines of the journal written for each file."""
        self._back: dict[str, PlayRecord | tuple[LogFacts, bytes]] = {}
        self._nameless: dict[str, tuple[str, PlayRecord | None]] | None = None
        self._heads: dict[bytes, str] | None = None
        self.catalogue = Catalogue(self._log_files.games)
        self._paused: Head | None = None
        try:
            self._open()
        except Locked as e:
            self._store.close()
            raise locked_by_another(e, str(folder)) from None
        except BaseException as e:
            self._store.close()
            if isinstance(e, Failed):
                e.hint = SAFE
            raise

    def _open(self) -> None:
        store = self._store
        try:
            if self.dry:
                store.head(JOURNAL)
            else:
                store.reopen(JOURNAL)
        except Missing:
            if self.dry:
                return
            store.create(JOURNAL, [Entry(data=OPENED, turn=0)])
        self._read(store.read(JOURNAL))

    def _read(self, raws: Iterable[bytes]) -> None:
        try:
            if not self.catalogue.read(map(read_fact, raws)):
                self._read_again()
        except msgspec.DecodeError as e:
            path = log_path(self.folder, JOURNAL)
            raise Malformed(
                "this isn't the journal of a library: {reason}", file=str(path), reason=why(e)
            ) from None

    def _read_again(self, more: Sequence[Removed] = ()) -> None:
        """Read the whole journal again, treating `more` as removed although it isn't in there."""
        try:
            removals = removals_in(self._store.read(JOURNAL))
            for fact in more:
                removals.take(removals.last + 1, fact)
            removals.last = max(removals.last, self._store.head(JOURNAL).seq)
            self.catalogue = Catalogue(self._log_files.games, removals)
            self.catalogue.read(map(read_fact, self._store.read(JOURNAL)))
        except Missing:
            self.catalogue = Catalogue(self._log_files.games)
        self._heads = self._nameless = None

    def remove(self, fact: Removed) -> int | None:
        """Remove the contents of some lines, durably, before anything is added.

        Return the line of the journal that says so; None if nothing is written.
        """
        if self.dry:
            self._read_again([fact])
            return None
        self.say([fact], now())
        at = self._store.head(JOURNAL).seq
        self._read_again()
        return at

    def pause(self) -> None:
        """Let others write; `resume` continues without reading everything a second time."""
        self.flush()
        self._paused = self._store.head(JOURNAL)
        self._store.release(JOURNAL)

    def resume(self) -> None:
        """Continue after a pause, reading what others have written in the meantime."""
        try:
            head, known = self._store.resume(JOURNAL), self._paused
        except Locked as e:
            raise locked_by_another(e, str(self.folder)) from None
        if known is None or head == known:
            return
        raws = self._store.read(JOURNAL, known.seq)
        if not next(raws, b"").endswith(known.digest.encode() + b'"}'):
            self.catalogue, raws = Catalogue(self._log_files.games), self._store.read(JOURNAL)
        self._read(raws)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            if kind is None:
                self.flush()
        finally:
            self._store.close()

    # --- taking games in --------------------------------------------------------------------

    def add_result(
        self, played: PlayRecord, *, echo: bool = False, past: bool = False
    ) -> AddResult:
        """Add a game without moves.

        `echo` means that it is our own export, which says less than we know; `past` that it is one
        of several revisions and mustn't undo later ones. Raises `Malformed` if the record is too
        large.
        """
        played, size = settled(played)
        if size > MAX_PLAYED:
            raise Malformed(
                "this record takes {size:,} bytes; {max_played:,} is the limit",
                size=size,
                max_played=MAX_PLAYED,
            )
        identity = result_identity(played)
        if self.catalogue.people.forgotten:
            home, made = self._exported_identities().get(identity, (None, None))
            if home is not None and (echo or made is None or made == played):
                return AddResult("known", home, self.catalogue.entries[home].revision)
        id = self.catalogue.by_identity.get(identity)
        if (copied := self.catalogue.copied(played)) is None:
            whole = self.catalogue.original(played) or (id if echo else None)
            if whole is not None:
                return AddResult("known", whole, self.catalogue.entries[whole].revision)
        id = copied or id
        if id is None:
            if (gone := self.catalogue.kept_out(played)) is not None:
                return self._kept_out(gone)
            taken = TakenIds(self.catalogue, identity)
            id = file_id(f"{played.source}-{played.key}", identity, taken)
            revision = 1 + len(self.catalogue.copies(played))
            status: Status = "new" if revision == 1 else "joined"
            return self._take(ResultAdded(id=id, revision=revision, played=played), status)
        known = self.catalogue.results[id]
        if (n := _index(known, played)) is not None:
            self._back.pop(id, None)
            if not past and len(known) > 1 and combined([*known, known[n]]) != combined(known):
                self._back[id] = known[n]
            self._claim(id)
            return AddResult("known", id, n + 1)
        if played == self.catalogue.entries[id].played:  # an export of what we combined here
            self._back.pop(id, None)
            return AddResult("known", id, len(known))
        told = {(p.source, p.extra.get(TOLD_BY)) for p in known}
        joins = (played.source, played.extra.get(TOLD_BY)) not in told
        return self._take(self._next(id, played), "joined" if joins else "changed")

    def _claim(self, id: str) -> None:
        """Credit this import with the lines about a game that an interrupted import wrote."""
        lines = self.catalogue.unclaimed.pop(id, None)
        if lines and self.file and not self.dry:
            self.wrote.setdefault(self.file, []).extend(lines)

    def _kept_out(self, id: str) -> AddResult:
        """Leave out a game that was removed before."""
        assert self.catalogue.removed is not None  # noqa: S101 # it has the game
        return AddResult("removed", id, self.catalogue.removed.entries[id].revision)

    def _exported_identities(self) -> dict[str, tuple[str, PlayRecord | None]]:
        if self._nameless is None:
            self._nameless = exported_identities(self.catalogue)
        return self._nameless

    def _next(self, id: str, played: PlayRecord) -> ResultAdded:
        behind = len(self.catalogue.results[id]) + len(self.catalogue.copies(played))
        return ResultAdded(id=id, revision=behind + 1, played=played)

    def add_log(
        self, identity: str, wish: str, log: LogFacts, data: bytes, *, past: bool = False
    ) -> AddResult:
        """Add a log; `wish` is the id it should get if possible, and `past` is as for a result."""
        if log.size != len(data):
            raise ValueError("these are not the bytes of that log")
        id = self.catalogue.by_identity.get(identity)
        if id is None:
            removed = self.catalogue.removed
            if removed is not None and (gone := removed.by_identity.get(identity)) is not None:
                return self._kept_out(removed.current(gone))
            id = log_id(wish, TakenIds(self.catalogue, identity))
            if not self.dry:
                self._log_files.place(id, data)
            taken = self._take(LogAdded(id=id, identity=identity, revision=1, log=log), "new")
            return taken._replace(status="joined") if id in self.catalogue.superseded else taken
        now = self.catalogue.entries[id]
        *before, old = self.catalogue.logs[id]
        goes_on = log.head == old.head or self._log_files.holds(id, old, data)
        if goes_on or log.head in self.catalogue.heads[id]:
            self._back.pop(id, None)
            if not (past or goes_on) and log.head in {b.head for b in before}:
                self._back[id] = log, data
            return AddResult("known", id, now.revision)
        return self._replace(id, log, data)

    def recognise(self, data: bytes) -> tuple[AddResult, LogFacts] | None:
        """Return the identical log in the library without reading its lines; None if there is none.

        A log can be here without being recognised: one that this writer added, or an earlier state.
        """
        id = self.seems_known(len(data), data[-HEAD:])
        if id is None:
            return None
        log = self.catalogue.logs[id][-1]
        if not self._log_files.holds(id, log, data):
            return None
        self._back.pop(id, None)
        return AddResult("known", id, self.catalogue.entries[id].revision), log

    def seems_known(self, size: int, end: bytes) -> str | None:
        """Return the id of a log with this size and these last bytes (`HEAD` of them), if any."""
        if self._heads is None:
            logs = self.catalogue.logs
            self._heads = {f'{logs[id][-1].head}"}}\n'.encode(): id for id in logs if logs[id]}
        id = self._heads.get(end)
        return id if id is not None and self.catalogue.logs[id][-1].size == size else None

    def _replace(self, id: str, log: LogFacts, data: bytes) -> AddResult:
        now, old = self.catalogue.entries[id], self.catalogue.logs[id][-1]
        if not self.dry:
            self.flush()  # the old log may be in this batch, and must be on record before it goes
            self._log_files.replace(id, now.revision, old, data)
        fact = LogAdded(id=id, identity=now.identity, revision=now.revision + 1, log=log)
        return self._take(fact, "changed")

    def is_behind(self, id: str) -> bool:
        """Whether the last imported revision of a game was an earlier one, as of now."""
        return id in self._back

    def behind(self) -> list[str]:
        """Return the games whose last imported revision was an earlier one.

        Only call this once all files have been read: a folder with both revisions may end with the
        later one.
        """
        return list(self._back)

    def go_back(self, id: str) -> AddResult:
        """Make the last imported revision the current one again."""
        said = self._back.pop(id)
        if isinstance(said, PlayRecord):  # it may have joined another play since
            return self._take(self._next(self.catalogue.current(id), said), "changed")
        return self._replace(id, *said)

    def grew(self, id: str, log: LogFacts) -> None:
        """Record that a log has grown."""
        entry = self.catalogue.entries.get(id)
        if entry is not None and entry.head != log.head:
            self.say([LogGrew(id=id, log=log)])

    def _take(self, fact: LogAdded | ResultAdded, status: Status) -> AddResult:
        self._back.pop(fact.id, None)
        self._queue(fact)
        if len(self._pending) >= BATCH:
            self.flush()
        return AddResult(status, fact.id, fact.revision)

    # --- the journal ------------------------------------------------------------------------

    def say(self, facts: Sequence[Fact], at: str | None = None) -> None:
        """Write facts that belong together, either all of them or none."""
        self.flush()
        for fact in facts:
            self._queue(fact, at)
        self.flush()

    def _queue(self, fact: Fact, at: str | None = None) -> None:
        entry = Entry(data=fact, turn=0, at=at)
        self.catalogue.add(fact, at)
        if not self.dry:
            self._pending.append(entry)
            self._for.append(self.file)

    def flush(self) -> None:
        """Make everything added so far durable: first the logs, then the lines about them."""
        if not self._pending:
            return
        self._log_files.sync()
        head = self._store.head(JOURNAL)
        batch, self._pending = self._pending, []
        files, self._for = self._for, []
        try:
            self._store.append(JOURNAL, head.seq, None, batch)
        except Failed as e:
            e.hint = SAFE
            raise
        for line, file in enumerate(files, head.seq + 1):
            if file:
                self.wrote.setdefault(file, []).append(line)


def _index(known: Sequence[PlayRecord], played: PlayRecord) -> int | None:
    """Return the index of the last revision that says the same, ignoring its Unicode form."""
    if known[-1] == played:
        return len(known) - 1
    said = _letters(played)
    return next((n for n in reversed(range(len(known))) if _letters(known[n]) == said), None)


def _letters(played: PlayRecord) -> str:
    text = msgspec.json.encode(played, order="sorted").decode()
    return text if text.isascii() else unicodedata.normalize("NFC", text)
