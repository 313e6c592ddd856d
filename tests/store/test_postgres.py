"""PostgreSQL in trouble: wires cut, servers stopped, writers who come too late."""

from __future__ import annotations

import itertools
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from queue import Queue
from typing import Any

import psycopg
import pytest

from common.postgres import Server, empty, new_database, running
from common.refusals import refuses, tells
from ledger.kernel.errors import Conflict, Malformed
from ledger.kernel.log.codec import Head, headers
from ledger.store import Failed, Stale, Store
from ledger.store.postgres import Database, PostgresStore, append_queue
from ledger.store.postgres import store as postgres_store
from ledger.store.postgres.database import migrations
from ledger.store.postgres.hints import CHANNEL, _payloads
from ledger.store.store import LogSegment
from ledger.testing.effort import CAMPAIGN, effort

from .campaign import OPENED, entries, texts
from .conformance import whole
from .wire import Wire

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def own_server() -> Iterator[Server]:
    with running(own=True) as server:
        assert isinstance(server, Server)
        yield server


@pytest.fixture(scope="module")
def own_address(own_server: Server) -> Iterator[str]:
    with new_database(own_server) as address:
        yield address


@pytest.fixture
def wire(own_address: str) -> Iterator[Wire]:
    Database(own_address).close()
    empty(own_address)
    with tempfile.TemporaryDirectory(prefix="ledger-wire-") as folder:
        wire = Wire(own_address, Path(folder))
        yield wire
        wire.close()


@pytest.fixture
def far(wire: Wire) -> Iterator[PostgresStore]:
    """Return a store at the other end of the wire, with a game."""
    with Database(wire.address, patience=8) as database, PostgresStore(database) as store:
        store.create("g", entries(OPENED))
        yield store


def said(store: Store) -> list[str]:
    return [text.decode() for text in texts(list(store.read("g", 2)))]


# --- the wire ---------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", ["mute", "cut"])
def test_a_lost_answer_or_request_is_found_out(wire: Wire, far: PostgresStore, fault: str):
    head = far.head("g")
    wire.strike(fault)
    made = far.append("g", head, None, entries("a", "b"))
    assert wire.struck.is_set()
    assert (made.first, made.repeated) == (2, False)
    assert list(far.read("g", 2)) == list(made.lines)
    assert far.append("g", made.head, None, entries("c")).last == 4


def test_a_lost_answer_of_several_groups(wire: Wire, far: PostgresStore):
    head = far.head("g")
    wire.strike("mute")
    made = far.append_many("g", head, [("x", entries("a", "b")), ("y", entries("c"))])
    assert [m.last for m in made] == [3, 4] and len(said(far)) == 3


def test_a_lost_answer_of_a_copy(wire: Wire, far: PostgresStore):
    data = whole(far)
    wire.strike("mute")
    far.put([LogSegment("h", Head(), data)])
    assert whole(far, "h") == data


def test_a_copy_by_one_who_was_stopped_in_the_middle(
    database: str, monkeypatch: pytest.MonkeyPatch
):
    """Others go on meanwhile: the server undoes it, and it is made again."""
    tries: list[int] = []
    portions = postgres_store._portions

    def stop_once(rows: Sequence[tuple[Any, ...]]) -> Iterator[Sequence[tuple[Any, ...]]]:
        tries.append(len(rows))
        for portion in portions(rows):
            yield portion
            if len(tries) == 1:
                time.sleep(1.2)

    monkeypatch.setattr(postgres_store, "PORTION", 1)
    monkeypatch.setattr(postgres_store, "_portions", stop_once)
    with Database(database, patience=2) as own, PostgresStore(own) as store:
        store.create("g", entries(OPENED))
        for seq in (1, 2):
            store.append("g", seq, None, entries("a"))
        store.put([LogSegment("h", Head(), whole(store))])
        assert tries == [3, 3]
        assert whole(store, "h") == whole(store)


