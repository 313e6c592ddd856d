"""Bots that play a whole game."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ledger.kernel.game.interface import Bot, Game
from ledger.kernel.log.events import Opened

from .chance import Seeded
from .decide import decide
from .table import Table


class SimulatedGame(NamedTuple):
    """A simulated game; `capped` if it was stopped before its end."""

    table: Table
    capped: bool


def play(
    game: Game,
    opened: Opened,
    bots: Sequence[Bot],
    seed: int | str,
    *,
    clock: Callable[[], str | None] = lambda: None,
    max_turns: int | None = None,
) -> SimulatedGame:
    """Let one bot per seat play until the game ends; the same seed gives the same game.

    `clock` gives the time of each command. A game that isn't over after `max_turns` turns is
    abandoned, and the log says so.
    """
    chance = Seeded(random.Random(f"{seed}/chance"))
    choice = random.Random(f"{seed}/choice")
    table = Table.open(game, opened, chance, at=clock())
    capped = False
    while asked := game.awaiting(table.state):
        if max_turns is not None and game.turn(table.state) > max_turns:
            table.abandon(f"stopped after {max_turns} turns", at=clock())
            capped = True
            break
        seat = asked[0].seat
        command = bots[seat - 1].choose(game, table.state, seat, choice)
        # nobody else holds this table's state, so each move may change it in place
        d = decide(game, table.state, command, chance, own=True)
        table.enter(d, by=seat, at=clock())
    table.seal(at=table.lines[-1].at)
    return SimulatedGame(table, capped)
