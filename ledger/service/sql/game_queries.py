"""Queries on a few games by people who may see them, run on files of just one viewer's view.

The files are built from the games' own logs on request, and rebuilt when a game has continued. They
last as long as the service runs, and the least recently used ones are dropped first.
"""

from __future__ import annotations

import hashlib
import shutil
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from ledger.index.build import update as build
from ledger.index.build.inputs import Source, SourceLog
from ledger.index.library_index import build_file
from ledger.index.query.sandbox import SandboxReply, SandboxRequest, ask_in_sandbox
from ledger.kernel.errors import Failed, LedgerError
from ledger.kernel.replay.log_reader import read
from ledger.kernel.replay.redact import redact
from ledger.kernel.results import Person
from ledger.library.people.directory import People
from ledger.store.store import Store

from .queries import Queries

MOST = 32
"""How many files are kept."""


class _Part(NamedTuple):
    """A game in a file: the end of its own log, the stream made from it, and its players."""

    head: str
    log: SourceLog
    players: tuple[str, ...]


class _GamesFile:
    """A file that can be queried, and how much of each game is in it.

    Each new state is a new file: a query that is still running keeps the old one.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.parts: dict[str, _Part] = {}
        self.file: Path | None = None
        self.users: dict[Path, int] = {}
        self.making = threading.Lock()
        self.number = 0


class GameFiles:
    """Builds the files, in a folder of its own; safe to use from any thread."""

    def __init__(self, store: Store, folder: Path, *, most: int = MOST) -> None:
        self._store, self._folder, self._most = store, folder, most
        self._files: dict[str, _GamesFile] = {}
        self._mutex = threading.Lock()
        self._empty: Path | None = None
        self._making_empty = threading.Lock()
        shutil.rmtree(folder, ignore_errors=True)  # left by a service that died

    def of(self, name: str, games: Collection[str], viewer: int | None) -> Queries:
        """Return queries on what a viewer sees of these games.

        `name` says whose games these are: more games may be added under the same name.
        """
        text = f"{name} {'full' if viewer is None else viewer}"
        key = hashlib.sha256(text.encode()).hexdigest()[:32]
        return _GameQueries(self, key, frozenset(games), viewer)

    @contextmanager
    def held(self, key: str, games: frozenset[str], viewer: int | None) -> Iterator[Path]:
        """Yield a file that is up to date, and keep it for as long as a query takes."""
        with self._mutex:
            found = self._files.pop(key, None) or _GamesFile(self._folder / key)
            self._files[key] = found  # the last one is the most recently used
        with found.making:
            file = self._made(found, games, viewer)
            with self._mutex:
                found.users[file] = found.users.get(file, 0) + 1
        try:
            yield file
        finally:
            with self._mutex:
                found.users[file] -= 1
                self._sweep()

    def forget(self, key: str) -> None:
        """Have a file rebuilt next time."""
        with self._mutex:
            found = self._files.get(key)
            if found is not None:
                found.file, found.parts = None, {}

    def _sweep(self) -> None:
        """Remove unused files: outdated ones, and all of those least recently used."""
        for key, found in list(self._files.items()):
            for file in [f for f, n in found.users.items() if not n and f != found.file]:
                del found.users[file]
                file.unlink(missing_ok=True)
            idle = len(self._files) > self._most and not any(found.users.values())
            if idle and found.making.acquire(blocking=False):
                del self._files[key]
                shutil.rmtree(found.folder, ignore_errors=True)
                found.making.release()

    # --- making -----------------------------------------------------------------------------

    def _made(self, found: _GamesFile, games: frozenset[str], viewer: int | None) -> Path:
        """Return a file with the current state of these games."""
        heads = {id: head for id in sorted(games) if (head := self._head(id)) is not None}
        known = {id: part.head for id, part in found.parts.items()}
        if found.file is not None and heads == known:
            return found.file
        import duckdb

        logs = found.folder / "games"
        logs.mkdir(parents=True, exist_ok=True, mode=0o700)
        parts: dict[str, _Part] = {}
        for id, head in heads.items():
            part = found.parts.get(id)
            if part is None or part.head != head:
                part = self._part(id, head, logs, viewer)
            if part is not None:
                parts[id] = part
        found.number += 1
        new = found.folder / f"{found.number}.duckdb"
        source = _source(parts)
        if found.file is None or not _changed(found.file, new, source):
            try:
                if not _changed(self._empty_file(), new, source):
                    self._empty = None  # it is only a cache, too
                    _change(self._empty_file(), new, source)
            except duckdb.Error as e:
                raise Failed("the games couldn't be loaded for queries") from e
        with self._mutex:
            found.users.setdefault(new, 0)
            found.file, found.parts = new, parts
        return new

    def _empty_file(self) -> Path:
        """Return a file without games, built once: creating the tables and views takes longest."""
        with self._making_empty:
            if self._empty is None or not self._empty.exists():
                self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                new = self._folder / "empty.duckdb"
                new.unlink(missing_ok=True)
                build_file(new, _source({}), self._folder)
                self._empty = new
            return self._empty

    def _head(self, id: str) -> str | None:
        """Return the digest at the end of a game; None if it has gone or can't be read."""
        with suppress(LedgerError, OSError):
            return self._store.status(id).head.digest or None
        return None

    def _part(self, id: str, head: str, logs: Path, viewer: int | None) -> _Part | None:
        """Write a viewer's stream of a game to its file; None if the game can't be read."""
        try:
            data = b"".join(raw + b"\n" for raw in self._store.read(id))
            reading = read(data)
            if reading.error is not None:
                return None
            opened, lines = reading.opened, reading.lines
            if viewer is not None and opened.view is None:
                lines, data = redact(reading.game, lines, viewer)
        except (LedgerError, OSError):
            return None
        except Exception:  # forged events can break a fold in any way
            return None
        path = logs / f"{id}.jsonl"
        path.write_bytes(data)
        log = SourceLog(
            log=id,
            game=opened.game,
            path=path,
            lines=len(lines),
            size=len(data),
            head=lines[-1].digest,
        )
        return _Part(head, log, tuple(seat.name for seat in opened.seats))


class _GameQueries(Queries):
    def __init__(
        self, files: GameFiles, key: str, games: frozenset[str], viewer: int | None
    ) -> None:
        self._files, self._key, self._games, self._viewer = files, key, games, viewer

    def _answer(self, request: SandboxRequest) -> SandboxReply:
        with self._files.held(self._key, self._games, self._viewer) as file:
            return ask_in_sandbox(msgspec.structs.replace(request, file=str(file)))

    def _look_again(self) -> None:
        self._files.forget(self._key)


def _changed(old: Path, new: Path, source: Source) -> bool:
    """Bring a copy of a file up to date; return False if the file is damaged."""
    import duckdb  # slow to import, and not every service gets queries

    try:
        _change(old, new, source)
    except (duckdb.Error, OSError):
        return False
    return True


def _change(old: Path, new: Path, source: Source) -> None:
    new.with_name(new.name + ".wal").unlink(missing_ok=True)
    shutil.copyfile(old, new)
    con = build.opened(new)
    try:
        build.update(con, source, new.parent)
        con.checkpoint()
    finally:
        con.close()


def _source(parts: dict[str, _Part]) -> Source:
    people = People()
    for id, part in parts.items():
        people.see(id, [Person(name=name) for name in part.players])
    version = hashlib.sha256(" ".join(p.log.head or "" for p in parts.values()).encode())
    return Source(
        version=version.hexdigest(),
        logs=[part.log for part in parts.values()],
        results=[],
        players=people.players(),
    )
