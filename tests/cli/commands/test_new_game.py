"""`ledger new-game`: a game that is made is installed, passes its laws, and nothing is wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from common.installing import install
from ledger.scaffold import MOST
from ledger.testing import tells


@pytest.fixture(autouse=True)
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("name", "options", "players"),
    [
        ("pebbles", [], [2, 3, 4]),
        ("many_pebbles", ["--players", f"5-{MOST}"], [*range(5, MOST + 1)]),
        ("high_card", ["--players", "3-7", "--hidden"], [3, 4, 5, 6, 7]),
    ],
)
def test_nothing_is_wrong_with_a_new_game(run, name: str, options: list[str], players) -> None:
    assert run("new-game", name, *options).code == 0
    result = run("check", f"ledger-{name}", "--json")
    checked = json.loads(result.out)
    assert (checked["game"], checked["players"], checked["problems"]) == (name, players, [])
    assert result.code == 0


def call(*command: object, path: str = "") -> str:
    known = os.environ.get("PYTHONPATH", "")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (path, known)))}
    done = subprocess.run(
        [sys.executable, "-m", *map(str, command)], env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "hidden", [True, pytest.param(False, marks=pytest.mark.campaign)], ids=["hidden", "open"]
)
def test_a_new_game_is_installed_and_passes_its_laws(run, tmp_path: Path, hidden: bool) -> None:
    run("new-game", "own", "--players", "3", *(["--hidden"] if hidden else []))
    site = install(Path("ledger-own"), tmp_path / "site")
    quick = ("-pno:anyio", "-pno:schemathesis", "-pno:xdist", "-pledger.testing.plugin")
    told = call(
        *("pytest", "-q", "--strict-markers", "--ledger-claims", *quick),
        *("--rootdir", "ledger-own", "-c", "ledger-own/pyproject.toml", "ledger-own"),
        path=str(site),
    )
    assert " passed" in told
    assert "failed" not in told
    assert tells(call("ledger.cli", "check", "own", path=str(site)), "own | 3 players")
    claims = json.loads((site / "ledger_own" / "claims.json").read_text("utf-8"))
    assert claims == {f"OWN-0{n}": 1 for n in range(1, 5 if hidden else 4)}


@pytest.mark.parametrize(
    "words",
    [
        ["High Card"],
        ["../high"],
        ["high", "--players", "1"],
        ["high", "--players", "7-3"],
        ["high", "--players", f"2-{MOST + 1}"],
        ["high", "--players", "some"],
    ],
)
def test_what_cannot_be_made(run, tmp_path: Path, words: list[str]) -> None:
    assert run("new-game", *words).code == 2
    assert not list(tmp_path.iterdir())


def test_a_game_that_is_there_is_not_overwritten(run) -> None:
    run("new-game", "mine")
    Path("ledger-mine/README.md").write_text("my own page", "utf-8")
    assert run("new-game", "mine").code == 1
    assert Path("ledger-mine/README.md").read_text("utf-8") == "my own page"
