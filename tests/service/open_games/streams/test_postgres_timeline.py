"""The order of all games in a database: what is told once stays, and nothing is left out."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import psycopg
import pytest
from psycopg import sql

from common.postgres import Server, new_database, running
from common.refusals import refuses
from ledger.kernel.errors import Conflict, Failed
from ledger.service.game_threads import GameWork
from ledger.service.open_games.game_log import HistoryCache
from ledger.service.open_games.open_game import Runtime
from ledger.service.open_games.streams.postgres_timeline import PostgresTimeline
from ledger.store.postgres import Database, PostgresStore, timeline
from ledger.store.postgres.database import Connection
from ledger.store.postgres.kept_files import PostgresKeptFiles
from ledger.store.timeline import TIMELINE
from scripts.common.postgres_server import run
from store.conformance import OPENED, entries


@pytest.fixture
def store(open_database: Database) -> Iterator[PostgresStore]:
    with PostgresStore(open_database) as store:
        yield store


def told(database: Database, after: int = 0) -> list[str]:
    """Return the order as a process knows it that has just begun to read."""

    async def read() -> list[str]:
        with ThreadPoolExecutor(1) as pool:
            runtime = Runtime(
                pool, GameWork(), str, None, lambda _: None, lambda *_: None, HistoryCache()
            )
            order = PostgresTimeline(database, runtime)
            await order.flush()
            found, place = [], after
            while some := await order.after(place):
                found += [f"{g.game} {g.first} {g.last}" for g in some]
                place = some[-1].offset
            await order.close()
            return found

    return asyncio.run(read())


def test_games_that_were_there_come_first_and_then_every_group(
    store: PostgresStore, open_database: Database
):
    for game in ("b", "a"):
        store.create(game, entries(OPENED))
    store.append("b", 1, None, entries("x", "y"))
    before = ["a 1 1", "b 1 3"]
    assert told(open_database) == before
    store.append("a", 1, None, entries("x"))
    store.create("c", entries(OPENED))
    store.append("b", 3, None, entries("z"))
    assert told(open_database) == [*before, "a 2 2", "c 1 1", "b 4 4"]
    assert told(open_database, 3) == ["c 1 1", "b 4 4"]


def test_what_was_told_elsewhere_stays_in_its_place(store: PostgresStore, open_database: Database):
    kept = PostgresKeptFiles(open_database)
    for game in ("a", "b"):
        store.create(game, entries(OPENED))
        store.append(game, 1, None, entries("x"))
    assert kept.names() == []
    kept.write(TIMELINE, b"b 1 1\na 1 2\n")
    assert told(open_database) == ["b 1 1", "a 1 2", "b 2 2"]
    assert kept.names() == [TIMELINE]
    kept.write(TIMELINE, b"b 1 1\na 1 2\nb 2 2\na 3 4\n")
    assert kept.read(TIMELINE).endswith(b"b 2 2\na 3 4\n")
    with refuses(Conflict):
        kept.write(TIMELINE, b"a 1 2\n")


def test_nothing_is_told_beside_what_is_still_on_its_way(
    store: PostgresStore, open_database: Database, database: str
):
    store.create("a", entries(OPENED))
    assert told(open_database) == ["a 1 1"]
    with psycopg.connect(database) as slow:
        slow.execute("select pg_current_xact_id()")  # it may write a group yet
        store.append("a", 1, None, entries("x"))
        assert told(open_database) == ["a 1 1"]
    assert told(open_database) == ["a 1 1", "a 2 2"]


def test_who_is_stopped_while_it_gives_places_stops_nobody_else(
    store: PostgresStore, open_database: Database, database: str, monkeypatch: pytest.MonkeyPatch
):
    stopped, go_on = threading.Event(), threading.Event()

    @contextmanager
    def stop_once(self: Connection) -> Iterator[None]:
        yield
        if not stopped.is_set():
            stopped.set()
            assert go_on.wait(20)

    monkeypatch.setattr(Connection, "unhurried", stop_once)
    store.create("a", entries(OPENED))
    with Database(database, patience=2.0) as other, ThreadPoolExecutor(1) as pool:
        late = pool.submit(told, other)
        assert stopped.wait(5)
        assert told(open_database) == ["a 1 1"]
        go_on.set()
        with pytest.raises(Failed) as e:
            late.result(20)
        assert e.value.may_pass
        assert told(other) == ["a 1 1"]


# --- restored from a dump ---------------------------------------------------------------------


def test_what_a_dump_brings_from_another_server_is_told_whole():
    """Its groups have numbers which the new server has not come to yet."""
    with running(own=True) as old, running(own=True) as new:
        with psycopg.connect(old.address(), autocommit=True) as admin:
            for _ in range(500):
                admin.execute("select pg_current_xact_id()")
        source, target, dump = old.new_database("a"), new.new_database("b"), old.home / "dump"
        before = _played(source)
        run("pg_dump", "-Fc", "-f", dump, source)
        run("pg_restore", "-d", target, dump)
        _play_on_and_check(target, before)


@pytest.mark.parametrize("read", [True, False])
@pytest.mark.parametrize("numbers", ["above", "soon", "same", "mine", "below"])
def test_whatever_numbers_come_with_a_dump(numbers: str, read: bool, postgres: Server):
    with new_database(postgres) as source, new_database(postgres) as target:
        before = _played(source, read=read)
        _restore(source, target, numbers)
        _play_on_and_check(target, before)


def test_who_writes_beside_a_restored_dump_waits_for_its_turn(postgres: Server):
    with new_database(postgres) as source, new_database(postgres) as target:
        before = _played(source)
        _restore(source, target, "above")
        with Database(target) as database, PostgresStore(database) as store:
            with psycopg.connect(target) as slow:
                slow.execute("select pg_current_xact_id()")  # it may write a group yet
                store.append("one", 5, None, entries("new"))
                first = told(database)
                assert _lines(first)["one"] == [1, 2, 3, 4, 5], "all that came, and nothing new"
            assert told(database) == [*first, "one 6 6"]
    assert first[: len(before)] == before


def _played(source: str, *, read: bool = True) -> list[str]:
    """Play three games, two of them on after the order was told, and return it."""
    with Database(source) as database, PostgresStore(database) as store:
        for game in ("one", "two", "three"):
            store.create(game, entries(OPENED))
            store.append(game, 1, None, entries("a"))
        before = told(database) if read else []
        for seq in (2, 3, 4):
            for game in ("two", "one"):
                store.append(game, seq, None, entries(f"not told yet: {seq}"))
    return before


def _restore(source: str, target: str, numbers: str) -> None:
    """Copy tables as a dump does, as if they came from a server that counts otherwise."""
    Database(target).close()
    with psycopg.connect(source) as old, psycopg.connect(target) as new:
        ((own,),) = new.execute("select pg_current_xact_id()::text::bigint")
        ((low, high),) = old.execute(
            "select min(stored), max(stored) from ledger.log_groups where first = 4"
        )
        shift = {
            "above": 10**12,
            "soon": own + 3 - low,
            "same": 0,
            "mine": own - low,
            "below": own - high - 300,
        }[numbers]
        for table in ("log_groups", "timeline", "timeline_progress", "numbering"):
            cursor = old.execute(
                sql.SQL("select * from {}").format(sql.Identifier("ledger", table))
            )
            names = [column.name for column in cursor.description]
            into = sql.SQL("copy {} from stdin").format(sql.Identifier("ledger", table))
            with new.cursor().copy(into) as copy:
                for row in cursor:
                    values = dict(zip(names, row, strict=True))
                    for counted in {"stored", "written"} & values.keys():
                        values[counted] += shift
                    copy.write_row(list(values.values()))


def _play_on_and_check(target: str, before: list[str]) -> None:
    """Each line is told once and in order, to who has read before and to who reads from the start.

    Games are played on before anybody reads, and later.
    """
    with Database(target) as database, PostgresStore(database) as store:
        for game in ("one", "three"):
            store.append(game, store.head(game).seq, None, entries("before it is read", "here"))
        first = told(database)
        with database.connect() as connection:
            assert not timeline.assign_offsets(connection), "nobody has to wait for anything"
        for game in ("two", "one"):
            store.append(game, store.head(game).seq, None, entries("later"))
        whole = told(database)
        assert whole[: len(first)] == first and first[: len(before)] == before
        assert told(database, len(before)) == whole[len(before) :]
        assert _lines(whole) == {g: [*range(1, store.head(g).seq + 1)] for g in store.games()}


def _lines(growths: list[str]) -> dict[str, list[int]]:
    """Return the lines of each game as they were told."""
    lines: dict[str, list[int]] = {}
    for growth in growths:
        game, first, last = growth.split()
        lines.setdefault(game, []).extend(range(int(first), int(last) + 1))
    return lines
