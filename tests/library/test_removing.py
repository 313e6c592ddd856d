"""Games are taken out of a library, imports are taken back, and both come back as they were."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from common.refusals import refuses
from ledger.index.lake.source import LakeSource
from ledger.kernel.errors import Ambiguous, Missing
from ledger.library.journal.facts import Imported, ImportedLines, Removed
from ledger.library.journal.game_list import GameFilter
from ledger.library.journal.removals import lines_in, ranges_of
from ledger.library.journal.shared import SharedLibrary
from ledger.library.library import Library
from ledger.library.removing import Change, LibraryChanges, find_removed
from ledger.library.stores.backup import back_up, restore
from ledger.library.stores.copying import LibraryCopy
from ledger.library.stores.library_stores import LibraryStores, open_folder
from ledger.library.stores.postgres_stores import stores_in
from ledger.library.writer import LibraryWriter
from ledger.testing.effort import effort
from scripts.laboratory.removals.campaign import run as campaign
from store.faults import Crash

from .sample_library import FakeTree, log, played, put

AT = "2026-03-01T20:00:00.000Z"
HOME = Path("/lib")


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """Two imports: three plays and a log; then a correction, a new play and a copy at BGG."""
    library = Library(tmp_path / "lib")
    with library.writing() as writer:
        taken(writer, "first.json", lambda: first(writer))
        taken(writer, "second.json", lambda: second(writer))
    return library


def first(writer: LibraryWriter) -> None:
    for n in (1, 2, 3):
        writer.add_result(played(f"p{n}", place="Here", extra={"bggId": n}))
    put(writer, "evening", "one")


def second(writer: LibraryWriter) -> None:
    writer.add_result(played("p1", place="There", extra={"bggId": 1}))
    writer.add_result(played("p4", "Cy", "Ana"))
    writer.add_result(played("2", source="bgg"))


def taken(writer: LibraryWriter, name: str, import_) -> None:
    """Import something as the pipeline does."""
    writer.file += 1
    import_()
    writer.flush()
    number, writer.file = writer.file, 0
    said = Imported(file=name, kind="bgstats", digest="d", new=0, known=0, changed=0, refused=0)
    writer.say([said, ImportedLines(lines=ranges_of(writer.wrote[number]))], AT)
    writer.file = number


@pytest.fixture(params=["folder", "postgres"])
def stores(request: pytest.FixtureRequest, library: Library) -> Iterator[LibraryStores]:
    """The library in its folder, or copied to a database."""
    with ExitStack() as stack:
        here = stack.enter_context(open_folder(library.folder))
        if request.param == "postgres":
            database = request.getfixturevalue("open_database")
            there = stack.enter_context(stores_in(database))
            assert LibraryCopy(here, there).run().journal
            here = there
        yield here


def remove(stores: LibraryStores, *ids: str) -> Change:
    changes = LibraryChanges(stores)
    return changes.carry_out(lambda: changes.remove_games(ids), AT)


def take_back(stores: LibraryStores, *names: str) -> Change:
    changes = LibraryChanges(stores)
    return changes.carry_out(lambda: changes.take_back(changes.imports_called(names)), AT)


def undo(stores: LibraryStores) -> Change:
    changes = LibraryChanges(stores)
    return changes.carry_out(changes.restore_last, AT)


def everywhere(stores: LibraryStores) -> dict[str, str | None]:
    """Return the places of all games, once everybody who follows the journal agrees on them."""
    found = SharedLibrary(stores).catalogue
    listed = [e for page in stores.game_list().pages(GameFilter(), 100) for e in page]
    lake = LakeSource(stores)
    lake.look()
    in_lake = [e for some in lake._games.all() for e in some]
    lake.close()
    places = {id: e.place for id, e in found.entries.items()}
    assert {e.id: e.place for e in listed} == places
    assert {e.id: e.place for e in in_lake} == places
    return dict(sorted(places.items()))


ALL = {
    "bgstats-p1": "There", "bgstats-p2": "Here", "bgstats-p3": "Here", "bgstats-p4": None,
    "evening": None,
}  # fmt: skip


def test_a_removed_game_is_nowhere_and_comes_back(stores: LibraryStores):
    listed = stores.game_list()  # follows the journal all the time
    follower = SharedLibrary(stores)
    assert everywhere(stores) == ALL
    change = remove(stores, "bgstats-p1", "evening")
    assert [e.id for e in change.gone] == ["bgstats-p1", "evening"]
    left = {id: place for id, place in ALL.items() if id not in ("bgstats-p1", "evening")}
    assert everywhere(stores) == left
    assert set(follower.catalogue.entries) == set(left)
    assert {e.id for e in listed.page(GameFilter(), "", 9).entries} == set(left)
    assert stores.games.has("evening"), "its log is still there"
    gone = follower.catalogue.removed
    assert gone is not None and set(gone.entries) == {"bgstats-p1", "evening"}
    with pytest.raises(Missing) as e:
        follower.catalogue.find("evening", "here")
    assert "--undo evening" in (e.value.hint or "")
    assert [e.id for e in undo(stores).back] == ["bgstats-p1", "evening"]
    assert everywhere(stores) == ALL
    assert follower.catalogue.entries["bgstats-p1"].revision == 2
    assert not undo(stores).facts, "there is nothing more to undo"


def test_some_of_what_was_removed_comes_back(stores: LibraryStores):
    remove(stores, "bgstats-p1", "bgstats-p3")
    remove(stores, "evening")
    changes = LibraryChanges(stores)
    assert find_removed(changes.catalogue, "even") == "evening"
    with pytest.raises(Ambiguous):
        find_removed(changes.catalogue, "bgstats")
    with pytest.raises(Missing):
        find_removed(changes.catalogue, "bgstats-p2")
    changes.carry_out(lambda: changes.restore_games(["bgstats-p3"]), AT)
    assert set(everywhere(stores)) == {"bgstats-p2", "bgstats-p3", "bgstats-p4"}
    undo(stores)
    undo(stores)
    assert everywhere(stores) == ALL


def test_an_import_that_is_taken_back_was_never_there(stores: LibraryStores):
    change = take_back(stores, "second.json")
    assert [e.id for e in change.gone] == ["bgstats-p4"]
    assert sorted(e.id for e in change.changed) == ["bgstats-p1", "bgstats-p2"]
    found = SharedLibrary(stores).catalogue
    assert everywhere(stores)["bgstats-p1"] == "Here"
    assert found.entries["bgstats-p1"].revision == 1
    assert [p.name for p in found.people.players()] == ["Ana", "Bartek"]
    assert found.removed is None, "what is imported again comes in again"
    undo(stores)
    assert everywhere(stores) == ALL


def test_what_a_later_import_said_stays(stores: LibraryStores):
    take_back(stores, "1")
    # the correction stands by itself, and the copy at BGG is a play of its own again
    assert everywhere(stores) == {"bgg-2": None, "bgstats-p1": "There", "bgstats-p4": None}
    assert SharedLibrary(stores).catalogue.entries["bgstats-p1"].revision == 1
    undo(stores)
    assert everywhere(stores) == ALL


def test_imports_are_found_by_number_or_name(library: Library):
    with open_folder(library.folder) as stores:
        changes = LibraryChanges(stores)
        assert [i.number for i in changes.imports_called(["2", "first.json"])] == [2, 1]
        for wrong in ("3", "0", "third.json", ""):
            with refuses(Missing):
                changes.imports_called([wrong])
    with open_folder(library.folder.with_name("nothing")) as stores, pytest.raises(Missing):
        LibraryChanges(stores)


def test_imports_of_earlier_versions_are_those_of_a_run(tmp_path: Path):
    library = Library(tmp_path / "lib")
    with library.writing() as writer:
        put(writer, "played-here", "one")  # no import brought it
        for n in (1, 2, 3):
            writer.add_result(played(f"p{n}"))
        said = [
            Imported(file=name, kind="bgstats", digest="", new=new, known=0, changed=0, refused=0)
            for name, new in (("a.json", 1), ("b.json", 2), ("c.json", 0))
        ]
        writer.say(said, AT)
    with open_folder(library.folder) as stores:
        changes = LibraryChanges(stores)
        assert [i.together for i in changes.history.imports] == [(1, 2), (1, 2), ()]
        take_back(stores, "a.json")
    assert list(library.catalogue.entries) == ["played-here"]
    assert library.troubles() == []


def test_an_import_that_was_cut_short_is_claimed_when_it_is_repeated(tmp_path: Path):
    library = Library(tmp_path / "lib")
    with library.writing() as writer:
        writer.add_result(played("p1"))  # then it was killed
    with library.writing() as writer:

        def again() -> None:
            assert writer.add_result(played("p1")).status == "known"
            writer.add_result(played("p2"))

        taken(writer, "a.json", again)
    with open_folder(library.folder) as stores:
        take_back(stores, "a.json")
    assert library.games() == []


# --- importing again --------------------------------------------------------------------------


def test_a_removed_game_stays_out(library: Library):
    with open_folder(library.folder) as stores:
        remove(stores, "bgstats-p1", "evening")
    with library.writing() as writer:
        assert writer.add_result(played("p1", place="Elsewhere")) == ("removed", "bgstats-p1", 2)
        # the play at BGG is the same one
        assert writer.add_result(played("1", source="bgg")).status == "removed"
        assert put(writer, "evening", "one") == ("removed", "evening", 1)
        # what has the id of a removed game is another one
        assert writer.add_log("id:shelf:other", "evening", *log("other")).id == "evening-2"
        assert writer.add_result(played("p2", place="Here", extra={"bggId": 2})).status == "known"
    with open_folder(library.folder) as stores:
        undo(stores)
    assert {"bgstats-p1", "evening", "evening-2"} <= library.catalogue.entries.keys()
    assert library.troubles() == []


def test_what_was_taken_back_comes_in_again(library: Library):
    with open_folder(library.folder) as stores:
        take_back(stores, "1", "2")
    assert library.games() == [] and library.troubles() == []
    with library.writing() as writer:
        assert writer.add_result(played("p1", place="Now")) == ("new", "bgstats-p1", 1)
        assert put(writer, "evening", "one") == ("new", "evening", 1)
    with open_folder(library.folder) as stores:
        change = undo(stores)  # what is here again isn't doubled
        assert {each.id for each in change.kept} == {"bgstats-p1", "evening"}
    assert {id: e.place for id, e in sorted(library.catalogue.entries.items())} == ALL | {
        "bgstats-p1": "Now"
    }
    assert library.catalogue.entries["bgstats-p1"].revision == 1


def test_another_log_in_its_place_is_not_taken_for_it(library: Library):
    with open_folder(library.folder) as stores:
        take_back(stores, "1")
    with library.writing() as writer:
        assert put(writer, "evening", "other").status == "new"
    assert len(list((library.folder / "games").glob("evening.stray-*"))) == 1
    with open_folder(library.folder) as stores:
        remove(stores, "evening")
        changes = LibraryChanges(stores)
        change = changes.carry_out(
            lambda: changes.restore_imports(changes.imports_called(["1"])), AT
        )
        assert [each.id for each in change.kept] == ["evening"]
    assert library.troubles() == []


def test_a_log_keeps_its_correction(library: Library):
    with library.writing() as writer:
        writer.file = 8
        taken(writer, "third", lambda: put(writer, "evening", "two"))
    with open_folder(library.folder) as stores:
        assert [k.id for k in take_back(stores, "third").kept] == ["evening"]
        assert [k.id for k in take_back(stores, "1").kept] == ["evening"]
    assert library.catalogue.entries["evening"].revision == 2
    assert library.troubles() == []


# --- safe -------------------------------------------------------------------------------------


def test_a_backup_holds_what_was_removed(library: Library, tmp_path: Path):
    with open_folder(library.folder) as stores:
        remove(stores, "evening", "bgstats-p1")
    made = back_up(library, tmp_path / "backups")
    assert made.missing == []
    _, troubles = restore(made.folder, tmp_path / "again")
    assert troubles == []
    again = Library(tmp_path / "again")
    assert again.games() == [e if e.path is None else None for e in library.games()], (
        "the log is gone in both"
    )
    with open_folder(again.folder) as stores:
        undo(stores)
    assert set(again.catalogue.entries) == set(ALL) and again.troubles() == []


def removing(at: int | None = None) -> tuple[FakeTree, int, tuple[str, ...]]:
    """Remove the plays of a library, on a machine that may die; return its calls, what is left."""
    files = FakeTree(at=at or 0, what="crash")
    try:
        with Library(HOME, files=files).writing() as writer:
            first(writer)
        before = len(files.calls)
        with Library(HOME, files=files).writing() as writer:
            writer.remove(Removed(lines=((2, 4),)))
    except Crash:
        files, before = files.revive(), 0
    return files, before, tuple(Library(HOME, files=files).catalogue.entries)


def test_it_is_done_or_not_wherever_the_process_dies():
    files, before, left = removing()
    assert left == ("evening",)
    plays = ("bgstats-p1", "bgstats-p2", "bgstats-p3", "evening")
    found = [removing(at)[2] for at in range(before + 1, len(files.calls) + 1)]
    assert set(found) == {plays, left}
    assert found == sorted(found, key=len, reverse=True), "once it is done, it stays done"


def test_a_copy_joins_a_play_that_comes_back_after_it(library: Library, tmp_path: Path):
    with open_folder(library.folder) as stores:
        take_back(stores, "first.json")
    with library.writing() as writer:
        assert writer.add_result(played("3", source="bgg", place="Copied")).id == "bgg-3"
    with open_folder(library.folder) as stores:
        change = undo(stores)
        assert [e.id for e in change.gone] == ["bgg-2", "bgg-3"], "the first was told apart, too"
        assert everywhere(stores) == ALL
        assert SharedLibrary(stores).catalogue.entries["bgstats-p3"].revision == 2


def test_a_file_may_go_back_to_what_a_play_said_before_it_joined_another(tmp_path: Path):
    library = Library(tmp_path / "lib")
    with library.writing() as writer:
        writer.add_result(played("1", source="bgg", place="Here"))
        writer.add_result(played("1", source="bgg", place="There"))
    with library.writing() as writer:
        writer.add_result(played("1", source="bgg", place="Here"))
        writer.add_result(played("p1", extra={"bggId": 1}))
        assert [writer.go_back(id).id for id in writer.behind()] == ["bgstats-p1"]
    (entry,) = library.games()
    assert (entry.id, entry.place) == ("bgstats-p1", "Here")


# --- all of it --------------------------------------------------------------------------------


def test_a_library_is_what_is_left_of_it(tmp_path: Path):
    """Remove, undo and import again at random; `scripts/lab removals` does so for longer."""
    campaign(tmp_path, seed=effort(7, 2026), steps=effort(20, 200), sql_every=effort(5, 1))


def test_lines_are_written_as_ranges():
    assert ranges_of([5, 3, 4, 9, 1]) == ((1, 1), (3, 5), (9, 9))
    assert list(lines_in(((1, 1), (3, 5)))) == [1, 3, 4, 5]
