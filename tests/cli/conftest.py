"""Run the command in process, as a person would type it."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from client.servers import faulty, real_server  # noqa: F401
from common.terminal import terminal  # noqa: F401
from ledger.cli.app import run as run_command

START = "2026-03-01T18:00:00Z"


class Result(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self):
        """The only line of the output as JSON."""
        (line,) = self.out.splitlines()
        return json.loads(line)

    @property
    def jsons(self):
        """Each line of the output as JSON."""
        return [json.loads(line) for line in self.out.splitlines()]


def checked(result: Result) -> Result:
    """No error reaches a user as a traceback, and none is a fault of the program."""
    for text in (result.out, result.err):
        assert "Traceback" not in text
        assert "should not have happened" not in text
    return result


@pytest.fixture(autouse=True)
def no_library(tmp_path, monkeypatch):
    """Keep every test away from the games of whoever runs it."""
    monkeypatch.setenv("LEDGER_LIBRARY", str(tmp_path / "no-library"))


@pytest.fixture
def run(capsys, monkeypatch):
    """Call `ledger` with arguments."""
    monkeypatch.delenv("LEDGER_LANG", raising=False)

    def go(*args) -> Result:
        capsys.readouterr()
        with pytest.raises(SystemExit) as e:
            run_command([str(a) for a in args])
        return checked(Result(e.value.code or 0, *capsys.readouterr()))

    return go


def spawn(*args, env=None, stdin=None, **more) -> Result:
    """Call `ledger` as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "ledger.cli", *map(str, args)],
        capture_output=True,
        input=stdin,
        env={**os.environ, **(env or {})},
        check=False,
        **more,
    )
    encoding = (env or {}).get("PYTHONIOENCODING", "utf-8")
    return checked(Result(done.returncode, done.stdout.decode(encoding), done.stderr.decode()))


@pytest.fixture(scope="session")
def games(tmp_path_factory) -> Path:
    """A folder with one finished game for each number of players."""
    folder = tmp_path_factory.mktemp("games")
    for players in (2, 3, 4):
        args = f"simulate osaka --players {players} --seed 7 --start {START} --out"
        screen = io.TextIOWrapper(io.BytesIO())
        with contextlib.redirect_stdout(screen), pytest.raises(SystemExit) as e:
            run_command([*args.split(), str(folder)])
        assert not e.value.code
    for manifest in folder.glob("*.manifest.json"):
        manifest.unlink()
    return folder


@pytest.fixture(scope="session")
def game(games) -> Path:
    """A finished game of two."""
    return games / "osaka-2p-7-0001.jsonl"


@pytest.fixture
def table(run, tmp_path) -> Path:
    """A game of two that has just been set up: Market and hands are known."""
    path = tmp_path / "table.jsonl"
    result = run(
        "new", "osaka", "--players", "Ana,Bartek", "--out", path, "--ask",
        "--given", "market R2 R2 B3 Y5 G5", "--given", "farm R5 R5 R5",
        "--given", "Ana hand Y5 Y5", "--given", "Bartek hand Y3 Y3 Y2",
    )  # fmt: skip
    assert result.code == 0, result.err
    return path
