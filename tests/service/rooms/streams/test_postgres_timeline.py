"""The order of all games in a database: what is told once stays, and nothing is left out."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from common.refusals import refuses
from ledger.kernel.errors import Conflict
from ledger.service.rooms.game_log import HistoryCache
from ledger.service.rooms.room import Runtime
from ledger.service.rooms.streams.postgres_timeline import PostgresTimeline
from ledger.store.postgres import Database, PostgresStore
from ledger.store.postgres.kept_files import PostgresKeptFiles
from ledger.store.timeline import TIMELINE
from store.conformance import OPENED, entries


@pytest.fixture
def store(open_database: Database) -> Iterator[PostgresStore]:
    with PostgresStore(open_database) as store:
        yield store


def told(database: Database, after: int = 0) -> list[str]:
    """Return the order as a process knows it that has just begun to read."""

    async def read() -> list[str]:
        with ThreadPoolExecutor(1) as pool:
            runtime = Runtime(pool, str, None, lambda _: None, lambda *_: None, HistoryCache())
            timeline = PostgresTimeline(database, runtime)
            await timeline.flush()
            found, place = [], after
            while some := await timeline.after(place):
                found += [f"{g.game} {g.first} {g.last}" for g in some]
                place = some[-1].place
            await timeline.close()
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


def test_a_database_restored_from_a_dump_counts_anew(
    store: PostgresStore, open_database: Database, database: str
):
    store.create("a", entries(OPENED))
    store.append("a", 1, None, entries("x"))
    assert told(open_database) == ["a 1 2"]
    with psycopg.connect(database) as admin:
        admin.execute("update ledger.timeline_progress set stored = 1000000000000")
    store.append("a", 2, None, entries("y"))
    assert told(open_database) == ["a 1 2", "a 3 3"]