def test_one_who_lost_the_place_meanwhile_is_told_so(
    wire: Wire, far: PostgresStore, own_address: str
):
    head = far.head("g")
    wire.strike("hold")
    outcome: list[BaseException] = []

    def late() -> None:
        try:
            far.append("g", head, None, entries("late"))
        except Stale as e:
            outcome.append(e)

    thread = threading.Thread(target=late)
    thread.start()
    assert wire.struck.wait(20)
    with PostgresStore(own_address) as near:
        near.append("g", head, None, entries("first"))
        wire.release()
        thread.join(20)
        assert isinstance(outcome[0], Stale) and outcome[0].seq == 2
        assert len(said(near)) == 1 and "first" in said(near)[0]


def test_a_request_that_arrives_after_its_sender_gave_up(wire: Wire, own_address: str):
    with Database(wire.address, patience=1) as slow, PostgresStore(slow) as far:
        far.create("g", entries(OPENED))
        head = far.head("g")
        wire.strike("hold")
        made = far.append("g", head, "k", entries("a"))  # sent again by another connection
        assert wire.struck.is_set()
        with PostgresStore(own_address) as near:
            wire.release()
            assert wire.delivered.wait(20)
            near.append("g", made.head, None, entries("b"))
            time.sleep(0.1)
            assert len(said(near)) == 2
            assert near.recall("g", "k").last == 2


def test_a_lost_answer_taken_for_a_refusal_is_noticed(
    wire: Wire, far: PostgresStore, monkeypatch: pytest.MonkeyPatch
):
    """See that the tests above would fail if nobody looked what stands."""
    send = append_queue.AppendQueue._send
    monkeypatch.setattr(
        append_queue.AppendQueue, "_send", lambda self, batch, unsure: send(self, batch, False)
    )
    head = far.head("g")
    wire.strike("mute")
    with pytest.raises(Stale):
        far.append("g", head, None, entries("a"))


def test_a_server_that_does_not_answer_at_all(wire: Wire):
    with Database(wire.address, patience=0.6) as database, PostgresStore(database) as store:
        store.create("g", entries(OPENED))
        wire.strike("hold", always=True)
        start = time.monotonic()
        with pytest.raises(Failed) as e:
            store.head("g")
        assert e.value.may_pass and 0.5 < time.monotonic() - start < 10
        with refuses(Failed, "key"):
            store.append("g", Head(1, 0, "0" * 32), None, entries("a"))
        assert time.monotonic() - start < 20


def test_who_and_what_is_refused(own_server: Server):
    for address, fact in [
        (own_server.address("nothing-here"), "no database"),
        (own_server.address().replace("ledger@", "stranger@"), "user"),
    ]:
        with refuses(Failed, fact):
            Database(address)


# --- several writers --------------------------------------------------------------------------


def test_appends_that_wait_go_together(database: str, monkeypatch: pytest.MonkeyPatch):
    sizes: list[int] = []
    send = append_queue.AppendQueue._send

    def counted(self: append_queue.AppendQueue, batch: list[object], unsure: bool) -> object:
        sizes.append(len(batch))
        time.sleep(0.02)
        return send(self, batch, unsure)

    monkeypatch.setattr(append_queue.AppendQueue, "_send", counted)
    with PostgresStore(database) as store:
        threads = [
            threading.Thread(target=store.create, args=(f"g{n}", entries(OPENED)))
            for n in range(30)
        ]
        for t in threads:
            t.start()
        for t in threads:
            t.join(30)
        assert len(store.games()) == 30
    assert sum(sizes) == 30 and len(sizes) < 10


def test_one_that_is_refused_leaves_the_others_alone(database: str):
    """In one statement: a stale one, a used key behind another group, and a good one."""
    with PostgresStore(database) as store:
        for game in "abc":
            store.create(game, entries(OPENED))
            store.append(game, 1, "k", entries(f"of {game}"))
        heads = store.heads("abc") | {"a": store.head("c")}
        queue = store._queue
        answers: dict[str, object] = {}

        def append(game: str, *batch: tuple[str | None, list[object]]) -> None:
            try:
                answers[game] = store.append_many(game, heads[game], batch)[0].first
            except Conflict as e:
                answers[game] = type(e)

        with queue._change:  # so that all of them wait
            threads = [
                threading.Thread(target=append, args=args)
                for args in (
                    ("a", (None, entries("y"))),
                    ("b", (None, entries("y")), ("k", entries("of b"))),
                    ("c", (None, entries("y"))),
                )
            ]
            for t in threads:
                t.start()
            time.sleep(0.1)
        for t in threads:
            t.join(20)
        assert answers == {"a": Stale, "b": Conflict, "c": 3}
        assert [head.seq for head in store.heads("abc").values()] == [2, 2, 3]


