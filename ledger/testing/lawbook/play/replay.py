"""Replaying: every position can be reached directly, whatever was taken back on the way."""

from __future__ import annotations

import random

import pytest

from ledger.kernel.game.game import Game
from ledger.kernel.log.events import Ended, Retracted, groups
from ledger.kernel.play.table import Table
from ledger.kernel.replay.branch import branch
from ledger.kernel.replay.replay import Replay, fold, live
from ledger.kernel.rules.outcome import ended_by
from ledger.kernel.state.patch import diff, patch
from ledger.testing.lawbook.checked.breach import hold
from ledger.testing.lawbook.checked.events import (
    a_turn_is_somebodys,
    only_shared_events_change_what_others_have,
    steps,
    turns_go_up_by_one,
)
from ledger.testing.lawbook.checked.logs import a_finished_game_has_an_outcome
from ledger.testing.lawbook.law import law
from ledger.testing.playing import Habits, Script, ends, play, whole_game
from ledger.testing.worlds import play_again

BACK_AND_FORTH = Habits(undo=3, note=12, adjust=25)


@law(80)
def test_at_n_is_the_fold_of_n_lines(game: Game, script: Script) -> None:
    lines = play(game, script, BACK_AND_FORTH).lines
    replay = Replay(game, lines)
    walked = {line.seq: game.rules.copy(state) for line, state in replay.walk()}
    for n in range(1, len(lines) + 1):
        state = replay.at(n)
        assert state == fold(game, lines[:n])
        assert n == 1 or state == walked[n]


@law(150)
def test_at_n_is_right_across_keyframes(game: Game, script: Script) -> None:
    lines = play(game, script, BACK_AND_FORTH).lines
    replay = Replay(game, lines)
    for n in random.Random(script.seed).sample(range(1, len(lines) + 1), min(12, len(lines))):
        assert replay.at(n) == fold(game, lines[:n])


@law(80)
def test_a_replay_grows_with_its_table(game: Game, script: Script) -> None:
    def look(table: Table) -> None:
        assert table.state == table.replay().at(len(table.lines))

    table = play(game, script, Habits(undo=3, adjust=20, waive=10), seen=look)
    assert table.state == fold(game, table.lines)
    assert Table(game, table.lines).state == table.state


@law(80)
def test_a_line_taken_back_leaves_the_state_of_the_line_it_names(
    game: Game, script: Script
) -> None:
    lines = play(game, script, BACK_AND_FORTH).lines
    replay = Replay(game, lines)
    for line in lines:
        if isinstance(line.data, Retracted):
            assert replay.at(line.seq) == replay.at(line.data.to)


@law(80)
def test_what_counts_is_the_same_from_either_end(game: Game, script: Script) -> None:
    lines = play(game, script, BACK_AND_FORTH).lines
    replay = Replay(game, lines)
    for upto in (None, *range(1, len(lines) + 1)):
        assert [*replay.backwards(upto)][::-1] == live(lines, upto)


@law(80)
def test_a_fold_goes_on_from_any_state_and_changes_no_input(game: Game, script: Script) -> None:
    lines = play(game, script, Habits(undo=0)).lines
    end = fold(game, lines)
    for n in {1, len(lines) // 2, len(lines) - 1} - {0}:
        state = fold(game, lines[:n])
        before, given_lines = game.rules.copy(state), list(lines)
        assert fold(game, lines[n:], state) == end
        assert state == before
        assert lines == given_lines


@law(80)
def test_a_tail_with_take_backs_folds_when_it_holds_what_they_take_back(
    game: Game, script: Script
) -> None:
    lines = play(game, script, BACK_AND_FORTH).lines
    end, counting = fold(game, lines), {line.seq for line in live(lines)}
    for n in ends(lines):
        state = fold(game, lines[:n])
        before = game.rules.copy(state)
        try:
            assert fold(game, lines[n:], state) == end
        except ValueError as e:
            assert n not in counting
            assert "fold the whole log" in str(e)
        assert state == before


@law(80)
def test_the_changes_of_holdings_add_up(game: Game, script: Script) -> None:
    table = play(game, script, BACK_AND_FORTH)
    replay = table.replay()
    before = game.holdings(replay.at(1))
    total = [list(amounts) for amounts in before]
    for line in replay.live[1:]:
        after = game.holdings(replay.at(line.seq))
        for seat, amounts in enumerate(after):
            for i, amount in enumerate(amounts):
                total[seat][i] += amount - before[seat][i]
        assert after == before or type(line.data) not in game.holdings.unchanged, line.type
        before = after
    assert [tuple(amounts) for amounts in total] == game.holdings(table.state)


@law()
@pytest.mark.parametrize("seed", range(6))
def test_events_of_a_whole_game_change_only_what_they_should(game: Game, seed: int) -> None:
    counts = game.meta.players
    for step in steps(whole_game(game, seed, counts[seed % len(counts)])):
        hold(only_shared_events_change_what_others_have(step))
        hold(turns_go_up_by_one(step))
        hold(a_turn_is_somebodys(step))


@law(40)
def test_differences_turn_one_state_into_the_other(game: Game, script: Script) -> None:
    table = play(game, script, BACK_AND_FORTH)
    rng = random.Random(script.seed)
    for _ in range(4):
        a, b = (table.replay().at(rng.randint(1, len(table.lines))) for _ in range(2))
        assert patch(a, diff(a, b), game.rules.state) == b
        assert not diff(a, a)


@law(80)
def test_turns_count_up_and_cover_the_live_game(game: Game, script: Script) -> None:
    table = play(game, script, Habits(undo=3))
    replay = table.replay()
    turns = replay.turns
    assert [t.number for t in turns] == list(range(len(turns)))
    for t in turns:
        assert game.rules.turn(replay.turn(t.number)) == t.number
    assert [line.seq for line in replay.live if line.seq == turns[-1].last]


@law(80)
def test_the_same_choices_and_chance_give_the_same_bytes(game: Game, script: Script) -> None:
    table = play(game, script, Habits(adjust=20, waive=10, keys=True))
    again = play_again(game, table.lines, {})
    assert again.bytes() == table.bytes()
    assert again.state == table.state


@law(60)
def test_a_branch_goes_on_from_any_group_end(game: Game, script: Script) -> None:
    table = play(game, script, BACK_AND_FORTH, id="parent")
    at = random.Random(script.seed).choice(ends(table.lines))
    lines, _ = branch(game, table.lines, at)
    assert fold(game, lines) == table.replay().at(at)
    assert not any(isinstance(line.data, Retracted) for line in lines)
    origin = lines[0].data.origin
    assert (origin.id, origin.at, origin.head) == ("parent", at, table.lines[at - 1].digest)


@law()
@pytest.mark.parametrize("seed", range(6))
def test_a_whole_game_ends_once_and_is_sealed(game: Game, seed: int) -> None:
    counts = game.meta.players
    table = whole_game(game, seed, counts[seed % len(counts)])
    ended = [line for line in table.lines if isinstance(line.data, Ended)]
    assert len(ended) == 1
    assert table.head.sealed
    assert table.over
    assert table.state == fold(game, table.lines)
    outcome, event = game.rules.outcome(table.state), ended[0].data
    if ended[0].cmd == groups(table.lines)[-2][0].cmd and ended[0].by is not None:
        hold(a_finished_game_has_an_outcome(table))
        assert outcome is not None
        assert event == ended_by(outcome)
