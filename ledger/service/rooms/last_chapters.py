"""The last chapters of long logs, kept in files: a service that starts shows a long game at once.

To tell the end of a log, all of it has to be read, but little else has to be done that an open game
takes. What was told once is kept in a cache, bound to every byte of the log and to the program that
told it: if either is another now, or the file is damaged, it counts for nothing and is written
anew. It can be deleted at any time. Each viewer has its own, with what is in its own stream.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

import msgspec

import ledger
from ledger.kernel.errors import LedgerError
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import find_game
from ledger.kernel.log.codec import first_line, read_opened
from ledger.kernel.packages import folders_of
from ledger.kernel.replay.reading import read
from ledger.kernel.text.translations import languages
from ledger.kernel.verify.blame import blamed
from ledger.store.files import PrivateFiles, write_whole
from ledger.store.interface import Store
from ledger.web.chapters import Positions, chapter_number, tell_chapter

from .chapter_text import ChapterText
from .streams.stream_end import LogEnd, StreamEnd

LONG = 2_000
"""Lines of a log from which on its last chapters are kept: a shorter one is read in no time."""
MOST = 500
"""Files that are kept."""


class Eyes(NamedTuple):
    """Whose last chapter it is: of which game, through whose eyes (None sees all), in words."""

    id: str
    viewer: int | None
    lang: str


class LastChapter(NamedTuple):
    """The last chapter of a log: how it was told, and of what."""

    eyes: Eyes
    game: Game
    log: str
    """The digest of the log's bytes."""
    version: int
    text: ChapterText
    recalled: bool = False
    """Whether it was kept, not made."""


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What a kept chapter says of itself."""

    eyes: Eyes
    game: str
    log: str
    program: str
    """The digest of the program's files, and the game's."""
    version: int
    first: int


class LastChapters:
    """A folder of last chapters. What reads or writes runs in threads."""

    long = LONG

    def __init__(self, folder: Path, store: Store) -> None:
        self.folder, self._store = folder, store
        self.wait: Callable[[Eyes], bool] = lambda _: False
        """Waits for whoever is just making a chapter; whether somebody was."""

    @property
    def in_database(self) -> bool:
        """Whether the logs lie where none is had as a whole, and nothing is kept of them."""
        return self._store.shared

    def keep(self, told: LastChapter) -> None:
        """Keep the last chapter of a log; a disk that fails changes nothing."""
        with suppress(OSError):
            about = About(
                eyes=told.eyes,
                game=told.game.meta.name,
                log=told.log,
                program=_program(told.game),
                version=told.version,
                first=told.text.first,
            )
            rest = b"\n".join((msgspec.json.encode(about), told.text.start, *told.text.lines))
            data = hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest
            files = PrivateFiles()
            files.make_folder(self.folder)
            write_whole(self._path(told.eyes), data, files=files, private=True, durable="never")
            kept = list(self.folder.iterdir())
            if len(kept) > MOST:
                oldest = sorted(kept, key=lambda path: path.stat().st_mtime)
                for path in oldest[: len(kept) - MOST]:
                    path.unlink(missing_ok=True)

    def find(self, eyes: Eyes) -> LastChapter | None:
        """Return the last chapter of a long log as it stands now, kept or made of it.

        None for whatever is not plain: whoever opens the log finds out.
        """
        with suppress(OSError, LedgerError):
            data = self._store.whole(eyes.id)
            if data is not None and data.count(b"\n") >= self.long:
                log = LongLog(eyes.id, data)
                found = self._recall(eyes, log.digest)
                if found is None and self.wait(eyes):
                    found = self._recall(eyes, log.digest)
                return found or log.tell(eyes)
        return None

    def lacking(self, id: str) -> bytes | None:
        """Return a log of which not every last chapter is kept; None if nothing lacks."""
        data = self._store.whole(id)
        if data is None:
            return None
        log = LongLog(id, data)
        return None if all(self._recall(eyes, log.digest) for eyes in log.eyes()) else data

    def _recall(self, eyes: Eyes, log: str) -> LastChapter | None:
        """Return the last chapter, if it was kept and is what this log would tell."""
        with suppress(OSError, LedgerError, msgspec.DecodeError, ValueError):
            digest, rest = self._path(eyes).read_bytes().split(b"\n", 1)
            if hashlib.sha256(rest).hexdigest().encode() != digest:
                return None
            head, start, *lines = rest.split(b"\n")
            about = msgspec.json.decode(head, type=About)
            game = find_game(about.game)
            if (about.eyes, about.log, about.program) == (eyes, log, _program(game)):
                text = ChapterText(about.first, start, tuple(lines))
                return LastChapter(eyes, game, log, about.version, text, recalled=True)
        return None

    def _path(self, eyes: Eyes) -> Path:
        if not eyes.lang.isidentifier():  # a client says which language it wants
            raise ValueError("not the name of a language")
        viewer = "full" if eyes.viewer is None else eyes.viewer
        return self.folder / f"{eyes.id}.{viewer}.{eyes.lang}"


def language_of(game: Game, lang: str) -> str:
    """Return the language in which a game is told to who reads this one."""
    return lang if lang in languages(game.package) else "en"


class LongLog:
    """A log of which last chapters are told, and as little else as can be."""

    def __init__(self, id: str, data: bytes) -> None:
        self.id, self._data = id, data
        self.digest = hashlib.sha256(data).hexdigest()

    @cached_property
    def _end(self) -> LogEnd | None:
        """Its end, unless it has a fault or is one view of a game."""
        game, opened, lines, _, _, fault = msgspec.structs.astuple(read(self._data))
        return LogEnd(game, lines) if fault is None and opened.view is None else None

    def eyes(self) -> Iterator[Eyes]:
        """Yield through whose eyes it can be seen, in each language of the game."""
        opened = read_opened(first_line(self._data))
        viewers = (None, *range(len(opened.seats) + 1)) if opened.view is None else ()
        spoken = languages(find_game(opened.game).package)
        for lang in ("en", *(lang for lang in spoken if lang != "en")):
            yield from (Eyes(self.id, viewer, lang) for viewer in viewers)

    def tell(self, eyes: Eyes) -> LastChapter | None:
        """Tell its last chapter."""
        full, (id, viewer, lang) = self._end, eyes
        if full is None or (viewer or 0) > len(full.lines[0].data.seats):
            return None
        with blamed(full.game, full.lines):
            seen: Positions = full if viewer is None else StreamEnd(full, viewer)
            lang, version = language_of(full.game, lang), len(seen)
            text = ChapterText.of(tell_chapter(seen, chapter_number(version), lang))
        return LastChapter(Eyes(id, viewer, lang), full.game, self.digest, version, text)


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
