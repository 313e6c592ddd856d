"""A lake answers as the index does, whatever happened to the library; nobody sees it half made."""

from __future__ import annotations

import itertools
import math
import multiprocessing
import os
import random
import shutil
import signal
import threading
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from common.refusals import refuses
from ledger.index.api import query
from ledger.index.build import changes as build_changes
from ledger.index.build import update as build_update
from ledger.index.build.fingerprints import code_fingerprints
from ledger.index.lake import games as lake_games
from ledger.index.lake import shards as lake_parts
from ledger.index.lake import source as lake_source
from ledger.index.lake import versions as lake_versions
from ledger.index.lake import writer as lake_writer
from ledger.index.lake.source import LakeSource
from ledger.index.lake.versions import Lake, read_version
from ledger.index.lake.writer import LakeWriter
from ledger.index.library_index import Index
from ledger.index.query.ask import ask
from ledger.index.query.connect import connect
from ledger.index.query.query_process import QueryProcess
from ledger.index.query.sandbox import SandboxRequest, answered, ask_in_sandbox
from ledger.index.reports.report import find_report, reports
from ledger.index.rows import results as result_rows
from ledger.kernel.errors import Locked, Malformed, Missing
from ledger.kernel.log.events import Entry, Noted
from ledger.kernel.play.table import Table
from ledger.kernel.replay.branch import branch
from ledger.kernel.replay.log_reader import read
from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.library.journal.facts import describe
from ledger.library.library import Library
from ledger.library.stores.copying import LibraryCopy
from ledger.library.stores.library_stores import open_folder
from ledger.library.stores.postgres_stores import stores_in
from ledger.store import FolderStore
from ledger.system import locks
from ledger.system.worker_pool import ProcessPool
from ledger.testing.corrections import adjust as correct_position
from ledger.testing.effort import CAMPAIGN
from scripts.common.simulated_library import game_of

from .sample_library import add, simulated
from .test_library_index import anew, record_growth, rows_of

QUESTIONS = (
    "select game, count(*), sum(seq), count(time) from events group by all order by all",
    "select type, count(*) from events where not live group by all order by all",
    "select log, game_key, kind, unrated, options, extra from games order by log",
    "select log, seat, player, won, score_parts from seats join games using (game_id) order by all",
    "select log, resource, sum(change) from deltas join games using (game_id) group by all "
    "order by all",
    "select player, arg_max(overall, n) from ratings group by player order by player",
    "select command, count(*) from moves group by all order by all",
    "select log, max(score) from scores join games using (game_id) group by all order by all",
    "select * exclude (game_id) from osaka_bought order by all",
    "select typeof(data), typeof(time), typeof(live) from events limit 1",
    "select typeof(expansions), typeof(options), typeof(date), typeof(plays) from games limit 1",
    "describe events",
    "show tables",
)


@contextmanager
def writing(library, folder, stores=None):
    """Keep a lake of a library in a folder, or of one in another store."""
    with ExitStack() as stack:
        stores = stores or stack.enter_context(open_folder(library.folder))
        yield stack.enter_context(LakeWriter(folder, LakeSource(stores)))


def update(library, folder, **options):
    with writing(library, folder) as writer:
        return writer.update(**options)


def contents(folder):
    """Return every table of a lake with game ids replaced by names."""
    with Lake(folder).held() as version:
        con = connect(version)
        try:
            return rows_of(con)
        finally:
            con.close()


def files(folder):
    return {str(p.relative_to(folder)) for p in folder.rglob("*.parquet")}


def version(folder):
    return read_version(max(Lake(folder).versions()))


@pytest.fixture(scope="session")
def small_lake(small, tmp_path_factory):
    """A lake of the small library, to be copied."""
    folder = tmp_path_factory.mktemp("small-lake") / "lake"
    update(Library(small), folder)
    return folder


@pytest.fixture
def lake(small_lake, tmp_path):
    """A lake of the fresh library, which a test may change."""
    return shutil.copytree(small_lake, tmp_path / "lake")


