"""The commands in an interpreter that has nothing which only Unix has.

`fcntl`, `resource`, `termios` and their like cannot be imported there, and `os` has no `fork`,
`pread` or `fdatasync`. Children that a command starts are no better off.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request

import pytest

from common.paths import REPLAYS
from importers.reading import xlsx
from importers.sheets.test_workbook import ROWS

POOR = """
import os, sys
for name in "curses fcntl grp pty pwd readline resource syslog termios tty".split():
    sys.modules[name] = None
for name in (
    "O_CLOEXEC O_DIRECTORY O_NOFOLLOW chown fchmod fchown fdatasync fork forkpty getegid geteuid "
    "getgid getgroups getpgid getuid killpg mkfifo nice openpty posix_fallocate pread pwrite "
    "register_at_fork sched_getaffinity setsid statvfs uname"
).split():
    if hasattr(os, name):
        delattr(os, name)
"""
LOCKS = """
class LockFlags:
    SHARED, EXCLUSIVE, NON_BLOCKING = 1, 2, 4
class LockException(Exception): ...
class AlreadyLocked(LockException): ...
def lock(fd, flags): ...
"""
DRIVER = """
import contextlib, io, json, os, sys
from ledger.cli.app import run
try:
    import fcntl
except ImportError:
    assert not hasattr(os, "fork")
else:
    raise SystemExit("this interpreter lacks nothing")
answers = []
for args, typed in json.load(sys.stdin):
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in "12")
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            run(args)
            code = 0
        except SystemExit as e:
            code = e.code or 0
    answers.append([code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode()])
json.dump(answers, sys.__stdout__)
"""


@pytest.fixture
def poor(tmp_path) -> dict[str, str]:
    """The environment of an interpreter that lacks a lot."""
    folder = tmp_path / "poor"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(POOR)
    (folder / "portalocker.py").write_text(LOCKS)  # here, the real one needs fcntl
    return {**os.environ, "PYTHONPATH": str(folder), "LEDGER_LIBRARY": str(tmp_path / "library")}


SET_UP = "market R2 R2 B3 Y5 G5\nfarm R5 R5 R5\nAna hand Y5 Y5\nBartek hand Y3 Y3 Y2\n"


def test_commands_without_what_only_unix_has(poor, tmp_path):
    log, live = str(tmp_path / "new.jsonl"), str(tmp_path / "live.jsonl")
    osaka, klongs = str(REPLAYS / "osaka-2p.jsonl"), str(REPLAYS / "klongs-2p.jsonl")
    out = str(tmp_path / "out")
    count = "select count(*) as n from games"
    sheet = tmp_path / "plays.xlsx"
    sheet.write_bytes(xlsx(ROWS))
    told: list[tuple[list[str], str, str]] = [
        (["--help"], "", "Usage: ledger"),
        (["games"], "", "osaka"),
        (["rules", "osaka"], "", "osaka"),
        (["schema", "osaka"], "", "$schema"),
        (["log", osaka], "", "Turn 1"),
        (["verify", osaka], "", "osaka-2p.jsonl"),
        (["replay", osaka, "--turn", "3"], "", "Bartek takes G3"),
        (["new", "osaka", "--players", "Ana,Bartek", "--seed", "1", "--out", log], "", "legal"),
        (["do", log, "--seed", "2", "claim red"], "", "red"),
        (["record", "osaka", "--players", "Ana,Bartek", "--out", live], SET_UP, "live.jsonl"),
        (["record", live], "claim red\nclaim blue\n", "events, open"),
        (["branch", osaka, "--at", "41", "--out", out + ".jsonl"], "", "out.jsonl"),
        (["simulate", "osaka", "--players", "2", "--games", "2", "--out", out], "", "2 games"),
        (["export", osaka, "--to", "session"], "", "osaka"),
        (["import", osaka, klongs, out], "", "4"),
        (["import", str(sheet)], "", ""),
        (["list"], "", "klongs"),
        (["players"], "", "Ana"),
        (["query", count], "", "n\n5\n"),
        (["sql-memory", osaka, "-q", count], "", "n\n1\n"),
        (["report", "records"], "", ""),
        (["index"], "", ""),
        (["library"], "", "4"),
        (["export", "--all", "--to", "csv", "--out", out + ".csv"], "", ""),
        (["token", "new", "--role", "admin", "--out", out + ".token"], "", ""),
        (["serve", "--help"], "", "Usage: ledger serve"),
        (["play", "--help"], "", "Usage: ledger play"),
        (["tail", "--help"], "", "Usage: ledger tail"),
        (["bot", "--help"], "", "Usage: ledger bot"),
    ]  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", DRIVER],
        input=json.dumps([[args, typed] for args, typed, _ in told]),
        env=poor,
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    answers = zip(told, json.loads(done.stdout), strict=True)
    wrong = [
        (args, code, text, errors)
        for (args, _, sign), (code, text, errors) in answers
        if code != 0 or sign not in text + errors
    ]
    assert not wrong


def test_the_service_without_what_only_unix_has(poor, tmp_path):
    pytest.importorskip("litestar")
    command = [sys.executable, "-m", "ledger.cli", "serve", "--port", "0"]
    server = subprocess.Popen(command, env=poor, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stderr is not None
        address = None
        while address is None:
            line = server.stderr.readline()
            assert line, "the server ended"
            address = re.search(r"http://\S+", line)
        with urllib.request.urlopen(f"{address[0]}/health", timeout=20) as answer:  # noqa: S310
            assert answer.status == 200
    finally:
        server.terminate()
        server.communicate(timeout=20)
    assert server.returncode == 0
