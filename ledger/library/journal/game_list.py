"""The games of a library in order, in a file that can be made again: longer than memory may be.

It follows the journal: what is new there is read before anybody is told anything. Where it has come
to, by number and digest, stands in the file itself, so that a process that starts reads only what
came since. A game stands on several shelves: of its kind, of each player, of those that may go on.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from ledger.kernel.errors import Failed, Malformed, Missing
from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Line
from ledger.kernel.results import PlayRecord
from ledger.kernel.text.accents import unaccented
from ledger.kernel.text.reasons import why
from ledger.store.interface import Store

from .catalogue import Entry, GameFold, Kind
from .facts import JOURNAL, LogAdded, LogGrew, ResultAdded, decoder

T = TypeVar("T")
LOOKS = 2000
"""Games that are looked at for one page; who wants more asks for the next one."""
BATCH = 1000
"""Lines of the journal that are taken in together."""
CHECKPOINT = 16_384
"""Pages that are written beside the file before they go into it, with a flush."""
FORMAT = 2
"""Raised when the file or what stands in it changes; an older one is made again."""
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
_UNSEALED = "unsealed"


class GameFilter(NamedTuple):
    """Which games are wanted; `since` and `until` are days, `unsealed` those that may go on."""

    game: str | None = None
    player: str | None = None
    since: str | None = None
    until: str | None = None
    unsealed: bool = False

    def takes(self, entry: Entry) -> bool:
        """Whether a game is one of them."""
        day = (entry.date or "")[:10]
        return not (
            (self.game is not None and entry.game != self.game)
            or (self.player is not None and unaccented(self.player) not in _player_names(entry))
            or (self.since and day < self.since)
            or (self.until and not "" < day <= self.until)
            or (self.unsealed and not _is_unsealed(entry))
        )

    @property
    def shelves(self) -> list[str]:
        """The shelves on which all of them stand."""
        shelves = [_UNSEALED] if self.unsealed else []
        if self.player is not None:
            shelves.append(f"player {unaccented(self.player)}")
        if self.game is not None:
            shelves.append(f"game {self.game}")
        return shelves


class GamePage(NamedTuple):
    """Some games in the order of their ids; `next`: there may be more behind this id."""

    entries: list[Entry]
    next: str | None


class GameList(GameFold):
    """Follows a library's journal; safe to use from threads and from several processes."""

    def __init__(self, journal: Store, games: Path | None = None, file: Path | None = None) -> None:
        """`games`: the folder of the logs, if they are files; `file`: where it is kept.

        Without one, or where it can't be written, it lies on the disk as long as the process lives.
        """
        super().__init__(games)
        self._journal, self._file = journal, file
        self._mutex = threading.RLock()
        self._connection: sqlite3.Connection | None = None

    # --- asking -----------------------------------------------------------------------------

    def some(self, ids: Collection[str]) -> dict[str, Entry]:
        """Return what is known of some games."""

        def find() -> dict[str, Entry]:
            self._catch_up()
            wanted = [msgspec.json.encode(list(ids)).decode()]
            query = "select entry from games where id in (select value from json_each(?))"
            found = [self._entry(data) for (data,) in self._sql(query, wanted)]
            return {entry.id: entry for entry in found}

        return self._safely(find)

    def page(self, wanted: GameFilter, after: str, limit: int) -> GamePage:
        """Return the first games behind an id; fewer than the limit when they are hard to find."""

        def find() -> GamePage:
            self._catch_up()
            found: list[Entry] = []
            last = after
            for n, (id, data) in enumerate(self._behind(wanted, after)):
                if n == LOOKS or len(found) == limit:
                    return GamePage(found, last)
                entry, last = self._entry(data), id
                if wanted.takes(entry):
                    found.append(entry)
            return GamePage(found, None)

        return self._safely(find)

    def pages(self, wanted: GameFilter, limit: int) -> Iterator[list[Entry]]:
        """Yield all games that are wanted, some at a time."""
        after: str | None = ""
        while after is not None:
            entries, after = self.page(wanted, after, limit)
            if entries:
                yield entries

    def lines(self) -> dict[str, int]:
        """Return how many lines each log has, in the order of their ids."""

        def find() -> dict[str, int]:
            self._catch_up()
            return dict(self._sql("select id, lines from games where lines > 0 order by id"))

        return self._safely(find)

    def _behind(self, wanted: GameFilter, after: str) -> Iterator[tuple[str, bytes]]:
        """Yield the games behind an id on the shelf that has the fewest, and one more."""
        few = "select count(*) from (select 1 from shelves where shelf = ? and id > ? limit ?)"
        ahead = {shelf: next(self._sql(few, [shelf, after, LOOKS]))[0] for shelf in wanted.shelves}
        if not ahead:
            query = "select id, entry from games where id > ? order by id limit ?"
            return self._sql(query, [after, LOOKS + 1])
        shelf = min(ahead, key=ahead.__getitem__)
        query = (
            "select id, entry from shelves join games using (id) "
            "where shelf = ? and id > ? order by id limit ?"
        )
        return self._sql(query, [shelf, after, LOOKS + 1])

    def at_head(self, work: Callable[[Head], T]) -> T:
        """Do something while nothing is taken in; it gets how far the journal was read."""

        def do() -> T:
            self._catch_up()
            return work(self._position())

        return self._safely(do)

    def find(self, text: str, library: str) -> Entry:
        """Return the game with this id, or the only one whose id starts with it."""
        found = super().find

        def look() -> Entry:
            self._catch_up()
            return found(text, library)

        return self._safely(look)

    def _replaced_by(self, id: str) -> str | None:
        row = next(self._sql("select by from replaced where id = ?", [id]), None)
        return None if row is None else str(row[0])

    def _beginning(self, text: str) -> Iterator[str]:
        query = """
            select id from games where id >= :first and id < :behind
            union all select id from replaced where id >= :first and id < :behind
        """
        values = {"first": text, "behind": text + chr(0x10FFFF)}
        return (id for (id,) in self._open.execute(query, values))

    # --- what games are folded into ---------------------------------------------------------

    def entry(self, id: str) -> Entry | None:
        """Return what is known of a game, as far as the journal was read."""
        row = next(self._sql("select entry from games where id = ?", [id]), None)
        return None if row is None else self._entry(row[0])

    def _entry(self, data: bytes) -> Entry:
        entry = _entries.decode(data)
        if entry.kind == "log" and self.games is not None:
            return msgspec.structs.replace(entry, path=self.path_of(entry.id))
        return entry

    def _called(self, identity: str) -> str | None:
        row = next(self._sql("select id from identities where identity = ?", [identity]), None)
        return None if row is None else str(row[0])

    def _call(self, identity: str, id: str, kind: Kind) -> None:
        if kind == "result":
            self._sql("insert or replace into identities values (?, ?)", [identity, id])
        else:  # nothing is ever said about a log under the identities of its results
            self._sql("delete from identities where identity = ?", [identity])

    def _told(self, id: str) -> list[PlayRecord]:
        row = next(self._sql("select revisions from results where id = ?", [id]), None)
        return [] if row is None else _revisions.decode(row[0])

    def _tell(self, id: str, revisions: list[PlayRecord]) -> None:
        told = msgspec.json.encode(revisions)
        self._sql("insert or replace into results values (?, ?)", [id, told])

    def _enter(self, entry: Entry) -> None:
        shelves = _shelves_of(entry)
        known = self._drop_shelves(entry.id, shelves)
        rows = [(shelf, entry.id) for shelf in shelves if shelf not in known]
        self._open.executemany("insert into shelves values (?, ?)", rows)
        data = msgspec.json.encode(msgspec.structs.replace(entry, path=None))
        self._sql(
            "insert or replace into games values (?, ?, ?, ?)",
            [entry.id, entry.lines, msgspec.json.encode(shelves), data],
        )
        if entry.kind == "result":
            self._call(entry.identity, entry.id, entry.kind)

    def _leave(self, was: str, id: str) -> None:
        self._drop_shelves(was, [])
        self._sql("delete from games where id = ?", [was])
        self._sql("insert or replace into replaced values (?, ?)", [was, id])

    def _drop_shelves(self, id: str, keep: list[str]) -> list[str]:
        """Take a game from all shelves but some; return where it stood."""
        row = next(self._sql("select shelves from games where id = ?", [id]), None)
        known: list[str] = [] if row is None else msgspec.json.decode(row[0])
        rows = [(shelf, id) for shelf in known if shelf not in keep]
        if rows:
            self._open.executemany("delete from shelves where shelf = ? and id = ?", rows)
        return known

    # --- the journal ------------------------------------------------------------------------

    def _catch_up(self) -> None:
        """Read what is new in the journal, or all of it if it is another one."""
        while not self._read_on():
            pass

    def _read_on(self) -> bool:
        """Read to the end of the journal; False if another process was quicker on the way."""
        known = self._position()
        try:
            head = self._journal.status(JOURNAL).head
        except Missing:
            head = Head()
        if head == known:
            return True
        if known.seq and not self._stands(known, head):
            self._begin(self._open)
            known = Head()
        raws = self._journal.read(JOURNAL, known.seq + 1, head.seq) if head.seq else iter(())
        while batch := list(islice(raws, BATCH)):
            try:
                lines = [decoder().decode(raw) for raw in batch]
            except msgspec.DecodeError as e:
                raise Malformed(f"this is not the journal of a library: {why(e)}") from None
            if not self._take(known, lines):
                return False
            known = Head.of(lines[-1])
        return True

    def _stands(self, known: Head, head: Head) -> bool:
        """Whether the line up to which the journal was read still stands in it."""
        if known.seq > head.seq:
            return False
        raw = next(self._journal.read(JOURNAL, known.seq, known.seq), b"")
        return raw.endswith(known.digest.encode() + b'"}')

    def _take(self, known: Head, lines: list[Line]) -> bool:
        """Take in some lines behind a position; False if another process was quicker."""
        with self._open as connection:
            connection.execute("begin immediate")
            if self._position() != known:
                return False
            for line in lines:
                if isinstance(line.data, LogAdded | LogGrew | ResultAdded):
                    self.take(line.data)
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
        """Do something; when the file is broken or can't be written, once more with a new one."""
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
                raise Failed(f"the list of games can't be kept: {e}") from e

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
        if connection.execute("pragma user_version").fetchone() != (FORMAT,):
            self._begin(connection)
        return connection

    def _begin(self, connection: sqlite3.Connection) -> None:
        """Make the tables anew."""
        with connection:
            connection.execute("begin immediate")
            for (name,) in connection.execute(
                "select name from sqlite_schema where type = 'table'"
            ).fetchall():
                connection.execute(f'drop table "{name}"')
            for statement in _TABLES.split(";"):
                connection.execute(statement)
            connection.execute(f"pragma user_version = {FORMAT}")

    def _remove(self) -> None:
        for end in ("", "-wal", "-shm") if self._file is not None else ():
            with suppress(OSError):
                Path(f"{self._file}{end}").unlink(missing_ok=True)

    def close(self) -> None:
        """Let go of the file."""
        with self._mutex:
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()


def _player_names(entry: Entry) -> set[str]:
    """Return the names of a game's players as they are looked for."""
    return {unaccented(standing.person.name) for standing in entry.standings}


def _is_unsealed(entry: Entry) -> bool:
    """Whether a game may go on, as far as the list knows."""
    return entry.kind == "log" and not entry.sealed


def _shelves_of(entry: Entry) -> list[str]:
    shelves = [f"player {name}" for name in sorted(_player_names(entry))]
    if entry.game is not None:
        shelves.append(f"game {entry.game}")
    if _is_unsealed(entry):
        shelves.append(_UNSEALED)
    return shelves


_entries = msgspec.json.Decoder(Entry)
_revisions = msgspec.json.Decoder(list[PlayRecord])
