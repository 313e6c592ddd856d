"""`ledger check`: what it prints, and its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from common.examples import GAMES, NIM, changed


def test_a_game_that_is_right(run) -> None:
    result = run("check", "splash")
    assert result.code == 0
    assert result.out.startswith("splash: ")
    assert "2, 3, 4 players" in result.out


def test_all_games_of_a_project_as_json(run) -> None:
    result = run("check", GAMES, "--json")
    found = [json.loads(line) for line in result.out.splitlines()]
    assert result.code == 0
    players = {x["game"]: x["players"] for x in found}
    assert (players["nim"], players["nothanks"]) == ([2], [3, 4, 5, 6, 7])
    assert not any(x["problems"] for x in found)


def test_a_mistake_is_told_with_its_place_from_here_on(
    run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code = changed(NIM, "s.taken += x.sticks", "s.taken += 1")
    Path("wrong_nim.py").write_text(code, "utf-8")
    result = run("check", "wrong_nim.py", "--json")
    (problem,) = json.loads(result.out)["problems"]
    line = code[: code.index("def took(")].count("\n") + 1
    assert result.code == 1
    assert (problem["kind"], problem["file"], problem["line"]) == ("pieces", "wrong_nim.py", line)
    told = run("check", "wrong_nim.py")
    assert told.code == 1
    assert f"wrong_nim.py:{line}: {problem['message']}" in told.out.replace("\n", " ")


@pytest.mark.parametrize("name", ["nosuchgame", "README.md", "."])
def test_what_is_no_game(run, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("README.md").write_text("# A page", "utf-8")
    assert run("check", name).code == 2
