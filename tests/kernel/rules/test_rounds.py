"""What a game says is the round is the round everywhere."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from cli.conftest import no_library, run  # noqa: F401 # the command as a person types it
from common.examples import GAMES
from ledger.adapters.pettingzoo import FACTS, env
from ledger.boards.draw import draw_board
from ledger.kernel.game.registry import offered
from ledger.kernel.game.views import SeatView, TableView, view_maker
from ledger.kernel.play.table import Table
from ledger.kernel.replay.replay import Replay
from ledger.testing import Sessions
from ledger.web.contents import contents_part

sys.path.append(str(GAMES))

from ledger_spades import GAME

NAMES = ["Ana", "Bo", "Celina", "Dan"]
TURNS = 4 + 52
"""In a hand, everybody bids once and plays 13 cards."""


class Own(SeatView):
    tricks: int


class View(TableView):
    seats: tuple[Own, ...]


@pytest.fixture(scope="module")
def table() -> Table:
    return Sessions(GAME).random_game(4, 2, turns=TURNS + 10)


def test_boards_and_pages_show_it(table: Table) -> None:
    view = GAME.view(table.state, None)
    assert view.round == 2
    console = Console(width=80)
    with console.capture() as printed:
        console.print(draw_board(GAME, view, 80, NAMES))
    assert f"Round 2 · turn {TURNS + 11}" in printed.get()
    assert GAME.scene(view, NAMES).caption.startswith(f"Round 2, turn {TURNS + 11}")
    turns = contents_part(Replay(GAME, table.lines), "en").turns
    assert {number: round for number, round, *_ in turns} == expected()


def expected() -> dict[int, int]:
    return {0: 0} | {turn: 1 + (turn > TURNS) for turn in range(1, TURNS + 12)}


def test_a_view_of_the_games_own_has_it(table: Table) -> None:
    assert view_maker(View, GAME.rules)(table.state, None).round == 2


def test_sql_has_the_round_in_which_a_turn_began(
    table: Table,
    tmp_path: Path,
    run: Any,  # noqa: F811
) -> None:
    def ask(query: str) -> Any:
        result = run("sql-memory", tmp_path / "games", "--json", "-q", query)
        assert result.code == 0, result.err
        return json.loads(result.out)

    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "spades.jsonl").write_bytes(table.bytes())
    with offered(GAME):
        turns = {row["turn"]: row["round"] for row in ask("select turn, round from turns")}
        (games,) = ask("select rounds from games")
    assert turns == expected()
    assert games["rounds"] == 2


def test_an_environment_observes_it(table: Table) -> None:
    game = env(GAME)
    game.reset(seed=1)
    at = FACTS.index("round")
    assert game.observe("player_1")["observation"][at] == 1
