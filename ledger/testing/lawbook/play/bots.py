"""The bots of a game: their moves are legal, fair and quick, and their games come to an end."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping

from ledger.kernel.game.game import Bot, Game
from ledger.kernel.rules.canonical_moves import Listing
from ledger.kernel.rules.command import Command, State
from ledger.testing.bots import play_out
from ledger.testing.lawbook.law import law
from ledger.testing.playing import option_values

QUICK = 15e-3
"""The seconds that a bot may take per move on average; on an idle machine it takes 1.5 ms."""


def own_bots(game: Game) -> Mapping[str, Bot]:
    """Return the bots that come with a game, leaving out the random one, which plays any game."""
    return {name: bot for name, bot in game.bots.items() if name != "random"}


def has_bots(game: Game) -> bool:
    """Whether a game comes with bots."""
    return bool(own_bots(game))


class Watched(Bot):
    """A bot whose every choice is checked."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.choices = 0
        self.spent = 0.0

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Command:
        """Choose as the bot does; assert that it does the same with only what its seat may know."""
        start = time.thread_time()
        command = self.bot.choose(game, state, seat, random.Random(self.choices))
        self.spent += time.thread_time() - start
        masked = game.mask(state, seat)
        again = self.bot.choose(game, masked, seat, random.Random(self.choices))
        assert again == command, "it looked at what is hidden"
        self.choices += 1
        if self.choices % 5 == 0:  # some games offer thousands of moves
            assert Listing(game.rules, state, seat).form_of(command)
        return command


@law(when=has_bots)
def test_its_moves_are_legal_quick_and_made_from_what_its_seat_may_know(game: Game) -> None:
    for bot in map(Watched, own_bots(game).values()):
        for seed, players in enumerate(game.meta.players):
            play_out(game, [bot] * players, seed)
        assert bot.spent / bot.choices < QUICK


@law(when=has_bots)
def test_games_among_bots_end_whatever_the_options(game: Game) -> None:
    values = option_values(game)
    for bot in own_bots(game).values():
        for seed in range(6):
            rng = random.Random(seed)
            options = {k: rng.choice(v) for k, v in values.items()}
            players = game.meta.players[seed % len(game.meta.players)]
            assert play_out(game, [bot] * players, seed, options=options).over


@law(when=has_bots)
def test_the_same_position_gives_the_same_move(game: Game) -> None:
    for bot in own_bots(game).values():
        bots = [bot] * game.meta.players[0]
        assert play_out(game, bots, 5).bytes() == play_out(game, bots, 5).bytes()