def writer(address: str, name: str, count: int) -> subprocess.Popen[str]:
    words = [sys.executable, str(HERE / "racing_process.py"), address, name, str(count)]
    return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def test_processes_that_append_to_one_game(database: str):
    """All of them are paused now and then, and come back late; in a campaign one is killed too."""
    count = effort(25, 1000)
    with PostgresStore(database) as store:
        store.create("g", entries(OPENED))
        both = [writer(database, name, count) for name in ("abcd" if CAMPAIGN else "ab")]
        told = [kill_one(database)] if CAMPAIGN else []
        for _ in range(effort(2, 40)):
            for process in both:
                process.send_signal(signal.SIGSTOP)
                time.sleep(0.05)
                process.send_signal(signal.SIGCONT)
        told += [process.communicate(timeout=110)[0] for process in both]
        assert all(process.returncode == 0 for process in both)
        acks = [tuple(line.split()) for line in "".join(told).splitlines()]
        check(store, acks, count * len(both))


def kill_one(address: str) -> str:
    """Kill a writer in the middle, and return what was acknowledged to it."""
    with writer(address, "k", 100_000) as process:
        lines = [process.stdout.readline() for _ in range(50)]
        process.kill()
        lines += process.stdout.readlines()
    return "".join(line for line in lines if line.endswith("\n"))


def check(store: Store, acks: list[tuple[str, ...]], least: int) -> None:
    """Everything acknowledged stands exactly once, where it was said to."""
    found = headers(whole(store))
    assert [h.seq for h in found] == list(range(1, len(found) + 1))
    where: dict[str, int] = {}
    for h in found[1:]:
        assert h.key not in where, "a command stands twice"
        where[str(h.key)] = h.seq
    assert len(acks) >= least
    assert {key: int(seq) for key, seq in acks}.items() <= where.items()


# --- hints --------------------------------------------------------------------------------------


def test_hints_reach_other_processes(database: str):
    heard: dict[str, int] = {}
    listening, news = threading.Event(), threading.Event()

    def hear(grown: Mapping[str, int] | None) -> None:
        heard.update(grown or {})
        if grown is None or grown == {"g": 2}:  # that it was created may be said late
            (listening if grown is None else news).set()

    with PostgresStore(database) as here, PostgresStore(database) as there:
        here.create("g", entries(OPENED))
        there.watch(hear)
        assert listening.wait(20), (
            "whoever begins to listen is told that anything may have happened"
        )
        here.append("g", 1, None, entries("a"))
        assert news.wait(20)
    assert heard["g"] == 2


def test_only_hints_about_wanted_games_come(database: str):
    heard: Queue[Mapping[str, int] | None] = Queue()

    def told_of(game: str, seq: int) -> set[str]:
        """Return of which games there are hints, up to one; that they were made may come late."""
        told: dict[str, int] = {}
        while told.get(game) != seq:
            told |= heard.get(timeout=20) or {}
        return set(told)

    with PostgresStore(database) as here, PostgresStore(database) as there:
        for game in "abc":
            here.create(game, entries(OPENED))
        there.limit_hints(["a"])
        there.watch(heard.put)
        assert heard.get(timeout=20) is None
        here.append("b", 1, None, entries("not wanted"))
        here.append("a", 1, None, entries("wanted"))
        assert told_of("a", 2) == {"a"}
        there.limit_hints(["b", "c"])
        assert heard.get(timeout=20) == {"b": 0, "c": 0}, "something may have been missed"
        here.append("a", 2, None, entries("no longer wanted"))
        here.append("b", 2, None, entries("now it is"))
        assert told_of("b", 3) == {"b"}
        there.limit_hints(None)
        assert heard.get(timeout=20) is None, "anything may have been missed"
        here.append("a", 3, None, entries("everything is"))
        assert told_of("a", 4) == {"a"}


