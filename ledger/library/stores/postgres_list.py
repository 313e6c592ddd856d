"""The list of games as database tables, which all services using the database share.

Any process that finds something new in the journal applies it, under a lock, on behalf of all the
others. A process that starts finds the list ready and keeps no copy of it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from hashlib import blake2b
from time import monotonic
from typing import Any, LiteralString, TypeVar

import msgspec

from ledger.kernel.errors import LedgerError
from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Line
from ledger.kernel.results import PlayRecord
from ledger.library.journal import game_list
from ledger.library.journal.catalogue import GameEntry, GameFold, Kind, result_identity
from ledger.library.journal.facts import LogAdded, LogGrew, ResultAdded
from ledger.library.journal.game_list import (
    GameList,
    decoded_entry,
    decoded_revisions,
    encoded,
    shelves_of,
)
from ledger.library.records.known_exports import echoes, twin
from ledger.store.postgres.database import Connection, Database
from ledger.store.store import Store

T = TypeVar("T")
_LOCK = 0x6C656469
"""The advisory lock that is held while the list is brought up to date."""
_POSITION = "select seq, command, digest, sealed from ledger.list_progress"
_FEW = """
select count(*) from (
    select from ledger.listed_shelves where shelf = %s and game > %s limit %s
) as few
"""
_EMPTY = """
truncate ledger.listed_games, ledger.listed_shelves, ledger.listed_results,
    ledger.listed_identities, ledger.listed_replaced, ledger.list_progress
