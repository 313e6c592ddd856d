"""A library in PostgreSQL, for any number of services at once; needs the extra `postgres`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from ledger.kernel.errors import LedgerError
from ledger.library.shared_journal import SharedJournal
from ledger.library.stores import LibraryStores
from ledger.service.auth.postgres_tokens import PostgresTokens
from ledger.service.rooms.listing import LibraryListing
from ledger.service.rooms.postgres_timeline import PostgresTimeline
from ledger.store.postgres import Database, PostgresStore
from ledger.store.postgres.database import SETTLE
from ledger.store.postgres.kept_files import PostgresKeptFiles
from ledger.store.postgres.store import JOURNAL

from .interface import Place


def postgres_place(address: str) -> Place:
    """Connect to a database and return the place of a service in it.

    What can be made again lies in a folder of this process, which goes with it.
    """
    database = Database(address)
    games, journal = PostgresStore(database), PostgresStore(database, part=JOURNAL)
    kept = PostgresKeptFiles(database)
    shared = SharedJournal(LibraryStores(database.name, games, journal, kept))
    tokens = PostgresTokens(database)
    cache = tempfile.TemporaryDirectory(prefix="ledger-serve-")

    def probe() -> str | None:
        try:
            database.writing(lambda connection: connection.execute(SETTLE))
        except LedgerError as e:
            return e.message
        return None

    def close() -> None:
        tokens.close()
        games.close()
        journal.close()
        database.close()
        cache.cleanup()

    return Place(
        name=database.name,
        store=games,
        library=shared,
        listing=LibraryListing(shared),
        journal=shared,
        tokens=tokens,
        timeline=lambda runtime: PostgresTimeline(database, runtime),
        probe=probe,
        cache=Path(cache.name),
        close=close,
    )
