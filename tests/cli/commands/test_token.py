"""`ledger token`: make, list, revoke."""

import json
import os
import re

import pytest

from common.paths import REPLAYS
from common.refusals import tells
from ledger.library.library import Library
from ledger.service.auth.file_tokens import FileTokens
from ledger.service.auth.postgres_tokens import PostgresTokens
from ledger.service.auth.tokens import FOLDER
from ledger.store.postgres import Database

from ..conftest import spawn

SECRET = re.compile(r"ledger_([a-z0-9]{10})_[A-Za-z0-9_-]{43}\n")


@pytest.fixture
def library(run, tmp_path, monkeypatch):
    folder = tmp_path / "lib"
    monkeypatch.setenv("LEDGER_LIBRARY", str(folder))
    assert run("import", REPLAYS / "osaka-2p.jsonl").code == 0
    return Library(folder)


@pytest.fixture
def tokens(library):
    return FileTokens(library.folder / FOLDER)


def test_a_pipe_gets_the_token_and_nothing_else(run, tokens):
    result = run("token", "new", "--role", "seat", "--game", "osaka", "--seat", "bartek",
                 "--days", "2", "--label", "Łukasz' phone")  # fmt: skip
    assert result.code == 0
    assert result.err == ""
    assert SECRET.fullmatch(result.out)
    token = tokens.find(result.out.strip())
    assert (token.role, token.game, token.seat) == ("seat", "osaka-2p-7-0001", 2)
    assert token.label == "Łukasz' phone"
    assert int(token.expires[8:10]) != int(token.created[8:10])


def test_a_person_is_told_what_it_is(run, tokens, monkeypatch):
    monkeypatch.setattr("ledger.cli.output.console.terminal", lambda: True)
    result = run("token", "new", "--role", "spectator")
    assert SECRET.fullmatch(result.out)
    assert tells(result.err, "spectator")
    assert result.out.strip() not in result.err


def test_a_file_for_its_owner(run, tokens, tmp_path):
    path = tmp_path / "ana.token"
    before = os.umask(0)
    try:
        result = run("token", "new", "--role", "seat", "--game", "osaka-2p-7-0001", "--seat", 1,
                     "--out", path)  # fmt: skip
    finally:
        os.umask(before)
    assert (result.code, result.out) == (0, "")
    assert path.stat().st_mode & 0o777 == 0o600
    secret = path.read_text()
    assert tokens.find(secret.strip()).seat == 1
    assert secret.strip() not in result.err
    assert tells(result.err, "1 | osaka-2p-7-0001")
    again = run("token", "new", "--role", "admin", "--out", path)
    assert again.code == 1
    assert path.read_text() == secret
    assert len(tokens.all()) == 1


def test_a_token_that_could_not_be_written_is_void(run, tokens, tmp_path):
    result = run("token", "new", "--role", "admin", "--out", tmp_path / "none" / "x")
    assert result.code == 2
    assert tokens.working() == []


def test_the_list(run, tokens):
    assert tells(run("token", "list").out, "`ledger token new`")
    _, first = tokens.make("seat", "osaka-2p-7-0001", 1, 30, "\x1b[31m[bold]")
    _, second = tokens.make("admin")
    tokens.revoke(second.id)
    by_id = {line.split()[0]: line for line in run("token", "list").out.splitlines()}
    assert tells(by_id[first.id], "seat 1 | osaka-2p-7-0001")
    assert "works  \\x1b[31m[bold]" in by_id[first.id]
    assert "admin" in by_id[second.id]
    assert "revoked" in by_id[second.id]
    result = run("token", "list", "--json")
    assert [list(x) for x in result.jsons] == [
        ["id", "role", "game", "seat", "created", "expires", "revoked", "label", "whole_library"]
    ] * 2
    for token in tokens.all():
        assert token.digest not in result.out


def test_json_of_a_new_one(run, tokens, tmp_path):
    made = run("token", "new", "--role", "referee", "--json").json
    assert tokens.find(made["token"]).id == made["id"]
    made = run("token", "new", "--role", "referee", "--json", "--out", tmp_path / "t").json
    assert "token" not in made


