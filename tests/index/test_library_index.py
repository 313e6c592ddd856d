"""The index follows its library: what is new goes in, what changed is replaced, nothing lingers."""

from __future__ import annotations

import signal
import threading
import time

import duckdb
import msgspec
import pytest

from ledger.index.api import query
from ledger.index.build import changes as plan_module
from ledger.index.build import fingerprints as code
from ledger.index.build import metadata as about
from ledger.index.build import staging
from ledger.index.build import update as build
from ledger.index.build.inputs import library_source
from ledger.index.build.load import run
from ledger.index.library_index import Index, build_file
from ledger.index.query.ask import ask
from ledger.index.rows.ratings import rate
from ledger.index.schema import TABLES
from ledger.kernel.errors import Malformed
from ledger.kernel.play.table import Table
from ledger.kernel.replay.log_reader import read
from ledger.kernel.rules.chance import Seeded
from ledger.library.journal.facts import describe
from ledger.library.library import Library
from ledger.system import locks
from ledger.system.locks import locked
from ledger.system.worker_pool import InlinePool, ProcessPool
from scripts.common.simulated_library import game_of

from .sample_library import add, forged, simulated


def contents(library, tmp=None):
    """Return every table of the index with game ids replaced by names."""
    with Index(library).reading() as con:
        return rows_of(con)


def rows_of(con):
    """Return every table with game ids replaced by names."""
    names = dict(con.execute("select game_id, log from games").fetchall())
    return {t.name: _rows(con, t, names) for t in TABLES}


def anew(library, tmp_path):
    """Return what an index made from nothing holds."""
    file = tmp_path / f"anew-{time.monotonic_ns()}.duckdb"
    build_file(file, library_source(library), tmp_path)
    con = duckdb.connect(str(file), read_only=True)
    out = rows_of(con)
    con.close()
    return out


def _rows(con, table, names):
    columns = [c.name for c in table.columns]
    rows = con.execute(f"select {', '.join(columns)} from {table.name}").fetchall()
    if columns[0] == "game_id":
        rows = [(names.get(row[0], "?"), *row[1:]) for row in rows]
    return sorted(map(repr, rows))