# --- answers ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def both(shelf, tmp_path_factory):
    """The index of the shelf and a lake of it, open."""
    folder = tmp_path_factory.mktemp("lake")
    update(shelf, folder)
    with Index(shelf).reading() as index, Lake(folder).held() as held:
        lake = connect(held)
        yield index, lake
        lake.close()


def same(one, two):
    assert len(one) == len(two)
    for a, b in zip(one, two, strict=True):
        for x, y in zip(a, b, strict=True):
            near = isinstance(x, float) and y is not None and math.isclose(x, y, rel_tol=1e-9)
            assert near or x == y, (a, b)


@pytest.mark.parametrize("name", sorted(reports()))
def test_every_report_is_the_same(both, name):
    report = find_report(name)
    index, lake = (ask(con, report.sql, report.values({})) for con in both)
    assert index.fields == lake.fields
    same(sorted(index.rows(), key=repr), sorted(lake.rows(), key=repr))


@pytest.mark.parametrize("sql", QUESTIONS)
def test_every_question_is_the_same(both, sql):
    index, lake = (ask(con, sql) for con in both)
    assert index.fields == lake.fields
    found = index.rows()
    assert found
    same(found, lake.rows())


def test_from_postgres_it_is_the_same(fresh, open_database, tmp_path):
    """Also of a game that was played on behind what the journal says."""
    lake = tmp_path / "new"
    before, _ = record_growth(simulated(51)[1], undo=False)
    add(fresh, "evening", before)
    with ExitStack() as stack:
        there = stack.enter_context(stores_in(open_database))
        LibraryCopy(stack.enter_context(open_folder(fresh.folder)), there).run()
        with writing(None, lake, there) as writer:
            assert writer.update().games == 10
            head = there.games.head("evening")
            there.games.append("evening", head, None, [Entry(data=Noted(text="late"), turn=1)])
            assert writer.update().games == 1
        with FolderStore(fresh.folder / "games") as games:
            head = games.reopen("evening")
            games.append("evening", head, None, [Entry(data=Noted(text="late"), turn=1)])
    grew(fresh, "evening")
    there, here = contents(lake), anew(fresh, tmp_path)
    for name in ("events", "games"):  # a note has the time when it was written
        there[name], here[name] = len(there[name]), len(here[name])
    assert there == here


# --- following --------------------------------------------------------------------------------


def grew(library, id):
    data = (library.folder / "games" / f"{id}.jsonl").read_bytes()
    with library.writing() as writer:
        writer.grew(id, describe(read(data).lines, len(data)))


def play_on(library):
    _, after = record_growth(simulated(51)[1], undo=False)
    (library.folder / "games" / "evening.jsonl").write_bytes(after)
    grew(library, "evening")


def take_back(library):
    table = Table.of(read(raw(library, "evening")))
    table.undo()
    (library.folder / "games" / "evening.jsonl").write_bytes(table.bytes())
    grew(library, "evening")


def raw(library, id):
    return (library.folder / "games" / f"{id}.jsonl").read_bytes()


def adjust(library):
    data, _ = record_growth(game_of(1, 5, ("Ola", "Piotr"), ("istanbul",))[1], undo=False)
    table = Table.of(read(data))
    correct_position(table, "adjust Ola lira 5, Piotr lira 3")
    add(library, "adjusted", table.bytes())


