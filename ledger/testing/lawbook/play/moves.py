"""Playing: pieces are conserved, and what is accepted is what is offered."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import msgspec

from ledger.boards.draw import draw_board
from ledger.kernel.errors import Illegal
from ledger.kernel.game.game import Game
from ledger.kernel.log.events import groups
from ledger.kernel.play.decide import decide
from ledger.kernel.play.table import Table
from ledger.kernel.replay.replay import Replay
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.rules.decision import Decision
from ledger.kernel.scene.listing import Listing
from ledger.testing.lawbook.law import law
from ledger.testing.playing import Habits, Script, accepts, mutations, play
from ledger.testing.worlds import piles

WILD = Habits(adjust=12, waive=8)


def rule_ids(game: Game) -> set[str]:
    """Return the ids of all rules and rulings."""
    return {rule["id"] for rule in game.rulebook.data["rule"]}


@law(80)
def test_pieces_are_conserved_after_every_event(game: Game, script: Script) -> None:
    table = play(game, script, WILD)
    right = game.corrections.pieces(game.start(table.lines[0].data))
    for line, state in Replay(game, table.lines).walk():
        assert game.corrections.pieces(state) == right, f"line {line.seq}: {line.type}"
        for pile in piles(state):
            assert all(n >= 0 for pool in pile.pools for n in pool.values())
            assert pile.size <= pile.unseen().total()


@law(80)
def test_what_is_offered_is_accepted(game: Game, script: Script) -> None:
    def look(table: Table) -> None:
        for n, question in enumerate(game.rules.awaiting(table.state)):
            for i, command in enumerate(game.rules.legal_moves(table.state, question.seat)):
                assert n == 0 or question.ask in game.rules.at_once, (
                    "only who is asked first can act"
                )
                decide(game, table.state, command, Seeded(i))
                if i > 40:
                    break

    play(game, script, Habits(waive=10), seen=look)


@law(50)
def test_a_sample_is_accepted_and_offered(game: Game, script: Script) -> None:
    def look(table: Table) -> None:
        for seed in range(4) if not table.over else ():
            command = game.rules.random_move(table.state, random.Random(seed))
            decide(game, table.state, command, Seeded(seed))
            assert Listing(game.rules, table.state, command.seat).form_of(command)

    play(game, script, Habits(waive=10), seen=look)


@law(40)
def test_a_changed_command_is_refused_by_a_rule_or_offered(game: Game, script: Script) -> None:
    known = rule_ids(game)

    def look(table: Table) -> None:
        rng = random.Random(table.head.seq)
        for command in mutations(table, rng, 12):
            offered = Listing(game.rules, table.state, command.seat)
            result = accepts(game, table.state, command, Seeded(1))
            if isinstance(result, Decision):
                assert offered.form_of(command), command
            else:
                assert isinstance(result, Illegal)
                assert command not in offered.commands
                assert result.rule in known, f"{command}: {result}"
                assert result.message

    play(game, script, seen=look)


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
    table = play(game, script._replace(steps=0))
    rng, chance = random.Random(script.seed), Seeded(script.seed)
    for _ in range(script.steps):
        if table.over:
            break
        command = game.rules.random_move(table.state, rng)
        lines = table.do(command, chance)
        assert game.rules.command_of([line.data for line in lines]) == command


@law(50)
def test_asking_changes_nothing(game: Game, script: Script) -> None:
    def look(table: Table) -> None:
        state = table.state
        before = game.rules.copy(state)
        seats = range(1, len(table.lines[0].data.seats) + 1)
        ask_everything(game, state, list(seats))
        assert state == before

    play(game, script, seen=look)


def ask_everything(game: Game, state: Any, seats: list[int]) -> None:
    """Ask a game for all that it can tell of a position."""
    rng = random.Random(0)
    names = [f"P{seat}" for seat in seats]
    (
        game.rules.awaiting(state),
        game.rules.outcome(state),
        game.rules.turn(state),
        game.rules.round(state),
    )
    (
        game.holdings(state),
        game.rules.scores(state),
        game.corrections.pieces(state),
        game.rules.decline_move(state),
    )
    for viewer in (None, 0, *seats):
        view = game.view(state, viewer)
        msgspec.json.encode(view)
        draw_board(game, view, 80, names)
        game.mask(state, viewer or 0)
    for seat in seats:
        for i, command in enumerate(game.rules.legal_moves(state, seat)):
            game.words.write(command)
            decide(game, state, command, Seeded(0))
            if i > 10:
                break
    if game.rules.awaiting(state):
        game.rules.random_move(state, rng)
        for bot in game.bots.values():
            seat = game.rules.awaiting(state)[0].seat
            command = bot.choose(game, state, seat, rng)
            assert isinstance(accepts(game, state, command, Seeded(0)), Decision)


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
    known = rule_ids(game)

    def look(table: Table) -> None:
        for question in game.rules.awaiting(table.state):
            assert question.rule in known
            assert question.ask in game.rules.answers
        assert bool(game.rules.awaiting(table.state)) is not bool(table.state.over)

    play(game, script, seen=look)


@law(80)
def test_every_event_can_be_told_and_has_a_turn(game: Game, script: Script) -> None:
    table = play(game, script)
    names = [seat.name for seat in table.lines[0].data.seats]
    for group in groups(table.lines):
        for line in group:
            assert game.words(line.data, names)
            assert line.turn == game.rules.turn(table.replay().at(line.seq)) or line.more
