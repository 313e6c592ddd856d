"""The places of a library: the logs of its games, its journal, and the files next to them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

from ledger.kernel.errors import Failed, Malformed
from ledger.kernel.log.codec import Head
from ledger.kernel.text.reasons import why
from ledger.library.journal.game_list import GameList
from ledger.library.journal.list_file import GameListFile
from ledger.store.files import PrivateFiles, write_whole
from ledger.store.folder import FolderStore
from ledger.store.store import Store
from ledger.store.timeline import TIMELINE

from .log_files import GAMES, REVISIONS

_BESIDE = {
    GAMES: re.compile(r"[a-z0-9][a-z0-9_-]*\.(?:torn|stray)-\d+"),
    REVISIONS: re.compile(r"[a-z0-9][a-z0-9_-]*\.(?:\d+\.jsonl|(?:torn|stray)-\d+)"),
}
"""The files next to the logs of games that can't be rebuilt."""


class KeptFiles(Protocol):
    """Files that can't be rebuilt, by their names in a library."""

    def names(self) -> list[str]:
        """Return the names of all files, sorted."""

    def read(self, name: str) -> bytes:
        """Return the contents of a file, or no bytes if it doesn't exist."""

    def write(self, name: str, data: bytes) -> None:
        """Write a file durably, replacing any that has the same name."""


class LibraryStores(NamedTuple):
    """Where a library is: `name` is its folder, or its address without the password.

    `prepare` creates the place if it doesn't exist yet; `new_list` opens the list of games, if that
    is kept there too. `replace` puts another log in the place of one that ends with the given head,
    which must already be kept as a revision; without it, logs are never replaced there.
    """

    name: str
    games: Store
    journal: Store
    kept: KeptFiles
    prepare: Callable[[], None] = lambda: None
    new_list: Callable[[], GameList] | None = None
    replace: Callable[[str, Head, bytes], None] | None = None

    def game_list(self) -> GameList:
        """Return the list of games; one that isn't stored here only lasts while it is open."""
        return GameListFile(self.journal) if self.new_list is None else self.new_list()


def is_database_address(place: str) -> bool:
    """Whether a place is a database rather than a folder."""
    return place.startswith(("postgresql://", "postgres://"))


@contextmanager
def open_folder(folder: Path) -> Iterator[LibraryStores]:
    """Yield the places of a library in a folder that only its owner can read."""
    files = PrivateFiles()
    with (
        FolderStore(folder / GAMES, files=files) as games,
        FolderStore(folder, files=files) as journal,
    ):
        kept = FolderKeptFiles(folder)
        yield LibraryStores(
            str(folder), games, journal, kept, lambda: _make(folder), replace=games.replace
        )


def _make(folder: Path) -> None:
    try:
        PrivateFiles().make_folder(folder)
    except OSError as e:
        raise Failed(
            "the library can't be written: {reason}", file=str(folder), reason=why(e)
        ) from e


class FolderKeptFiles:
    """Revisions, torn-off ends and the timeline, as files in a library's folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def names(self) -> list[str]:
        """Return the names of all files, sorted."""
        found = [TIMELINE] if (self._folder / TIMELINE).is_file() else []
        for part, shape in _BESIDE.items():
            if (self._folder / part).is_dir():
                paths = (self._folder / part).iterdir()
                found += [f"{part}/{p.name}" for p in paths if shape.fullmatch(p.name)]
        return sorted(found)

    def read(self, name: str) -> bytes:
        """Return the contents of a file; the growing timeline only up to its last complete line."""
        path = self._path(name)
        data = path.read_bytes() if path.is_file() else b""
        return data[: data.rfind(b"\n") + 1] if name == TIMELINE else data

    def write(self, name: str, data: bytes) -> None:
        """Write a file durably, replacing any that has the same name."""
        path, files = self._path(name), PrivateFiles()
        try:
            files.make_folder(path.parent)
            write_whole(path, data, files=files)
        except OSError as e:
            raise Failed(
                "the library can't be written: {reason}", file=str(path), reason=why(e)
            ) from e

    def _path(self, name: str) -> Path:
        part, _, file = name.rpartition("/")
        if name != TIMELINE and (part not in _BESIDE or not _BESIDE[part].fullmatch(file)):
            raise Malformed("a library can't contain a file {name!r}", name=name)
        return self._folder / name
