"""Questions from Python, pictures, Parquet, and games that other people made."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import duckdb
import pytest

import ledger
from ledger.importers.pipeline import run_import
from ledger.importers.records import Options
from ledger.index.charts.terminal import bar, draw, sparkline
from ledger.index.library_index import Index
from ledger.index.parquet import export
from ledger.index.query.ask import ask
from ledger.index.reports.report import find_report
from ledger.index.schema import TABLES
from ledger.kernel.errors import Conflict, Malformed
from ledger.kernel.game.registry import installed
from ledger.library.library import Library


def has(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


def test_rows_and_dicts(shelf):
    answer = ledger.query("select 1 as a, $b as b", {"b": "x"}, library=shelf.folder)
    assert answer.rows() == [(1, "x")]
    assert answer.dicts() == [{"a": 1, "b": "x"}]
    assert answer.columns == ["a", "b"]


def test_a_program_that_asks_ends_in_silence():
    """No thread may hold a connection any longer, or DuckDB's binding complains at the exit."""
    code = """
import duckdb
from ledger.index.query.ask import deadline
con = duckdb.connect()
with deadline(con, 60):
    con.execute("select 1")
"""
    for _ in range(3):
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stderr == ""


def test_the_usual_library_is_that_of_the_commands(shelf, monkeypatch, tmp_path):
    monkeypatch.setenv("LEDGER_LIBRARY", str(shelf.folder))
    assert ledger.query("select count(*) from games").rows() == [(33,)]
    monkeypatch.delenv("LEDGER_LIBRARY")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with pytest.raises(Malformed):
        ledger.query("select 1")


def test_files_without_a_library(shelf):
    logs = sorted((shelf.folder / "games").glob("*.jsonl"))[:2]
    assert ledger.query("select count(*) from games", files=logs).rows() == [(2,)]


@pytest.mark.parametrize(
    ("method", "package"), [("df", "pandas"), ("arrow", "pyarrow"), ("pl", "polars")]
)
def test_frames_or_what_to_install(shelf, method, package):
    sql = "select 1 as a, 2.5::double as b, date '2026-01-02' as c, [1, 2] as d, null as e"
    answer = ledger.query(sql, library=shelf.folder)
    if has(package) and has("pyarrow"):
        frame = getattr(answer, method)()
        assert list(frame.columns if method != "arrow" else frame.column_names) == list("abcde")
        as_rows = {"df": lambda: frame.to_dict("records"), "arrow": lambda: frame.to_pylist(),
                   "pl": lambda: frame.to_dicts()}  # fmt: skip
        (row,) = as_rows[method]()
        assert (row["a"], row["b"], list(row["d"]), row["e"]) == (1, 2.5, [1, 2], None)
        assert str(row["c"]).startswith("2026-01-02")
    else:
        with pytest.raises(Malformed):
            getattr(answer, method)()


def test_parquet_holds_every_row_sorted_and_by_game(shelf, tmp_path):
    with Index(shelf).reading() as con:
        want = {t.name: ask(con, f"select count(*) from {t.name}").rows()[0][0] for t in TABLES}
    rows = Index(shelf).export(tmp_path / "out")
    assert rows == want
    events = str(tmp_path / "out" / "events" / "*" / "*.parquet")
    read = f"read_parquet('{events}', hive_partitioning = true)"
    got = duckdb.sql(f"select game, count(*) from {read} group by game order by game").fetchall()
    assert [game for game, _ in got] == sorted(["chess", *installed()])
    assert sum(n for _, n in got) == want["events"]
    one = tmp_path / "out" / "events" / "game=osaka" / "data.parquet"
    lines = duckdb.sql(f"select game_id, seq from '{one}'").fetchall()
    assert lines == sorted(lines)
    codec = duckdb.sql(f"select distinct compression from parquet_metadata('{one}')").fetchall()
    assert codec == [("ZSTD",)]
    with pytest.raises(Conflict):
        export(Index(shelf).file, tmp_path / "out")


def test_exports_of_two_libraries_can_be_joined(shelf, tmp_path):
    """The numbers of games are those of one index; their keys are their own."""
    other = Library(tmp_path / "other")
    logs = sorted((shelf.folder / "games").glob("*.jsonl"))[5:9]
    sheets = [
        ("a.csv", "id,date,game,player,score\n1,2024-01-01,Catan,Ann,9\n1,2024-01-01,Catan,Bo,7\n"),
        ("b.csv", "id,date,game,player,score\n1,2019-05-05,Chess,Cy,1\n1,2019-05-05,Chess,Di,0\n"),
    ]
    for name, text in sheets:
        (tmp_path / name).write_text(text)
        run_import(other, [tmp_path / name], options=Options(source=name))
    taken = [item for item in run_import(other, logs).items if item.status == "new"]
    assert len(taken) > 1
    for name, library in (("one", shelf), ("two", other)):
        Index(library).export(tmp_path / name)

    def both(table: str, columns: str) -> list[tuple]:
        one, two = (
            f"read_parquet('{tmp_path / x / table}/*/*.parquet', hive_partitioning = true)"
            for x in ("one", "two")
        )
        return duckdb.sql(
            f"select {columns} from {one} a join {two} b using (game_key) order by all"
        ).fetchall()

    same = both("games", "a.log, b.log, a.game_id <> b.game_id")
    assert [(a, b) for a, b, _ in same] == [(x, x) for x, _, _ in same]
    assert len(same) == len(taken)
    assert any(differs for _, _, differs in same)
    seats = both("seats", "a.name, b.name, a.seat")
    assert seats
    keys = duckdb.sql(
        f"select game_key from read_parquet('{tmp_path}/two/games/*/*.parquet')"
    ).fetchall()
    assert len(set(keys)) == len(keys) == len(taken) + 2
    for table in TABLES:
        if "game_id" in {c.name for c in table.columns}:
            split = "/*/*" if (tmp_path / "one" / table.name).is_dir() else ""
            file = f"{tmp_path}/one/{table.name}{split}.parquet"
            sql = f"select count(*) from read_parquet('{file}') where game_key is null"
            assert duckdb.sql(sql).fetchall() == [(0,)], table.name


def test_a_game_of_somebody_else_has_tables_views_and_reports(sql):
    """The plugin game did nothing for it."""
    assert sql("select count(*) from games where game = 'splash'")[0][0] > 5
    assert sql("select count(distinct resource) from deltas where game = 'splash'")[0][0] >= 1
    views = sql("select view_name from duckdb_views() where view_name like 'splash_%'")
    assert len(views) > 5


def test_bars_and_sparklines():
    assert bar(0.5, 1, 10) == "█████"
    assert bar(0.55, 1, 10) == "█████▌"
    assert bar(1, 0, 10) == ""
    assert sparkline([0, None, 5, 10], 0, 10) == "▁ ▅█"


def test_a_plot_of_nothing():
    assert "no games yet" in str(draw(find_report("players"), [], 80))
