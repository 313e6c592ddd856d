"""Whatever is fed to a command ends in a message and an exit code."""

import json
import os
import resource
import subprocess
import sys
import time

import pytest

from common.refusals import tells
from ledger.kernel.log.codec import MAX_LINE

COMMANDS = {
    "replay": (),
    "log": (),
    "verify": (),
    "export": ("--to", "session"),
    "branch": ("--at", "3", "--out", "new.jsonl"),
    "do": ("take R5",),
}


def opened(**changes):
    data = {
        "format": 1, "game": "osaka", "rules": "osaka/1", "box": "0" * 32,
        "seats": [{"name": "A"}, {"name": "B"}], **changes,
    }  # fmt: skip
    line = {"type": "opened", "seq": 1, "cmd": 0, "more": False, "turn": 0, "by": None, "at": None}
    return json.dumps({**line, "data": data, "digest": "0" * 32}).encode() + b"\n"


BAD = {
    "empty": b"",
    "blank": b"\n\n\n",
    "binary": bytes(range(256)) * 40,
    "text": b"Dear diary,\ntoday we played.\n",
    "json of another kind": b'{"hello": "world"}\n',
    "a list": b"[1, 2, 3]\n",
    "a number": b"1e999\n",
    "another event first": b'{"type":"took","data":{"format":1}}\n',
    "another game": opened(game="chess"),
    "a game that is a path": opened(game="../../etc/passwd"),
    "a future format": opened(format=99),
    "a huge format": opened(format=10**400),
    "a wrong digest": opened(),
    "deep nesting": b'{"type":"opened","data":{"format":1,"x":' + b"[" * 100_000 + b"\n",
    "deep nesting, closed": b'{"type":' + b"[" * 50_000 + b"]" * 50_000 + b"}\n",
    "not UTF-8": b'{"type":"opened","data":{"format":1,"game":"\xff\xfe"}}\n',
    "half a character": b'{"type":"opened","data":{"format":1,"game":"\\ud800"}}\n',
    "zeros": b"\0" * 1000,
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", BAD)
def test_bad_files(run, tmp_path, monkeypatch, command, name):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "bad.jsonl"
    path.write_bytes(BAD[name])
    result = run(command, path, *COMMANDS[command])
    # a first line that looks right but has a wrong digest can be read: it is damaged
    assert result.code == 2 or (name, command, result.code) == ("a wrong digest", "verify", 1)
    text = result.out if command == "verify" else result.err
    assert "bad.jsonl" in text
    assert len(text) < 2000
    assert path.read_bytes() == BAD[name]


@pytest.mark.parametrize("command", COMMANDS)
def test_missing_files_folders_and_forbidden_files(run, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.jsonl").mkdir()
    for name in ("missing.jsonl", "folder.jsonl"):
        result = run(command, tmp_path / name, *COMMANDS[command])
        assert result.code == 2
        assert name in result.out + result.err
    secret = tmp_path / "secret.jsonl"
    secret.write_bytes(b"")
    secret.chmod(0)
    assert run(command, secret, *COMMANDS[command]).code == 2


def test_the_message_for_a_future_format_helps(run, tmp_path):
    path = tmp_path / "future.jsonl"
    path.write_bytes(BAD["a future format"])
    assert run("log", path).err
    path.write_bytes(BAD["another game"])
    assert tells(run("log", path).err, "chess")


def limited(*args):
    """Run with little memory; return (exit code, seconds, stderr)."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "ledger.cli", *map(str, args)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20)),
    )
    return done.returncode, time.perf_counter() - start, done.stdout + done.stderr


@pytest.mark.parametrize("first", [b"", b'{"type":"opened","data":{"format":1,"x":"'])
def test_one_line_of_200_megabytes(tmp_path, first):
    path = tmp_path / "huge.jsonl"
    with path.open("wb") as file:
        file.write(first)
        file.truncate(200 << 20)
    for args in (("replay", path), ("verify", path)):
        code, seconds, text = limited(*args)
        assert code == 2
        assert tells(text, f"{MAX_LINE}")
        assert seconds < 5


def test_a_huge_line_after_a_good_one(tmp_path, game):
    path = tmp_path / "huge.jsonl"
    path.write_bytes(game.read_bytes())
    os.truncate(path, path.stat().st_size + (200 << 20))
    code, _, text = limited("log", path)
    assert code == 2
    assert "huge.jsonl:" in text


def test_a_file_that_never_ends():
    code, seconds, text = limited("log", "/dev/zero")
    assert (code, seconds < 5) == (2, True)
    assert text


def test_too_many_lines(run, tmp_path, monkeypatch, game):
    monkeypatch.setattr("ledger.cli.files.plain_files.MAX_FILE", 1000)
    result = run("log", game)
    assert result.code == 2
    monkeypatch.setattr("ledger.cli.files.plain_files.MAX_TEXT", 10)
    session = tmp_path / "s.session"
    session.write_text("game: osaka\n" * 100)
    assert run("import", session, "--out", tmp_path / "x.jsonl").code == 2


@pytest.mark.parametrize("name", ["empty", "binary", "text", "zeros", "deep nesting"])
def test_bad_sessions(run, tmp_path, name):
    path = tmp_path / "bad.session"
    path.write_bytes(BAD[name])
    result = run("import", path, "--out", tmp_path / "x.jsonl")
    assert result.code == 2
    assert "bad.session" in result.err
    assert len(result.err) < 1000
    assert not (tmp_path / "x.jsonl").exists()


def test_a_session_is_told_from_a_log(run, tmp_path):
    session = tmp_path / "evening.session"
    session.write_text("game: osaka\nplayers: Ana, Bo\n")
    result = run("do", session, "take R5")
    assert result.code == 2
    assert f"ledger import {session} --out game.jsonl" in result.err


def test_seats_are_found_by_their_exact_name_first(run, tmp_path):
    log = tmp_path / "game.jsonl"
    assert run("new", "osaka", "--players", "2,spectator", "--out", log, "--seed", "1").code == 0
    views = [
        run("replay", log, "--json", "--as", x).json["viewer"] for x in ("2", "spectator", "0")
    ]
    assert views == [1, 2, 0]
    result = run("new", "osaka", "--players", "Ana,ana", "--out", tmp_path / "x.jsonl")
    assert result.code == 1
