"""Games of partners, and games in which all win or lose, in SQL, reports and lists."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import no_library, run  # noqa: F401 # the command as a person types it
from common.side_games import ALL, GREEDY, PARTNERS, TOGETHER
from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import offered
from ledger.kernel.log.events import Seat
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded

NAMES = ["Ana", "Bo", "Celina", "Dan"]


def log(game: Game, day: int, *numbers: int) -> bytes:
    seats = [Seat(name=n) for n in NAMES]
    table = Table.open(game, open_game(game, seats, started=f"2026-03-{day:02}"), Seeded(1))
    (say,) = game.rules.commands
    for number in numbers:
        table.do(say(seat=table.state.active, number=number), Seeded(1))  # type: ignore[call-arg]
    if table.over:
        table.seal()
    return table.bytes()


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A win of partners, one that goes on, a common win and loss, and a game nobody wins."""
    logs = (
        log(PARTNERS, 1, 1, 3, 1, 3, 0, 1, 0, 0),
        log(PARTNERS, 2, 1, 3),
        log(TOGETHER, 3, *(2,) * 8),
        log(TOGETHER, 4, *(1,) * 8),
        log(GREEDY, 5, *(3,) * 8),
    )
    for n, data in enumerate(logs, 1):
        (tmp_path / f"{n}.jsonl").write_bytes(data)
    with ExitStack() as stack:
        for game in ALL:
            stack.enter_context(offered(game))
        yield tmp_path


def test_sql_knows_sides_and_who_won(run: Any, folder: Path) -> None:  # noqa: F811
    def ask(query: str) -> list[dict[str, Any]]:
        result = run("sql-memory", folder, "--json", "-q", query)
        assert result.code == 0, result.err
        rows: list[dict[str, Any]] = json.loads(result.out)
        return rows

    games = ask("select sides, cooperative, uncounted from games order by date")
    assert [tuple(row.values()) for row in games] == [
        (2, False, None),
        (2, False, "not finished"),
        (1, True, "cooperative"),
        (1, True, "cooperative"),
        (4, False, "no winner"),
    ]
    seats = ask(
        "select list(side order by seat) s, list(place order by seat) p, list(won order by seat) w "
        "from seats join games using (game_id) group by date order by date"
    )
    none, no, yes = [None] * 4, [False] * 4, [True] * 4
    assert [tuple(row.values()) for row in seats] == [
        ([1, 2, 1, 2], [2, 1, 2, 1], [False, True, False, True]),
        ([1, 2, 1, 2], none, none),
        ([1] * 4, none, yes),
        ([1] * 4, none, no),
        ([1, 2, 3, 4], none, no),
    ]
    assert ask(
        "select data->'sides' as s from events where type = 'ended' and game = 'partners'"
    ) == [{"s": [[1, 3], [2, 4]]}]


def test_a_library_rates_partners_and_lists_who_won(
    run: Any,  # noqa: F811
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LEDGER_LIBRARY", str(folder / "library"))
    assert run("import", *sorted(folder.glob("*.jsonl"))).code == 0
    listed = [json.loads(line) for line in run("list", "--json").out.splitlines()]
    won = {row["date"]: [p["won"] for p in row["players"]] for row in listed}
    assert won["2026-03-01"] == [False, True, False, True]
    assert (won["2026-03-03"], won["2026-03-04"]) == ([True] * 4, [False] * 4)
    places = {row["date"]: [p["place"] for p in row["players"]] for row in listed}
    assert places["2026-03-01"] == [2, 1, 2, 1]
    assert places["2026-03-04"] == [None] * 4

    def report(name: str) -> list[dict[str, Any]]:
        result = run("report", name, "--json")
        assert result.code == 0, result.err
        rows: list[dict[str, Any]] = json.loads(result.out)
        return rows

    ratings = {row["name"]: row["rating"] for row in report("rating-list")}
    assert ratings["Bo"] == ratings["Dan"] > 1500 > ratings["Ana"] == ratings["Celina"]
    (together,) = report("cooperative")
    assert (together["games"], together["wins"], together["win_rate"]) == (2, 1, 50.0)
    assert {row["name"]: row["wins"] for row in report("standings")} == {
        "Ana": 0,
        "Bo": 1,
        "Celina": 0,
        "Dan": 1,
    }