"""
_ALL = "select game, entry from ledger.listed_games where game > %s order by game limit %s"
_ON_SHELF = """
select g.game, g.entry
from (
    select game from ledger.listed_shelves where shelf = %s and game > %s order by game limit %s
) as s
join ledger.listed_games as g using (game)
order by g.game
"""


class PostgresGameList(GameList):
    """A list in a database."""

    def __init__(self, database: Database, journal: Store) -> None:
        super().__init__(journal)
        self._database = database
        self._mutex = threading.Lock()
        self._failure: tuple[float, LedgerError] | None = None

    def _safely(self, work: Callable[[], T]) -> T:
        return work()

    def close(self) -> None:
        """Do nothing, as the database stays open."""

    # --- asking -----------------------------------------------------------------------------

    def entry(self, id: str) -> GameEntry | None:
        """Return what is known about a game, as far as the journal has been read."""
        return next(iter(self.entries_of([id])), None)

    def entries_of(self, ids: Collection[str]) -> Iterable[GameEntry]:
        """Return what is known about some games, as far as the journal has been read."""
        query = "select entry from ledger.listed_games where game = any(%s::text[])"
        return [self._entry(data) for (data,) in self._database.ask(query, [list(ids)])]

    def _lines(self) -> Iterable[tuple[str, int]]:
        query = "select game, lines from ledger.listed_games where lines > 0 order by game"
        return ((id, lines) for id, lines in self._database.ask(query))

    def _count(self, shelf: str, after: str) -> int:
        ((found,),) = self._database.ask(_FEW, [_short(shelf), after, game_list.LOOKS])
        return int(found)

    def _behind(self, shelf: str | None, after: str, limit: int) -> Iterator[tuple[str, bytes]]:
        left, some = game_list.LOOKS + 1, limit + 1
        while left > 0:
            some = min(some, left)
            if shelf is None:
                rows = self._database.ask(_ALL, [after, some])
            else:
                rows = self._database.ask(_ON_SHELF, [_short(shelf), after, some])
            yield from ((id, data) for id, data in rows)
            if len(rows) < some:
                return
            after, left, some = rows[-1][0], left - some, 2 * some

    def _replaced_by(self, id: str) -> str | None:
        query = "select by from ledger.listed_replaced where game = %s"
        return next((by for (by,) in self._database.ask(query, [id])), None)

    def _beginning(self, text: str) -> tuple[Iterable[str], Iterable[str]]:
        ends = [text, text + chr(0x10FFFF)]
        here = "select game from ledger.listed_games where game >= %s and game < %s"
        replaced = "select game from ledger.listed_replaced where game >= %s and game < %s"
        ask = self._database.ask
        return [id for (id,) in ask(here, ends)], [id for (id,) in ask(replaced, ends)]

    # --- the journal ------------------------------------------------------------------------

    def _catch_up(self) -> None:
        asked = monotonic()
        with self._mutex:  # one thread is enough; meanwhile the others don't need a connection
            if self._failure is not None and self._failure[0] > asked:
                raise self._failure[1].with_traceback(None)  # don't wait for the same failure again
            try:
                super()._catch_up()
            except LedgerError as e:
                self._failure = monotonic(), e
                raise

    def _position(self) -> Head:
        return _head(self._database.ask(_POSITION))

    def _take(self, known: Head, lines: list[Line]) -> bool:
        counting = (line for line in lines if line.seq not in self._removals)
        told = [x for x in counting if isinstance(x.data, LogAdded | LogGrew | ResultAdded)]

        def take(connection: Connection) -> bool:
            if not _stays(connection, known):
                return False
            if told:
                fold = _Fold(connection, [line.data for line in told])
                for line in told:
                    fold.take(line.data, line.seq)
                fold.write()
            _note(connection, Head.of(lines[-1]))
            return True

        return self._database.change_cache(take)

    def _begin(self, known: Head) -> None:
        def begin(connection: Connection) -> None:
            if _stays(connection, known):
                connection.execute(_EMPTY)

        self._database.change_cache(begin)


def _stays(connection: Connection, known: Head) -> bool:
    """Keep others from changing the list until the end; return False if it has changed already."""
    connection.execute("select pg_advisory_xact_lock(%s)", [_LOCK])
    return _head(connection.execute(_POSITION).fetchall()) == known


def _head(rows: list[tuple[Any, ...]]) -> Head:
    return Head(*rows[0]) if rows else Head()


def _note(connection: Connection, head: Head) -> None:
    connection.execute(
        """
        insert into ledger.list_progress (seq, command, digest, sealed) values (%s, %s, %s, %s)
        on conflict (game) do update set seq = excluded.seq, command = excluded.command,
            digest = excluded.digest, sealed = excluded.sealed
        """,
        [head.seq, head.cmd, head.digest, head.sealed],
    )


class _Fold(GameFold):
    """Facts on their way into the tables: what they need is read up front, and written once."""

    def __init__(
        self, connection: Connection, facts: Iterable[LogAdded | LogGrew | ResultAdded]
    ) -> None:
        super().__init__(None)
        self._connection = connection
        self._before: dict[str, GameEntry | None] = {}
        self._identified: dict[str, str | None] = {}
        self._results: dict[str, list[PlayRecord]] = {}
        self._now: dict[str, GameEntry | None] = {}
        self._calls: dict[str, str | None] = {}
        self._revisions: dict[str, list[PlayRecord]] = {}
        self._gone: dict[str, str] = {}
        facts = list(facts)
        self._read_games([fact.id for fact in facts])
        self._read_identities([one for fact in facts for one in _identities(fact)])
        self._read_results([fact.id for fact in facts if isinstance(fact, ResultAdded)])

    # --- reading ----------------------------------------------------------------------------

    def _read_games(self, ids: list[str]) -> None:
        query = "select game, entry from ledger.listed_games where game = any(%s::text[])"
        self._before |= dict.fromkeys(ids)
        self._before |= {
            id: decoded_entry(data) for id, data in self._connection.execute(query, [ids])
        }

    def _read_identities(self, identities: list[str]) -> None:
        query = (
            "select identity, game from ledger.listed_identities where identity = any(%s::bytea[])"
        )
        short = {_short(one): one for one in identities}
        self._identified |= dict.fromkeys(identities)
        self._identified |= {
            short[bytes(one)]: id for one, id in self._connection.execute(query, [list(short)])
        }

    def _read_results(self, ids: list[str]) -> None:
        query = "select game, revisions from ledger.listed_results where game = any(%s::text[])"
        self._results |= {id: [] for id in ids}
        self._results |= {
            id: decoded_revisions(data) for id, data in self._connection.execute(query, [ids])
        }

    def entry(self, id: str) -> GameEntry | None:
        """Return what is known about a game."""
        if id in self._now:
            return self._now[id]
        if id not in self._before:
            self._read_games([id])
        return self._before[id]

    def _id_of(self, identity: str) -> str | None:
        return self._calls[identity] if identity in self._calls else self._id_before(identity)

    def _revisions_of(self, id: str) -> list[PlayRecord]:
        if id in self._revisions:
            return self._revisions[id]
        if id not in self._results:
            self._read_results([id])
        return self._results[id]

    def _replaced_by(self, id: str) -> str | None:
        return self._gone.get(id)

    def _beginning(self, text: str) -> tuple[Iterable[str], Iterable[str]]:
        return (), ()

    # --- folding ----------------------------------------------------------------------------

    def _assign(self, identity: str, id: str, kind: Kind) -> None:
        # nothing is ever said about a log under the identities of its results
        self._calls[identity] = id if kind == "result" else None

    def _keep_revisions(self, id: str, revisions: list[PlayRecord]) -> None:
        self._revisions[id] = revisions

    def _put(self, entry: GameEntry) -> None:
        self._now[entry.id] = entry
        if entry.kind == "result":
            self._assign(entry.identity, entry.id, entry.kind)

    def _drop(self, was: str, id: str) -> None:
        self._now[was], self._gone[was] = None, id

    # --- writing ----------------------------------------------------------------------------

    def write(self) -> None:
        """Write everything that has changed, in a few statements."""
        games = {id: entry for id, entry in self._now.items() if entry != self._before.get(id)}
        left = {(id, shelf) for id in games for shelf in _shelves(self._before.get(id))}
        new = {(id, shelf) for id, entry in games.items() for shelf in _shelves(entry)}
        self._delete(
            "delete from ledger.listed_games where game = any(%s::text[])",
            [id for id in games if self._before.get(id) is not None],
        )
        self._copy(
            "copy ledger.listed_games (game, lines, entry) from stdin",
            ((e.id, e.lines, encoded(e)) for e in games.values() if e is not None),
        )
        for id, shelf in left - new:
            self._connection.execute(
                "delete from ledger.listed_shelves where game = %s and shelf = %s", [id, shelf]
            )
        self._copy("copy ledger.listed_shelves (game, shelf) from stdin", new - left)
        self._write_results()

    def _write_results(self) -> None:
        self._delete(
            "delete from ledger.listed_results where game = any(%s::text[])", list(self._revisions)
        )
        self._copy(
            "copy ledger.listed_results (game, revisions) from stdin",
            ((id, msgspec.json.encode(told)) for id, told in self._revisions.items()),
        )
        self._delete(
            "delete from ledger.listed_replaced where game = any(%s::text[])", list(self._gone)
        )
        self._copy("copy ledger.listed_replaced (game, by) from stdin", self._gone.items())
        # in most batches nothing was known of any identity, and nothing is
        calls = {x: id for x, id in self._calls.items() if id != self._id_before(x)}
        self._delete(
            "delete from ledger.listed_identities where identity = any(%s::bytea[])",
            list(map(_short, calls)),
        )
        self._copy(
            "copy ledger.listed_identities (game, identity) from stdin",
            ((id, _short(x)) for x, id in calls.items() if id is not None),
        )

    def _id_before(self, identity: str) -> str | None:
        if identity not in self._identified:
            self._read_identities([identity])
        return self._identified[identity]

    def _delete(self, statement: LiteralString, keys: Sequence[object]) -> None:
        if keys:
            self._connection.execute(statement, [keys])

    def _copy(self, statement: LiteralString, rows: Iterable[tuple[object, ...]]) -> None:
        rows = list(rows)
        if rows:
            with self._connection.cursor() as cursor, cursor.copy(statement) as copy:
                for row in rows:
                    copy.write_row(row)


def _identities(fact: LogAdded | LogGrew | ResultAdded) -> Iterator[str]:
    """Yield the identities under which earlier records of a game can be found."""
    match fact:
        case LogAdded():
            yield from echoes(fact.identity)
        case ResultAdded():
            yield result_identity(fact.played)
            yield twin(fact.played) or ""


def _shelves(entry: GameEntry | None) -> list[bytes]:
    return [] if entry is None else list(map(_short, shelves_of(entry)))


def _short(text: str) -> bytes:
    """Return a digest of a string, for keys, as they can't be as long as the string."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
