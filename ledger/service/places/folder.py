"""A library in a folder: the default, for one service at a time."""

from __future__ import annotations

from pathlib import Path

from ledger.library.library import Library
from ledger.library.log_files import GAMES
from ledger.service.auth.tokens import FOLDER, Tokens
from ledger.service.rooms.journal import LibraryJournal
from ledger.service.rooms.listing import LibraryListing
from ledger.service.rooms.room import Runtime
from ledger.service.rooms.timeline import FileTimeline
from ledger.service.rooms.write_check import disk_probe
from ledger.store.files import Files, PrivateFiles
from ledger.store.folder import FolderStore

from .interface import Place


def folder_place(folder: Path, files: Files | None = None) -> Place:
    """Return the place of a service in a folder; nothing is written yet."""
    files = files or PrivateFiles()
    library, store = Library(folder, files=PrivateFiles()), FolderStore(folder / GAMES, files=files)
    own = folder / FOLDER

    def timeline(runtime: Runtime) -> FileTimeline:
        return FileTimeline(own / "timeline", library, store, runtime, files)

    return Place(
        name=str(folder),
        store=store,
        library=library,
        listing=LibraryListing(library),
        journal=LibraryJournal(library),
        tokens=Tokens(own),
        timeline=timeline,
        probe=disk_probe(folder, files),
        cache=own,
        close=store.close,
    )
