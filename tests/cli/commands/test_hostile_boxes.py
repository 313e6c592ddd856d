"""A log whose box no new game may have is read, told and verified, but not drawn or played on."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.hostile import SAYS, hostile_table
from ledger.testing.facts import tells


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hostile") / "huge.jsonl"
    path.write_bytes(hostile_table().bytes())
    return path


@pytest.mark.parametrize(
    "words", [("verify",), ("log",), ("export", "--to", "csv"), ("box", "--diff")]
)
def test_what_only_reads_it_works(run, log, words):
    assert run(*words, log).code == 0


def test_it_becomes_a_session_and_the_same_log_again(run, log, tmp_path):
    session, again = tmp_path / "huge.session", tmp_path / "again.jsonl"
    assert run("export", log, "--to", "session", "--out", session).code == 0
    assert run("import", session, "--out", again).code == 0
    assert again.read_bytes() == log.read_bytes()


@pytest.mark.parametrize("to", [("svg",), ("html",), ("html", "--terminal"), ("svg", "--terminal")])
def test_it_is_not_drawn(run, log, tmp_path, to):
    out = tmp_path / "picture"
    refused = run("export", log, "--to", *to, "--out", out)
    if "--terminal" in to:  # a screen says so in the board's place
        assert "limits.end_tokens" in out.read_text("utf-8").replace("&#160;", " ")
        return
    assert refused.code == 1
    assert tells(refused.err, SAYS)
    assert not out.exists()


def test_the_other_things_of_a_position_are_shown(run, log):
    shown = run("replay", log)
    assert shown.code == 2
    assert tells(shown.out + shown.err, SAYS)
    assert "Ana" in shown.out


def test_nobody_plays_on(run, log):
    before = log.read_bytes()
    for words in (("do", log, "claim red"), ("record", log)):
        refused = run(*words)
        assert refused.code != 0
        assert tells(refused.err, SAYS)
    assert log.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("[limits]\nmarket = 5\nend_tokens = 2_147_483_647\n", 3, "limits.end_tokens | 1 | 100"),
        ("[limits]\nmarket = 0x" + "f" * 6000 + "\n", 2, "limits.market | 1 | 50 | digits"),
        ("[limits]\nmarket = inf\n", 2, "limits.market | inf"),
        ("[cards.copies]\n2 = 101\n", 2, "cards.copies.2 | 0 | 100 | 101"),
        ('title = "' + "x" * 1001 + '"\n', 1, "title | 1000 | 1001"),
    ],
)
def test_a_file_is_told_where(run, tmp_path, text, line, says):
    path = tmp_path / "my.toml"
    path.write_text(text, "utf-8")
    for words in (
        ("box", "osaka", "--check", path),
        ("new", "osaka", "--players", "A,B", "--box", path, "--out", tmp_path / "a.jsonl"),
        ("simulate", "osaka", "--box", path, "--out", tmp_path / "out"),
    ):
        refused = run(*words)
        assert refused.code == 2
        assert f"{path}:{line}:" in refused.err
        assert tells(refused.err, says)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "text", ["[limits]\nmarket = " + "9" * 6000, '{"limits": ' + "9" * 6000 + "}"]
)
def test_a_number_that_cannot_be_read_at_all(run, tmp_path, text):
    path = tmp_path / ("my.json" if text.startswith("{") else "my.toml")
    path.write_text(text, "utf-8")
    refused = run("box", "osaka", "--check", path)
    assert refused.code == 2
    assert str(path) in refused.err


def test_a_session_says_so_in_its_line(run, tmp_path):
    path = tmp_path / "evening.session"
    path.write_text('game: osaka\nplayers: A, B\nbox: {"limits": {"market": 2000}}\n\n', "utf-8")
    refused = run("import", path, "--out", tmp_path / "a.jsonl")
    assert refused.code != 0
    assert tells(refused.err, "evening.session:3 | limits.market | 1 | 50 | 2000")