def test_a_revoked_one_is_void(run, tokens):
    secret, token = tokens.make("admin")
    result = run("token", "revoke", token.id)
    assert result.code == 0
    assert f"{token.id}  admin" in result.out
    assert tokens.find(secret) is None
    assert run("token", "revoke", "nobody").code == 2


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ("new", "--role seat|spectator|referee|host|metrics|admin"),
        ("new --role king", "king"),
        ("new --role seat", ""),
        ("new --role seat --game osaka", ""),
        ("new --role seat --seat 1", "--game ID"),
        ("new --role seat --game osaka --seat 3", "3"),
        ("new --role seat --game osaka --seat Zoe", "1 Ana | 2 Bartek"),
        ("new --role seat --game nix --seat 1", "nix"),
        ("new --role spectator --game osaka --seat 1", ""),
        ("new --role admin --game osaka", ""),
        ("new --role admin --days 0", "--days"),
        ("new abc --role admin", "new | ledger token"),
        ("list abc", "list | ledger token"),
        ("list --role admin", "--role | `ledger token new`"),
        ("revoke", "revoke ID | ledger token"),
        ("revoke abc --days 3", "--days | `ledger token new`"),
        ("burn", "burn"),
    ],
)
def test_what_is_wrong_is_said(run, tokens, args, why):
    result = run("token", *args.split())
    assert result.code == 2
    assert tells(result.err, why)
    assert result.out == ""
    assert tokens.all() == []


def test_a_library_is_not_made_by_the_way(run, tmp_path):
    folder = tmp_path / "typo"
    for args in (("new", "--role", "admin"), ("list",), ("revoke", "x")):
        result = run("token", *args, "--library", folder)
        assert result.code == 2
    assert not folder.exists()


def test_a_service_without_games_has_tokens(run, tmp_path):
    FileTokens(tmp_path / "new" / FOLDER).first_admin()
    assert "admin" in run("token", "list", "--library", tmp_path / "new").out


def test_a_damaged_file_is_said(run, tokens):
    tokens.make("admin")
    tokens.path.write_text("{")
    result = run("token", "list")
    assert result.code == 1
    assert tells(result.err, f"{tokens.path}")


def test_as_a_process(library):
    made = spawn("token", "new", "--role", "spectator", "--game", "osaka", "--json")
    assert json.loads(made.out)["game"] == "osaka-2p-7-0001"


def test_tokens_of_a_library_in_a_database(run, library, database, tmp_path, monkeypatch):
    assert run("store", "copy", library.folder, database).code == 0
    made = run("token", "new", "--role", "admin", "--store", database, "--out", tmp_path / "admin")
    assert made.code == 0
    monkeypatch.setenv("LEDGER_STORE", database)
    seat = run("token", "new", "--role", "seat", "--game", "osaka", "--seat", "bartek", "--json")
    assert (seat.json["role"], seat.json["game"], seat.json["seat"]) == (
        "seat", "osaka-2p-7-0001", 2)  # fmt: skip
    assert run("token", "revoke", seat.json["id"]).code == 0
    listed = run("token", "list", "--json").jsons
    assert [(t["role"], bool(t["revoked"])) for t in listed] == [("admin", False), ("seat", True)]
    with Database(database) as opened:
        secret = (tmp_path / "admin").read_text().strip()
        assert PostgresTokens(opened).get(secret.split("_")[1]).role == "admin"
        assert PostgresTokens(opened).has_admin()


def test_an_address_that_is_none_is_not_repeated(run):
    result = run("token", "list", "--store", "mysql://ana:hush@db/games")
    assert result.code == 2 and "hush" not in result.out + result.err


def test_a_store_can_be_a_folder(run, library, tokens, monkeypatch):
    monkeypatch.setenv("LEDGER_LIBRARY", "nowhere")
    made = run("token", "new", "--role", "spectator", "--store", library.folder)
    assert tokens.find(made.out.strip()).role == "spectator"
