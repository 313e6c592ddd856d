"""The greedy bots of our games are strong enough."""

from __future__ import annotations

import pytest

from common.games import each_of_ours
from ledger.kernel.game.game import Game
from ledger.testing import play_out


def wins(game: Game, players: int, games: int) -> int:
    """Count what one greedy bot wins alone against random ones, from every seat."""
    won = 0
    for seed in range(games):
        me = seed % players + 1
        bots = [game.bots["greedy" if seat == me else "random"] for seat in range(1, players + 1)]
        won += play_out(game, bots, seed).lines[-2].data.ranking[0] == (me,)
    return won


@each_of_ours
def test_it_beats_random_play(game: Game) -> None:
    assert wins(game, 2, 40) >= 39


@each_of_ours
@pytest.mark.parametrize("players", [3, 4])
def test_it_beats_a_table_of_random_players(game: Game, players: int) -> None:
    assert wins(game, players, 10) >= 9
