"""Whatever strangers ask: nothing leaks, nothing is touched, and it ends."""

from __future__ import annotations

import getpass
import os
import platform
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from common.refusals import refuses, tells
from index.test_sandbox import HOSTILE, HUGE
from ledger.index.library_index import Index
from ledger.index.query.connect import connect
from ledger.index.query.policy import without_paths
from ledger.index.query.sandbox import SandboxReply, SandboxRequest, answered
from ledger.index.reports.report import reports
from ledger.kernel.errors import Failed, Illegal, LedgerError, Malformed, Missing
from ledger.kernel.game.registry import find_game
from ledger.kernel.message import Message
from ledger.library.library import Library
from ledger.protocol.errors import Busy
from ledger.service import service
from ledger.service.sql import queries as module
from ledger.service.sql.public_queries import PublicQueries
from ledger.service.sql.queries import public_reports
from ledger.testing.playing import whole_game

from ..sample_libraries import add, table_of

CURIOUS = """
from duckdb_settings()
from duckdb_settings() where name = 'allowed_paths'
select value from duckdb_settings() where name like '%path%'
select current_setting('allowed_paths')
select current_setting('secret_directory')
select current_setting('temp_directory'), current_setting('memory_limit')
select CURRENT_SETTING('allowed_paths')
select "current_setting"('allowed_paths')
select system.main.current_setting('allowed_paths')
select pg_catalog.current_setting('allowed_paths')
select 'allowed_paths'.current_setting()
select list_transform(['allowed_paths'], lambda x: current_setting(x))
select [x.current_setting() for x in ['allowed_paths']]
select count(*) filter (current_setting('threads') = 2) from games
select row_number() over (order by current_setting('threads')) from games
select 1 from games limit (select current_setting('threads'))
select 1 where exists (from duckdb_databases())
with a as (from duckdb_databases()) select * from a
with recursive a as (select path from duckdb_databases() union select path from a) from a
select * from games union all by name from duckdb_databases()
select (select path from duckdb_databases() limit 1)
from games, lateral (from duckdb_databases())
from games join duckdb_databases() on true
from (values (1)) t(a), duckdb_databases() d
pivot duckdb_databases() on path in ('x') using count(*)
unpivot (from duckdb_databases()) on path
describe from duckdb_databases()
summarize from duckdb_databases()
summarize duckdb_databases
describe duckdb_settings
table duckdb_databases
from DuckDB_Databases
from "duckdb_databases"
from system.main.duckdb_databases
from main.duckdb_databases
from pragma_database_list
from pragma_database_list()
pragma database_list
pragma show_databases
pragma database_size
pragma storage_info('games')
from pragma_storage_info('games')
from pragma_database_size()
from pragma_metadata_info()
from pragma_user_agent()
from pg_settings
from pg_catalog.pg_settings
from pg_database
from duckdb_extensions()
from duckdb_secrets()
from duckdb_memory()
from duckdb_temporary_files()
from duckdb_external_file_cache()
from duckdb_logs
from duckdb_logs()
from duckdb_logs_parsed('QueryLog')
from duckdb_log_contexts()
from duckdb_variables()
from duckdb_prepared_statements()
from query('from duckdb_databases()')
from query_table('duckdb_databases')
from query_table(['games', 'duckdb_databases'])
select json_serialize_plan('from duckdb_databases()')
select json_serialize_plan('select current_setting(''allowed_paths'')', optimize := true)
from json_execute_serialized_sql(json_serialize_sql('from duckdb_databases()'))
explain select current_setting('allowed_paths')
explain analyze select 1
select getenv('HOME')
select getvariable('x')
select sleep_ms(100000)
select pg_sleep(100)
select write_log('x')
from glob('*')
from read_text('*')
from read_csv('/proc/self/environ')
from read_blob('/proc/self/cmdline')
from '/proc/self/maps'
from "/proc/self/maps"
from 'index.duckdb'
attach '/proc/self/fd/3' as x
attach 'index.duckdb' as again (read_only)
call pragma_database_size()
execute x
set s3_region = 'x'
""".strip().splitlines()

