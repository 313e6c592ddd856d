"""What a library holds: a fold over the facts of its journal."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

import msgspec

from ..kernel.events import Line, Opened
from ..kernel.played import Played, Standing
from .library_facts import (
    Fact,
    Imported,
    Log,
    LogAdded,
    LogGrew,
    PlayersMerged,
    PlayersSplit,
    ResultAdded,
)
from .library_people import People


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One game of a library: a log, or a result without moves.

    `game` is the name of an installed game, if it is one; `path`, `head`, `lines` and `size` are
    those of a log, `played` is what is known of a result.
    """

    id: str
    kind: Literal["log", "result"]
    identity: str
    revision: int
    game: str | None
    title: str
    date: str | None
    place: str | None
    standings: tuple[Standing, ...]
    path: Path | None = None
    head: str | None = None
    lines: int = 0
    size: int = 0
    sealed: bool = False
    view: int | None = None
    played: Played | None = None


def result_identity(played: Played) -> str:
    """Return by what a game without moves is known again: its source and its key there."""
    return f"play:{played.source}:{played.key}"


class Catalogue:
    """All that a journal says, ready to be asked."""

    def __init__(self, games: Path) -> None:
        self.games = games
        self.entries: dict[str, Entry] = {}
        self.by_identity: dict[str, str] = {}
        self.results: dict[str, list[Played]] = {}  # every revision
        self.logs: dict[str, list[Log]] = {}  # every revision
        self.heads: dict[str, set[str]] = {}  # every head that a log ever had
        self.people = People()
        self.imports: list[tuple[str | None, Imported]] = []

    def read(self, lines: Iterable[Line]) -> None:
        """Take in lines of the journal."""
        for line in lines:
            if not isinstance(line.data, Opened):
                self.add(line.data, line.at)

    def add(self, fact: Fact, at: str | None = None) -> None:
        """Take in one fact."""
        match fact:
            case LogAdded():
                self._log(fact.id, fact.identity, fact.revision, fact.log)
            case LogGrew():
                if (entry := self.entries.get(fact.id)) is not None:
                    self._log(fact.id, entry.identity, entry.revision, fact.log)
            case ResultAdded():
                self._result(fact)
            case PlayersMerged() | PlayersSplit():
                self.people.rule(fact)
            case Imported():
                self.imports.append((at, fact))

    def _log(self, id: str, identity: str, revision: int, log: Log) -> None:
        revisions = self.logs.setdefault(id, [])
        revisions[revision - 1 :] = [log]
        self.heads.setdefault(id, set()).add(log.head)
        self._enter(
            Entry(
                id=id,
                kind="log",
                identity=identity,
                revision=revision,
                game=log.game,
                title=log.game,
                date=log.date,
                place=log.place,
                standings=log.standings,
                path=self.games / f"{id}.jsonl",
                head=log.head,
                lines=log.lines,
                size=log.size,
                sealed=log.sealed,
                view=log.view,
            )
        )

    def _result(self, fact: ResultAdded) -> None:
        played = fact.played
        self.results.setdefault(fact.id, []).append(played)
        self._enter(
            Entry(
                id=fact.id,
                kind="result",
                identity=result_identity(played),
                revision=fact.revision,
                game=played.game,
                title=played.title,
                date=played.date,
                place=played.place,
                standings=played.standings,
                played=played,
            )
        )

    def _enter(self, entry: Entry) -> None:
        self.entries[entry.id] = entry
        self.by_identity[entry.identity] = entry.id
        self.people.see(entry.id, [s.person for s in entry.standings])

    def revisions(self, id: str) -> list[Any]:
        """Return every revision of a game, the first one first."""
        return list(self.logs.get(id) or self.results.get(id) or ())
