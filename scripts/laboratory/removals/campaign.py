"""What happens to a library at random; it must be as one that only ever had what is left."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ledger.exporters.csv import write_csv
from ledger.importers.pipeline import run_import
from ledger.importers.records import ImportedPlay, Kind, Location, Options, OwnFile, Record
from ledger.index.library_index import Index
from ledger.kernel.log.codec import Head, stamp
from ledger.kernel.log.events import Entry, Line, Noted, Opened, Seat
from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.library.journal.facts import (
    JOURNAL,
    LogAdded,
    Removed,
    Restored,
    ResultAdded,
    read_fact,
)
from ledger.library.library import Library
from ledger.library.removing import Change, LibraryChanges
from ledger.library.stores.library_stores import open_folder
from ledger.store.folder import FolderStore

PLAYS = 24
"""Plays that there are; each has some versions, and some are known to two sources."""
NAMES = ("Ana", "Bartek", "Celina", "Dario", "Ewa")
TABLES = {
    "games": "select * exclude (game_id) from games order by log",
    "seats": "select log, s.* exclude (game_id) from seats s join games using (game_id) "
    "order by all",
    "players": "select * from players order by player",
    "ratings": "select log, r.* exclude (game_id) from ratings r join games using (game_id) "
    "order by r.n, r.player",
}
AT = "2026-03-01T20:00:00.000Z"


class Difference(Exception):
    """The library isn't what is left of it."""


class State(NamedTuple):
    """Everything that a library shows."""

    games: list[Any]
    people: list[Any]
    exported: bytes


# --- what there is to import ----------------------------------------------------------------------


