"""Decisions: their events say all that happens, and follow from what their seat can see."""

from __future__ import annotations

import random

from ledger.kernel.game.game import Game
from ledger.kernel.play.table import Table
from ledger.kernel.rules.watch import watching
from ledger.testing.hash_order import the_order_is_the_same_in_every_process
from ledger.testing.playing import Habits, Script, opening, play
from ledger.testing.worlds import has_secrets

from .checked.breach import during, hold
from .checked.positions import a_start_holds_everything_once
from .checked.secrets import legal_moves_need_no_secret
from .law import law


@law(24)
def test_nothing_happens_outside_an_event(game: Game, script: Script) -> None:
    with during("playing a game"), watching():
        play(game, script, Habits(undo=0, note=0))


@law()
def test_players_share_nothing_at_the_start(game: Game) -> None:
    for count in game.meta.players:
        hold(a_start_holds_everything_once(game, opening(game, 0, count)))


@law(when=has_secrets)
def test_legal_moves_follow_from_what_their_seat_can_see(game: Game) -> None:
    def look(table: Table) -> None:
        if table.head.cmd % 4 == 2:
            hold(legal_moves_need_no_secret(table, random.Random(table.head.seq)))

    for seed, count in enumerate(game.meta.players):
        play(game, Script(seed, 10, count), Habits(undo=0, note=0), seen=look)


@law()
def test_a_game_goes_the_same_way_in_every_process(game: Game) -> None:
    hold(the_order_is_the_same_in_every_process(game))
