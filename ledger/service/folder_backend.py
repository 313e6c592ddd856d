"""A library in a folder: the default, used by one service at a time."""

from __future__ import annotations

from pathlib import Path

from ledger.library.journal.list_file import GameListFile
from ledger.library.journal.shared import SharedJournal
from ledger.library.library import Library
from ledger.library.stores.library_stores import FolderKeptFiles, LibraryStores
from ledger.library.stores.log_files import GAMES
from ledger.service.auth.file_tokens import FileTokens
from ledger.service.auth.tokens import FOLDER
from ledger.service.open_games.open_game import Runtime
from ledger.service.open_games.streams.file_timeline import FileTimeline
from ledger.service.write_check import disk_probe
from ledger.store.files import Files, PrivateFiles
from ledger.store.folder import FolderStore

from .backend import Backend

LIST = "games.list"
"""The list of games, which can be rebuilt."""


def folder_backend(folder: Path, files: Files | None = None) -> Backend:
    """Return the backend of a service that keeps everything in a folder; nothing is written yet."""
    files = files or PrivateFiles()
    library, store = Library(folder, files=PrivateFiles()), FolderStore(folder / GAMES, files=files)
    own = folder / FOLDER
    journal = FolderStore(folder, files=PrivateFiles())
    listing = GameListFile(journal, store.folder, own / LIST)
    stores = LibraryStores(str(folder), store, journal, FolderKeptFiles(folder))

    def timeline(runtime: Runtime) -> FileTimeline:
        return FileTimeline(own / "timeline", library, listing, store, runtime, files)

    def close() -> None:
        listing.close()
        journal.close()
        store.close()

    return Backend(
        name=str(folder),
        store=store,
        library=library,
        listing=listing,
        journal=SharedJournal(stores, listing),
        tokens=FileTokens(own),
        timeline=timeline,
        probe=disk_probe(folder, files),
        cache=own,
        close=close,
    )