def play(rng: random.Random, n: int, version: int) -> PlayRecord:
    """Return a version of a play; every third is one that BGG and BG Stats both know."""
    own = random.Random(n)
    who = own.sample(NAMES, own.randint(2, 4))
    source = ("bgstats", "bgg", "sheet")[n % 3]
    key = str(n // 3 + 1) if source == "bgg" else f"p{n}"
    extra: dict[str, Any] = {"entryDate": f"2026-02-{1 + n % 28:02} 20:{n % 60:02}:00"}
    if source == "bgstats" and n % 2:
        extra |= {"bggId": n // 3 + 1, "modificationDate": f"2026-03-01 10:00:{version:02}"}
    best = own.randrange(len(who))
    standings = tuple(
        Standing(
            person=Person(name=name, ids={"bgstats": f"u-{name}"} if source == "bgstats" else {}),
            score=str(10 * version + seat),
            total=str(10 * version + seat),
            won=seat == (best + version) % len(who),
        )
        for seat, name in enumerate(who)
    )
    return PlayRecord(
        source=source,
        key=key,
        title=own.choice(("Chess", "Go", "Azul")),
        date=f"2026-02-{1 + n % 9:02}",
        place=None if rng is None else f"Place {version}",
        standings=standings,
        extra=extra if source == "bgstats" else {},
    )


def log(n: int) -> bytes:
    """Return a small log of a game that nobody has installed."""
    opened = Opened(
        game="shelf", rules="shelf/1", box="", id=f"evening-{n}", started=f"2026-01-{1 + n:02}",
        seats=tuple(Seat(name=name) for name in random.Random(n).sample(NAMES, 2)),
    )  # fmt: skip
    data, head = b"", Head()
    for event in (opened, Noted(text=f"{n}")):
        _, raw, head = stamp(head, [Entry(data=event, turn=0)])
        data += raw
    return data


# --- a run ----------------------------------------------------------------------------------------


class Run:
    """A library to which something happens at random."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.rng = folder, random.Random(seed)
        self.library = Library(folder / "library")
        self.done: list[str] = []
        self._files = count(1)
        self._made = count(1)
        self._import()

    def step(self, *, sql: bool) -> None:
        """Let something happen, and look at the result; with `sql`, also at what SQL says."""
        happens: Sequence[Callable[[], object]] = (
            *(self._import, self._import, self._import, self._remove, self._remove),
            *(self._take_back, self._take_back, self._undo, self._undo, self._undo_some),
            *(self._replace, self._remove_and_undo, self._replace_and_undo),
        )
        self.rng.choice(happens)()
        self.check(sql=sql)

    # --- what may happen --------------------------------------------------------------------

    def _import(self, *, replace: Sequence[str] = ()) -> None:
        rng = self.rng
        plays = [play(rng, n, rng.randint(1, 3)) for n in rng.sample(range(PLAYS), 6)]
        logs = [log(n) for n in rng.sample(range(4), rng.randint(0, 2))]
        file = self.folder / f"in-{next(self._files)}.csv"
        file.write_text("date,game,player\n", "utf-8")

        def read(kind: Kind, data: bytes, name: str, options: Options) -> Iterator[Record]:
            yield from (ImportedPlay(each, Location(name)) for each in plays)
            yield from (OwnFile(Kind.LOG, name, data) for data in logs)

        run_import(self.library, [file], reader=read, replace=replace)
        self.done.append(f"import {file.name} {' '.join(replace)}".rstrip())

    def _replace(self) -> None:
        if wrote := [n for n in self._imports() if self.rng.random() < 0.5]:
            self._import(replace=[str(self.rng.choice(wrote))])

    def _imports(self) -> list[int]:
        with open_folder(self.library.folder) as stores:
            return [each.number for each in LibraryChanges(stores).history.imports if each.lines]

    def _changing(self, what: str, plan: Callable[[LibraryChanges], Change]) -> Change:
        with open_folder(self.library.folder) as stores:
            changes = LibraryChanges(stores)
            change = changes.carry_out(lambda: plan(changes), AT)
        self.done.append(what)
        entries = self.library.catalogue.entries
        if any(e.id in entries for e in change.gone) or any(
            e.id not in entries for e in change.back
        ):
            raise Difference(f"{what} did not do what it said")
        return change

    def _some_games(self) -> list[str]:
        ids = sorted(self.library.catalogue.entries)
        return self.rng.sample(ids, min(len(ids), self.rng.randint(1, 3)))

    def _remove(self) -> bool:
        ids = self._some_games()
        change = self._changing(f"remove {ids}", lambda changes: changes.remove_games(ids))
        if not set(ids).isdisjoint(self.library.catalogue.entries):
            raise Difference(f"{ids} are still there")
        return bool(change.facts)

    def _take_back(self) -> bool:
        if not (known := self._imports()):
            return False
        number = str(self.rng.choice(known))

        def plan(changes: LibraryChanges) -> Change:
            return changes.take_back(changes.imports_called([number]))

        return bool(self._changing(f"take back {number}", plan).facts)

    def _undo(self) -> None:
        self._changing("undo", LibraryChanges.restore_last)

    def _undo_some(self) -> None:
        gone = sorted(e.id for e in self.library.removed())
        if gone:
            ids = self.rng.sample(gone, self.rng.randint(1, len(gone)))
            self._changing(f"undo {ids}", lambda changes: changes.restore_games(ids))

    def _remove_and_undo(self) -> None:
        before = shown(self.library)
        if not self.rng.choice((self._remove, self._take_back))():
            return
        self._undo()
        if before != shown(self.library):
            raise Difference("undoing a removal did not bring back what was there")

    def _replace_and_undo(self) -> None:
        """One step takes the new plays out and brings the old ones back; one more does it again."""
        before, imports = shown(self.library), len(self._imports())
        self._replace()
        if len(self._imports()) == imports or not self._made_room():
            return
        replaced = shown(self.library)
        for what, after in (("undo", before), ("redo", replaced), ("undo", before)):
            self._undo()
            for name, was, now in zip(State._fields, after, shown(self.library), strict=True):
                if was != now:
                    raise Difference(f"{what} a replacement: {name}: {now!r} instead of {was!r}")

    def _made_room(self) -> bool:
        """Whether the last import took the place of another."""
        with open_folder(self.library.folder) as stores:
            return LibraryChanges(stores).history.imports[-1].instead_of is not None

    # --- looking ----------------------------------------------------------------------------

    def check(self, *, sql: bool) -> None:
        """Compare the library with one that only ever got what is left."""
        other = Library(self.folder / f"left-{next(self._made)}")
        refill(other, self.library)
        try:
            compare(other, self.library, sql=sql)
        finally:
            shutil.rmtree(other.folder, ignore_errors=True)


def lines_left(library: Library) -> list[Line]:
    """Return the lines of a journal that count, by plain arithmetic."""
    lines = [read_fact(raw) for raw in FolderStore(library.folder).read(JOURNAL)]
    gone: set[int] = set()
    for line in lines:
        fact = line.data
        if isinstance(fact, Removed | Restored):
            named = {n for first, last in fact.lines for n in range(first, last + 1)}
            gone = gone | named if isinstance(fact, Removed) else gone - named
    return [line for line in lines if line.seq not in gone]


def refill(other: Library, library: Library) -> None:
    """Add what is left of a library to an empty one."""
    with other.writing() as writer:
        for line in lines_left(library):
            match line.data:
                case ResultAdded(played=played):
                    writer.add_result(played)
                    for id in writer.behind():
                        writer.go_back(id)
                case LogAdded(id=id, identity=identity, log=log):
                    data = (library.folder / "games" / f"{id}.jsonl").read_bytes()
                    writer.add_log(identity, id, log, data)
                case _:
                    pass


def shown(library: Library) -> State:
    """Return what a library shows."""
    entries = sorted(library.games(), key=lambda e: e.id)
    plays = [e.played for e in entries if e.played is not None]
    people = [
        (p.id, p.name, sorted(p.names), sorted(p.keys), sorted(p.games)) for p in library.players()
    ]
    return State(
        [msgspec.structs.replace(e, path=None, line=0) for e in entries],
        sorted(people),
        write_csv(plays).data if plays else b"",
    )


def tables(library: Library) -> dict[str, list[Any]]:
    """Return what SQL says about a library."""
    with Index(library).reading() as con:
        return {name: con.execute(sql).fetchall() for name, sql in TABLES.items()}


def compare(expected: Library, found: Library, *, sql: bool) -> None:
    """Raise `Difference` unless two libraries show the same."""
    for name, was, now in zip(State._fields, shown(expected), shown(found), strict=True):
        if was != now:
            raise Difference(f"{name}: {now!r} instead of {was!r}")
    if problems := found.troubles():
        raise Difference(str(problems[0].message))
    if not sql:
        return
    asked, answered = tables(expected), tables(found)
    for name, rows in asked.items():
        if rows != answered[name]:
            raise Difference(f"{name}: {answered[name]} instead of {rows}")


def run(folder: Path, seed: int, steps: int, sql_every: int = 1) -> Run:
    """Let so many things happen to a library in an empty folder."""
    made = Run(folder, seed)
    for n in range(steps):
        try:
            made.step(sql=(n + 1) % sql_every == 0)
        except Exception as e:
            done = "\n  ".join(made.done)
            raise Difference(f"seed {seed}, step {n + 1}: {e}\n  {done}") from e
    return made
