"""A question about results doesn't wait until the course of all games is in the index."""

from __future__ import annotations

import dataclasses
import time

import pytest

from common.games import change_game
from ledger.index.api import query
from ledger.index.library_index import Index
from ledger.index.query.ask import ask
from ledger.index.query.needs import needs_course
from ledger.index.reports.report import reports
from ledger.index.schema import BRIEF
from ledger.kernel.game.registry import installed
from ledger.library.library import Library

from .sample_library import add, forged, simulated

RESULTS = "select name, count(*), avg(score) from seats join games using (game_id) group by all"


def states(library: Library) -> tuple[str, str]:
    """Return how far both indexes are: the whole one, and the one about results."""
    return Index(library).state(), Index(library, brief=True).state()


def test_only_what_is_asked_for_is_made(fresh: Library) -> None:
    query(RESULTS, library=fresh.folder)
    assert states(fresh) == ("none", "fresh")
    add(fresh, *simulated(11))
    query(RESULTS, library=fresh.folder)
    assert states(fresh) == ("none", "fresh")
    query("select count(*) from events", library=fresh.folder)
    assert states(fresh) == ("fresh", "fresh")
    add(fresh, *simulated(12))
    query(RESULTS, library=fresh.folder)  # a little more in the whole one is sooner done
    assert states(fresh) == ("fresh", "stale")


@pytest.mark.parametrize("counted", ["by turns", "by the game"])
def test_both_say_the_same_about_results(
    fresh: Library, counted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if counted == "by the game":
        for game in installed().values():
            rules = dataclasses.replace(game.rules, round=lambda state: state.turn + 1)
            change_game(monkeypatch, game, rules=rules)
    add(fresh, "forged", forged())
    with Index(fresh).reading() as whole, Index(fresh, brief=True).reading() as brief:
        for table in BRIEF:
            sql = f"select * from {table.name} order by all"
            assert ask(brief, sql).rows() == ask(whole, sql).rows(), table.name
        asked = [r for r in reports().values() if not needs_course(r.sql)]
        assert len(asked) > 10
        for report in asked:
            values = report.values({})
            rows = ask(brief, report.sql, values).rows()
            assert rows == ask(whole, report.sql, values).rows(), report.name


@pytest.mark.parametrize(
    ("sql", "needs"),
    [
        (RESULTS, False),
        ("with s as (select * from seats) select * from s where name = $name", False),
        ("select * from (select * from games) where game_id in (select game_id from moves)", True),
        ("select * from osaka_bought", True),
        ("select * from read_csv('/etc/hostname')", True),
        ("this is no question", True),
        ("with moves as (select 1) select * from moves, range(3), games", False),
        ("from duckdb_tables()", True),
        ("select 1 from games; select 2 from events", True),
    ],
)
def test_what_a_question_needs(sql: str, needs: bool) -> None:
    assert needs_course(sql) == needs


def test_a_question_is_not_asked_to_find_that_out() -> None:
    """Neither all at once, nor when it is planned: each of these takes gigabytes."""
    began = time.process_time()
    dear = "list_sum(range(250000000))"
    assert not needs_course(f"select count(*), {dear} from games")
    assert not needs_course(f"select * from range({dear})")
    needs_course(f"select 1 from games; select {dear} from games")
    needs_course("select " + "(" * 5000 + "1" + ")" * 5000)
    assert time.process_time() - began < 3
