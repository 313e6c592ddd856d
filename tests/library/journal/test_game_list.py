"""The list of games: in order, in pages, and as the journal has it."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from ledger.kernel.errors import Failed, LedgerError
from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.library.journal import game_list as module
from ledger.library.journal.catalogue import GameEntry, GamesById
from ledger.library.journal.facts import JOURNAL, Fact, LogAdded, LogFacts, LogGrew, ResultAdded
from ledger.library.journal.game_list import GameFilter, GameList
from ledger.library.journal.list_file import GameListFile
from ledger.library.library import Library
from ledger.library.records.known_exports import OURS, bgstats_uuid
from ledger.library.stores import postgres_list
from ledger.library.stores.postgres_list import PostgresGameList
from ledger.store.folder import FolderStore
from ledger.store.postgres import Database
from ledger.store.postgres.database import Connection

WANTED = (
    GameFilter(),
    GameFilter(game="osaka"),
    GameFilter(player="ána"),
    GameFilter(unsealed=True),
    GameFilter(game="century", player="Bo", unsealed=True),
    GameFilter(since="2026-03-10"),
    GameFilter(until="2026-03-10", player="Bo"),
    GameFilter(game="nothing"),
    GameFilter(player="Nobody"),
)


def _log(rng: random.Random, *, sealed: bool, game: str | None = None) -> LogFacts:
    who = rng.sample(["Ana", "Bo", "Celina"], 2)
    return LogFacts(
        game=game or rng.choice(["osaka", "century"]),
        head=f"{rng.random()}",
        lines=rng.randint(1, 99),
        size=1,
        sealed=sealed,
        date=f"2026-03-{rng.randint(1, 28):02d}T18:00:00.000Z",
        standings=tuple(Standing(person=Person(name=name)) for name in who),
    )


def _list(library: Library) -> GameList:
    """Return the list of a library in a file, as a process that starts finds it."""
    path = library.folder / "own" / "games.list"
    return GameListFile(FolderStore(library.folder), library.folder / "games", path)


Opening = Callable[[Library], GameList]


@pytest.fixture(params=["file", "postgres"])
def opening(request: pytest.FixtureRequest) -> Opening:
    """What opens the list of a library, in a file or in a database, as a new process would."""
    if request.param == "file":
        return _list
    database = request.getfixturevalue("open_database")
    return lambda library: PostgresGameList(database, FolderStore(library.folder))


def _bare(entry: GameEntry) -> GameEntry:
    """Return a game without the place of its file, which only a folder knows."""
    return msgspec.structs.replace(entry, path=None)


def _all(found: GameList, wanted: GameFilter, limit: int) -> list[str]:
    ids: list[str] = []
    after: str | None = ""
    while after is not None:
        page = found.page(wanted, after, limit)
        assert len(page.entries) <= limit
        assert page.next is None or page.next > after
        ids += [e.id for e in page.entries]
        after = page.next
    return ids


def _check(library: Library, found: GameList) -> None:
    for wanted in WANTED:
        expected = sorted(e.id for e in library.games() if wanted.takes(e))
        for limit in (1, 3, 100):
            assert _all(found, wanted, limit) == expected, wanted


@pytest.mark.parametrize("looks", [2, 2000])
def test_every_page_is_what_the_journal_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, looks: int, opening: Opening
) -> None:
    monkeypatch.setattr(module, "LOOKS", looks)
    library, rng = Library(tmp_path), random.Random(looks)
    found = opening(library)
    _check(library, found)
    ids: list[str] = []
    for _ in range(12):
        with Library(tmp_path).writing() as writer:
            for _ in range(3):
                id = f"g{rng.randint(0, 10**6)}"
                ids.append(id)
                log = _log(rng, sealed=rng.random() < 0.5)
                writer.say([LogAdded(id=id, identity=f"id:{id}", revision=1, log=log)])
            grown = rng.choice(ids)
            writer.say([LogGrew(id=grown, log=_log(rng, sealed=True))])
        _check(library, found)
        found = rng.choice([found, opening(library)])
    assert found.lines() == {e.id: e.lines for e in sorted(library.games(), key=lambda e: e.id)}
    (known,) = found.some([ids[0], "nothing"]).values()
    assert _bare(known) == _bare(library.catalogue.entries[ids[0]])
    assert known.path is None or known == library.catalogue.entries[ids[0]]


def test_a_result_whose_place_another_took_goes(tmp_path: Path, opening: Opening) -> None:
    library = Library(tmp_path)
    found = opening(library)
    at_bgg = PlayRecord(source="bgg", key="7", title="Chess", standings=())
    with library.writing() as writer:
        writer.add_result(at_bgg)
    assert _all(found, GameFilter(), 10) == ["bgg-7"]
    own = PlayRecord(source="bgstats", key="u1", title="Chess", standings=(), extra={"bggId": 7})
    with library.writing() as writer:
        writer.add_result(own)
    assert _all(found, GameFilter(), 10) == ["bgstats-u1"]


def test_records_of_one_game_become_one_as_in_the_catalogue(
    tmp_path: Path, opening: Opening
) -> None:
    rng = random.Random(7)
    library = Library(tmp_path)
    found = opening(library)
    for n in range(60):
        key = str(rng.randint(1, 4))
        source = rng.choice(["bgg", "bgstats", "ledger"])
        uuid = rng.choice([f"u{key}", bgstats_uuid(OURS, key)]) if source == "bgstats" else key
        played = PlayRecord(
            source=source,
            key=uuid,
            title=f"Chess {n}",
            standings=(),
            extra={"bggId": int(key)} if rng.random() < 0.6 else {},
        )
        log = _log(rng, sealed=True, game="osaka")
        with library.writing() as writer:
            known = writer.catalogue.results
            id = f"{source}-{rng.choice([key, str(n)])}"
            facts: list[Fact] = [
                ResultAdded(id=id, revision=len(known.get(id, [])) + 1, played=played)
            ]
            if n % 20 == 19:
                facts = [LogAdded(id=f"log-{n}", identity=f"id:osaka:{key}", revision=1, log=log)]
            writer.say(facts)
        if n % 3 == 0:
            ids = [e.id for e in library.games()]
            told = {id: _bare(entry) for id, entry in library.catalogue.entries.items()}
            assert {id: _bare(entry) for id, entry in found.some(ids).items()} == told
            assert _all(found, GameFilter(), 10) == sorted(ids)
            replaced = library.catalogue.superseded.values()
            for text in (*ids, *replaced, "b", "bgg", "bgg-1", "log-", "no", ""):
                assert _found(found, text) == _found(library.catalogue, text), text
    assert len(library.catalogue.superseded) > 3


def _found(games: GamesById, text: str) -> GameEntry | tuple[str, str | None]:
    """Return what is found under a text, or what is said when it is not one game."""
    try:
        return _bare(games.find(text, "here"))
    except LedgerError as e:
        return e.message, e.hint


def test_a_page_looks_at_few_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opening: Opening
) -> None:
    library, rng = Library(tmp_path), random.Random(1)
    with library.writing() as writer:
        facts = [
            LogAdded(id=f"g{n:04d}", identity=f"id:{n}", revision=1, log=_log(rng, sealed=n > 3))
            for n in range(500)
        ]
        writer.say(facts)
    found = opening(library)
    found.page(GameFilter(), "", 1)
    looked: list[str] = []
    plain = GameFilter.takes
    monkeypatch.setattr(GameFilter, "takes", lambda self, e: looked.append(e.id) or plain(self, e))
    for wanted, after, most in (
        (GameFilter(), "", 10),
        (GameFilter(), "g0250", 10),
        (GameFilter(unsealed=True), "", 4),
        (GameFilter(player="Nobody"), "", 0),
        (GameFilter(game="nothing"), "", 0),
    ):
        looked.clear()
        found.page(wanted, after, 10)
        assert len(looked) <= most, wanted


def _filled(tmp_path: Path, count: int = 20) -> Library:
    library, rng = Library(tmp_path), random.Random(count)
    with library.writing() as writer:
        for n in range(count):
            log = _log(rng, sealed=n % 2 == 0)
            writer.say([LogAdded(id=f"g{n:02d}", identity=f"id:{n}", revision=1, log=log)])
    return library


def test_a_new_process_reads_only_what_is_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opening: Opening
) -> None:
    library = _filled(tmp_path)
    opening(library).page(GameFilter(), "", 1)
    read: list[tuple[int, int | None]] = []
    plain = FolderStore.read

    def noting(self: FolderStore, id: str, first: int = 1, last: int | None = None) -> object:
        read.append((first, last))
        return plain(self, id, first, last)

    monkeypatch.setattr(FolderStore, "read", noting)
    opening(library).page(GameFilter(), "", 1)
    assert read == []
    with library.writing() as writer:
        read.clear()
        writer.say([LogGrew(id="g03", log=_log(random.Random(5), sealed=True))])
    found = opening(library)
    found.page(GameFilter(), "", 1)
    assert read == [(21, 21), (22, 22)]  # whether the last line still stands, and the new one
    monkeypatch.undo()
    _check(library, found)


def test_a_library_that_was_put_back_is_read_anew(tmp_path: Path, opening: Opening) -> None:
    library = _filled(tmp_path / "library")
    before = library.journal.read_bytes()
    with library.writing() as writer:
        writer.say([LogGrew(id="g03", log=_log(random.Random(5), sealed=True))])
    found = opening(library)
    _check(library, found)
    library.journal.write_bytes(before)
    with library.writing() as writer:
        rng = random.Random(6)
        writer.say([LogGrew(id=f"g{n:02d}", log=_log(rng, sealed=True)) for n in (7, 8, 9)])
    _check(Library(library.folder), found)
    library.journal.unlink()
    assert _all(found, GameFilter(), 10) == []


def test_a_broken_file_is_made_again(tmp_path: Path) -> None:
    library = _filled(tmp_path)
    found = _list(library)
    _check(library, found)
    found.close()
    path = tmp_path / "own" / "games.list"
    assert path.stat().st_mode & 0o077 == 0
    path.write_bytes(b"SQLite format 3\0" + bytes(5000))
    _check(library, _list(library))
    path.unlink(missing_ok=True)
    path.mkdir()
    _check(library, _list(library))


def test_two_processes_keep_one_list(tmp_path: Path, opening: Opening) -> None:
    library = _filled(tmp_path, 10)
    one, other = opening(library), opening(library)
    for n in range(5):
        _check(library, one if n % 2 else other)
        with library.writing() as writer:
            writer.say([LogGrew(id=f"g{n:02d}", log=_log(random.Random(n), sealed=True))])
    _check(library, one)
    _check(library, other)


def test_more_than_a_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opening: Opening
) -> None:
    monkeypatch.setattr(module, "BATCH", 3)
    library = _filled(tmp_path)
    _check(library, opening(library))
    assert FolderStore(tmp_path).head(JOURNAL).seq == 21


@pytest.mark.parametrize("looks", [2, 7, 2000])
def test_pages_are_the_same_wherever_the_list_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, open_database: Database, looks: int
) -> None:
    """Also short ones, and where the next one begins."""
    monkeypatch.setattr(module, "LOOKS", looks)
    library = _filled(tmp_path)
    one, other = _list(library), PostgresGameList(open_database, FolderStore(library.folder))
    for wanted in WANTED:
        for limit in (1, 3, 100):
            after: str | None = ""
            while after is not None:
                here, there = (found.page(wanted, after, limit) for found in (one, other))
                assert (list(map(_bare, here.entries)), here.next) == (there.entries, there.next)
                after = here.next


def test_names_of_any_length_and_letters(tmp_path: Path, opening: Opening) -> None:
    names = ("A" * 100_000, "nul\0", "Łukasz \N{CRAB}", "?", "")
    with (library := Library(tmp_path)).writing() as writer:
        for n, name in enumerate(names):
            played = PlayRecord(
                source="bgg",
                key=f"{n}" + "k" * 10_000,
                title=name,
                standings=(Standing(person=Person(name=name)),),
            )
            writer.say([ResultAdded(id=f"bgg-{n}", revision=1, played=played)])
    found = opening(library)
    for n, name in enumerate(names):
        assert _all(found, GameFilter(player=name), 10) == [f"bgg-{n}"]


def test_many_take_in_the_same_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opening: Opening
) -> None:
    monkeypatch.setattr(module, "BATCH", 3)
    library = _filled(tmp_path)
    lists = [opening(library) for _ in range(4)]
    told: list[list[str]] = []
    threads = [
        threading.Thread(target=lambda one=one: told.append(_all(one, GameFilter(), 7)))
        for one in lists
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert told == 4 * [sorted(e.id for e in library.games())]
    _check(library, lists[0])


def test_who_is_stopped_while_it_writes_the_list_stops_nobody_else(
    tmp_path: Path, database: str
) -> None:
    library = Library(tmp_path)
    with library.writing() as writer:
        log = _log(random.Random(1), sealed=False)
        writer.say([LogAdded(id="monday", identity="id:monday", revision=1, log=log)])
    stopped, go_on = threading.Event(), threading.Event()

    def stop(connection: Connection) -> None:
        connection.execute("select pg_advisory_xact_lock(%s)", [postgres_list._LOCK])
        stopped.set()
        go_on.wait(20)

    with Database(database, patience=2.0) as other, Database(database) as here:
        holding = threading.Thread(target=lambda: other.change_cache(stop))
        holding.start()
        assert stopped.wait(5)
        found = PostgresGameList(here, FolderStore(library.folder))
        assert _all(found, GameFilter(), 10) == ["monday"]
        assert not go_on.is_set(), "it is stopped still"
        go_on.set()
        holding.join()


def test_those_who_wait_together_fail_together(
    tmp_path: Path, open_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def away(self: GameList) -> None:
        asked.append(self)
        time.sleep(0.5)
        raise Failed("the database is away")

    monkeypatch.setattr(GameList, "_catch_up", away)
    found = PostgresGameList(open_database, FolderStore(tmp_path))
    failed = []

    def ask() -> None:
        with pytest.raises(Failed) as e:
            found.catch_up()
        failed.append(e)

    asking = [threading.Thread(target=ask) for _ in range(5)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert (len(asked), len(failed)) == (1, 5)
    with pytest.raises(Failed):
        found.catch_up()
    assert len(asked) == 2, "who comes later asks again"