def test_many_games_are_taken_up_a_part_at_a_time(database: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("ledger.store.postgres.hints.CHANGES", 3)
    games = [f"g{n}" for n in range(10)]
    heard: Queue[Mapping[str, int] | None] = Queue()
    with PostgresStore(database) as here, PostgresStore(database) as there:
        for game in games:
            here.create(game, entries(OPENED))
        there.limit_hints(games)
        there.watch(heard.put)
        assert heard.get(timeout=20) is None, "once, when all of them are heard"
        for game in games:
            here.append(game, 1, None, entries("a"))
        told: dict[str, int] = {}
        while told != dict.fromkeys(games, 2):
            told |= heard.get(timeout=20) or {}


def test_who_listens_hears_that_it_was_away(own_server: Server):
    away = threading.Semaphore(0)
    with (
        new_database(own_server) as address,
        Database(address, patience=20) as database,
        PostgresStore(database) as store,
    ):
        store.watch(lambda grown: away.release() if grown is None else None)
        assert away.acquire(timeout=20)
        own_server.stop("immediate")
        own_server.start()
        assert away.acquire(timeout=20)


def test_what_a_hint_says_is_never_taken_for_granted(database: str):
    """Anybody who can connect can send one: it makes us look, and what there is counts."""
    heard: Queue[Mapping[str, int] | None] = Queue()
    with PostgresStore(database) as here, PostgresStore(database) as there:
        here.create("g", entries(OPENED))
        head = there.head("g")
        there.watch(heard.put)
        assert heard.get(timeout=20) is None
        with psycopg.connect(database, autocommit=True) as liar:
            for lie in ("what is this", "games:g", "games:g:x", "games:g:2:?", "games:g:7"):
                liar.execute("select pg_notify(%s, %s)", [CHANNEL, lie])
        while (told := heard.get(timeout=20)) != {"g": 7}:
            assert told == {"g": 1}, "that it was created may be said late"
        assert there.new_groups({"g": head}) == {"g": []}
        added = here.append("g", 1, None, entries("the truth"))
        while heard.get(timeout=20) != {"g": 2}:
            pass
        assert there.new_groups({"g": head}) == {"g": [added.lines]}


def test_many_names_in_few_notifications():
    grown = {f"games:game-{n}": n for n in range(1500)}
    told = list(_payloads(grown))
    names = [name for line in told for name in line.split(" ")]
    assert names == [f"{name}:{seq}" for name, seq in grown.items()]
    assert len(told) < 6 and max(map(len, told)) < 8000


# --- the server -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def standby(own_server: Server) -> Server:
    return own_server.add_standby()


def test_a_server_stopped_in_the_middle_of_appends(own_server: Server):
    """Several games and writers; each goes on when the server is back, and nothing is lost."""
    with new_database(own_server) as address, Database(address, patience=20) as database:
        stop = threading.Event()
        acks: dict[str, list[int]] = {}
        troubles: list[BaseException] = []

        def play(game: str) -> None:
            try:
                for n in itertools.count():
                    head = store.head(game)
                    made = store.append(game, head, f"{n}", entries(f"{game} {n}", "then"))
                    acks[game].append(made.last)
                    if stop.is_set():
                        return
            except BaseException as e:
                troubles.append(e)

        with PostgresStore(database) as store:
            games = [f"g{n}" for n in range(4)]
            for game in games:
                store.create(game, entries(OPENED))
                acks[game] = []
            threads = [threading.Thread(target=play, args=(game,)) for game in games]
            for t in threads:
                t.start()
            for _ in range(effort(2, 25)):
                time.sleep(effort(1, 3) * 0.15)
                own_server.stop("immediate")
                own_server.start()
            time.sleep(0.15)
            stop.set()
            for t in threads:
                t.join(40)
            assert not troubles
            for game in games:
                found = headers(whole(store, game))
                assert len(found) == acks[game][-1] == 1 + 2 * len(acks[game])
                assert acks[game] == [h.seq for h in found[2::2]]


def test_a_commit_that_its_standby_did_not_see_is_not_acknowledged(
    own_server: Server, standby: Server
):
    """Whoever cancels the wait for the standby ends the wait, not the promise."""
    address = own_server.address()
    with Database(address, patience=20) as database, PostgresStore(database) as store:
        head = store.create("h", entries(OPENED))
        standby.stop()
        done = threading.Event()

        def append() -> None:
            store.append("h", head, None, entries("a"))
            done.set()

        thread = threading.Thread(target=append)
        thread.start()
        with psycopg.connect(address, autocommit=True) as admin:
            for _ in range(3):
                assert not done.wait(0.2)
                admin.execute(
                    "select pg_cancel_backend(pid) from pg_stat_activity "
                    "where wait_event = 'SyncRep'"
                )
            assert not done.wait(0.3), "acknowledged, but not on the standby"
        standby.start()
        assert done.wait(20)
        thread.join(20)


def test_a_standby_is_called_by_its_name(standby: Server):
    with refuses(Failed, "standby"):
        Database(standby.address())


def test_nothing_that_was_acknowledged_is_lost_with_the_server(own_server: Server, standby: Server):
    """The standby takes over; whoever knows both addresses goes on with it. This comes last."""
    with new_database(own_server) as address:
        ports = f"port={own_server.port},{standby.port}&target_session_attrs=read-write"
        both = address.replace(f"port={own_server.port}", ports)
        both = both.replace("host=", f"host={own_server.home},")
        with Database(both, patience=20) as database, PostgresStore(database) as store:
            store.create("g", entries(OPENED))
            head = store.head("g")
            made = store.append("g", head, None, entries("before"))
            own_server.stop("immediate")
            standby.promote()
            with psycopg.connect(standby.address(), autocommit=True) as admin:
                admin.execute("alter system reset synchronous_standby_names")
                admin.execute("select pg_reload_conf()")
            more = store.append("g", made.head, None, entries("after"))
            assert (more.first, len(said(store))) == (3, 2)


# --- opening ----------------------------------------------------------------------------------


def test_a_newer_database_is_refused(postgres: Server):
    with new_database(postgres) as address:
        Database(address).close()
        with psycopg.connect(address) as admin:
            admin.execute("insert into ledger.migrations values (999, 'later')")
        with refuses(Malformed, f"999 | {len(migrations())}"):
            Database(address)


def test_the_tables_are_made_once_by_many(postgres: Server):
    with new_database(postgres) as address:
        opened: list[Database] = []
        threads = [
            threading.Thread(target=lambda: opened.append(Database(address))) for _ in range(5)
        ]
        for t in threads:
            t.start()
        for t in threads:
            t.join(30)
        assert len(opened) == 5
        for database in opened:
            database.close()
        with psycopg.connect(address) as admin:
            rows = admin.execute("select number from ledger.migrations order by 1").fetchall()
            keys = admin.execute(
                "select indexdef from pg_indexes where schemaname = 'ledger' "
                "and indexdef like 'CREATE UNIQUE%' and tablename <> 'migrations'"
            ).fetchall()
    assert [n for (n,) in rows] == list(range(1, len(migrations()) + 1))
    assert len(keys) >= 4 and all("(game" in key for (key,) in keys)  # it can be divided by game


@pytest.mark.parametrize(
    ("address", "facts"),
    [
        ("postgresql://ana:hush@127.0.0.1:9/games", "ana | 127.0.0.1:9 | games"),
        ("postgresql://ana@127.0.0.1:9/games?password=hush", "ana | 127.0.0.1:9 | games"),
        ("postgresql://127.0.0.1:9/", "127.0.0.1:9"),
    ],
)
def test_trouble_names_the_database_but_no_password(address: str, facts: str):
    with pytest.raises(Failed) as e:
        Database(address)
    assert tells(str(e.value), facts) and "hush" not in str(e.value)
    assert e.value.__cause__ is None and e.value.__suppress_context__


def test_an_address_that_is_none_is_not_repeated():
    with pytest.raises(Malformed) as e:
        Database("postgresql://ana:hu sh@host/games")
    assert "hu sh" not in str(e.value) and e.value.__suppress_context__


def test_a_commit_waits_for_the_disk(database: str):
    with psycopg.connect(database, autocommit=True) as admin:
        name = admin.info.dbname
        admin.execute(f'alter database "{name}" set synchronous_commit = off')
        try:
            with Database(database) as opened, opened.connect() as connection:
                assert connection.execute("show synchronous_commit").fetchone() == ("on",)
        finally:
            admin.execute(f'alter database "{name}" reset synchronous_commit')
