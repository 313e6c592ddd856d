"""Small logs to be read, cut and spoilt."""

from __future__ import annotations

import random
from typing import Any

from ledger.kernel.game.game import Game
from ledger.kernel.log.codec import Head, chained, stamp
from ledger.kernel.log.events import Entry, Event, Line
from ledger.kernel.play.opening import open_game
from ledger.kernel.play.table import Table
from ledger.kernel.rules.chance import Seeded

NAMES = ("Ana", "Bartek")


def started(game: Game, seed: int = 1, names: tuple[str, ...] = NAMES, **more: Any) -> Table:
    """Return a game that has just been set up."""
    return Table.open(game, open_game(game, names, **more), Seeded(seed))


def played(game: Game, moves: int, seed: int = 1) -> Table:
    """Return a running game."""
    table, rng, chance = started(game, seed), random.Random(seed), Seeded(seed)
    for _ in range(moves):
        table.do(game.rules.random_move(table.state, rng), chance)
    return table


def sealed(game: Game, moves: int = 3, seed: int = 1) -> Table:
    """Return a short game that was given up, closed for good."""
    table = played(game, moves, seed)
    table.abandon("supper")
    table.seal()
    return table


def finished(game: Game, seed: int = 1) -> Table:
    """Return a game played to its end, not yet sealed."""
    table, rng, chance = started(game, seed), random.Random(seed), Seeded(seed)
    while not table.over:
        table.do(game.rules.random_move(table.state, rng), chance)
    return table


def group(head: Head, *events: Event, **more: Any) -> tuple[list[Line], bytes, Head]:
    """Stamp a group of events as they are, right or wrong."""
    return stamp(head, [Entry(data=event, turn=0) for event in events], **more)


def line_of(prev: str, body: bytes) -> bytes:
    """Finish a raw line (everything before its digest) as the chain asks for."""
    blank = body + b',"digest":"' + b"0" * 32 + b'"}'
    return body + b',"digest":"' + chained(prev, blank).encode() + b'"}\n'
