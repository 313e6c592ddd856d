"""Logs of games whose boxes no new game may have: an earlier version took anything."""

from __future__ import annotations

import random
from typing import Any

from ledger.kernel.game.registry import find_game
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded

HUGE: dict[str, Any] = {"limits": {"end_tokens": 10**6}}
"""Enough to be refused, and not enough to take all memory if it isn't."""
SAYS = "limits.end_tokens | 1 | 100 | 1000000"
"""What is said about it."""


def hostile_table(id: str | None = None) -> Table:
    """Return a game of Osaka after a few moves with such a box."""
    game = find_game("osaka")
    opened = open_game(game, ["Ana", "Bartek"], box=HUGE, id=id, recorded=True)
    table = Table.open(game, opened, Seeded(1))
    for n in range(3):
        table.do(game.rules.random_move(table.state, random.Random(n)), Seeded(2))
    return table
