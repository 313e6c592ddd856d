"""A player that throws high and ducks cheaply."""

from __future__ import annotations

import random

from ledger.sdk import Bot, Command, Game

from . import commands as c
from .state import State


class Greedy(Bot):
    """Throws its best stone, ducks with the lowest that will do."""

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Command:
        """Return the command to play."""
        moves = list(game.rules.legal_moves(state, seat))
        throws = [x for x in moves if isinstance(x, c.Throw)]
        ducks = [x for x in moves if isinstance(x, c.Duck)]
        return max(throws, key=game.words.write) if throws else ducks[0] if ducks else moves[0]
