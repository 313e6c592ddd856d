"""A long log, and how fast one gets around in it."""

from __future__ import annotations

import random
import time

from ledger.kernel.game.game import Game
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.replay import Replay, fold
from ledger.kernel.rules.chance import Seeded
from scripts.benchmarks.inside import NAMES


def played(game: Game, events: int) -> Table:
    """Play to the end, take it all back and play again, until the log is long enough."""
    rng = random.Random(1)
    chance = Seeded(rng)
    table = Table.open(game, open_game(game, NAMES[:3]), chance)
    start = table.head.seq
    while table.head.seq < events:
        if table.over:
            table.undo(start)
        table.do(game.rules.random_move(table.state, rng), chance)
    return table


def seek(game: Game, table: Table) -> dict[str, float]:
    """Time jumps to random positions, in events folded."""
    replay = Replay(game, table.lines)
    rng = random.Random(2)
    part = table.lines[:300]
    folds, jumps = [], []
    for _ in range(1000):
        n = rng.randint(1, len(replay))
        start = time.process_time()
        replay.at(n)
        middle = time.process_time()
        fold(game, part)
        folds.append(time.process_time() - middle)
        jumps.append(middle - start)
    median = sorted(jumps)[len(jumps) // 2]
    return {"seek_ms": median * 1e3, "seek_events": median / min(folds) * len(part)}
