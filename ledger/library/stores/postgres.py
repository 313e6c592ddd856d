"""The places of a library in PostgreSQL; needs the extra `postgres`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ledger.store.postgres import Database, PostgresStore
from ledger.store.postgres.kept_files import PostgresKeptFiles
from ledger.store.postgres.store import JOURNAL

from .interface import LibraryStores
from .postgres_list import PostgresGameList


@contextmanager
def open_database(address: str) -> Iterator[tuple[Database, LibraryStores]]:
    """Yield a database and the places of the library in it."""
    with Database(address) as database, stores_in(database) as stores:
        yield database, stores


@contextmanager
def stores_in(database: Database) -> Iterator[LibraryStores]:
    """Yield the places of the library in a database that is open."""
    with PostgresStore(database) as games, PostgresStore(database, part=JOURNAL) as journal:
        kept = PostgresKeptFiles(database)

        def new_list() -> PostgresGameList:
            return PostgresGameList(database, journal)

        yield LibraryStores(database.name, games, journal, kept, new_list=new_list)
