"""The last chapters of long logs, kept in files: a service that starts shows a long game at once.

To tell the end of a log, all of it has to be read. What was told once is kept in a cache, bound to
every byte of the log and to the program that told it: if either is another now, or the file is
damaged, it counts for nothing and is written anew. It can be deleted at any time. Each viewer has
its own, made of its own stream.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

import ledger
from ledger.kernel.errors import LedgerError
from ledger.kernel.game.home import folders_of
from ledger.kernel.game.interface import Game
from ledger.kernel.game.registry import find_game
from ledger.store.files import PrivateFiles, write_whole
from ledger.store.interface import Store

from .chapter_text import ChapterText

LONG = 2_000
"""Lines of a log from which on its last chapters are kept: a shorter one is read in no time."""
MOST = 500
"""Files that are kept."""


class Eyes(NamedTuple):
    """Whose last chapter it is: of which game, through whose eyes (None sees all), in words."""

    id: str
    viewer: int | None
    lang: str


class LastChapter(msgspec.Struct, frozen=True, kw_only=True):
    """What a kept chapter says of itself."""

    eyes: Eyes
    game: str
    log: str
    """The digest of the log's bytes."""
    program: str
    """The digest of the program's files, and the game's."""
    version: int
    first: int


class LastChapters:
    """A folder of last chapters. What reads or writes runs in threads."""

    def __init__(self, folder: Path, store: Store) -> None:
        self.folder, self._store = folder, store

    def keep(self, eyes: Eyes, game: Game, log: str, version: int, text: ChapterText) -> None:
        """Keep the last chapter of a log with this digest; a disk that fails changes nothing."""
        with suppress(OSError):
            about = LastChapter(
                eyes=eyes,
                game=game.meta.name,
                log=log,
                program=_program(game),
                version=version,
                first=text.first,
            )
            rest = b"\n".join((msgspec.json.encode(about), text.start, *text.lines))
            data = hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest
            files = PrivateFiles()
            files.make_folder(self.folder)
            write_whole(self._path(eyes), data, files=files, private=True, durable="never")
            kept = list(self.folder.iterdir())
            if len(kept) > MOST:
                oldest = sorted(kept, key=lambda path: path.stat().st_mtime)
                for path in oldest[: len(kept) - MOST]:
                    path.unlink(missing_ok=True)

    def recall(self, eyes: Eyes) -> tuple[LastChapter, ChapterText] | None:
        """Return the last chapter, if that is what the log as it stands now would tell."""
        with suppress(OSError, LedgerError, msgspec.DecodeError, ValueError):
            digest, rest = self._path(eyes).read_bytes().split(b"\n", 1)
            if hashlib.sha256(rest).hexdigest().encode() != digest:
                return None
            head, start, *lines = rest.split(b"\n")
            about = msgspec.json.decode(head, type=LastChapter)
            if about.eyes != eyes or about.program != _program(find_game(about.game)):
                return None
            if about.log == self._store.whole_digest(eyes.id):
                return about, ChapterText(about.first, start, tuple(lines))
        return None

    def _path(self, eyes: Eyes) -> Path:
        if not eyes.lang.isidentifier():  # a client says which language it wants
            raise ValueError("not the name of a language")
        viewer = "full" if eyes.viewer is None else eyes.viewer
        return self.folder / f"{eyes.id}.{viewer}.{eyes.lang}"


@cache
def _program(game: Game) -> str:
    """Return a digest of the program's files and the game's, by their names, sizes and dates."""
    files = {*_files("ledger"), *_files(game.package)}
    told = f"{ledger.__version__} {sys.version} {sorted(files)}"
    return hashlib.sha256(told.encode()).hexdigest()


def _files(package: str) -> Iterator[tuple[str, int, int]]:
    """Yield what a module or a package is made of."""
    file = sys.modules[package].__file__
    if file is not None:
        yield _seen(Path(file))
    for home in folders_of(package):
        for folder, inside, names in os.walk(home):
            inside[:] = [name for name in inside if name != "__pycache__"]
            yield from (_seen(Path(folder, name)) for name in names)


def _seen(path: Path) -> tuple[str, int, int]:
    found = path.stat()
    return str(path), found.st_size, found.st_mtime_ns