def record_growth(data, *, undo):
    """Return a log of a game that stops in the middle, and the same log played on."""
    lines = read(data).lines
    ends = [x.seq for x in lines if not x.more]
    half = ends[len(ends) // 2]
    raws = data.splitlines(keepends=True)
    before = b"".join(raws[:half])
    import random

    rng = random.Random(1)
    table = Table(read(before).game, read(before).lines)
    for _ in range(4):
        table.do(table.game.rules.random_move(table.state, rng), Seeded(rng))
    if undo:
        table.undo()
    return before, table.bytes()


def test_it_is_made_on_the_first_question_and_kept(fresh):
    index = Index(fresh)
    assert index.state() == "none"
    count = "select count(distinct game_id) from events"
    assert query(count, library=fresh.folder).rows() == [(7,)]
    assert index.state() == "fresh"
    made = index.file.stat().st_mtime_ns
    assert query(count, library=fresh.folder).rows() == [(7,)]
    assert index.file.stat().st_mtime_ns == made
    assert index.refresh() == ("nothing", 0)


def test_new_games_go_in(indexed, tmp_path):
    for n in (40, 41):
        add(indexed, *simulated(n))
    assert Index(indexed).state() == "stale"
    assert Index(indexed).refresh() == ("changes", 2)
    assert contents(indexed) == anew(indexed, tmp_path)


def test_a_game_of_long_ago_changes_the_ratings_after_it(indexed, tmp_path, monkeypatch):
    """Of games that come in between, ratings are worked out again from there on, and only there."""
    order = "select game_id, n from ratings order by n, game_id"
    before = query(order, library=indexed.folder).rows()
    add(indexed, "between", game_of(4, 9, ("Ana", "Bartek", "Celina", "Dario"), ("osaka",))[1])
    seen = []
    monkeypatch.setattr(
        build, "rate", lambda con, tmp, new: seen.append(new) or rate(con, tmp, new)
    )
    assert Index(indexed).refresh() == ("changes", 1)
    after = query(order, library=indexed.folder).rows()
    (new,) = {id for id, _ in after} - {id for id, _ in before}
    assert seen == [[new]]
    assert 1 < min(n for id, n in after if id == new) < max(n for _, n in after)
    assert contents(indexed) == anew(indexed, tmp_path)


def test_news_are_read_from_the_end_of_the_journal(indexed, tmp_path, monkeypatch):
    """As long as everybody is known; else the whole journal says who is who."""
    add(indexed, *simulated(40))
    with monkeypatch.context() as only_news:
        only_news.setattr("ledger.index.build.inputs.library_source", None)
        assert Index(indexed).refresh() == ("changes", 1)
    assert contents(indexed) == anew(indexed, tmp_path)
    for names in (("Ana", "Nobody yet"), ("Ana", "Ana Nowak")):
        data = game_of(3, 7, names, ("osaka",))[1]
        add(indexed, f"evening-{names[1][0].lower()}", data)
        with monkeypatch.context() as only_news, pytest.raises(TypeError):
            only_news.setattr("ledger.index.build.inputs.library_source", None)
            Index(indexed).refresh()
        assert contents(indexed) == anew(indexed, tmp_path)


def test_no_refresh_answers_from_what_is_there(indexed):
    add(indexed, *simulated(40))
    count = "select count(*) from games"
    assert query(count, library=indexed.folder, refresh=False).rows() == [(9,)]
    assert query(count, library=indexed.folder).rows() == [(10,)]


@pytest.mark.parametrize(("n", "undo"), [(0, False), (1, True), (2, False)])
def test_a_game_that_is_played_on(fresh, tmp_path, monkeypatch, n, undo):
    """Only what is behind the known end is read, unless moves were taken back."""
    before, after = record_growth(simulated(50 + n)[1], undo=undo)
    add(fresh, "evening", before)
    Index(fresh).refresh()
    (fresh.folder / "games" / "evening.jsonl").write_bytes(after)
    with fresh.writing() as writer:
        writer.grew("evening", describe(read(after).lines, len(after)))
    with monkeypatch.context() as only_news:
        only_news.setattr("ledger.index.build.inputs.library_source", None)
        assert Index(fresh).refresh() == ("changes", 1)
    assert contents(fresh) == anew(fresh, tmp_path)
    lines = "select count(*) from events join games using (game_id) where log = 'evening'"
    assert query(lines, library=fresh.folder).rows() == [(len(read(after).lines),)]


def test_a_log_that_is_replaced_and_a_result_that_is_corrected(fresh, tmp_path):
    add(fresh, "evening", simulated(60)[1])
    Index(fresh).refresh()
    other = simulated(63)[1]
    with fresh.writing() as writer:
        lines = read(other).lines
        writer.add_log("id:evening", "evening", describe(lines, len(other)), other)
        writer.add_result(msgspec.structs.replace(fresh.results()[0].played, minutes=99))
    assert Index(fresh).refresh() == ("changes", 2)
    assert contents(fresh) == anew(fresh, tmp_path)
    assert query("select log from games where minutes = 99", library=fresh.folder).rows()


def test_players_that_are_merged_and_split_change_old_games(indexed, tmp_path):
    with indexed.writing() as writer:
        people = writer.catalogue.people
        writer.say([people.splitting("ana", [])])
    assert contents(indexed) == anew(indexed, tmp_path)
    anas = query("select * from players where name like 'Ana%'", library=indexed.folder)
    assert len(anas.rows()) == 2


def test_another_code_of_a_game_folds_only_its_games(indexed, tmp_path, monkeypatch):
    real = code.code_fingerprints()
    for module in (build, plan_module):
        monkeypatch.setattr(module, "code_fingerprints", lambda: {**real, "osaka": "another"})
    plan = _plan(indexed)
    assert {game for game, _, _ in plan.logs} == {"osaka"}
    assert not plan.results
    monkeypatch.setattr(about, "code_fingerprint", lambda: "another")
    monkeypatch.setattr("ledger.index.library_index.code_fingerprint", lambda: "another")
    before = contents(indexed)
    assert contents(indexed) == before == anew(indexed, tmp_path)


def _plan(library):
    con = duckdb.connect(str(Index(library).file), read_only=True)
    try:
        return plan_module.make_plan(con, library_source(library))
    finally:
        con.close()


@pytest.mark.parametrize("brief", [False, True])
def test_in_processes_or_not_it_is_the_same(fresh, tmp_path, brief):
    for name, pool in (("one", InlinePool()), ("two", ProcessPool(2))):
        with pool:
            build_file(tmp_path / name, library_source(fresh), tmp_path, pool=pool, brief=brief)
    _same(tmp_path / "one", tmp_path / "two")


def test_in_few_steps_or_many_it_is_the_same(fresh, tmp_path, monkeypatch):
    build_file(tmp_path / "few", library_source(fresh), tmp_path)
    for home, name in ((build, "SETTLE_AFTER"), (build, "BATCH"), (staging, "LINES")):
        monkeypatch.setattr(home, name, 1)
    build_file(tmp_path / "many", library_source(fresh), tmp_path)
    _same(tmp_path / "few", tmp_path / "many")


def _same(one, two):
    con = duckdb.connect(str(one))
    con.execute(f"attach '{two}' as two").fetchall()
    for t in (*(table.name for table in TABLES), "internal.logs"):
        other = t if "." in t else f"main.{t}"
        both = f"select count(*) from (from {t} except all from two.{other})"
        assert con.execute(both).fetchall() == [(0,)], t
        counts = f"select (select count(*) from {t}) = (select count(*) from two.{other})"
        assert con.execute(counts).fetchall() == [(True,)], t
    con.close()


def test_ctrl_c_ends_a_build_and_is_no_fault_of_ours():
    endless = "select count(*) from range(100000000) a, range(100000) b where a.range % 7 = b.range"
    thread = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    # a shell lets what it starts in the background ignore it
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with duckdb.connect() as con, pytest.raises(KeyboardInterrupt):
            thread.start()
            run(con, endless)
    finally:
        signal.signal(signal.SIGINT, before)


# --- what is wrong with files ---------------------------------------------------------------


def test_damaged_missing_and_forged_logs_are_problems_and_the_rest_is_there(fresh, tmp_path):
    ids = [e.id for e in fresh.games() if e.kind == "log" and e.game != "chess"]
    home = fresh.folder / "games"
    (home / f"{ids[0]}.jsonl").unlink()
    torn = home / f"{ids[1]}.jsonl"
    torn.write_bytes(torn.read_bytes()[:-20])
    bent = home / f"{ids[2]}.jsonl"
    raws = bent.read_bytes().splitlines(keepends=True)
    raws[5] = raws[5].replace(b'"seq":6', b'"seq":7')
    bent.write_bytes(b"".join(raws))
    rows = query("select log, kind from problems order by all", library=fresh.folder).rows()
    assert sorted(rows) == sorted(
        [("chess", "unknown"), (ids[0], "missing"), (ids[1], "torn"), (ids[2], "digest")]
    )
    counts = dict(
        query(
            "select log, count(*) from events join games using (game_id) group by log",
            library=fresh.folder,
        ).rows()
    )
    assert ids[0] not in counts
    assert counts[ids[2]] <= 5
    for id in ids[3:]:
        assert counts[id] == len(read((home / f"{id}.jsonl").read_bytes()).lines)


def test_events_that_do_not_fit_together(fresh):
    """A chain that is whole around moves that cannot be: listed, but not counted."""
    data = forged()
    add(fresh, "forged", data)
    where = "from problems where log = 'forged'"
    assert query(f"select kind {where}", library=fresh.folder).rows() == [("illegal",)]
    game = "join games using (game_id) where log = 'forged'"
    assert query(f"select count(*) from events {game}", library=fresh.folder).rows() == [
        (data.count(b"\n"),)
    ]
    for table in ("deltas", "moves", "turns", "scores"):
        assert query(f"select * from {table} {game}", library=fresh.folder).rows() == []


def test_no_library(tmp_path):
    with pytest.raises(Malformed):
        query("select 1", library=tmp_path)
    assert not (tmp_path / ".index").exists()


@pytest.mark.parametrize("harm", ["cut", "garbage", "empty", "wal", "schema"])
def test_a_broken_index_is_made_anew(indexed, harm):
    want = contents(indexed)
    file = Index(indexed).file
    if harm == "cut":
        file.write_bytes(file.read_bytes()[:100_000])
    elif harm == "garbage":
        file.write_bytes(b"garbage" * 10_000)
    elif harm == "empty":
        file.write_bytes(b"")
    elif harm == "wal":
        file.with_name(file.name + ".wal").write_bytes(b"garbage" * 100)
    else:
        con = duckdb.connect(str(file))
        con.execute("update internal.meta set value = '0' where key = 'schema'").fetchall()
        con.execute("delete from games").fetchall()
        con.close()
    assert contents(indexed) == want


# --- several at once ------------------------------------------------------------------------


def test_readers_wait_for_a_writer_and_say_so(indexed, monkeypatch):
    monkeypatch.setattr(locks, "PATIENCE", 0.05)
    told = threading.Event()
    index = Index(indexed, waiting=told.set)
    rows = []

    def read_it():
        with index.reading() as con:
            rows.extend(ask(con, "select count(*) from games").rows())

    with locked(index.folder / "index.lock"):
        reader = threading.Thread(target=read_it)
        reader.start()
        assert told.wait(20)
        assert not rows
    reader.join(10)
    assert rows == [(9,)]


def test_a_short_wait_is_not_told(indexed):
    assert locks.PATIENCE == 2
    told = []
    holder = threading.Event()

    def hold():
        with locked(Index(indexed).folder / "index.lock"):
            holder.set()
            time.sleep(0.3)

    thread = threading.Thread(target=hold)
    thread.start()
    holder.wait(10)
    with Index(indexed, waiting=lambda: told.append(1)).reading():
        pass
    thread.join()
    assert not told


def test_readers_do_not_wait_for_each_other(fresh):
    with Index(fresh).reading() as one, Index(fresh).reading() as two:
        assert ask(one, "select 1").rows() == ask(two, "select 1").rows()


def test_a_full_build_leaves_readers_their_file(indexed):
    with Index(indexed).reading() as con:
        answer = ask(con, "select log from games order by log")
        started = threading.Thread(target=lambda: Index(indexed).refresh(anew=True))
        started.start()
        assert len(answer.rows()) == 9
    started.join(20)
    assert Index(indexed).state() == "fresh"


def test_the_library_itself_is_never_written(fresh):
    def files():
        return {
            p: p.read_bytes()
            for p in fresh.folder.rglob("*")
            if p.is_file() and ".index" not in p.parts
        }

    before = files()
    query("select 1", library=fresh.folder)
    assert files() == before
    assert Library(fresh.folder).troubles() == []
