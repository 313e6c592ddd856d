"""What an index is built from: the games of a library, or a set of log files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from ledger.kernel.errors import LedgerError
from ledger.kernel.log.chain import DIGEST
from ledger.kernel.log.codec import MAX_LINE, chained, read_opened
from ledger.kernel.results import Person
from ledger.library.journal.catalogue import Catalogue, GameEntry
from ledger.library.journal.facts import (
    Fact,
    Imported,
    ImportedLines,
    LogAdded,
    LogGrew,
    ResultAdded,
    read_fact,
)
from ledger.library.library import Library
from ledger.library.people.directory import People
from ledger.library.people.matching import Player
from ledger.library.stores.log_files import GAMES

NEWS = 1024 * 1024
"""How many bytes at the end of a journal are searched for new lines."""


class SourceLog(msgspec.Struct, frozen=True, kw_only=True):
    """A log: where it is and, if recorded, the size of its undamaged part and its last digest."""

    log: str
    game: str
    path: Path
    revision: int = 1
    lines: int = 0
    size: int | None = None
    head: str | None = None


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that goes into an index; `version` changes whenever any of it does.

    It is `partial` if it holds only what is new, without any new players.
    """

    version: str
    logs: list[SourceLog]
    results: list[GameEntry]
    players: list[Player] | None
    partial: bool = False


def library_source(library: Library) -> Source:
    """Return everything in a library."""
    version = library.version
    logs, results = _split(library.games())
    return Source(version=version, logs=logs, results=results, players=library.players())


def changes_since(
    library: Library,
    since: str,
    players: Callable[[list[str]], Mapping[str, str]],
    revisions: Callable[[list[str]], Mapping[str, int]],
) -> Source | None:
    """Return what the journal added after the line with this digest, without reading the rest.

    Return None if the end of the journal isn't enough for that, or if the changes could affect who
    is who. They can't if all players of the new games are known by name (`players` maps keys to
    ids) and nobody appears twice in a game. `revisions` maps the ids of games that are already
    indexed to their revisions.
    """
    with library.journal.open("rb") as file:
        file.seek(max(file.seek(0, os.SEEK_END) - NEWS, 0))
        end = file.read()
    _, found, tail = end.rpartition(f'"digest":"{since}"}}\n'.encode())
    raws = tail.splitlines(keepends=True)
    if not found or not raws:
        return None
    prev = since
    facts: list[tuple[int, Fact]] = []
    for raw in raws:
        if not raw.endswith(b"\n") or _end(raw) != (prev := chained(prev, raw[:-1])):
            return None
        try:
            line = read_fact(raw)
        except msgspec.DecodeError:
            return None
        facts.append((line.seq, line.data))
    catalogue = Catalogue(library.folder / GAMES)
    known = revisions([fact.id for _, fact in facts if isinstance(fact, LogGrew)])
    for seq, fact in facts:
        match fact:
            case LogAdded(revision=1) | ResultAdded(revision=1) | Imported() | ImportedLines():
                catalogue.add(fact, line=seq)
            case LogGrew(id=id) if id in catalogue.entries:
                catalogue.add(fact)
            case LogGrew(id=id) if id in known:
                identity = f"id:{fact.log.game}:{id}"
                catalogue.add(LogAdded(id=id, identity=identity, revision=known[id], log=fact.log))
            case _:
                return None
    tables = catalogue.people.seats.values()
    ids = players([key for seats in tables for own in seats for key in own])
    for seats in tables:
        keys = [key for own in seats for key in own]
        who = {ids.get(key) for key in keys}
        if None in who or len(who) < len(seats) or not all(k.startswith("name:") for k in keys):
            return None
    logs, results = _split(catalogue.entries.values())
    return Source(version=prev, logs=logs, results=results, players=None, partial=True)


def _end(raw: bytes) -> str:
    return raw[-DIGEST - 3 : -3].decode("ascii", "replace")


def _split(entries: Iterable[GameEntry]) -> tuple[list[SourceLog], list[GameEntry]]:
    logs: list[SourceLog] = []
    results: list[GameEntry] = []
    for e in entries:
        if e.kind == "log" and e.path is not None:
            logs.append(
                SourceLog(
                    log=e.id,
                    game=e.game or "",
                    path=e.path,
                    revision=e.revision,
                    lines=e.lines,
                    size=e.size,
                    head=e.head,
                )
            )
        elif e.played is not None:
            results.append(e)
    return logs, results


def files_source(paths: Sequence[Path]) -> Source:
    """Return the logs in these files and folders."""
    found = [log for path in paths for log in (_logs_in(path) if path.is_dir() else [path])]
    people, logs = People(), []
    names: set[str] = set()
    for path in dict.fromkeys(found):
        with path.open("rb") as file:
            first = file.readline(MAX_LINE)
        name = path.stem if path.stem not in names else str(path)
        names.add(name)
        try:
            opened = read_opened(first)
            people.see(name, [Person(name=s.name) for s in opened.seats])
            game = opened.game
        except LedgerError:
            game = ""
        logs.append(SourceLog(log=name, game=game, path=path, lines=path.stat().st_size // 200))
    return Source(version="", logs=logs, results=[], players=people.players())


def _logs_in(folder: Path) -> list[Path]:
    return sorted(p for p in folder.iterdir() if p.suffix == ".jsonl" and p.is_file())
