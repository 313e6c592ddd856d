"""Libraries from store to store: byte for byte, there and back, however often it is cut short."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from common.refusals import refuses
from ledger.index.library_index import Index
from ledger.index.query.ask import ask
from ledger.index.reports.catalogue import reports
from ledger.kernel.errors import Conflict, Damaged, Missing
from ledger.kernel.log.codec import read
from ledger.kernel.log.events import Entry, Noted
from ledger.library.journal.facts import describe
from ledger.library.library import Library
from ledger.library.stores import copying
from ledger.library.stores.copying import LibraryCopy
from ledger.library.stores.interface import LibraryStores, open_folder
from ledger.library.stores.postgres import stores_in
from ledger.store import FolderStore
from ledger.store.postgres import Database, PostgresStore
from ledger.testing.effort import CAMPAIGN, effort
from scripts.simulated_library import fill

from .test_backup import REPLAYS, contents, take_in


@pytest.fixture
def library(tmp_path: Path) -> Library:
    library = Library(tmp_path / "library")
    take_in(library, "osaka-2p", "klongs-2p", "istanbul-2p")
    take_in(library, "osaka-3p", instead="osaka-2p")  # leaves a revision
    (tmp_path / "library" / "games" / "osaka-2p.torn-1").write_bytes(b"half a li")
    service = tmp_path / "library" / ".service"
    service.mkdir()
    (service / "timeline").write_bytes(b"osaka-2p 1 9\n")
    return library


def beginning(name: str, commands: int) -> bytes:
    """Return a sample game up to some command."""
    data = (REPLAYS / f"{name}.jsonl").read_bytes()
    lines = read(data).lines
    end = next(n for n, line in enumerate(lines, 1) if line.cmd == commands and not line.more)
    return b"".join(data.splitlines(keepends=True)[:end])


def add_unfinished(library: Library, *ids: str) -> None:
    """Add games that can be played on."""
    data = beginning("klongs-2p", 3)
    log = describe(read(data).lines, len(data))
    with library.writing() as writer:
        for id in ids:
            writer.add_log(f"id:{id}", id, log, data)


@pytest.fixture
def opened() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def folder(stack: ExitStack, path: Path) -> LibraryStores:
    return stack.enter_context(open_folder(path))


def postgres(stack: ExitStack, database: Database) -> LibraryStores:
    return stack.enter_context(stores_in(database))


def test_there_and_back(
    library: Library, tmp_path: Path, open_database: Database, opened: ExitStack
):
    many = effort(5, 10_000)
    add_unfinished(library, *(f"many-{n:05}" for n in range(5)))
    if CAMPAIGN:
        fill(library.folder, many - 405, moves=3, workers=2)
        fill(library.folder, 400, seed=2, workers=2)  # whole games
    middle, again = postgres(opened, open_database), folder(opened, tmp_path / "again")
    there = LibraryCopy(folder(opened, library.folder), middle).run()
    assert there.troubles == [] and there.copied == there.games == 3 + many
    assert there.files == 3  # a revision, a torn end, the timeline
    back = LibraryCopy(middle, again).run()
    assert back.troubles == [] and back.copied == back.games
    assert contents(tmp_path / "again") == contents(library.folder)
    for path in ("", "games", "library.jsonl", "games/osaka-2p.jsonl", "revisions"):
        assert (tmp_path / "again" / path).stat().st_mode & 0o077 == 0, path
    copy = Library(tmp_path / "again")
    assert copy.troubles() == [] and copy.version == library.version
    assert copy.players() == library.players()
    assert LibraryCopy(middle, again).run().bytes == 0
    if CAMPAIGN:
        answers = [every_answer(Library(tmp_path / name)) for name in ("library", "again")]
        assert answers[0] == answers[1] and len(answers[0]) == len(reports())
        print(f"{there.games:,} games, {there.bytes:,} bytes; {len(reports())} reports are equal")


def every_answer(library: Library) -> dict[str, list[tuple[object, ...]]]:
    """Return what every report says."""
    with Index(library).reading() as con:
        found = reports().values()
        return {r.name: ask(con, r.sql, r.values({})).rows() for r in found}


def test_what_was_cut_short_goes_on(
    library: Library, open_database: Database, opened: ExitStack, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(copying, "GAMES", 1)
    source, target = folder(opened, library.folder), postgres(opened, open_database)

    def stop(n: int) -> None:
        if n == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        LibraryCopy(source, target).run(stop)
    assert not target.journal.has("library"), "half a copy looks like a library"
    assert len(target.games.games()) == 2
    done = LibraryCopy(source, target).run()
    assert (done.copied, done.games, done.troubles) == (1, 3, [])
    assert target.journal.has("library")


@pytest.mark.parametrize("kind", ["folder", "postgres"])
def test_only_what_is_new_is_added(
    library: Library, tmp_path: Path, request: pytest.FixtureRequest, opened: ExitStack, kind: str
):
    target = (
        postgres(opened, request.getfixturevalue("open_database"))
        if kind == "postgres"
        else folder(opened, tmp_path / "copy")
    )
    source = folder(opened, library.folder)
    add_unfinished(library, "open")
    LibraryCopy(source, target).run()
    with FolderStore(library.folder / "games") as games:
        head = games.reopen("open")
        group = [Entry(data=Noted(text="late"), turn=0)]
        made = games.append("open", head, None, group)
    with library.writing() as writer:
        data = (library.folder / "games" / "open.jsonl").read_bytes()
        writer.grew("open", describe(read(data).lines, len(data)))
    with open_folder(library.folder) as fresh:
        done = LibraryCopy(fresh, target).run()
    assert (done.copied, done.troubles) == (1, [])
    assert list(target.games.read("open", made.first)) == list(made.lines)
    # and what was played on in the target stays
    more = target.games.append("open", made.head, None, [Entry(data=Noted(text="here"), turn=0)])
    with open_folder(library.folder) as fresh:
        assert LibraryCopy(fresh, target).run().copied == 0
    assert target.games.head("open") == more.head


def test_what_differs_is_left_alone(library: Library, open_database: Database, opened: ExitStack):
    source, target = folder(opened, library.folder), postgres(opened, open_database)
    other = [Entry(data=read((REPLAYS / "century-2p.jsonl").read_bytes()).opened, turn=0)]
    head = target.games.create("osaka-2p", other)
    done = LibraryCopy(source, target).run()
    assert [t.id for t in done.troubles] == ["osaka-2p"] and done.copied == 2
    assert target.games.head("osaka-2p") == head
    assert not target.journal.has("library")


def test_two_libraries_are_not_mixed(
    library: Library, tmp_path: Path, open_database: Database, opened: ExitStack
):
    other = Library(tmp_path / "other")
    take_in(other, "century-2p")
    target = postgres(opened, open_database)
    LibraryCopy(folder(opened, other.folder), target).run()
    with refuses(Conflict, target.name):
        LibraryCopy(folder(opened, library.folder), target)
    assert target.games.games() == ["century-2p"]
    with refuses(Missing, str(tmp_path / "nothing")):
        LibraryCopy(folder(opened, tmp_path / "nothing"), target)


def test_a_damaged_log_is_named_and_left_out(
    library: Library, open_database: Database, opened: ExitStack
):
    path = library.folder / "games" / "klongs-2p.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"turn":3', b'"turn":4', 1))
    target = postgres(opened, open_database)
    done = LibraryCopy(folder(opened, library.folder), target).run()
    assert [t.id for t in done.troubles] == ["klongs-2p"]
    assert target.games.games() == ["istanbul-2p", "osaka-2p"]
    assert target.journal.has("library")


def test_a_copy_that_reads_back_otherwise_is_noticed(
    library: Library, open_database: Database, opened: ExitStack, monkeypatch: pytest.MonkeyPatch
):
    plain = PostgresStore.read

    def spoilt(self: PostgresStore, *args: object) -> Iterator[bytes]:
        return (raw.replace(b"Ana", b"Ann") for raw in plain(self, *args))

    monkeypatch.setattr(PostgresStore, "read", spoilt)
    with pytest.raises(Damaged):
        LibraryCopy(folder(opened, library.folder), postgres(opened, open_database)).run()
