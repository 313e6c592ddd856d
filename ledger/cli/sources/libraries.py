"""Libraries by folder, or by the address of their database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from ledger.cli.extras import needs

if TYPE_CHECKING:
    from ledger.library.stores.library_stores import LibraryStores
    from ledger.service.auth.token_store import TokenStore


class OpenLibrary(NamedTuple):
    """A library, and the tokens for access to it."""

    stores: LibraryStores
    tokens: TokenStore


@contextmanager
def library_stores(
    ctx: typer.Context, folder: Path | None, address: str | None
) -> Iterator[LibraryStores]:
    """Open the library that the options name, or the default one."""
    from ledger.cli.options import folder_or_address, library_at
    from ledger.library.stores.library_stores import open_folder

    folder, database = folder_or_address(folder, address)
    if database is None:
        with open_folder(library_at(ctx, folder).folder) as stores:
            yield stores
        return
    with needs("postgres"):
        from ledger.library.stores.postgres_stores import open_database
    with open_database(database) as (_, stores):
        yield stores


@contextmanager
def open_library(place: str) -> Iterator[OpenLibrary]:
    """Open a library in a folder or in a database."""
    from ledger.library.stores.library_stores import is_database_address, open_folder
    from ledger.service.auth.file_tokens import FileTokens
    from ledger.service.auth.tokens import FOLDER

    if not is_database_address(place):
        folder = Path(place).expanduser()
        with open_folder(folder) as stores:
            yield OpenLibrary(stores, FileTokens(folder / FOLDER))
        return
    with needs("postgres"):
        from ledger.library.stores.postgres_stores import open_database
        from ledger.service.auth.postgres_tokens import PostgresTokens
    with open_database(place) as (database, stores):
        yield OpenLibrary(stores, PostgresTokens(database))
