"""The commands: questions, tables, reports, and answers in every form."""

from __future__ import annotations

import csv
import io
import json
import threading
import time

import duckdb
import pytest

from cli.conftest import Result, checked
from common.refusals import tells
from ledger.cli.app import run as run_command
from ledger.cli.prompts import sql_prompt as prompting
from ledger.index.library_index import Index
from ledger.index.query.query_process import QueryProcess
from ledger.system import locks

from .sample_library import add, simulated

WINS = "select name, count(*) as wins from seats where won group by name order by wins desc, name"


@pytest.fixture
def run(capsys, monkeypatch, shelf):
    """Call `ledger` with the shelf as its library."""
    monkeypatch.setenv("LEDGER_LIBRARY", str(shelf.folder))
    monkeypatch.delenv("LEDGER_REPORTS", raising=False)

    def go(*args, stdin: str | None = None) -> Result:
        if stdin is not None:
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        capsys.readouterr()
        with pytest.raises(SystemExit) as e:
            run_command([str(a) for a in args])
        return checked(Result(e.value.code or 0, *capsys.readouterr()))

    return go


def test_csv_in_a_pipe(run, games):
    result = run("query", WINS)
    assert result.code == 0
    rows = list(csv.reader(io.StringIO(result.out)))
    assert rows[0] == ["name", "wins"]
    wins = {p.name: 0 for g in games for p in g.seats if p.won}
    for g in games:
        for p in g.seats:
            if p.won and g.kind == "log":
                wins[p.name] += 1
    assert rows[1][0]
    assert sum(int(n) for _, n in rows[1:]) >= sum(wins.values())


def test_json_and_ndjson_keep_types(run):
    sql = "select 1 as a, 'x' as b, [1, 2] as c, {'k': true} as d, null as e, '[1]'::json as f, " \
        "date '2026-01-02' as g, 1.5 as h, 10::hugeint as i"  # fmt: skip
    want = {"a": 1, "b": "x", "c": [1, 2], "d": {"k": True}, "e": None, "f": [1],
            "g": "2026-01-02", "h": 1.5, "i": 10}  # fmt: skip
    assert json.loads(run("query", "--json", sql).out) == [want]
    assert run("query", "--ndjson", sql).jsons == [want]
    assert json.loads(run("query", "--json", "select 1 where false").out) == []
    assert len(json.loads(run("query", "--json", "from games").out)) == 33


def test_markdown_and_table(run):
    assert run("query", "--md", "select 'a|b' as x, 2 as y").out == (
        "| x | y |\n| --- | ---: |\n| a\\|b | 2 |\n"
    )
    assert run("query", "--table", "select 'a' as name, 2.5 as value, true as ok").out.split() == [
        "name", "value", "ok", "a", "2.5", "yes",
    ]  # fmt: skip


def test_control_characters_of_a_name_never_reach_a_table(run):
    out = run("query", "--table", "select chr(27) || '[31mred' as name").out
    assert "\x1b" not in out
    assert "\\x1b[31mred" in out


def test_parquet(run, tmp_path):
    file = tmp_path / "it's.parquet"
    assert run("query", "select * from games", "--parquet", file).code == 0
    path = str(file).replace("'", "''")
    assert duckdb.sql(f"select count(*) from '{path}'").fetchall() == [(33,)]
    assert run("query", "select 1", "--parquet", file).code == 1


def test_parameters_limit_and_stats(run):
    result = run(
        "query", "select $a as a, $b as b from games", "--param", "a=3", "--param", "b=x y",
        "--limit", "2", "--stats", "--ndjson",
    )  # fmt: skip
    assert result.jsons == [{"a": 3, "b": "x y"}] * 2
    assert result.err.startswith("2 rows in ")


def test_no_refresh_asks_the_index_as_it_is(run, fresh):
    count = ("query", "select count(*) as n from games", "--library", fresh.folder)
    assert run(*count).out == "n\n9\n"
    add(fresh, *simulated(40))
    assert run(*count, "--no-refresh").out == "n\n9\n"
    assert run(*count).out == "n\n10\n"


def test_a_long_wait_for_a_writer_is_told(run, shelf, monkeypatch):
    monkeypatch.setattr(locks, "PATIENCE", 0.05)
    threads, ready, refused, take = [], threading.Event(), threading.Event(), locks._take

    def noticed(*args, **how):
        try:
            take(*args, **how)
        except BlockingIOError:
            refused.set()
            raise

    def hold():
        with locks.locked(Index(shelf).folder / "index.lock"):
            ready.set()
            refused.wait(20)
            time.sleep(0.5)  # much longer than the patience

    threads.append(threading.Thread(target=hold))
    threads[0].start()
    ready.wait(10)
    monkeypatch.setattr(locks, "_take", noticed)
    result = run("query", "select 1 as x")
    threads[0].join()
    assert result.out == "x\n1\n"
    assert result.err == "waiting: another program is writing to the index\n"


def test_a_question_from_a_file_and_from_stdin(run, tmp_path):
    file = tmp_path / "q.sql"
    file.write_text("select 41 + 1 as x;\n")
    assert run("query", "--file", file).out == "x\n42\n"
    assert run("query", "-", stdin="select 7 as x").out == "x\n7\n"
    assert run("query", stdin="select 8 as x").out == "x\n8\n"


