"""The games of a library as a lake needs them: in the order of its journal, and not in memory.

They lie in a file of this process, and so does who sat at which table. What came, changed or went
is noted until somebody says that it was taken in. In memory is only what is known of each player.
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
"""Games that are read together."""
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
    """Follows the journal of a library, for one thread."""

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

    # --- asking: as far as the journal was read ---------------------------------------------

    def look(self) -> str:
        """Take in what is new in the journal; return the digest of its last line."""
        return self.at_head(lambda head: head.digest)

    @property
    def anew(self) -> bool:
        """Whether it was begun from nothing since all was taken in: then games may be gone."""
        return self._begun

    def count(self) -> int:
        """Return how many games there are."""
        return int(self._rows("select count(*) from games")[0][0])

    def all(self) -> Iterator[list[GameEntry]]:
        """Yield all games in order, some at a time."""
        return self._in_order(_ENTERED)

    def changed_games(self) -> Iterator[list[GameEntry]]:
        """Yield the games that came or changed, in order, some at a time."""
        return self._in_order(_CHANGED)

    def _in_order(self, query: str) -> Iterator[list[GameEntry]]:
        after = 0
        while rows := self._rows(query, [after, AT_ONCE]):
            after = rows[-1][0]
            yield [self._entry(data) for _, data in rows]

    def unsealed_games(self) -> Iterator[dict[str, int]]:
        """Yield the other games that may go on, and how many lines they have, some at a time."""
        after = ""
        while rows := self._rows(_UNSEALED, [UNSEALED, after, AT_ONCE]):
            after = rows[-1][0]
            yield dict(rows)

    def known(self, ids: Collection[str]) -> list[GameEntry]:
        """Return what is known of some games."""
        with self._asking():
            return list(self.entries_of(ids))

    def gone(self) -> list[str]:
        """Return the ids that went."""
        rows = self._rows("select id from touched where id not in (select id from games)")
        return [id for (id,) in rows]

    def absent(self, ids: Sequence[str]) -> list[str]:
        """Return which of some ids have no game here."""
        query = "select value from json_each(?) where value not in (select id from games)"
        return [id for (id,) in self._rows(query, [_json(ids)])]

    def players(self) -> list[Player]:
        """Return everybody who has a game, in order of appearance; not all of their games."""
        with self._asking():
            return self._people.players()

    def taken_in(self) -> None:
        """Forget what has changed so far."""
        self._rows("delete from touched")
        self._begun = False

    def _rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with self._asking():
            return list(self._sql(query, values))

    @contextmanager
    def _asking(self) -> Iterator[None]:
        # not as others ask it: if the file is lost now, the games must not seem to be gone
        try:
            yield
        except sqlite3.Error as e:
            self.close()
            raise Failed("the list of games can't be kept: {reason}", reason=str(e)) from e

    # --- what games are folded into ---------------------------------------------------------

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
    """Everybody who ever played; who sat where stands in a file."""

    def __init__(self, sql: Callable[..., Iterator[tuple[Any, ...]]]) -> None:
        super().__init__()
        self._sql = sql

    def _sit(self, game: str, seats: list[tuple[str, ...]] | None) -> None:
        (n,) = next(self._sql("select n from entered where id = ?", [game]))
        self._sql("delete from sat where n = ?", [n])
        for key in {seat[0] for seat in seats or () if seat}:
            self._sql("insert into sat values (?, ?)", [key, n])

    def encounters(self) -> _PeopleOnDisk:
        """Return who sat at which tables."""
        return self

    def met(self, some: Sequence[str], others: Sequence[str]) -> bool:
        """Whether one of some keys sat at a table with one of others."""
        return bool(list(self._sql(_MET, [_json(some), _json(others)])))

    def games(self, keys: Sequence[str]) -> tuple[str, ...]:
        """Return a game of these keys, if there is any."""
        return tuple(id for (id,) in self._sql(_GAME, [_json(keys)]))


def _json(texts: Sequence[str]) -> str:
    return msgspec.json.encode(list(texts)).decode()