HARMLESS = """
show tables
show databases
show all tables
describe games
describe select * from events
summarize seats
from information_schema.tables
from information_schema.columns
from information_schema.schemata
from duckdb_tables()
from duckdb_columns()
from duckdb_views()
from sqlite_master
from duckdb_functions()
select version(), current_database(), current_schema(), current_user, current_query()
select * from internal.meta
select * from internal.logs
select stats(log) from games
select error('/etc/passwd')
select cast('/etc/passwd' as integer)
select 1 from games where nothing = 1
selekt 1
select now()
select now()::timestamp > '2000-01-01'
select $x
select 1 / 0
select 'a'::int
select '\\ud800'
from range(5)
from unnest([1, 2])
from json_each('{"a": 1}')
select unnest([1, 2]), generate_series(1, 2)
with a as (select 1 as x) select * from a
with recursive t(x) as (select 1 union all select x + 1 from t where x < 5) from t
""".strip().splitlines()

ENDLESS = (
    *HUGE[:4:3],
    HUGE[4],
    "select max(sleep_ms(1000)) from range(100)",
    "select sum(sqrt(a.range * b.range)) from range(1000000) a, range(1000000) b",
    "select count(*) from range(1000000) t(n)"
    " where regexp_matches(repeat('a', 5000000) || n, '(a+)+(a+)+(a|aa)+$')",
    "select length(repeat(repeat('x', 1000000), 1000000))",
    "select " + "(" * 5000 + "1" + ")" * 5000,
    "select " + "-" * 9000 + "1",
    "select " + "+".join("1" * 9000),
    "select [" * 3000 + "1" + "]" * 3000,
    "with recursive t(x) as (select 'x' union all select x || x from t) select max(x) from t",
)


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    made = Library(tmp_path_factory.mktemp("a-path-to-hide") / "library")
    add(made, "o", whole_game(find_game("osaka"), 3).lines)
    add(made, "c", table_of("century").lines)
    return made


@pytest.fixture(scope="module")
def public(library):
    made = PublicQueries(library, library.folder / ".service" / "public")
    made.refresh()
    return made


@pytest.fixture(scope="module")
def file(library, public):
    index = Index(Library(library.folder / ".service" / "public"))
    held = connect(index.file)  # while it is open, further connections cost little
    yield index.file
    held.close()


def leaks(text: str) -> list[str]:
    """Return what a text tells of this machine."""
    told = {
        *("a-path-to-hide", ".service", "duckdb.wal", "root:", "site-packages", "Traceback"),
        *(platform.node(), str(Path.home()), str(Path.cwd()), getpass.getuser() + ":"),
        *(v for v in os.environ.values() if len(v) > 12),
    }
    return sorted(word for word in told if word and word in text)


def asked(file: Path, sql: str) -> tuple[SandboxReply, str]:
    """Answer as the child does, in this process: that is faster."""
    out = answered(SandboxRequest(file=str(file), sql=sql, limit=5000))
    return msgspec.json.decode(out, type=SandboxReply), out.decode()


@pytest.mark.parametrize("sql", CURIOUS)
def test_what_the_engine_knows_of_itself_is_not_told(file, sql):
    reply, text = asked(file, sql)
    assert reply.error is not None, reply.rows
    assert not leaks(text.replace(sql, "")), text


