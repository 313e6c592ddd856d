"""Games played by bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ledger.kernel.game.game import Bot, Game
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.simulate import play
from ledger.kernel.play.table import Table

from .playing import NAMES

MOST = 2000
"""The number of turns after which a game is stopped; no game needs that many."""


def play_out(game: Game, bots: Sequence[Bot], seed: int, **more: Any) -> Table:
    """Let one bot per seat play a game to its end, and return the table.

    `more` is passed to `open_game`: options, for example, or a box. Raises `AssertionError` if the
    game doesn't end within `MOST` turns.
    """
    opened = open_game(game, NAMES[: len(bots)], **more)
    table, capped = play(game, opened, bots, seed, max_turns=MOST)
    assert not capped
    return table
