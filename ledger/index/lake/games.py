"""The games of a library as a lake needs them: in the order of its journal, and not in memory.

The games, and who sat at which table, are kept in a temporary file of this process. Games that were
added, changed or removed are noted until the caller reports that they have been taken in. Only what
is known about each player is kept in memory.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from ledger.kernel.errors import Failed
from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Line
from ledger.library.journal.catalogue import GameEntry
from ledger.library.journal.facts import PlayersMerged, PlayersSplit
from ledger.library.journal.game_list import UNSEALED
from ledger.library.journal.list_file import GameListFile
from ledger.library.people.directory import People, person_of
from ledger.library.people.matching import Player
from ledger.store.store import Store

AT_ONCE = 1000
"""How many games are read at a time."""
_ENTERED = """
select n, entry from entered join games using (id) where n > ? order by n limit ?
"""
_CHANGED = """
select n, entry from touched join entered using (id) join games using (id)
where n > ? order by n limit ?
"""
_UNSEALED = """
select id, lines from shelves join games using (id)
where shelf = ? and id > ? and id not in (select id from touched) order by id limit ?
"""
_MET = """
select 1 from sat as one join sat as other using (n)
where one.key in (select value from json_each(?)) and other.key in (select value from json_each(?))
limit 1
"""
_GAME = """
select id from sat join entered using (n) where key in (select value from json_each(?)) limit 1
"""


class LakeGames(GameListFile):
    """Follows the journal of a library; for use by a single thread."""

    tables = (
        GameListFile.tables
        + """
create table entered (n integer primary key, id text not null unique);
create table touched (id text primary key) without rowid;
create table sat (key text, n integer, primary key (key, n)) without rowid;
create index sat_n on sat (n)
"""
    )

    def __init__(self, journal: Store) -> None:
        super().__init__(journal)
        self._people = _PeopleOnDisk(self._sql)
        self._begun = True

    # --- queries: as of the last look at the journal ----------------------------------------

    def look(self) -> str:
        """Take in any new lines of the journal; return the digest of its last line."""
        return self.at_head(lambda head: head.digest)

    @property
    def anew(self) -> bool:
        """Whether the list was rebuilt from scratch since `taken_in`: games may be gone."""
        return self._begun

    def count(self) -> int:
        """Return the number of games."""
        return int(self._rows("select count(*) from games")[0][0])

    def all(self) -> Iterator[list[GameEntry]]:
        """Yield all games in order, in batches."""
        return self._in_order(_ENTERED)

    def changed_games(self) -> Iterator[list[GameEntry]]:
        """Yield the games that were added or changed, in order, in batches."""
        return self._in_order(_CHANGED)

    def _in_order(self, query: str) -> Iterator[list[GameEntry]]:
        after = 0
        while rows := self._rows(query, [after, AT_ONCE]):
            after = rows[-1][0]
            yield [self._entry(data) for _, data in rows]

    def unsealed_games(self) -> Iterator[dict[str, int]]:
        """Yield the unchanged games that may still grow, with their line counts, in batches."""
        after = ""
        while rows := self._rows(_UNSEALED, [UNSEALED, after, AT_ONCE]):
            after = rows[-1][0]
            yield dict(rows)

    def known(self, ids: Collection[str]) -> list[GameEntry]:
        """Return the entries of these games."""
        with self._asking():
            return list(self.entries_of(ids))

    def gone(self) -> list[str]:
        """Return the ids of games that were removed."""
        rows = self._rows("select id from touched where id not in (select id from games)")
        return [id for (id,) in rows]

    def absent(self, ids: Sequence[str]) -> list[str]:
        """Return those of these ids that have no game here."""
        query = "select value from json_each(?) where value not in (select id from games)"
        return [id for (id,) in self._rows(query, [_json(ids)])]

    def players(self) -> list[Player]:
        """Return everybody who has a game, in order of appearance, each with just one of their
        games.
        """
        with self._asking():
            return self._people.players()

    def taken_in(self) -> None:
        """Forget all changes noted so far."""
        self._rows("delete from touched")
        self._begun = False

    def _rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with self._asking():
            return list(self._sql(query, values))

    @contextmanager
    def _asking(self) -> Iterator[None]:
        # unlike in other lists: if the file is lost now, the games must not seem to be gone
        try:
            yield
        except sqlite3.Error as e:
            self.close()
            raise Failed("the list of games can't be saved: {reason}", reason=str(e)) from e

    # --- folding the journal ----------------------------------------------------------------

    def _make(self, connection: sqlite3.Connection, still: Callable[[], bool]) -> None:
        super()._make(connection, still)
        self._people, self._begun = _PeopleOnDisk(self._sql), True

    def _put(self, entry: GameEntry) -> None:
        super()._put(entry)
        self._sql("insert or ignore into entered (id) values (?)", [entry.id])
        self._sql("insert or ignore into touched values (?)", [entry.id])
        self._people.see(entry.id, [person_of(s) for s in entry.standings])

    def _drop(self, was: str, id: str) -> None:
        super()._drop(was, id)
        self._sql("insert or ignore into touched values (?)", [was])
        self._people.drop(was)
        self._sql("delete from entered where id = ?", [was])

    def _take(self, known: Head, lines: list[Line]) -> bool:
        if not super()._take(known, lines):
            return False
        for line in lines:
            if isinstance(line.data, PlayersMerged | PlayersSplit):
                self._people.rule(line.data)
        return True


class _PeopleOnDisk(People):
    """Everybody who has ever played; who sat where is kept in a file."""

    def __init__(self, sql: Callable[..., Iterator[tuple[Any, ...]]]) -> None:
        super().__init__()
        self._sql = sql

    def _sit(self, game: str, seats: list[tuple[str, ...]] | None) -> None:
        (n,) = next(self._sql("select n from entered where id = ?", [game]))
        self._sql("delete from sat where n = ?", [n])
        for key in {seat[0] for seat in seats or () if seat}:
            self._sql("insert into sat values (?, ?)", [key, n])

    def encounters(self) -> _PeopleOnDisk:
        """Return the record of who sat at which tables."""
        return self

    def met(self, some: Sequence[str], others: Sequence[str]) -> bool:
        """Return whether any key in `some` sat at a table with any key in `others`."""
        return bool(list(self._sql(_MET, [_json(some), _json(others)])))

    def games(self, keys: Sequence[str]) -> tuple[str, ...]:
        """Return one game of these keys, or nothing if they have none."""
        return tuple(id for (id,) in self._sql(_GAME, [_json(keys)]))


def _json(texts: Sequence[str]) -> str:
    return msgspec.json.encode(list(texts)).decode()
