"""Playing: pieces are conserved, and what is accepted is what is offered."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import islice

from ledger.kernel.game.game import Game
from ledger.kernel.play.decide import decide
from ledger.kernel.play.table import Table
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.chance import Seeded
from ledger.testing.lawbook.checked.breach import Breach, hold
from ledger.testing.lawbook.checked.events import an_event_is_told, no_piece_is_lost, steps
from ledger.testing.lawbook.checked.positions import (
    Sample,
    a_command_can_be_read_off_its_events,
    a_move_can_be_typed,
    a_random_move_is_offered_and_accepted,
    asking_changes_nothing,
    every_seat_is_counted,
    other_moves_are_refused_by_a_rule,
    somebody_is_asked_until_the_game_is_over,
    what_is_offered_is_accepted,
)
from ledger.testing.lawbook.law import law
from ledger.testing.playing import Habits, Script, play
from ledger.testing.worlds import piles

WILD = Habits(adjust=12, waive=8)


def holds(checked: Callable[[Sample], Iterable[Breach]]) -> Callable[[Table], None]:
    """Return what holds each position of a game to a law."""
    return lambda table: hold(checked(Sample(table)))


@law(80)
def test_pieces_are_conserved_after_every_event(game: Game, script: Script) -> None:
    table = play(game, script, WILD)
    for step in steps(table):
        hold(no_piece_is_lost(step))
    for _, state in Replay(game, table.lines).walk():
        for pile in piles(state):
            assert all(n >= 0 for pool in pile.pools for n in pool.values())
            assert pile.size <= pile.unseen().total()


@law(80)
def test_what_is_offered_is_accepted(game: Game, script: Script) -> None:
    play(game, script, Habits(waive=10), seen=holds(what_is_offered_is_accepted))


@law(50)
def test_a_sample_is_accepted_and_offered(game: Game, script: Script) -> None:
    play(game, script, Habits(waive=10), seen=holds(a_random_move_is_offered_and_accepted))


@law(40)
def test_a_changed_command_is_refused_by_a_rule_or_offered(game: Game, script: Script) -> None:
    play(game, script, seen=holds(other_moves_are_refused_by_a_rule))


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
def test_the_command_can_be_read_off_its_events(game: Game, script: Script) -> None:
    play(game, script, seen=holds(a_command_can_be_read_off_its_events))


@law(40)
def test_a_move_is_read_as_it_is_written(game: Game, script: Script) -> None:
    play(game, script, seen=holds(a_move_can_be_typed))


@law(50)
def test_asking_changes_nothing(game: Game, script: Script) -> None:
    play(game, script, seen=holds(asking_changes_nothing))


@law(50)
def test_a_copy_is_equal_and_independent(game: Game, script: Script) -> None:
    table = play(game, script)
    state, chance = table.state, Seeded(0)
    twin = game.rules.copy(state)
    assert twin == state
    if not table.over:
        decide(game, twin, game.rules.random_move(twin, random.Random(0)), chance, own=True)
        assert table.state == table.replay().at(len(table.lines))


@law(80)
def test_who_is_asked_is_named_in_the_rules(game: Game, script: Script) -> None:
    play(game, script, seen=holds(somebody_is_asked_until_the_game_is_over))


@law(20)
def test_every_seat_has_its_holdings_and_scores(game: Game, script: Script) -> None:
    play(game, script, seen=holds(every_seat_is_counted))


@law(80)
def test_every_event_can_be_told_and_has_a_turn(game: Game, script: Script) -> None:
    for step in steps(play(game, script)):
        hold(an_event_is_told(step))
        assert step.line.turn == game.rules.turn(step.after) or step.line.more
