"""A player that wants points now."""

from __future__ import annotations

import random

from ledger.kernel.game import Bot, Command, Game, State


class Greedy(Bot):
    """Buys when it pays."""

    name = "greedy"

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Command:
        """Return the command to play."""
        return game.sample(state, rng)
