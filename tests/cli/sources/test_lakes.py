"""ledger index --lake and what asks it: the same answers as from the library, from any store."""

from pathlib import Path

import pytest

from common.refusals import tells
from ledger.cli.sources import lakes
from ledger.library.library import Library
from ledger.library.stores.library_stores import open_folder
from ledger.service.sql.lake_queries import LakeQueries
from library.stores.test_backup import take_in

COUNT = "select game, count(*) as events from events group by all order by all"


@pytest.fixture
def library(tmp_path: Path) -> Library:
    library = Library(tmp_path / "library")
    take_in(library, "osaka-2p", "klongs-2p")
    return library


def test_a_lake_answers_like_the_library(run, library: Library, tmp_path: Path, database: str):
    lake = tmp_path / "lake"
    assert run("store", "copy", library.folder, database).code == 0
    made = run("index", "--lake", lake, "--store", database, "--json")
    assert made.code == 0 and (made.json["version"], made.json["games"]) == (1, 2)
    again = run("index", "--lake", lake, "--store", database, "--json").json
    assert (again["version"], again["games"]) == (1, 0)
    assert again["bytes"] == made.json["bytes"] > 0
    for words in (("query", COUNT), ("report", "osaka-sales")):
        here = run(*words, "--library", library.folder, "--csv")
        there = run(*words, "--lake", lake, "--csv")
        assert here.code == there.code == 0
        assert (here.out, here.err) == (there.out, there.err)
    saved = tmp_path / "saved.parquet"
    assert run("query", COUNT, "--lake", lake, "--parquet", saved).code == 0
    assert saved.read_bytes().startswith(b"PAR1")
    refused = run("query", f"from '{saved}'", "--lake", lake)
    assert refused.code == 1 and tells(refused.err, "files")


def test_a_public_lake_from_postgres(run, library: Library, tmp_path: Path, database: str):
    run("store", "copy", library.folder, database)
    assert run("index", "--lake", tmp_path / "lake", "--store", database, "--public").code == 0
    found = LakeQueries(tmp_path / "lake").ask("select log from games order by log")
    assert found.rows == [["klongs-2p"], ["osaka-2p"]]


@pytest.mark.parametrize("option", ["--follow", "--public"])
def test_what_only_a_lake_can(run, library: Library, option: str):
    result = run("index", "--library", library.folder, option)
    assert result.code == 2 and tells(result.err, f"{option} | --lake")


def test_who_follows_waits_for_the_first_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(lakes, "PAUSE", 0.0)
    with open_folder(tmp_path / "library") as stores:
        there = iter((False, False, True))
        monkeypatch.setattr(stores.journal, "has", lambda id: next(there))
        lakes._await_library(stores, pytest.fail)
    assert next(there, None) is None
    assert capsys.readouterr().err.count(str(tmp_path / "library")) == 1


def test_where_there_is_none(run, tmp_path: Path):
    result = run("query", COUNT, "--lake", tmp_path / "none")
    assert result.code == 2 and tells(result.err, str(tmp_path / "none"))
    result = run("index", "--lake", tmp_path / "lake", "--store", tmp_path / "none")
    assert result.code == 2 and tells(result.err, str(tmp_path / "none"))