def test_hostile_statements_are_refused(file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for sql in HOSTILE:
        reply, text = asked(file, sql.replace("OUT", "/nowhere"))
        assert reply.error is not None, sql
        assert not leaks(text), text
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("sql", HARMLESS)
def test_what_may_be_asked_tells_nothing_of_the_machine(file, sql):
    _, text = asked(file, sql)
    assert not leaks(text), text


def test_every_table_and_function_that_is_offered_tells_nothing(file):
    """Whatever table-like thing the engine has, asked with no argument."""
    with Index(Library(file.parent.parent)).reading(refresh=False) as con:
        names = con.execute(
            "select distinct function_name || '()' from duckdb_functions() "
            "where function_type in ('table', 'table_macro', 'pragma') union "
            "select schema_name || '.' || view_name from duckdb_views()"
        ).fetchall()
    answers = 0
    for (name,) in names:
        reply, text = asked(file, f"from {name}")
        assert not leaks(text), name
        answers += reply.error is None
    assert answers > 10


def test_every_function_of_no_argument_tells_nothing(file):
    with Index(Library(file.parent.parent)).reading(refresh=False) as con:
        names = con.execute(
            "select distinct function_name from duckdb_functions() where "
            "function_type in ('scalar', 'macro') and len(parameters) = 0"
        ).fetchall()
    assert ("version",) in names
    for (name,) in names:
        assert not leaks(asked(file, f'select "{name}"()::varchar')[1]), name


def test_a_time_with_a_zone_is_told_how_to_be_asked(file):
    reply, _ = asked(file, "select now()")
    assert "::timestamp" in str(Message.from_data(reply.error["message"]))


def test_names_of_files_are_taken_out_of_messages():
    text = 'cannot open "/var/lib/x/index.duckdb" or C:\\Users\\me\\x for 7/2 and /(DATE) a/b'
    assert without_paths(text, "") == 'cannot open "(a file)" or (a file) for 7/2 and /(DATE) a/b'
    assert without_paths("no /etc/passwd here", "from '/etc/passwd'") == "no /etc/passwd here"
    assert without_paths(None, "") is None


# --- in a process of its own ----------------------------------------------------------------


def test_questions_are_answered(public):
    reply = public.ask("select log, $n as n from games order by log", {"n": 5})
    assert (reply.columns, reply.rows, reply.more) == (["log", "n"], [["c", 5], ["o", 5]], False)
    assert public.ask("from games", limit=1).more


def test_mistakes_are_told_as_on_the_command_line(public):
    with refuses(Malformed, "gamez") as e:
        public.ask("select 1\nfrom gamez")
    assert (e.value.line, e.value.column, e.value.source) == (2, 6, "from gamez")
    assert e.value.file is None
    assert tells(e.value.hint, "games")
    with refuses(Malformed, "$x") as e:
        public.ask("select $x")
    assert tells(e.value.hint, "`params`")
    for sql in ("select '\ud800'", "x" * 20_001):
        with pytest.raises(Malformed):
            public.ask(sql)
    for value in (10**400, [[1]], "\ud800"):
        with pytest.raises(LedgerError):
            public.ask("select $x + 1", {"x": value})


def test_time_memory_and_answers_are_bounded(library, public):
    many = PublicQueries(library, library.folder / ".service" / "public", patience=60)
    many.refresh()

    def refused(sql: str) -> LedgerError:
        with pytest.raises((Illegal, Malformed)) as e:
            many.ask(sql, seconds=0.5)
        return e.value

    with ThreadPoolExecutor(3) as pool:
        for sql, error in zip(ENDLESS, pool.map(refused, ENDLESS), strict=True):
            assert not leaks(str(error).replace(sql, "")), sql
    with pytest.raises(Illegal, match="bytes"):
        many.ask("select repeat('x', 100000) from range(1000)")


def test_questions_wait_while_games_are_taken_in(library, tmp_path, monkeypatch):
    public = PublicQueries(library, tmp_path / "public", patience=0.2)
    begun, go_on = threading.Event(), threading.Event()
    real = public._index.refresh

    def slow():
        begun.set()
        go_on.wait(10)
        return real()

    monkeypatch.setattr(public._index, "refresh", slow)
    with ThreadPoolExecutor(1) as pool:
        taken = pool.submit(public.refresh)
        assert begun.wait(10)
        with pytest.raises(Busy):
            public.ask("select 1")
        go_on.set()
        assert taken.result() == 2
    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(lambda n: public.ask(f"select {n}").rows, range(2))) == [[[0]], [[1]]]


def test_trouble_of_ours_is_told_without_a_path(library, tmp_path):
    (tmp_path / "public").write_text("not a folder")
    with pytest.raises(Failed) as e:
        PublicQueries(library, tmp_path / "public").ask("select 1")
    assert not leaks(str(e.value))
    assert str(tmp_path) not in str(e.value)


def test_reports_run(public, file):
    found = public_reports()
    assert {r.name for r in found} == set(reports())
    assert not any(r.own for r in found)
    for one in found:  # in this process, for speed
        out = answered(SandboxRequest(file=str(file), sql=one.sql, params=one.values({})))
        assert msgspec.json.decode(out, type=SandboxReply).error is None, out
    reply = public.report("players", {"game": "osaka"}, limit=3)
    assert reply.rows
    with pytest.raises(Missing) as e:
        public.report("playerz")
    assert "players" in e.value.hint
    with pytest.raises(Malformed):
        public.report("players", {"nothing": "1"})


def test_users_own_reports_are_not_offered(library, public, monkeypatch):
    folder = library.folder / "reports"
    folder.mkdir()
    (folder / "mine.sql").write_text("-- title: Mine\nselect 1\n")
    monkeypatch.setenv("LEDGER_REPORTS", str(folder))
    assert "mine" not in {r.name for r in public_reports()}
    with pytest.raises(Missing):
        public.report("mine")


def test_limits_are_what_the_service_promises():
    assert service.QUESTIONS <= 2
    assert service.QUESTION_PATIENCE > module.SECONDS
    assert module.SECONDS <= 10
    assert module.MEMORY <= 1024**3
