"""The only writer of a library: logs first, then the journal, a batch per flush.

Whatever moment the process dies at, the same import made again ends in the same library: a log
without its line in the journal is taken up again, and a batch is in the journal whole or not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple, Self

import msgspec

from ..kernel.codec import MAX_LINE
from ..kernel.errors import Malformed
from ..kernel.events import Entry as Unwritten
from ..kernel.played import Played
from .base import Failed, Locked, Missing
from .files import Files, RealFiles
from .folder import FolderStore
from .library_catalogue import Catalogue, result_identity
from .library_facts import (
    JOURNAL,
    OPENED,
    Fact,
    Log,
    LogAdded,
    LogGrew,
    ResultAdded,
    decoder,
    settled,
)
from .library_names import file_id
from .library_shelf import SAFE, Shelf
from .writer import log_path

BATCH = 512
"""Facts that become durable together."""

MAX_PLAYED = MAX_LINE - 64 * 1024
"""Bytes of the largest result that a line of the journal can hold."""

Status = Literal["new", "known", "changed"]


class Taken(NamedTuple):
    """What became of a game: its id here, its revision, and whether that is news."""

    status: Status
    id: str
    revision: int


class LibraryWriter:
    """A library open for writing; `dry` only finds out what would happen, and writes nothing."""

    def __init__(self, folder: Path, *, files: Files | None = None, dry: bool = False) -> None:
        self.folder, self.dry = folder, dry
        files = files or RealFiles()
        self._shelf = Shelf(folder, files)
        self._store = FolderStore(folder, files=files)
        self._pending: list[Unwritten] = []
        self.catalogue = Catalogue(self._shelf.games)
        try:
            self._open()
        except Locked as e:
            self._store.close()
            who = re.search(r" \(process \d+\)", e.message)
            raise Locked(
                f"another program is writing to this library{who[0] if who else ''}",
                file=str(folder),
                hint="wait until it is done, then try again",
            ) from None
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
            store.create(JOURNAL, [Unwritten(data=OPENED, turn=0)])
        try:
            self.catalogue.read(map(decoder().decode, store.read(JOURNAL)))
        except msgspec.DecodeError as e:
            path = log_path(self.folder, JOURNAL)
            raise Malformed(f"not the journal of a library: {e}", file=str(path)) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            if kind is None:
                self.flush()
        finally:
            self._store.close()

    # --- taking games in --------------------------------------------------------------------

    def add_result(self, played: Played, *, echo: bool = False) -> Taken:
        """Take a game without moves; `echo`: an export of ours, which says less than we know."""
        played = settled(played)
        size = len(msgspec.json.encode(played))
        if size > MAX_PLAYED:
            raise Malformed(f"this record takes {size:,} bytes; {MAX_PLAYED:,} is the most")
        identity = result_identity(played)
        id = self.catalogue.by_identity.get(identity)
        whole = self.catalogue.original(played) or (id if echo else None)
        if whole is not None:
            return Taken("known", whole, self.catalogue.entries[whole].revision)
        if id is None:
            id = self._fresh(f"{played.source}-{played.key}", identity)
            return self._take(ResultAdded(id=id, revision=1, played=played), "new")
        known = self.catalogue.results[id]
        if played in known:
            return Taken("known", id, known.index(played) + 1)
        if played == self.catalogue.entries[id].played:  # an export of what is put together here
            return Taken("known", id, len(known))
        fact = ResultAdded(id=id, revision=len(known) + 1, played=played)
        return self._take(fact, "changed")

    def add_log(self, identity: str, wish: str, log: Log, data: bytes) -> Taken:
        """Take a log; `wish` is what it would like to be called."""
        if log.size != len(data):
            raise ValueError("these are not the bytes of that log")
        id = self.catalogue.by_identity.get(identity)
        if id is None:
            id = self._fresh(wish, identity)
            if not self.dry:
                self._shelf.place(id, data)
            fact = LogAdded(id=id, identity=identity, revision=1, log=log)
            return self._take(fact, "new")
        now = self.catalogue.entries[id]
        old = self.catalogue.logs[id][-1]
        if log.head in self.catalogue.heads[id] or self._shelf.holds(id, old, data):
            return Taken("known", id, now.revision)
        if not self.dry:
            self.flush()  # the old log may be of this batch: it must be on record before it goes
            self._shelf.replace(id, now.revision, old, data)
        revision = now.revision + 1
        return self._take(LogAdded(id=id, identity=identity, revision=revision, log=log), "changed")

    def grew(self, id: str, log: Log) -> None:
        """Take note that a log was played on."""
        entry = self.catalogue.entries.get(id)
        if entry is not None and entry.head != log.head:
            self.say([LogGrew(id=id, log=log)])

    def _take(self, fact: LogAdded | ResultAdded, status: Status) -> Taken:
        self._queue(fact)
        if len(self._pending) >= BATCH:
            self.flush()
        return Taken(status, fact.id, fact.revision)

    def _fresh(self, wish: str, identity: str) -> str:
        return file_id(wish, identity, self.catalogue.entries)

    # --- the journal ------------------------------------------------------------------------

    def say(self, facts: Sequence[Fact], at: str | None = None) -> None:
        """Write facts that stand together: all of them, or none."""
        self.flush()
        for fact in facts:
            self._queue(fact, at)
        self.flush()

    def _queue(self, fact: Fact, at: str | None = None) -> None:
        entry = Unwritten(data=fact, turn=0, at=at)
        self.catalogue.add(fact, at)
        if not self.dry:
            self._pending.append(entry)

    def flush(self) -> None:
        """Make everything durable that was taken so far: the logs, then the lines about them."""
        if not self._pending:
            return
        self._shelf.sync()
        head = self._store.head(JOURNAL)
        batch, self._pending = self._pending, []
        try:
            self._store.append(JOURNAL, head.seq, None, batch)
        except Failed as e:
            e.hint = SAFE
            raise
