"""A library in PostgreSQL, for any number of services at once; needs the extra `postgres`."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path

from ledger.kernel.errors import LedgerError
from ledger.kernel.message import Text
from ledger.library.journal.shared import SharedJournal, SharedLibrary
from ledger.library.stores.postgres_stores import open_database
from ledger.service.auth.postgres_tokens import PostgresTokens
from ledger.service.open_games.streams.postgres_timeline import PostgresTimeline
from ledger.store.postgres.database import SETTLE

from .backend import Backend


def postgres_backend(address: str) -> Backend:
    """Connect to a database and return what a service keeps in it.

    What can be made again lies in a folder of this process, which goes with it.
    """
    closing = ExitStack()
    cache = closing.enter_context(tempfile.TemporaryDirectory(prefix="ledger-serve-"))
    database, stores = closing.enter_context(open_database(address))
    listing, tokens = stores.game_list(), PostgresTokens(database)
    closing.callback(tokens.close)
    closing.callback(listing.close)

    def probe() -> Text | None:
        try:
            database.change(lambda connection: connection.execute(SETTLE))
        except LedgerError as e:
            return e.text
        return None

    return Backend(
        name=stores.name,
        store=stores.games,
        library=SharedLibrary(stores),
        listing=listing,
        journal=SharedJournal(stores, listing),
        tokens=tokens,
        timeline=lambda runtime: PostgresTimeline(database, runtime),
        probe=probe,
        cache=Path(cache),
        close=closing.close,
    )