@pytest.mark.parametrize(
    ("sql", "code", "words"),
    [
        ("select * from gmes", 2, ["gmes does not exist", "^", "games"]),
        ("select nme\nfrom seats", 2, ["1:8", "nme", "name"]),
        ("select\n  1 +", 2, ["syntax error"]),
        ("delete from games", 1, ["only queries"]),
        ("select 1; select 2", 1, ["one query at a time"]),
        ("select $x", 2, ["$x", "--param x="]),
        ("", 2, ["no query"]),
    ],
)
def test_errors_for_people(run, sql, code, words):
    result = run("query", sql)
    assert result.code == code
    assert result.out == ""
    for word in words:
        assert word in result.err


def test_two_formats_are_wrong_usage(run):
    assert run("query", "select 1", "--csv", "--json").code == 2


def test_sql_memory_needs_no_library(run, shelf, monkeypatch, tmp_path):
    monkeypatch.setenv("LEDGER_LIBRARY", str(tmp_path / "none"))
    logs = sorted((shelf.folder / "games").glob("osaka*.jsonl"))[:3]
    result = run("sql-memory", *logs, "-q", "select log from games order by log")
    assert result.out.splitlines() == ["log", *(p.stem for p in logs)]
    whole = run("sql-memory", shelf.folder / "games", "-q", "select count(*) as n from games")
    assert whole.out == "n\n31\n"
    bad = tmp_path / "bad.jsonl"
    bad.write_text("nonsense\n")
    problems = run("sql-memory", bad, logs[0], "-q", "select log, kind from problems")
    assert problems.out.splitlines() == ["log,kind", "bad,unreadable"]


def test_tables(run):
    listed = run("query", "--tables").out
    assert "every game: logs, and results" in listed
    assert "osaka_bought" in listed
    assert "splash_" in listed
    one = run("query", "--tables", "seats").out
    assert "player" in one
    assert "Example: select" in one
    facts = run("query", "--tables", "osaka_dealt", "--json").json
    to = facts["columns"][-2]
    assert (to["name"], to["type"]) == ("to_", "VARCHAR")
    assert to["meaning"].endswith("(rule OSA-29)")
    assert run("query", "--tables", "nothing").code == 2


def test_index(run, shelf):
    assert "up to date" in run("index").out
    facts = run("index", "--anew", "--json").json
    assert (facts["how"], facts["games"]) == ("all", 33)


def test_reports(run):
    names = [x["name"] for x in run("report", "--json").jsons]
    assert "players" in names
    assert "osaka-tide" in names
    assert run("report").out.count("\n") == len(names)
    result = run("report", "players", "--param", "game=osaka", "--json")
    assert {"name", "wins", "win_rate"} <= json.loads(result.out)[0].keys()
    assert run("report", "players", "--sql").out.startswith("-- title: Wins by player")
    assert run("report", "nothing").code == 2


@pytest.mark.parametrize("name", ["players", "ratings", "score-curve", "osaka-tide", "margins"])
def test_plots_on_the_terminal(run, name):
    out = run("report", name, "--plot").out
    assert any(block in out for block in "█▁▂▃▄▅▆▇▏▎▍▌▋▊▉")


def test_a_report_without_a_picture_says_so(run):
    result = run("report", "records", "--plot")
    assert result.code == 2


def test_the_prompt(run, shelf, monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    typed = iter([".tables", ".columns players", "select 1 +", "  1 as two;", "select x;", ".quit"])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    from contextlib import contextmanager

    from ledger.cli.output.query_output import OutputStyle

    with QueryProcess() as process:

        @contextmanager
        def opened(_):
            yield process.about(Index(shelf).file)

        capsys.readouterr()
        prompting.prompt(opened, OutputStyle(csv=True), 10)
    out, err = capsys.readouterr()
    assert "osaka_bought" in out
    assert "player, name, names, keys, games" in out
    assert "two\n2\n" in out
    assert 'referenced column "x" was not found' in err


@pytest.mark.parametrize(
    "sql",
    [
        "select json_extract(1, 2, 3)",
        "select g.plcae from games g join seats s using (game_id)",
        "select * from gamse",
        "select scoer from seats, scores",
    ],
)
def test_hints_name_each_candidate_once(run, sql):
    said = run("query", sql).err
    assert "did you mean" in said or "there is json_extract(json VARCHAR, index BIGINT) or" in said
    names = [w.strip("?,") for w in said.partition("did you mean ")[2].split() if w != "or"]
    assert len(names) == len(set(names)), said


@pytest.mark.parametrize("more", [("--csv",), ("--param", "game=chess", "--json"), ("--plot",)])
def test_a_report_says_what_it_left_out(run, games, more):
    """Not in the answer, but on stderr; only of the game that is asked about."""
    asked = [g for g in games if "game=chess" not in more or g.game == "chess"]
    unfinished = sum(not g.finished for g in asked)
    assert unfinished
    result = run("report", "players", *more)
    assert tells(result.err, f"left out | {unfinished} | not finished {unfinished}")
    assert "left out" not in result.out


def test_a_report_that_leaves_out_nothing_says_nothing(run):
    assert run("report", "pace").err == ""
    assert run("report", "h-index").err == "", "nothing is ignored"
    told = {r["name"]: r["left_out"] for r in run("report", "--json").jsons}
    assert told["ratings"] == ["unrated"]
    assert told["pace"] == []
