"""Playing: pieces are conserved, and every event has a sentence. `checked` has laws about moves."""

from __future__ import annotations

from itertools import islice

from ledger.kernel.game.game import Game
from ledger.kernel.play.table import Table
from ledger.kernel.replay.replay import Replay
from ledger.testing.lawbook.checked.breach import hold
from ledger.testing.lawbook.checked.events import an_event_is_told, no_piece_is_lost, steps
from ledger.testing.lawbook.law import law
from ledger.testing.playing import Habits, Script, play
from ledger.testing.worlds import piles

WILD = Habits(adjust=12, waive=8)


@law(80)
def test_pieces_are_conserved_after_every_event(game: Game, script: Script) -> None:
    table = play(game, script, WILD)
    for step in steps(table):
        hold(no_piece_is_lost(step))
    for _, state in Replay(game, table.lines).walk():
        for pile in piles(state):
            assert all(n >= 0 for pool in pile.pools for n in pool.values())
            assert pile.size <= pile.unseen().total()


@law(60)
def test_no_position_offers_more_moves_than_the_game_says(game: Game, script: Script) -> None:
    def look(table: Table) -> None:
        for question in game.rules.awaiting(table.state)[:1]:
            offered = islice(
                game.rules.legal_moves(table.state, question.seat), game.rules.most_moves + 1
            )
            assert sum(1 for _ in offered) <= game.rules.most_moves

    play(game, script, seen=look)


@law(80)
def test_every_event_can_be_told_and_has_a_turn(game: Game, script: Script) -> None:
    for step in steps(play(game, script)):
        hold(an_event_is_told(step))
        assert step.line.turn == game.rules.turn(step.after) or step.line.more
