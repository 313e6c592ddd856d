"""A public lake has what any spectator could see and no more; another lake isn't asked at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.postgres import empty
from common.refusals import refuses
from ledger.cli.sources.lakes import keep_lake
from ledger.index.lake.source import LakeSource
from ledger.index.lake.writer import LakeWriter
from ledger.kernel.errors import Failed, Illegal, Malformed
from ledger.library.library import Library
from ledger.library.stores.copying import LibraryCopy
from ledger.library.stores.library_stores import open_folder
from ledger.library.stores.postgres_stores import open_database
from ledger.service.sql.lake_queries import LakeQueries, PublicSource
from ledger.service.sql.public_queries import PublicQueries
from ledger.testing.effort import sample

from ..in_process_service import InProcessService
from ..sample_libraries import add, fill_library, grow, table_of

EVERYTHING = """
select e.* exclude (game_id), g.* exclude (game_id), s.* exclude (game_id)
from events e join games g using (game_id) join seats s using (game_id) order by log, seq, seat
"""


EVERY_ROW = " union all ".join(
    f"select '{table}', to_json(t)::varchar from {table} t"
    for table in ("games", "seats", "players", "events", "scores")
)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    library = Library(tmp_path / "library")
    add(library, "klongs-1", table_of("klongs", steps=20).lines)
    return library


def keep(library: Library, folder: Path, *, public: bool = True) -> int:
    with open_folder(library.folder) as stores:
        real = LakeSource(stores)
        if not public:
            with LakeWriter(folder, real) as writer:
                return writer.update().games
        with (
            PublicSource(library, real, folder) as source,
            LakeWriter(folder, source, public=True) as writer,
        ):
            return writer.update().games


def test_it_answers_as_the_public_side_does(library: Library, tmp_path: Path):
    folder = tmp_path / "lake"
    assert keep(library, folder) == 1
    full = table_of("klongs", steps=30).lines
    grow(library, "klongs-1", full)
    assert keep(library, folder) == 1
    lake, public = LakeQueries(folder), PublicQueries(library, tmp_path / "public")
    there, here = lake.ask(EVERYTHING), public.ask(EVERYTHING)
    assert there.rows == here.rows and there.rows
    assert there.types == here.types
    told = "".join(path.read_text("latin-1") for path in (folder / "logs").iterdir())
    assert not any(line.digest in told for line in full), "a digest of the full log went over"
    with refuses(Malformed, "nothing"):
        lake.ask("select * from nothing")


def test_a_lake_with_secrets_is_not_asked(library: Library, tmp_path: Path):
    folder = tmp_path / "lake"
    keep(library, folder, public=False)
    with refuses(Failed, "") as e:
        LakeQueries(folder).ask("select 1 from games")
    assert str(folder) not in str(e.value)
    keep(library, folder)
    assert LakeQueries(folder).ask("select count(*) from games").rows == [[1]]
    with refuses(Failed, ""):
        LakeQueries(tmp_path / "none").ask("select 1")


def test_what_was_public_does_not_stay_when_it_is_made_otherwise(library: Library, tmp_path: Path):
    """And the other way round: nothing of a full lake is left in a public one."""
    folder = tmp_path / "lake"
    keep(library, folder, public=False)
    before = {p.name for p in folder.glob("events/*/*.parquet")}
    keep(library, folder)
    assert not before & {p.name for p in folder.glob("events/*/*.parquet")}


def forget(library: Library, name: str) -> None:
    with library.writing() as writer:
        writer.say([writer.catalogue.people.forgetting(name)])


def test_from_a_database_it_is_the_same_as_from_a_folder(tmp_path: Path, shared_database: str):
    empty(shared_database)
    library = Library(tmp_path / "library")
    fill_library(library)
    seat = library.find("klongs-1").standings[0].person.name
    for name in ("Ana Nowak", seat):
        forget(library, name)
    with open_folder(library.folder) as source, open_database(shared_database) as (_, stores):
        LibraryCopy(source, stores).run()
    lakes = {"folder": str(library.folder), "database": shared_database}
    for name, place in lakes.items():
        keep_lake(
            tmp_path / name, place, anew=False, follow=False, public=True, pool=None, json=False
        )
    here, there = (LakeQueries(tmp_path / name) for name in lakes)
    rows = here.ask(f"{EVERY_ROW} order by all", limit=10_000).rows
    assert there.ask(f"{EVERY_ROW} order by all", limit=10_000).rows == rows
    assert len({table for table, _ in rows}) == 5
    for path in (tmp_path / "database").rglob("*"):
        told = path.read_bytes() if path.is_file() else b""
        assert b"Ana Nowak" not in told and b"a remark of ours" not in told, path
    games = "select log from games join seats using (game_id) where log = 'klongs-1'"
    assert there.ask(games).rows
    who = "select player from seats join games using (game_id) where log = 'klongs-1'"
    assert seat not in str(there.ask(who).rows)


def test_a_service_with_a_lake_answers_as_one_without(library: Library, tmp_path: Path):
    """And nobody is told more: a seat and a referee are asked about their games as ever."""
    add(library, "osaka-1", table_of("osaka", steps=25).lines)
    keep(library, tmp_path / "lake")
    answers = []
    for lake in (None, tmp_path / "lake"):
        with InProcessService(library.folder, lake=lake) as s:
            tokens = {
                "admin": s.token("admin"),
                "seat": s.viewer("klongs-1", 1),
                "referee": s.viewer("osaka-1", None),
            }
            told: dict[str, object] = {}
            for who, token in tokens.items():
                for sql in (EVERYTHING, "from duckdb_settings()"):
                    answer = s.post("/query", token, sql=sql, limit=10_000)
                    told[f"{who}: {sql}"] = answer.status_code, answer.json()
                report = s.get("/reports/standings", token)
                told[f"{who}: report"] = report.status_code, report.json()
            answers.append(told)
    assert answers[1] == answers[0]
    statuses = [told[0] for told in answers[1].values()]  # type: ignore[index]
    assert statuses.count(200) > len(statuses) // 2 and 422 in statuses
    assert len({str(v) for k, v in answers[1].items() if EVERYTHING in k}) == 3  # each their own


def test_a_service_with_a_lake_of_secrets_says_nothing(library: Library, tmp_path: Path):
    keep(library, tmp_path / "lake", public=False)
    with InProcessService(library.folder, lake=tmp_path / "lake") as s:
        answer = s.post("/query", s.token("admin"), sql="select * from events")
        assert answer.status_code == 503
        assert "lake" not in answer.text and str(tmp_path) not in answer.text
        own = s.post("/query", s.viewer("klongs-1", 1), sql="select count(*) from games")
        assert own.json()["rows"] == [[1]]


PRYING = (
    "from read_parquet('{lake}/**/*.parquet')",
    "from read_parquet('{lake}/**/*.parquet', filename=true)",
    "from '{lake}/x.parquet'",
    "from read_text('/etc/passwd')",
    "from read_csv('{lake}/../library/games/klongs-1.jsonl')",
    "from read_parquet('homes/*.parquet')",
    "from glob('{lake}/**')",
    "from parquet_metadata('{lake}/**/*.parquet')",
    "from parquet_file_metadata('{lake}/**/*.parquet')",
    "from duckdb_views()",
    "select view_definition from information_schema.views",
    "select definition from pg_catalog.pg_views",
    "select sql from sqlite_master",
    "from duckdb_databases()",
    "from pragma_database_list()",
    "pragma database_list",
    "show databases",
    "explain from games",
    "explain analyze from games",
    "select filename from games",
    "select games.filename from games",
    "select file_row_number, file_index from events",
    "select columns('file.*') from games",
    "attach '{lake}/x.db'",
    "copy games to '{lake}/out.csv'",
    "install httpfs",
    "load httpfs",
    "set enable_external_access = true",
    "create view v as from games",
    "export database '{lake}'",
    "select getenv('HOME')",
    "select current_setting('temp_directory')",
    "from query('from duckdb_views()')",
    "from query_table('games')",
    "select error((select string_agg(sql, '') from duckdb_views()))",
    "describe games",
    "summarize games",
    "select cast(log as int) from games",
)


READS = ("read_", "glob(", "parquet_", "/x.", "attach", "copy ", "export ", "load", "install")


@pytest.mark.parametrize("sql", sample(PRYING, 10))
def test_a_lake_tells_nobody_where_its_files_are(pried: tuple[LakeQueries, Path], sql: str):
    queries, lake = pried
    asked = sql.replace("{lake}", str(lake))
    try:
        answer = queries.ask(asked)
    except (Malformed, Illegal) as e:
        e.source = None
        said = str(e)
    else:
        said = str(answer.rows) + str(answer.columns)
        assert not any(part in sql for part in READS)
    said = said.replace(asked, "")
    assert str(lake.parent) not in said
    assert "root:" not in said
    assert not (lake / "out.csv").exists()


@pytest.fixture(scope="module")
def pried(tmp_path_factory: pytest.TempPathFactory) -> tuple[LakeQueries, Path]:
    folder = tmp_path_factory.mktemp("pried")
    library = Library(folder / "library")
    add(library, "klongs-1", table_of("klongs", steps=20).lines)
    keep(library, folder / "lake")
    return LakeQueries(folder / "lake"), folder / "lake"
