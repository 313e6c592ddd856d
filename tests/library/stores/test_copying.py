"""Libraries from store to store: byte for byte, there and back, however often it is cut short."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from common.refusals import refuses
from ledger.index.library_index import Index
from ledger.index.query.ask import ask
from ledger.index.reports.report import reports
from ledger.kernel.errors import Conflict, Damaged, Failed, Missing
from ledger.kernel.log.events import Entry, Noted
from ledger.kernel.replay.log_reader import read
from ledger.library.journal.facts import describe
from ledger.library.library import Library
from ledger.library.stores import copying
from ledger.library.stores.copying import CopyReport, LibraryCopy
from ledger.library.stores.library_stores import LibraryStores, open_folder
from ledger.library.stores.postgres_stores import stores_in
from ledger.store import FolderStore
from ledger.store.postgres import Database, PostgresStore
from ledger.store.store import LogSegment
from ledger.testing.effort import CAMPAIGN, effort
from scripts.common.simulated_library import fill

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


@pytest.fixture(params=["folder", "postgres"])
def target(request: pytest.FixtureRequest, tmp_path: Path, opened: ExitStack) -> LibraryStores:
    if request.param == "folder":
        return folder(opened, tmp_path / "copy")
    return postgres(opened, request.getfixturevalue("open_database"))


def test_only_what_is_new_is_added(library: Library, target: LibraryStores, opened: ExitStack):
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
    assert not target.journal.has("library") and not done.journal


# --- corrections ----------------------------------------------------------------------------


def copy_into(library: Library, target: LibraryStores) -> CopyReport:
    with open_folder(library.folder) as source:
        return LibraryCopy(source, target).run()


def test_a_correction_takes_the_place_of_what_was_copied_before(
    library: Library, target: LibraryStores, tmp_path: Path, opened: ExitStack
):
    copy_into(library, target)
    take_in(library, "klongs-3p", instead="klongs-2p")
    take_in(library, "century-2p")
    done = copy_into(library, target)
    assert (done.copied, done.files, done.troubles, done.journal) == (2, 1, [], True)
    again = LibraryCopy(target, folder(opened, tmp_path / "again")).run()
    assert again.troubles == []
    assert contents(tmp_path / "again") == contents(library.folder)
    assert Library(tmp_path / "again").troubles() == []
    assert copy_into(library, target).bytes == 0


def test_a_game_that_was_played_on_before_it_was_corrected_is_replaced_too(
    library: Library, target: LibraryStores
):
    add_unfinished(library, "open")
    copy_into(library, target)
    with FolderStore(library.folder / "games") as games:
        games.append("open", games.reopen("open"), None, [Entry(data=Noted(text="on"), turn=0)])
    take_in(library, "klongs-3p", instead="open")
    assert copy_into(library, target).troubles == []
    data = (library.folder / "games" / "open.jsonl").read_bytes()
    assert b"".join(raw + b"\n" for raw in target.games.read("open")) == data


def test_what_was_played_on_in_the_target_is_not_replaced_by_a_correction(
    library: Library, target: LibraryStores
):
    add_unfinished(library, "open")
    copy_into(library, target)
    made = target.games.append(
        "open", target.games.head("open"), None, [Entry(data=Noted(text="here"), turn=0)]
    )
    target.games.release("open")
    take_in(library, "klongs-3p", instead="open")
    done = copy_into(library, target)
    assert [t.id for t in done.troubles] == ["open"] and not done.journal
    assert target.games.head("open") == made.head


def test_an_older_copy_does_not_undo_a_correction_of_a_correction(
    library: Library, target: LibraryStores, tmp_path: Path
):
    older = tmp_path / "older"
    shutil.copytree(library.folder, older)  # osaka-2p was corrected once,
    with library.writing() as writer:
        data = (library.folder / "revisions" / "osaka-2p.1.jsonl").read_bytes()
        log = describe(read(data).lines, len(data))
        writer.add_log("id:osaka-2p", "osaka-2p", log, data)
        writer.go_back("osaka-2p")  # and here that was taken back
    copy_into(library, target)
    done = copy_into(Library(older), target)
    assert [t.id for t in done.troubles] == ["osaka-2p"]
    assert b"".join(raw + b"\n" for raw in target.games.read("osaka-2p")) == data


def test_a_log_that_grows_while_it_is_replaced_stays(library: Library, target: LibraryStores):
    add_unfinished(library, "open")
    copy_into(library, target)
    head, data = target.games.head("open"), (REPLAYS / "klongs-3p.jsonl").read_bytes()
    made = target.games.append("open", head, None, [Entry(data=Noted(text="here"), turn=0)])
    target.games.release("open")
    assert target.replace is not None
    with refuses(Conflict, "open"):
        target.replace("open", head, data)
    assert target.games.head("open") == made.head
    target.replace("open", made.head, data)  # also after one that was refused
    assert b"".join(raw + b"\n" for raw in target.games.read("open")) == data
    assert target.games.games().count("open") == 1


# --- troubles -------------------------------------------------------------------------------


def test_when_nothing_can_be_written_it_gives_up_at_once_and_goes_on_later(
    library: Library, target: LibraryStores, monkeypatch: pytest.MonkeyPatch
):
    asked = list[int]()

    def full(self: object, pieces: Sequence[LogSegment]) -> None:
        asked.append(len(pieces))
        raise Failed("no room")

    with monkeypatch.context() as patch:
        patch.setattr(type(target.games), "put", full)
        with pytest.raises(Failed, match="no room") as found:
            copy_into(library, target)
    assert asked == [3] and found.value.hint
    done = copy_into(library, target)
    assert (done.copied, done.troubles, done.journal) == (3, [], True)


def test_a_game_that_is_open_in_the_target_holds_no_other_up(library: Library, tmp_path: Path):
    names = [f"open-{n}" for n in range(4)]
    add_unfinished(library, *names)
    with open_folder(tmp_path / "copy") as target:
        copy_into(library, target)
    with FolderStore(library.folder / "games") as games:
        for name in names:
            games.append(name, games.reopen(name), None, [Entry(data=Noted(text="x"), turn=0)])
    with FolderStore(tmp_path / "copy" / "games") as player:
        player.reopen("open-2")
        with open_folder(tmp_path / "copy") as target:
            done = copy_into(library, target)
    assert [t.id for t in done.troubles] == ["open-2"] and done.copied == 3
    with open_folder(tmp_path / "copy") as target:
        done = copy_into(library, target)
    assert (done.copied, done.troubles, done.journal) == (1, [], True)


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
