"""The places of a library in PostgreSQL; needs the extra `postgres`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ledger.kernel.log.codec import Head
from ledger.store.postgres import Database, PostgresStore
from ledger.store.postgres.database import Connection
from ledger.store.postgres.kept_files import PostgresKeptFiles
from ledger.store.postgres.store import GAMES, JOURNAL
from ledger.store.store import LogSegment, stale_line

from .library_stores import LibraryStores
from .postgres_list import PostgresGameList

ASIDE = "aside"
"""The part for logs that are about to replace others."""
_END = """
select last, command, digest, sealed from ledger.log_groups
where game = %s and part = %s order by first desc limit 1
"""
_MOVE = """
update ledger.log_groups set part = %s, stored = pg_current_xact_id()::text::bigint
where game = %s and part = %s
"""
"""Store the lines as if they were new, so that readers who follow transactions see them."""


@contextmanager
def open_database(
    address: str, *, write_patience: float | None = None
) -> Iterator[tuple[Database, LibraryStores]]:
    """Yield a database and the places of the library in it."""
    with (
        Database(address, write_patience=write_patience) as database,
        stores_in(database) as stores,
    ):
        yield database, stores


@contextmanager
def stores_in(database: Database) -> Iterator[LibraryStores]:
    """Yield the places of the library in a database that is already open."""
    with PostgresStore(database) as games, PostgresStore(database, part=JOURNAL) as journal:
        kept = PostgresKeptFiles(database)

        def new_list() -> PostgresGameList:
            return PostgresGameList(database, journal)

        def replace(id: str, old: Head, data: bytes) -> None:
            _replace(database, id, old, data)

        yield LibraryStores(database.name, games, journal, kept, new_list=new_list, replace=replace)


def _replace(database: Database, id: str, old: Head, data: bytes) -> None:
    """Replace a log that ends with this head; the new one is stored aside first, then moved."""
    # left by an interrupted copy
    database.change(lambda connection: _remove(connection, id, ASIDE), unhurried=True)
    with PostgresStore(database, part=ASIDE) as aside:
        aside.put([LogSegment(id, Head(), data)])
        new = aside.head(id)

    def move(connection: Connection) -> None:
        with connection.transaction():
            # Nobody may append meanwhile, or it would end up after the other log.
            connection.execute("lock table ledger.log_groups in share row exclusive mode")
            found = connection.execute(_END, [id, GAMES]).fetchone()
            head = Head() if found is None else Head(*found)
            if head == new:  # the connection was lost after it was moved
                return
            if head != old:
                raise stale_line(id, old.seq, head)
            _remove(connection, id, GAMES)
            connection.execute(_MOVE, [GAMES, id, ASIDE])

    database.change(move, unhurried=True)


def _remove(connection: Connection, id: str, part: str) -> None:
    connection.execute("delete from ledger.log_groups where game = %s and part = %s", [id, part])
