"""The versions of a lake: each is a file that lists its data files, and is never changed.

A new version is written in full and renamed into place, after all of its data. The newest one
counts, so a reader sees all of it or nothing. A version is locked while it is being read, and its
files are kept for as long as it exists.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated

import msgspec

from ledger.index.schema import DELTAS, EVENTS, MOVES, SCORES, TURNS, VERSION, SqlTable
from ledger.kernel.errors import Malformed, Missing
from ledger.store.files import RealFiles, write_whole
from ledger.system.locks import reading, remove_unread

FORMAT = 1
IN_SHARDS: tuple[SqlTable, ...] = (EVENTS, DELTAS, MOVES, TURNS, SCORES)
"""The large tables, which are kept in parts; the others are rewritten with each version."""

_NAME = re.compile(r"version-(\d{9})\.json")
_HALF, _ASIDE = "half-made.json", "being-written.json"
_GAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")

Number = Annotated[int, msgspec.Meta(ge=0)]


def partition(game: str) -> str:
    """Return the folder of a game's rows; games whose names don't suit a folder share one."""
    return f"game={game}" if _GAME.fullmatch(game) else "game=__others__"


class Shard(msgspec.Struct, frozen=True, kw_only=True):
    """Rows of some logs, in one file for each large table that has any.

    `live` counts the logs that are still up to date here: a log whose rows have been rewritten
    elsewhere isn't.
    """

    number: Number
    partition: Annotated[str, msgspec.Meta(pattern=r"\Agame=[a-z0-9_][a-z0-9_-]{0,63}\Z")]
    logs: Number
    live: Number
    rows: dict[str, Number]

    def files(self) -> dict[str, str]:
        """Return the file of each table, by its name within the lake."""
        return {
            t.name: f"{t.name}/{self.partition}/{self.number:09}.parquet"
            for t in IN_SHARDS
            if self.rows.get(t.name)
        }


class Version(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of a lake; `journal` is the digest of the library's last line that is in it.

    Files are numbered, and `last_file` is the last number used. `tables` has the number of each
    table that is rewritten in full. A `public` lake has only what any spectator could see.
    """

    format: int = FORMAT
    schema: int = VERSION
    number: Number
    last_file: Number
    journal: str
    codes: str
    public: bool = False
    tables: dict[Annotated[str, msgspec.Meta(pattern=r"\A[a-z]{1,20}\Z")], Number]
    parts: tuple[Shard, ...] = ()
    views: tuple[str, ...] = ()

    def table(self, name: str) -> str:
        """Return the file of a table that is rewritten in full."""
        return f"{name}/{self.tables[name]:09}.parquet"

    def files(self) -> set[str]:
        """Return all files, by their names within the lake."""
        parts = (name for part in self.parts for name in part.files().values())
        return {*map(self.table, self.tables), *parts}


class Lake:
    """A lake in a folder, for reading."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @contextmanager
    def held(self) -> Iterator[Path]:
        """Hold the newest version so that none of its files are removed; yield the version's file.

        Raises `Missing` if there is none.
        """
        with ExitStack() as stack:
            yield self._lock_newest(stack)

    def _lock_newest(self, stack: ExitStack) -> Path:
        while newest := max(self.versions(), default=None):
            try:
                stack.enter_context(reading(newest))
            except FileNotFoundError:
                continue  # a newer version has replaced it
            return newest
        raise Missing(
            "there is no lake in {folder}",
            hint="`ledger index --lake DIR` makes one",
            folder=self.folder,
        )

    def versions(self) -> list[Path]:
        """Return the files of all existing versions."""
        if not self.folder.is_dir():
            return []
        return [path for path in self.folder.iterdir() if _NAME.fullmatch(path.name)]

    # --- for the writer -----------------------------------------------------------------------

    def newest(self) -> Version | None:
        """Return the version to continue from, even if half-made, or None to start from scratch."""
        found = _whole(max(self.versions(), default=None))
        half = _whole(self.folder / _HALF)
        if half is not None and (found is None or half.number > found.number):
            return half
        return found

    def is_half(self, version: Version) -> bool:
        """Return whether this version is half-made, and not ready to be seen."""
        return version == _whole(self.folder / _HALF)

    def publish(self, version: Version) -> None:
        """Make a version visible to everybody; its files must already be there, and durable."""
        path = self.folder / f"version-{version.number:09}.json"
        self._write(path, version)
        (self.folder / _HALF).unlink(missing_ok=True)

    def keep(self, version: Version) -> None:
        """Save the progress on a version that isn't ready to be seen."""
        self._write(self.folder / _HALF, version)

    def _write(self, path: Path, version: Version) -> None:
        # under a name that the next writer reuses, if this one is killed before the rename
        write_whole(path, msgspec.json.encode(version), aside=self.folder / _ASIDE)

    def sweep(self) -> None:
        """Remove old versions that aren't being read, and all files that no version needs."""
        paths = sorted(self.versions())
        kept = [path for path in paths[:-1] if not remove_unread(path)] + paths[-1:]
        found = [_whole(path) for path in (*kept, self.folder / _HALF) if path.exists()]
        if None in found:  # written by another release of Ledger, which may still be reading it
            return
        needed = {name for version in found if version is not None for name in version.files()}
        for path in self.folder.glob("*/**/*.parquet"):
            if path.relative_to(self.folder).as_posix() not in needed:
                path.unlink(missing_ok=True)


def read_version(path: Path) -> Version:
    """Read the file of a version.

    Raises `Malformed` if it isn't one, or was written in another format.
    """
    try:
        found = _decoder.decode(path.read_bytes())
    except msgspec.DecodeError:
        raise Malformed("this isn't a version of a lake", file=str(path)) from None
    if (found.format, found.schema) != (FORMAT, VERSION):
        raise Malformed(
            "this lake was made by another version of Ledger",
            file=str(path),
            hint="`ledger index --lake DIR` makes a new one",
        )
    return found


def _whole(path: Path | None) -> Version | None:
    """Return the version in a file, or None if this program can't continue from it."""
    try:
        return None if path is None or not path.exists() else read_version(path)
    except Malformed:
        return None


_decoder = msgspec.json.Decoder(Version)


def sync(path: Path) -> None:
    """Make a file and its name durable."""
    files = RealFiles()
    fd = files.open(path, "update")
    try:
        files.fsync(fd)
    finally:
        files.close(fd)
    files.sync_folder(path.parent)
