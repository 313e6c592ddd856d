"""A seat's own eyes are enough to play: what it thinks legal is legal, and nothing else is."""

from __future__ import annotations

import random

import pytest

from common.games import every_game
from ledger.client.remote_game import RemoteGame
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import groups
from ledger.kernel.play.decide import decide
from ledger.kernel.play.table import Table
from ledger.kernel.replay.redact import redact
from ledger.kernel.rules.chance import Seeded
from ledger.testing.playing import opening

MOVES = 60


@every_game
@pytest.mark.parametrize("seed", range(4))
def test_a_seat_sees_what_it_may_play(game: Game, seed: int) -> None:
    chance, rng = Seeded(f"{seed}/chance"), random.Random(seed)
    table = Table.open(game, opening(game, seed), chance)
    while not table.over and table.head.cmd < MOVES:
        seat = game.rules.awaiting(table.state)[0].seat
        masked = game.mask(table.state, seat)
        seen, there = (list(game.rules.legal_moves(x, seat)) for x in (masked, table.state))
        assert seen == there
        for bot in game.bots.values():
            choice = bot.choose(game, masked, seat, random.Random(rng.random()))
            decide(game, table.state, choice, Seeded("other cards"))  # raises if it is refused
        name = rng.choice(list(game.bots))
        table.do(game.bots[name].choose(game, masked, seat, rng), chance)
        if rng.random() < 0.05:
            table.undo()
    check_seen(game, table)


def check_seen(game: Game, table: Table) -> None:
    """What each seat folds by itself is what it may know."""
    for viewer in range(len(table.lines[0].data.seats) + 1):
        lines, raw = redact(game, table.lines, viewer)
        raws = raw.splitlines()
        remote = RemoteGame()
        for group in groups(lines):
            remote.take(raws[group[0].seq - 1 : group[-1].seq])
        assert remote.state == game.mask(table.state, viewer)
        assert remote.viewer == viewer
        assert remote.view() == game.view(remote.state, viewer)
        assert remote.asked == next(iter(game.rules.awaiting(table.state)), None)