def branch_off(library):
    reading = read(raw(library, "evening"))
    ends = [x.seq for x in reading.lines if not x.more]
    made = branch(reading.game, reading.lines, ends[len(ends) // 2], id="what-if")
    add(library, "what-if", made[1])


def replace(library):
    data = simulated(60)[1]
    with library.writing() as writer:
        writer.add_log("id:evening", "evening", describe(read(data).lines, len(data)), data)


def correct(library):
    with library.writing() as writer:
        writer.add_result(msgspec.structs.replace(library.results()[0].played, minutes=99))


def split_players(library):
    with library.writing() as writer:
        writer.say([writer.catalogue.people.splitting("ana", [])])


def spoil(library):
    path = library.folder / "games" / "evening.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"turn":3', b'"turn":4', 1))
    add(library, *simulated(40))


CHANGES = (
    (play_on, adjust, split_players),
    (take_back, branch_off, correct),
    (replace, spoil),
)


def some_at_a_time(most=3):
    """Let a lake in this process be made of a few games at a time."""
    lake_source.MOST, lake_games.AT_ONCE = most, 2


WINDOWS = ["some at a time", "all at once"]


@pytest.fixture(params=WINDOWS if CAMPAIGN else WINDOWS[:1])
def windows(request, monkeypatch):
    for module, name in ((lake_source, "MOST"), (lake_games, "AT_ONCE")):
        monkeypatch.setattr(module, name, getattr(module, name))  # it is put back afterwards
    if request.param == "some at a time":
        some_at_a_time()


@pytest.mark.parametrize("windows", WINDOWS, indirect=True)
def test_it_follows_whatever_happens(fresh, lake, tmp_path, windows):
    before, _ = record_growth(simulated(51)[1], undo=False)
    add(fresh, "evening", before)
    with writing(fresh, lake) as writer:
        for changes in CHANGES:
            for change in changes:
                change(fresh)
            assert writer.update().games, changes
            assert contents(lake) == anew(fresh, tmp_path), changes
            assert writer.update().games == 0, changes
    assert update(fresh, lake).games == 0, "the lake doesn't say how far it is"
    assert "digest" in str(contents(lake)["problems"])


def test_a_game_that_is_new_and_has_grown_since_is_there_once(fresh, lake, tmp_path, windows):
    """The journal tells of its first lines only, the others stand in its log."""
    data, _ = record_growth(simulated(51)[1], undo=False)
    with writing(fresh, lake) as writer:
        writer.update()
        for told in (lambda: add(fresh, "evening", data), lambda: grew(fresh, "evening")):
            told()
            with FolderStore(fresh.folder / "games") as games:
                head = games.reopen("evening")
                games.append("evening", head, None, [Entry(data=Noted(text="!"), turn=1)])
            assert writer.update().games == 1
            found = contents(lake)
            there = {name: [row for row in found[name] if "evening" in row] for name in found}
            assert (len(there["games"]), len(there["events"])) == (1, head.seq + 1)
    grew(fresh, "evening")
    update(fresh, lake)
    assert contents(lake) == anew(fresh, tmp_path)


def test_what_is_finished_is_kept_however_few_games_are_read_together(
    fresh, tmp_path, monkeypatch, windows
):
    some_at_a_time(1)
    ticks = itertools.count()
    clock = SimpleNamespace(monotonic=lambda: next(ticks), perf_counter=time.perf_counter)
    monkeypatch.setattr(lake_writer, "time", clock)
    monkeypatch.setattr(lake_writer, "KEEP", 3)  # longer than any of them takes
    kept = []
    monkeypatch.setattr(Lake, "keep", lambda self, version: kept.append(version))
    update(fresh, tmp_path / "new")
    assert kept


def test_what_was_kept_whole_is_published(tmp_path, monkeypatch):
    """Another program makes everything again, and dies just before it publishes that."""
    library, lake = Library(tmp_path / "library"), tmp_path / "lake"
    add(library, *simulated(40))
    update(library, lake)
    other = {kind: f"{code} of another program" for kind, code in code_fingerprints().items()}
    for module in (build_changes, build_update, lake_writer, result_rows):
        monkeypatch.setattr(module, "code_fingerprints", lambda: other)
    monkeypatch.setattr(lake_writer, "code_fingerprint", lambda: "of another program")
    monkeypatch.setattr(lake_writer, "KEEP", 0)
    before = version(lake).number

    def killed(self, version):
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(Lake, "publish", killed)
        with pytest.raises(Killed):
            update(library, lake)
    assert version(lake).number == before
    update(library, lake)
    assert version(lake).codes == "of another program"


def test_what_goes_is_gone(fresh, lake, tmp_path, windows):
    """A result that became part of another one, and all of a library that was put back."""
    journal = fresh.journal.read_bytes()
    at_bgg = PlayRecord(source="bgg", key="7", title="Chess", standings=(ana := _played_by("Ana"),))
    own = msgspec.structs.replace(at_bgg, source="bgstats", key="u1", extra={"bggId": 7})
    with writing(fresh, lake) as writer:
        for played in (at_bgg, own):
            with fresh.writing() as library:
                library.add_result(played)
            assert writer.update().games
            assert contents(lake) == anew(fresh, tmp_path)
        assert "bgg-7" not in str(contents(lake)["games"])
        fresh.journal.write_bytes(journal)
        other = PlayRecord(source="bgg", key="8", title="Go", standings=(ana,))
        back = Library(fresh.folder)
        with back.writing() as library:
            library.add_result(other)
        assert writer.update().games
        assert contents(lake) == anew(back, tmp_path)


def _played_by(name):
    return Standing(person=Person(name=name, ids={"bgg": "17"}), won=True)


def test_lines_that_a_restore_takes_back_go(fresh, lake, tmp_path, windows):
    """The journal knows nothing of them: it is as it was."""
    data, _ = record_growth(simulated(51)[1], undo=False)
    add(fresh, "evening", data)
    with writing(fresh, lake) as writer:
        writer.update()
        for _ in range(2):
            with FolderStore(fresh.folder / "games") as games:
                for _ in range(2):
                    games.append(
                        "evening",
                        games.reopen("evening"),
                        None,
                        [Entry(data=Noted(text="lost"), turn=1)],
                    )
            assert writer.update().games == 1
            log = fresh.folder / "games" / "evening.jsonl"
            for kept in (b"".join(log.read_bytes().splitlines(keepends=True)[:-1]), data):
                log.write_bytes(kept)
                assert writer.update().games == 1
                assert writer.update().games == 0
        assert contents(lake) == anew(fresh, tmp_path)


def test_lines_that_a_restored_database_has_lost_go(fresh, open_database, tmp_path):
    data, _ = record_growth(simulated(51)[1], undo=False)
    add(fresh, "evening", data)
    lake = tmp_path / "new"
    with ExitStack() as stack:
        there = stack.enter_context(stores_in(open_database))
        LibraryCopy(stack.enter_context(open_folder(fresh.folder)), there).run()
        with writing(None, lake, there) as writer:
            writer.update()
            head = there.games.head("evening")
            there.games.append("evening", head, None, [Entry(data=Noted(text="lost"), turn=1)])
            assert writer.update().games == 1
            take_back = "delete from ledger.log_groups where game = 'evening' and first > %s"
            open_database.change(lambda connection: connection.execute(take_back, [head.seq]))
            assert writer.update().games == 1
            assert writer.update().games == 0
    assert contents(lake) == anew(fresh, tmp_path)


def test_only_some_games_are_looked_at_together(fresh, tmp_path, monkeypatch):
    monkeypatch.setattr(lake_source, "MOST", 3)
    monkeypatch.setattr(lake_games, "AT_ONCE", 2)
    with open_folder(fresh.folder) as stores:
        source = LakeSource(stores)
        source.look()
        some = [
            [log.log for log in window.logs] + [entry.id for entry in window.results]
            for window in source.windows(tmp_path, everything=True)
        ]
        assert max(map(len, some)) == 4 and [id for ids in some for id in ids] == [
            entry.id for entry in fresh.games()
        ]
        source.taken_in()
        assert list(source.windows(tmp_path, everything=False)) == []
        add(fresh, *simulated(40))
        source.look()
        (window,) = source.windows(tmp_path, everything=False)
        assert len(window.logs) == 1
        source.close()


def test_players_are_who_they_are_in_the_library(fresh):
    """Names that several people have, and what the user said of them."""
    tables = (
        (("Ana", {"bgg": "1"}), ("Bo", {})),
        (("Ana", {"bgg": "2"}), ("Bo", {"bgstats": "b"})),
        (("Ana", {}), ("Ann", {"bgg": "1"})),
        (("Bo", {"bgstats": "c"}), ("Bo", {"bgstats": "b"})),
    )
    with fresh.writing() as library:
        for n, seats in enumerate(tables):
            who = tuple(Standing(person=Person(name=name, ids=ids)) for name, ids in seats)
            library.add_result(PlayRecord(source="bgg", key=str(n), title="Go", standings=who))
        library.say([library.catalogue.people.splitting("ana", ["bgg:2"])])
    with open_folder(fresh.folder) as stores:
        source = LakeSource(stores)
        source.look()
        found = [(p.id, p.name, p.names, p.keys) for p in source.players()]
        source.close()
    assert found == [(p.id, p.name, p.names, p.keys) for p in fresh.players()]
    assert len(found) > 4


@pytest.mark.campaign
def test_by_workers_it_is_the_same(fresh, lake):
    before = contents(lake)
    with ProcessPool(2) as pool:
        update(fresh, lake, anew=True, pool=pool)
    assert contents(lake) == before


def test_hints_wake_it_and_nothing_is_missed_without(fresh, lake, monkeypatch):
    monkeypatch.setattr(lake_writer, "PAUSE", 0.01)
    monkeypatch.setattr(lake_writer, "LOOK", 0.05)
    games = []

    class Enough(Exception):
        pass

    def told(done):
        games.append(done.games)
        if len(games) == 2:
            raise Enough
        add(fresh, *simulated(41))  # in another program: there is no hint

    add_later = threading.Timer(0.2, add, [fresh, *simulated(40)])
    with writing(fresh, lake) as writer:
        add_later.start()
        with pytest.raises(Enough):
            writer.follow(told, lambda e: pytest.fail(str(e)))
    assert games == [1, 1]


# --- parts ------------------------------------------------------------------------------------


def test_parts_are_merged_and_rows_that_do_not_count_go(fresh, lake, tmp_path, monkeypatch):
    monkeypatch.setattr(lake_parts, "FAN", 3)
    before, _ = record_growth(simulated(51)[1], undo=False)
    with writing(fresh, lake) as writer:
        for id in ("evening", "second", "third", "fourth"):
            add(fresh, id, before)
            writer.update()
        game = read(before).game.meta.name
        found = [part for part in version(lake).parts if part.partition == f"game={game}"]
        assert max(part.logs for part in found) > 1 and len(found) < 5
        play_on(fresh)
        writer.update()
        assert any(part.live < part.logs for part in version(lake).parts)
        want = anew(fresh, tmp_path)
        assert contents(lake) == want
        old = files(lake)
        writer.update(anew=True)
    assert contents(lake) == want
    assert not old & files(lake)
    assert files(lake) == version(lake).files()
    left = {p.name for p in lake.iterdir() if p.is_file()}
    assert left - {"writer.lock"} == {max(Lake(lake).versions()).name}


# --- readers ----------------------------------------------------------------------------------


def test_what_is_read_stays_until_nobody_reads_it(fresh, lake):
    count = "select count(*) from games"
    with writing(fresh, lake) as writer:
        with Lake(lake).held() as first, QueryProcess() as process:
            con = connect(first)
            add(fresh, *simulated(40))
            writer.update()
            with Lake(lake).held() as newest:
                assert newest != first
                assert process.about(newest).ask(count).rows() == [(10,)]
            assert ask(con, count).rows() == [(9,)]
            assert len(ask(con, "select * from events").rows()) > 0
            assert process.about(first).ask(count).rows() == [(9,)]
            con.close()
        writer.update(anew=True)
        assert not first.exists()
    assert files(lake) == version(lake).files()


def test_a_version_that_goes_while_it_is_opened_is_not_read(fresh, lake, monkeypatch):
    with writing(fresh, lake) as writer:
        old = max(Lake(lake).versions())

        def late(path):
            if path == old:
                writer.update(anew=True)
            return locks.reading(path)

        monkeypatch.setattr(lake_versions, "reading", late)
        with Lake(lake).held() as held:
            assert held != old and held.exists()


def test_there_is_one_writer(fresh, lake):
    with writing(fresh, lake), refuses(Locked, str(lake)), writing(fresh, lake):
        pass


def test_what_is_no_lake(tmp_path):
    with refuses(Missing, str(tmp_path / "none")), Lake(tmp_path / "none").held():
        pass
    forged = tmp_path / "version-000000001.json"
    good = {"number": 1, "last_file": 1, "journal": "", "codes": "", "tables": {"games": 1}}
    part = {"number": 1, "partition": "game=osaka", "logs": 1, "live": 1, "rows": {}}
    forged.write_bytes(msgspec.json.encode({**good, "parts": [part]}))
    assert read_version(forged).number == 1
    for bad in (
        {"tables": {"../games": 1}},
        {"parts": [{**part, "partition": "game=../../etc"}]},
        {"schema": 1},
    ):
        forged.write_bytes(msgspec.json.encode({**good, "parts": [part], **bad}))
        with refuses(Malformed, ""):
            connect(forged)


def test_from_python(lake):
    assert query("select count(*) from games", lake=lake).rows() == [(9,)]


def test_strangers_learn_nothing_about_where_it_is(lake):
    with Lake(lake).held() as held:
        files = 64 + len(version(lake).files())
        asked = SandboxRequest(sql="", file=str(held), files=files, seconds=60)
        views = "select sql from duckdb_views() where (select count(*) from games) = 9"
        told = str(ask_in_sandbox(msgspec.structs.replace(asked, sql=views)).rows)
        assert "events/game=osaka/" in told and str(lake) not in told
        for sql in (
            "from read_parquet('games/000000002.parquet')",
            f"from '{lake}/games/000000002.parquet'",
            "select current_setting('file_search_path')",
        ):
            found = answered(msgspec.structs.replace(asked, sql=sql)).decode()
            assert '"error":{' in found and str(lake) not in found.replace(sql, "")


# --- kills ------------------------------------------------------------------------------------


class Killed(BaseException):
    """The end, in the middle of something."""


def test_stopped_at_any_step(fresh, lake, tmp_path, monkeypatch):
    """Readers see the version before or the one after; the next writer goes on, and sweeps up."""
    monkeypatch.setattr(lake_writer, "KEEP", 0)  # all that is finished is kept
    before = contents(lake)
    add(fresh, *simulated(40))
    add(fresh, *simulated(41))
    after = anew(fresh, tmp_path)
    steps = _steps(fresh, shutil.copytree(lake, tmp_path / "count"), monkeypatch)
    assert len(steps) > 20
    kept = steps.index("write_whole") + 1  # of two games one is finished then
    for n in range(len(steps)) if CAMPAIGN else (kept, len(steps) - 1):
        copy = shutil.copytree(lake, tmp_path / f"step-{n}")
        with pytest.raises(Killed):
            _steps(fresh, copy, monkeypatch, stop=n)
        assert contents(copy) in (before, after), steps[n]
        update(fresh, copy)
        assert contents(copy) == after, steps[n]
        assert files(copy) == version(copy).files(), steps[n]


def _steps(library, folder, monkeypatch, stop=None):
    """Update a lake; return its steps on the disk, or end before one of them."""
    seen = []

    def noting(name, real):
        def step(*given, **more):
            if len(seen) == stop:
                raise Killed
            seen.append(name)
            return real(*given, **more)

        return step

    with monkeypatch.context() as patched:
        for module, name in (
            (lake_parts, "write_file"),
            (lake_parts, "sync"),
            (lake_writer, "write_file"),
            (lake_versions, "write_whole"),
            (lake_versions, "remove_unread"),
        ):
            patched.setattr(module, name, noting(name, getattr(module, name)))
        update(library, folder)
    return seen


def keep(library, folder):
    """Bring a lake up to date, in the process that will be killed; it keeps what it finished."""
    some_at_a_time()
    lake_writer.KEEP = 0.0
    update(Library(library), Path(folder))


PUBLISHING = ("open", "write", "fsync", "replace", "unlink")
"""What is asked of the system when a version is published, and when old ones are swept up."""


def publish(library, folder, stop, told):
    """Bring a lake up to date in this process, which ends before a step of publishing.

    Without an end at a step, all of them are told in a file.
    """
    seen = []

    def ending(name, real):
        def step(*given, **more):
            if len(seen) == stop:
                os.kill(os.getpid(), signal.SIGKILL)
            seen.append(name)
            return real(*given, **more)

        return step

    def from_here(self, version, real=Lake.publish):
        for name in PUBLISHING:
            setattr(os, name, ending(name, getattr(os, name)))
        real(self, version)

    Lake.publish = from_here  # type: ignore[method-assign]
    update(Library(library), Path(folder))
    names = list(seen)
    Path(told).write_text(" ".join(names))


@pytest.mark.timeout(1800)
def test_killed_at_a_step_of_publishing(fresh, lake, tmp_path):
    """Before and after each thing that is asked of the system; readers see one version, whole."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["ledger.index.lake.writer"])

    def ended(folder, stop):
        given = (str(fresh.folder), str(folder), stop, str(tmp_path / "steps"))
        child = context.Process(target=publish, args=given)
        child.start()
        child.join()
        return child.exitcode

    before = contents(lake)
    add(fresh, *simulated(40))
    after = anew(fresh, tmp_path)
    assert ended(shutil.copytree(lake, tmp_path / "count"), None) == 0
    steps = (tmp_path / "steps").read_text().split()
    seen = steps.index("replace") + 1  # from here on, the new version is the newest
    assert steps[:seen] == ["open", "write", "fsync", "replace"] and len(steps) > 8
    swept = steps.index("unlink", seen)
    published = 0
    for n in range(len(steps)) if CAMPAIGN else (2, seen - 1, seen, swept + 2):
        copy = shutil.copytree(lake, tmp_path / f"step-{n}")
        assert ended(copy, n) == -signal.SIGKILL
        found = contents(copy)
        assert found == (before if n < seen else after), (n, steps[n])
        published += found == after
        update(fresh, copy)
        assert contents(copy) == after, (n, steps[n])
        assert files(copy) == version(copy).files(), (n, steps[n])
        left = {path.name for path in copy.iterdir() if path.is_file()} - {"writer.lock"}
        assert left == {max(Lake(copy).versions()).name}, (n, steps[n])
    print(f"{len(steps)} steps: {' '.join(steps)}; {published} of the killed had published")


@pytest.mark.campaign
@pytest.mark.timeout(1800)
def test_killed_at_any_moment(fresh, lake, tmp_path):
    """The same with processes that are killed, while somebody reads: nobody cleans up there."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["ledger.index.lake.writer"])
    before = contents(lake)
    killed = looks = halfway = 0
    whole = 1.5  # seconds that a writer takes, on a machine that may be busy
    for n in range(60):
        add(fresh, *simulated(100 + n))
        after = anew(fresh, tmp_path)
        child = context.Process(target=keep, args=(str(fresh.folder), str(lake)))
        with reading(lake) as seen:
            child.start()
            time.sleep(random.uniform(0.1, 2.0) * whole)  # readers slow it down
            child.kill()
            child.join()
        killed += child.exitcode == -signal.SIGKILL
        halfway += contents(lake) == before
        looks += len(seen)
        assert all(told in (before, after) for told in [*seen, contents(lake)]), n
        again = context.Process(target=keep, args=(str(fresh.folder), str(lake)))
        began = time.monotonic()
        again.start()  # a writer that is started anew goes on
        again.join()
        whole = time.monotonic() - began
        before = contents(lake)
        assert again.exitcode == 0 and before == after, n
        assert files(lake) == version(lake).files()
    print(f"{killed} of 60 were killed, {halfway} before they had published; {looks} looks on")
    assert killed >= 20 and halfway >= 10 and looks >= 60


@contextmanager
def reading(folder):
    """Read a lake again and again meanwhile; yields everything that was seen."""
    seen, stop = [], threading.Event()

    def look():
        while not stop.is_set():
            seen.append(contents(folder))

    reader = threading.Thread(target=look)
    reader.start()
    try:
        yield seen
    finally:
        stop.set()
        reader.join()
