"""Bots play a game from the first line to the last."""

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
    """A simulated game; `capped`: it was stopped, not finished."""

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

    `clock` is asked for the time of each command. A game that goes on after `max_turns` turns
    is abandoned, so that it stands in the log as what it is.
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
        # nobody else has seen this table: each move may use the position up
        d = decide(game, table.state, command, chance, own=True)
        table.enter(d, by=seat, at=clock())
    table.seal(at=table.lines[-1].at)
    return SimulatedGame(table, capped)
