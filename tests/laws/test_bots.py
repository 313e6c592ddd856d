"""The greedy bots of our games: strong enough, fair, and quick."""

from __future__ import annotations

import random
import time

import pytest

from common.bots import play_out
from ledger.kernel.game.interface import Bot, Command, Game, State

from .play import each_of_ours, option_values


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


@each_of_ours
def test_games_among_greedy_bots_end_whatever_the_options(game: Game) -> None:
    values = option_values(game)
    for seed in range(6):
        rng = random.Random(seed)
        options = {k: rng.choice(v) for k, v in values.items()}
        players = game.meta.players[seed % len(game.meta.players)]
        assert play_out(game, [game.bots["greedy"]] * players, seed, options=options).over


@each_of_ours
def test_the_same_position_gives_the_same_move(game: Game) -> None:
    first, second = (play_out(game, [game.bots["greedy"]] * 2, 5) for _ in range(2))
    assert first.bytes() == second.bytes()


class Watched(Bot):
    """A bot whose every choice is looked at."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.choices = 0
        self.spent = 0.0

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Command:
        start = time.thread_time()
        command = self.bot.choose(game, state, seat, rng)
        self.spent += time.thread_time() - start
        self.choices += 1
        if self.choices % 5 == 0:  # some games offer thousands of moves
            assert game.canonical(state, command) in set(game.legal(state, seat))
        masked = game.mask(state, seat)
        assert self.bot.choose(game, masked, seat, rng) == command, "it looked at what is hidden"
        return command


@each_of_ours
def test_its_moves_are_legal_quick_and_made_from_what_its_seat_may_know(game: Game) -> None:
    bot = Watched(game.bots["greedy"])
    for seed in range(3):
        play_out(game, [bot] * 3, seed)
    assert bot.spent / bot.choices < 15e-3  # at most 1.5 ms on an idle machine
