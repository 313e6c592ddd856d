"""The list of games in a file on this machine, which can always be rebuilt."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import msgspec

from ledger.kernel.errors import Failed
from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Line
from ledger.kernel.results import PlayRecord
from ledger.store.store import Store

from . import game_list
from .catalogue import GameEntry, GameFold, Kind
from .facts import LogAdded, LogGrew, ResultAdded
from .game_list import GameList, decoded_revisions, encoded, shelves_of

T = TypeVar("T")
CHECKPOINT = 16_384
"""How many pages are written to a separate file before they go into the list, with a flush."""
FORMAT = 3
"""Raised whenever the layout or contents of the file change; an older file is then rebuilt."""
_TABLES = """
create table position (seq integer, command integer, digest text, sealed integer);
create table games (
    id text primary key, lines integer not null, shelves blob not null, entry blob not null
) without rowid;
create table shelves (shelf text, id text, primary key (shelf, id)) without rowid;
create table identities (identity text primary key, id text not null) without rowid;
create table results (id text primary key, revisions blob not null) without rowid;
create table replaced (id text primary key, by text not null) without rowid;
"""


class GameListFile(GameList, GameFold):
    """A list in a file that several processes can maintain together."""

    tables: ClassVar[str] = _TABLES
    """The statements that create its tables."""

    def __init__(self, journal: Store, games: Path | None = None, file: Path | None = None) -> None:
        """`games` is the folder of the logs, if they are files; `file` is where the list is kept.

        Without a file, or if it can't be written, the list is on disk only as long as the process
        lives.
        """
        GameList.__init__(self, journal)
        GameFold.__init__(self, games)
        self._file = file
        self._mutex = threading.RLock()
        self._connection: sqlite3.Connection | None = None

    # --- asking -----------------------------------------------------------------------------

    def entries_of(self, ids: Collection[str]) -> Iterable[GameEntry]:
        """Return what is known about some games, as far as the journal has been read."""
        wanted = [msgspec.json.encode(list(ids)).decode()]
        query = "select entry from games where id in (select value from json_each(?))"
        return [self._entry(data) for (data,) in self._sql(query, wanted)]

    def _lines(self) -> Iterable[tuple[str, int]]:
        return self._sql("select id, lines from games where lines > 0 order by id")

    def _count(self, shelf: str, after: str) -> int:
        few = "select count(*) from (select 1 from shelves where shelf = ? and id > ? limit ?)"
        return int(next(self._sql(few, [shelf, after, game_list.LOOKS]))[0])

    def _behind(self, shelf: str | None, after: str, limit: int) -> Iterator[tuple[str, bytes]]:
        if shelf is None:
            query = "select id, entry from games where id > ? order by id limit ?"
            return self._sql(query, [after, game_list.LOOKS + 1])
        query = (
            "select id, entry from shelves join games using (id) "
            "where shelf = ? and id > ? order by id limit ?"
        )
        return self._sql(query, [shelf, after, game_list.LOOKS + 1])

    def _replaced_by(self, id: str) -> str | None:
        row = next(self._sql("select by from replaced where id = ?", [id]), None)
        return None if row is None else str(row[0])

    def _beginning(self, text: str) -> tuple[Iterable[str], Iterable[str]]:
        ends = [text, text + chr(0x10FFFF)]
        here = self._sql("select id from games where id >= ? and id < ?", ends)
        replaced = self._sql("select id from replaced where id >= ? and id < ?", ends)
        return [id for (id,) in here], [id for (id,) in replaced]

    # --- what games are folded into ---------------------------------------------------------

    def entry(self, id: str) -> GameEntry | None:
        """Return what is known about a game, as far as the journal has been read."""
        row = next(self._sql("select entry from games where id = ?", [id]), None)
        return None if row is None else self._entry(row[0])

    def _entry(self, data: bytes) -> GameEntry:
        entry = super()._entry(data)
        if entry.kind == "log" and self.games is not None:
            return msgspec.structs.replace(entry, path=self.path_of(entry.id))
        return entry

    def _id_of(self, identity: str) -> str | None:
        row = next(self._sql("select id from identities where identity = ?", [identity]), None)
        return None if row is None else str(row[0])

    def _assign(self, identity: str, id: str, kind: Kind) -> None:
        if kind == "result":
            self._sql("insert or replace into identities values (?, ?)", [identity, id])
        else:  # nothing is ever said about a log under the identities of its results
            self._sql("delete from identities where identity = ?", [identity])

    def _revisions_of(self, id: str) -> list[PlayRecord]:
        row = next(self._sql("select revisions from results where id = ?", [id]), None)
        return [] if row is None else decoded_revisions(row[0])

    def _keep_revisions(self, id: str, revisions: list[PlayRecord]) -> None:
        told = msgspec.json.encode(revisions)
        self._sql("insert or replace into results values (?, ?)", [id, told])

    def _put(self, entry: GameEntry) -> None:
        shelves = shelves_of(entry)
        known = self._drop_shelves(entry.id, shelves)
        rows = [(shelf, entry.id) for shelf in shelves if shelf not in known]
        self._open.executemany("insert into shelves values (?, ?)", rows)
        self._sql(
            "insert or replace into games values (?, ?, ?, ?)",
            [entry.id, entry.lines, msgspec.json.encode(shelves), encoded(entry)],
        )
        if entry.kind == "result":
            self._assign(entry.identity, entry.id, entry.kind)

    def _drop(self, was: str, id: str) -> None:
        self._drop_shelves(was, [])
        self._sql("delete from games where id = ?", [was])
        self._sql("insert or replace into replaced values (?, ?)", [was, id])

    def _drop_shelves(self, id: str, keep: list[str]) -> list[str]:
        """Take a game off all shelves except some, and return the shelves that it was on."""
        row = next(self._sql("select shelves from games where id = ?", [id]), None)
        known: list[str] = [] if row is None else msgspec.json.decode(row[0])
        rows = [(shelf, id) for shelf in known if shelf not in keep]
        if rows:
            self._open.executemany("delete from shelves where shelf = ? and id = ?", rows)
        return known

    # --- the journal ------------------------------------------------------------------------

    def _take(self, known: Head, lines: list[Line]) -> bool:
        """Apply the lines after a position; return False if another process did so first."""
        with self._open as connection:
            connection.execute("begin immediate")
            if self._position() != known:
                return False
            for line in lines:
                fact, counts = line.data, line.seq not in self._removals
                if counts and isinstance(fact, LogAdded | LogGrew | ResultAdded):
                    self.take(fact, line.seq)
            now = msgspec.structs.astuple(Head.of(lines[-1]))
            connection.execute("delete from position")
            connection.execute("insert into position values (?, ?, ?, ?)", now)
        return True

    def _position(self) -> Head:
        row = next(self._sql("select * from position"), None)
        if row is None:
            return Head()
        seq, command, digest, sealed = row
        return Head(seq, command, digest, bool(sealed))

    # --- the file ---------------------------------------------------------------------------

    def _safely(self, work: Callable[[], T]) -> T:
        """Do some work; if the file turns out broken or read-only, try again with a new one."""
        with self._mutex:
            try:
                return work()
            except sqlite3.Error:
                self.close()
                self._remove()
                self._file = None
            try:
                return work()
            except sqlite3.Error as e:
                self.close()
                raise Failed("the list of games can't be saved: {reason}", reason=str(e)) from e

    def _sql(self, query: str, values: Collection[object] = ()) -> Iterator[tuple[Any, ...]]:
        return self._open.execute(query, tuple(values))

    @property
    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = self._connect()
        return self._connection

    def _connect(self) -> sqlite3.Connection:
        if self._file is not None:
            try:
                self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                os.close(os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600))
            except OSError:
                self._file = None
        connection = sqlite3.connect(
            self._file or "", isolation_level=None, check_same_thread=False, timeout=60
        )
        if self._file is not None:
            connection.execute("pragma journal_mode = wal")
            connection.execute("pragma synchronous = normal")
            connection.execute(f"pragma wal_autocheckpoint = {CHECKPOINT}")

        def is_old() -> bool:
            return bool(connection.execute("pragma user_version").fetchone() != (FORMAT,))

        if is_old():
            self._make(connection, is_old)
        return connection

    def _begin(self, known: Head) -> None:
        self._make(self._open, lambda: self._position() == known)

    def _make(self, connection: sqlite3.Connection, still: Callable[[], bool]) -> None:
        """Recreate the tables, unless another process has just done so."""
        with connection:
            connection.execute("begin immediate")
            if not still():
                return
            for (name,) in connection.execute(
                "select name from sqlite_schema where type = 'table'"
            ).fetchall():
                connection.execute(f'drop table "{name}"')
            for statement in self.tables.split(";"):
                connection.execute(statement)
            connection.execute(f"pragma user_version = {FORMAT}")

    def _remove(self) -> None:
        for end in ("", "-wal", "-shm") if self._file is not None else ():
            with suppress(OSError):
                Path(f"{self._file}{end}").unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file."""
        with self._mutex:
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()
