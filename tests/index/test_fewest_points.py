"""A game in which the fewest points win, in every export and report that speaks of points."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

import ledger
from cli.conftest import no_library, run  # noqa: F401 # the command as a person types it
from common.plugin_folder import plugins_in, write_plugin
from ledger.kernel.log.events import Ended
from ledger.kernel.play.simulate import play

GAMES = 6


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Games of bots, as long as the game is installed."""
    home = tmp_path_factory.mktemp("heap")
    write_plugin(home / "site")
    with plugins_in(home / "site"):
        game = ledger.find_game("heap")
        (home / "games").mkdir()
        for n in range(GAMES):
            day = f"2026-03-{n + 1:02}"
            opened = ledger.open_game(game, ["Ana", "Bo", "Cy"], id=f"heap-{n}", started=day)
            data = play(game, opened, [game.bots["random"]] * 3, n).table.bytes()
            (home / "games" / f"heap-{n}.jsonl").write_bytes(data)
        yield home


@pytest.fixture
def ends(folder: Path) -> list[Ended]:
    logs = sorted((folder / "games").glob("*.jsonl"))
    return [ledger.load(log).lines[-2].data for log in logs]


def test_exports_say_that_the_fewest_win(run, folder: Path) -> None:  # noqa: F811
    log = folder / "games" / "heap-0.jsonl"
    told = run("export", log, "--to", "csv").out
    rows = list(csv.DictReader(io.StringIO(told)))
    assert {row["highest wins"] for row in rows} == {"0"}
    best = min(int(row["score"]) for row in rows)
    assert all((row["winner"] == "1") == (int(row["score"]) == best) for row in rows), rows
    backup = json.loads(run("export", log, "--to", "bgstats").out)
    assert backup["games"][0]["highestWins"] is False


@pytest.fixture
def report(run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: F811
    """Ask a report about these games."""
    library = folder / "library"
    monkeypatch.setenv("LEDGER_LIBRARY", str(library))
    if not library.exists():
        assert run("import", folder / "games").code == 0

    def ask(name: str) -> list[dict[str, Any]]:
        result = run("report", name, "--param", "game=heap", "--json")
        assert result.code == 0, result.err
        rows: list[dict[str, Any]] = json.loads(result.out)
        return rows

    return ask


def lead(ended: Ended) -> int:
    """By how many points the winners are better than the next."""
    others = [score for score in ended.scores if score != min(ended.scores)]
    return min(others, default=min(ended.scores)) - min(ended.scores)


def test_reports_take_the_fewest_for_the_best(report: Any, ends: list[Ended], folder: Path) -> None:
    best = [min(x.scores) for x in ends]
    found = {row["what"]: row["value"] for row in report("records")}
    assert found["highest winning score"] == max(best)
    assert found["lowest winning score"] == min(best)
    assert found["biggest win"] == max(map(lead, ends))
    margins = {row["margin"]: row["games"] for row in report("margins")}
    assert margins == Counter(map(lead, ends))
    led = 0
    for ended, log in zip(ends, sorted((folder / "games").glob("*.jsonl")), strict=True):
        read = ledger.load(log)
        half = ledger.Replay(read.game, read.lines).turn(read.lines[-1].turn // 2).taken
        led += sum(half[seat - 1] == min(half) for seat in ended.ranking[0])
    (comeback,) = report("comebacks")
    assert comeback["leader"] == pytest.approx(100 * led / GAMES, abs=0.06)


def test_standings_and_players_go_by_the_fewest(report: Any, ends: list[Ended]) -> None:
    wins = [sum(x.scores[seat] == min(x.scores) for x in ends) for seat in range(3)]
    names = ["Ana", "Bo", "Cy"]
    table = {row["name"]: row for row in report("standings")}
    assert {name: row["wins"] for name, row in table.items()} == dict(zip(names, wins, strict=True))
    played = {row["name"]: row for row in report("players")}
    assert {name: row["wins"] for name, row in played.items()} == dict(
        zip(names, wins, strict=True)
    )
    apart = {(row["player"], row["opponent"]): row["margin"] for row in report("head-to-head")}
    expected = mean(x.scores[1] - x.scores[0] for x in ends)
    assert apart["Ana", "Bo"] == pytest.approx(expected, abs=0.06)
