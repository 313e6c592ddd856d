"""Whatever is asked, nothing is changed, written, read or reached, and it ends."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ledger.index.library_index import Index
from ledger.index.query.ask import ask, save
from ledger.index.query.connect import connect
from ledger.index.query.sandbox import SandboxRequest, ask_in_sandbox
from ledger.kernel.errors import Illegal, LedgerError, Malformed

HOSTILE = """
with d as (delete from games returning *) select * from d
with d as (insert into players values ('x', 'x', [], [], 1) returning *) select * from d
with d as (update games set log = 'x' returning *) select * from d
explain analyze delete from games
delete from games
truncate games
insert into players values ('x', 'x', [], [], 1)
update games set log = 'x'
merge into players using seats on false when not matched then insert values ('x', 'x', [], [], 1)
drop table games
alter table games add column y int
comment on table games is 'x'
create table x (a int)
create temp table x as select 1
create or replace temp view games as select 1
create temp macro f(x) as x + 1
create type mood as enum ('x')
create sequence s
copy games to 'OUT/x.csv'
copy (select 1) to 'OUT/x.parquet' (format parquet)
copy (select 1) to '/dev/stdout'
copy players from '/etc/passwd'
copy from database library to x
export database 'OUT/x'
import database 'OUT'
attach 'OUT/other.duckdb'
attach ':memory:' as m
detach index
use memory
install httpfs
install httpfs from 'http://127.0.0.1:9'
load httpfs
load 'OUT/x.so'
pragma database_list
pragma enable_profiling
pragma memory_limit = '10GB'
set threads = 1
set global memory_limit = '10GB'
set variable x = 1
reset all
call enable_logging(storage = 'file', storage_config = {'path': 'OUT/log'})
call enable_profiling(save_location = 'OUT/prof.json')
call pragma_version()
checkpoint
force checkpoint
vacuum
analyze
begin
begin; select 1
commit
prepare p as select 1
execute p
deallocate p
create secret (type s3)
select 1; select 2
select 1; delete from games
; ; delete from games
pivot seats on seat using count(*)
select * from read_csv('/etc/passwd')
select * from read_csv_auto('/etc/passwd')
select * from read_text('/etc/passwd')
select * from read_blob('/etc/passwd')
select * from read_json('/etc/passwd')
select * from read_ndjson_objects('/etc/passwd')
select * from read_parquet('OUT/x.parquet')
select * from read_duckdb('OUT/other.duckdb')
select * from parquet_metadata('OUT/x.parquet')
select * from sniff_csv('/etc/passwd')
select * from '/etc/passwd'
select * from 'OUT/other.csv'
select * from "OUT/other.csv"
select * from glob('/*')
select * from glob('OUT/*')
select * from read_csv('http://127.0.0.1:9/x')
select * from query('delete from games returning 1')
select * from query('copy games to ''OUT/x.csv''')
select * from query_table('/etc/passwd')
select * from json_execute_serialized_sql(json_serialize_sql('from read_text(''/etc/passwd'')'))
select * from enable_logging()
select * from enable_profiling()
select * from checkpoint('x')
select * from duckdb_secrets()
select * from which_secret('s3://x', 's3')
select * from register_external_resource('a', 'b')
select * from create_external_resource('file', 'OUT/x')
select * from arrow_scan(1, 2, 3)
select * from pandas_scan(1)
select * from python_map_function(1)
select getenv('HOME')
select * from con
select * from HOSTILE
select nextval('s')
select * from internal.nothing
""".strip().splitlines()

HUGE = (
    "select len(range(300000000))",
    "select repeat('x', 4000000000)",
    "select list(range) from range(1000000000)",
    "select count(*) from range(10000000) a, range(10000000) b where a.range * b.range % 7 = 3",
    "with recursive t as (select 1 as x union all select x + 1 from t) select count(*) from t",
    "select string_agg(a.type, '') over (order by b.seq) from events a, events b, events c",
)


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder that hostile statements would like to use."""
    (tmp_path / "other.csv").write_text("a\n1\n")
    return tmp_path


def files(*folders: Path) -> dict[Path, tuple[int, int]]:
    return {
        p: (p.stat().st_size, p.stat().st_mtime_ns)
        for folder in folders
        for p in folder.rglob("*")
        if p.is_file()
    }


@pytest.fixture(scope="module")
def file(shelf) -> Path:
    with Index(shelf).reading():
        return Index(shelf).file


@pytest.mark.parametrize("sql", HOSTILE)
def test_hostile_statements_are_refused_and_nothing_is_written(file, outside, sql, monkeypatch):
    monkeypatch.chdir(outside)
    before = files(outside, file.parent)
    con = connect(file)
    try:
        with pytest.raises(LedgerError) as e:
            ask(con, sql.replace("OUT", str(outside)), seconds=10).rows()
        assert "root:" not in str(e.value)
        # and the connection is as good as before
        assert ask(con, "select count(*) from games").rows() == [(33,)]
    finally:
        con.close()
    assert files(outside, file.parent) == before


def test_a_saved_answer_may_write_its_own_file_only(file, outside):
    target = outside / "mine.parquet"
    beside = connect(file)  # somebody else in this process asks it
    con = connect(file, writable=target)
    try:
        assert save(con, "select * from games -- all of them", None, target) == 33
        for sql in (
            f"copy games to '{outside / 'x.csv'}'",
            "select * from read_text('/etc/passwd')",
            f"select 1) to '{outside / 'x.csv'}' (format csv); --",
        ):
            with pytest.raises(LedgerError):
                save(con, sql, None, target)
    finally:
        con.close()
        beside.close()
    assert {p.name for p in outside.iterdir()} == {"other.csv", "mine.parquet"}


def test_time_is_bounded(file):
    con = connect(file)
    start = time.monotonic()
    try:
        with pytest.raises(Illegal):
            ask(con, HUGE[3], seconds=0.3).rows()
    finally:
        con.close()
    assert time.monotonic() - start < 10


# --- in a process of its own ----------------------------------------------------------------


def test_a_child_answers(shelf):
    reply = Index(shelf).ask_in_sandbox(
        SandboxRequest(sql="select log, [1, 2] as x, {'a': 1} as y from games")
    )
    assert reply.columns == ["log", "x", "y"]
    assert reply.rows[0][1:] == [[1, 2], {"a": 1}]
    cut = Index(shelf).ask_in_sandbox(
        SandboxRequest(sql="select $n as n from games", params={"n": 5}, limit=7)
    )
    assert (cut.rows, cut.more) == ([[5]] * 7, True)


def test_a_child_explains(file):
    with pytest.raises(Malformed, match="gamez does not exist") as e:
        ask_in_sandbox(SandboxRequest(file=str(file), sql="select * from gamez"))
    assert (e.value.line, e.value.column) == (1, 15)
    assert "games" in e.value.hint


@pytest.mark.parametrize("sql", HUGE)
def test_a_child_is_contained(file, sql):
    """Too much memory or time ends the child, not us."""
    start = time.monotonic()
    with pytest.raises(Illegal):
        ask_in_sandbox(SandboxRequest(file=str(file), sql=sql, seconds=1.0))
    assert time.monotonic() - start < 20


def test_a_child_has_no_environment_and_cannot_write(file, outside, monkeypatch):
    monkeypatch.setenv("SECRET", "x")
    monkeypatch.chdir(outside)
    for sql in HOSTILE[:30:6]:
        with pytest.raises(LedgerError):
            ask_in_sandbox(SandboxRequest(file=str(file), sql=sql.replace("OUT", str(outside))))
    assert [p.name for p in outside.iterdir()] == ["other.csv"]
