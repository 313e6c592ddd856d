"""A library in PostgreSQL, for any number of services at once; needs the extra `postgres`."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import cast

from ledger.library.journal.shared import SharedJournal, SharedLibrary
from ledger.library.stores.postgres_stores import open_database
from ledger.service.auth.postgres_tokens import PostgresTokens
from ledger.service.open_games.streams.postgres_timeline import PostgresTimeline
from ledger.store.postgres import PostgresStore

from .backend import Backend

WRITE_PATIENCE = 4.0
"""Seconds after which a move that can't be stored is an error: replies come within five."""


def postgres_backend(address: str) -> Backend:
    """Connect to a database and return the backend of a service that keeps everything in it.

    Anything that can be rebuilt is in a temporary folder of this process, which is removed with it.
    """
    closing = ExitStack()
    cache = closing.enter_context(tempfile.TemporaryDirectory(prefix="ledger-serve-"))
    database, stores = closing.enter_context(open_database(address, write_patience=WRITE_PATIENCE))
    listing, tokens = stores.game_list(), PostgresTokens(database)
    games = cast(PostgresStore, stores.games)
    closing.callback(tokens.close)
    closing.callback(listing.close)

    return Backend(
        name=stores.name,
        store=stores.games,
        library=SharedLibrary(stores),
        listing=listing,
        journal=SharedJournal(stores, listing),
        tokens=tokens,
        timeline=lambda runtime: PostgresTimeline(database, runtime),
        probe=lambda: games.write_problem() or tokens.problem(),
        cache=Path(cache),
        close=closing.close,
    )
