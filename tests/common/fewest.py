"""An installed game that is won with the fewest points, as golf is."""

from __future__ import annotations

import msgspec
import pytest

from ledger.kernel.game.game import Game
from ledger.kernel.game.registry import installed

from .games import change_game


def fewest_win(monkeypatch: pytest.MonkeyPatch, name: str = "osaka") -> Game:
    """Let a game say for one test that the fewest points win."""
    game = installed()[name]
    change_game(monkeypatch, game, meta=msgspec.structs.replace(game.meta, highest_wins=False))
    return game
