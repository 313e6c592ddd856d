"""One journal, many writers: every game is entered once, and nobody's facts are lost."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from common.refusals import refuses
from ledger.kernel.errors import Conflict
from ledger.kernel.log.codec import Head
from ledger.kernel.log.events import Entry, Event
from ledger.kernel.replay.log_reader import read
from ledger.library.journal.facts import describe
from ledger.library.journal.game_list import GameFilter
from ledger.library.journal.shared import SharedJournal, SharedLibrary
from ledger.library.library import Library
from ledger.library.stores.copying import LibraryCopy
from ledger.library.stores.library_stores import LibraryStores, open_folder
from ledger.service.backend import Journal
from ledger.store.postgres import Database
from ledger.store.store import LogSegment
from ledger.testing.effort import effort

from ..stores.test_copying import beginning, folder, postgres, take_in


@pytest.fixture
def opened() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture(params=["folder", "postgres"])
def stores(request: pytest.FixtureRequest, tmp_path: Path, opened: ExitStack) -> LibraryStores:
    if request.param == "postgres":
        return postgres(opened, request.getfixturevalue("open_database"))
    return folder(opened, tmp_path / "shared")


def journal_of(stores: LibraryStores) -> SharedJournal:
    return SharedJournal(stores, stores.game_list())


def test_a_game_is_entered_and_grows(stores: LibraryStores):
    here, there, library = journal_of(stores), journal_of(stores), SharedLibrary(stores)
    assert library.catalogue.entries == {}
    data, more = beginning("klongs-2p", 3), beginning("klongs-2p", 5)
    here.add("tuesday", "klongs", data)
    there.add("tuesday", "klongs", data)  # the first answer was lost
    assert len(stores.journal.since("library", Head())) == 2
    assert [(e.id, e.game, e.path) for e in library.catalogue.entries.values()] == [
        ("tuesday", "klongs", None)
    ]
    grown = describe(read(more).lines, len(more))
    there.grew({"tuesday": grown, "unknown": grown})
    here.grew({"tuesday": grown})
    here.grew({"tuesday": describe(read(data).lines, len(data))})  # it is late
    assert library.catalogue.entries["tuesday"].head == grown.head
    assert len(stores.journal.since("library", Head())) == 3
    with refuses(Conflict, "tuesday"):
        here.add("tuesday", "klongs", more)


def test_a_log_that_was_not_entered_yet_is_taken(stores: LibraryStores):
    data = beginning("klongs-2p", 3)
    stores.games.put([LogSegment("tuesday", Head(), data)])
    journal_of(stores).add("tuesday", "klongs", data)
    assert "tuesday" in SharedLibrary(stores).catalogue.entries


def test_many_writers(stores: LibraryStores, tmp_path: Path, opened: ExitStack):
    data = beginning("klongs-2p", 0)
    count = effort(4, 60)

    def play(me: int) -> None:
        journal = journal_of(stores)
        for n in range(count):
            journal.add(f"game-{me}-{n}", "klongs", data)

    threads = [threading.Thread(target=play, args=(me,)) for me in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join(100)
    library = SharedLibrary(stores)
    assert len(library.catalogue.entries) == 4 * count
    found = stores.game_list().page(GameFilter(game="klongs"), "", 1000).entries
    assert [e.id for e in found] == sorted(library.catalogue.entries)
    LibraryCopy(stores, folder(opened, tmp_path / "copy")).run()
    copy = Library(tmp_path / "copy")
    assert copy.troubles() == [] and len(copy.games()) == 4 * count


def test_it_goes_on_with_the_journal_of_a_folder(
    tmp_path: Path, opened: ExitStack, stores: LibraryStores
):
    library = Library(tmp_path / "library")
    take_in(library, "osaka-2p")
    with open_folder(library.folder) as source:
        LibraryCopy(source, stores).run()
    journal: Journal = journal_of(stores)
    journal.add("tuesday", "klongs", beginning("klongs-2p", 3))
    assert sorted(SharedLibrary(stores).catalogue.entries) == ["osaka-2p", "tuesday"]


def test_how_far_many_games_are_is_noted_with_few_questions(
    opened: ExitStack, open_database: Database, monkeypatch: pytest.MonkeyPatch
):
    """Else others, who write meanwhile, would make it begin anew for ever."""
    stores = postgres(opened, open_database)
    journal = journal_of(stores)
    data, more = beginning("klongs-2p", 3), beginning("klongs-2p", 5)
    ids = [f"game-{n}" for n in range(30)]
    for id in ids:
        journal.add(id, "klongs", data)
    real, asked = Database.ask, []
    monkeypatch.setattr(
        Database, "ask", lambda self, query, *more: asked.append(query) or real(self, query, *more)
    )
    journal.grew(dict.fromkeys(ids, describe(read(more).lines, len(more))))
    assert len(asked) < 10
    assert {entry.lines for entry in SharedLibrary(stores).games()} == {len(read(more).lines)}


class GameRemoved(Event, frozen=True, kw_only=True):
    """A fact that this version doesn't know."""

    id: str


def test_a_fact_of_a_later_version_is_skipped_by_readers_and_lists(stores: LibraryStores):
    journal, library = journal_of(stores), SharedLibrary(stores)
    journal.add("tuesday", "klongs", beginning("klongs-2p", 3))
    head = stores.journal.head("library")
    fact = Entry(data=GameRemoved(id="tuesday"), turn=0)
    stores.journal.append("library", head, None, [fact])
    journal_of(stores).add("friday", "klongs", beginning("klongs-2p", 5))
    assert sorted(library.catalogue.entries) == ["friday", "tuesday"]
    found = stores.game_list().page(GameFilter(), "", 10).entries
    assert [entry.id for entry in found] == ["friday", "tuesday"]
