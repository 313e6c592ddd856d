"""ledger store copy: between folders and databases, by address or from the environment."""

import sys
from pathlib import Path

import pytest

from common.refusals import tells
from ledger.kernel.errors import Conflict
from ledger.library.library import Library
from ledger.service.auth.file_tokens import FileTokens
from ledger.service.auth.tokens import FOLDER
from library.stores.test_backup import REPLAYS, contents, take_in


@pytest.fixture
def library(tmp_path: Path) -> Library:
    library = Library(tmp_path / "library")
    take_in(library, "osaka-2p", "klongs-2p")
    return library


def test_there_and_back_again(run, library: Library, tmp_path: Path, database: str):
    tokens = FileTokens(library.folder / FOLDER)
    secret, _ = tokens.make("host", label="Tuesday")
    result = run("store", "copy", library.folder, database, "--json")
    assert result.code == 0
    told = result.json
    assert (told["games"], told["copied"], told["tokens"], told["troubles"]) == (2, 2, 1, [])
    assert told["to"].startswith("postgresql://ledger@")
    again = tmp_path / "again"
    assert run("store", "copy", database, again).code == 0
    ours = {k: v for k, v in contents(library.folder).items() if not k.startswith(FOLDER)}
    theirs = {k: v for k, v in contents(again).items() if not k.startswith(FOLDER)}
    assert theirs == ours
    assert FileTokens(again / FOLDER).find(secret).label == "Tuesday"
    assert run("store", "copy", database, again, "--json").json["copied"] == 0
    assert run("library", "--library", again).code == 0


def test_addresses_from_the_environment(run, library: Library, database: str, monkeypatch):
    monkeypatch.setenv("LEDGER_STORE_TO", database)
    result = run("store", "copy", library.folder)
    assert result.code == 0 and tells(result.out, "2 games")


@pytest.mark.parametrize("where", [0, 1])
def test_a_password_is_never_shown(run, library: Library, where: int):
    places: list[object] = [library.folder, library.folder]
    places[where] = "postgresql://ana:hush@127.0.0.1:9/games"
    result = run("store", "copy", *places)
    assert result.code == 2 and tells(result.err, "ana | 127.0.0.1:9 | games")
    assert "hush" not in result.out + result.err


def test_without_the_extra_it_says_what_to_install(run, library: Library, monkeypatch):
    for name in [m for m in sys.modules if m.startswith(("psycopg", "ledger.store.postgres"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "ledger.service.auth.postgres_tokens", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    result = run("store", "copy", library.folder, "postgresql://127.0.0.1:9/x")
    assert result.code == 2 and tells(result.err, "psycopg | [postgres]")


def test_something_left_out_is_exit_code_1(run, library: Library, tmp_path: Path):
    path = library.folder / "games" / "klongs-2p.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"turn":3', b'"turn":4', 1))
    result = run("store", "copy", library.folder, tmp_path / "copy")
    assert result.code == 1 and tells(result.out, "klongs-2p")


def test_while_something_differs_it_says_that_nothing_new_is_seen(
    run, library: Library, tmp_path: Path
):
    games = tmp_path / "copy" / "games"
    games.mkdir(parents=True)
    (games / "klongs-2p.jsonl").write_bytes((REPLAYS / "klongs-3p.jsonl").read_bytes())
    result = run("store", "copy", library.folder, tmp_path / "copy")
    assert result.code == 1 and tells(result.out, "klongs-2p | the journal | empty place")
    told = run("store", "copy", library.folder, tmp_path / "copy", "--json").json
    assert told["journal"] is False and [t["id"] for t in told["troubles"]] == ["klongs-2p"]


def test_what_was_left_out_is_told_also_if_the_tokens_fail(
    run, library: Library, tmp_path: Path, monkeypatch
):
    def refuse(*_: object) -> int:
        raise Conflict("there is another token")

    monkeypatch.setattr("ledger.service.auth.token_store.copy_tokens", refuse)
    path = library.folder / "games" / "klongs-2p.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"turn":3', b'"turn":4', 1))
    result = run("store", "copy", library.folder, tmp_path / "copy")
    assert result.code != 0
    assert tells(result.out, "klongs-2p") and tells(result.err, "another token")


def test_where_there_is_no_library(run, tmp_path: Path):
    result = run("store", "copy", tmp_path / "nothing", tmp_path / "copy")
    assert result.code == 2 and tells(result.err, str(tmp_path / "nothing"))
    assert not (tmp_path / "copy").exists()
