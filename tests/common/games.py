"""The games that tests are tried on: all that are installed, and our own."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

import ledger
from ledger.kernel.game.game import Game

OURS = {k: g for k, g in ledger.installed().items() if g.package.startswith("ledger.")}
every_game = pytest.mark.parametrize("game", ledger.installed().values(), ids=ledger.installed())
each_of_ours = pytest.mark.parametrize("game", OURS.values(), ids=OURS)


def change_game(monkeypatch: pytest.MonkeyPatch, game: Game, **parts: Any) -> None:
    """Give a game other parts for one test, wherever it is known already."""
    changed = dataclasses.replace(game, **parts)
    for field in dataclasses.fields(game):
        monkeypatch.setitem(vars(game), field.name, getattr(changed, field.name))
