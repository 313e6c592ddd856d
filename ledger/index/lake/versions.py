"""The versions of a lake: each is a file that names what belongs to it, and is never changed.

A new version is written whole and renamed into place, after all of its data. The newest one counts,
so a reader sees everything of it or nothing. While it is read it is locked, and as long as it is
there, so are its files.
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
"""The large tables, which are kept in parts; the others are written whole with each version."""

_NAME = re.compile(r"version-(\d{9})\.json")
_HALF, _ASIDE = "half-made.json", "being-written.json"
_GAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")

Number = Annotated[int, msgspec.Meta(ge=0)]


def partition(game: str) -> str:
    """Return the folder of a game's rows; a name that may be no folder's goes with the others."""
    return f"game={game}" if _GAME.fullmatch(game) else "game=__others__"


class Shard(msgspec.Struct, frozen=True, kw_only=True):
    """Rows of some logs, one file for each large table that has any; `live`: logs that still count.

    A log whose rows were written again is no longer live in the part where it was.
    """

    number: Number
    partition: Annotated[str, msgspec.Meta(pattern=r"\Agame=[a-z0-9_][a-z0-9_-]{0,63}\Z")]
    logs: Number
    live: Number
    rows: dict[str, Number]

    def files(self) -> dict[str, str]:
        """Return the file of each table, by its name in the lake."""
        return {
            t.name: f"{t.name}/{self.partition}/{self.number:09}.parquet"
            for t in IN_SHARDS
            if self.rows.get(t.name)
        }


class Version(msgspec.Struct, frozen=True, kw_only=True):
    """What a lake holds: `journal` is the last line of the library that it was made from.

    Files are numbered, `last_file` is the last number that was given. `tables` has the number of
    each table that is written whole. `public`: it has only what any spectator could see.
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
        """Return the file of a table that is written whole."""
        return f"{name}/{self.tables[name]:09}.parquet"

    def files(self) -> set[str]:
        """Return all files, by their names in the lake."""
        parts = (name for part in self.parts for name in part.files().values())
        return {*map(self.table, self.tables), *parts}


class Lake:
    """A lake in a folder, for reading."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @contextmanager
    def held(self) -> Iterator[Path]:
        """Hold the newest version, so that nobody removes anything of it; yield its file."""
        with ExitStack() as stack:
            yield self._lock_newest(stack)

    def _lock_newest(self, stack: ExitStack) -> Path:
        while newest := max(self.versions(), default=None):
            try:
                stack.enter_context(reading(newest))
            except FileNotFoundError:
                continue  # there is a newer one
            return newest
        raise Missing(
            "there is no lake in {folder}",
            hint="`ledger index --lake DIR` makes one",
            folder=self.folder,
        )

    def versions(self) -> list[Path]:
        """Return the files of all versions that are there."""
        if not self.folder.is_dir():
            return []
        return [path for path in self.folder.iterdir() if _NAME.fullmatch(path.name)]

    # --- for the one who writes ---------------------------------------------------------------

    def newest(self) -> Version | None:
        """Return how far the lake is, half-made or not; None if it has to be made anew."""
        found = _whole(max(self.versions(), default=None))
        half = _whole(self.folder / _HALF)
        if half is not None and (found is None or half.number > found.number):
            return half
        return found

    def is_half(self, version: Version) -> bool:
        """Whether a version isn't ready to be seen."""
        return version == _whole(self.folder / _HALF)

    def publish(self, version: Version) -> None:
        """Let everybody see a version; its files are there already, and durable."""
        path = self.folder / f"version-{version.number:09}.json"
        self._write(path, version)
        (self.folder / _HALF).unlink(missing_ok=True)

    def keep(self, version: Version) -> None:
        """Remember what was made so far of a version that isn't ready to be seen."""
        self._write(self.folder / _HALF, version)

    def _write(self, path: Path, version: Version) -> None:
        # under a name that the next writer takes again, if this one is killed before it is renamed
        write_whole(path, msgspec.json.encode(version), aside=self.folder / _ASIDE)

    def sweep(self) -> None:
        """Remove old versions that nobody reads, and all files that no version needs."""
        paths = sorted(self.versions())
        kept = [path for path in paths[:-1] if not remove_unread(path)] + paths[-1:]
        found = [_whole(path) for path in (*kept, self.folder / _HALF) if path.exists()]
        if None in found:  # of another program, which may be read by others of its kind
            return
        needed = {name for version in found if version is not None for name in version.files()}
        for path in self.folder.glob("*/**/*.parquet"):
            if path.relative_to(self.folder).as_posix() not in needed:
                path.unlink(missing_ok=True)


def read_version(path: Path) -> Version:
    """Read the file of a version."""
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
    """Read the file of a version that this program can go on with; None: it can't."""
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
