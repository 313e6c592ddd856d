"""A state that has been handed out never changes, whatever happens at the table afterwards."""

from __future__ import annotations

import random
from typing import Any

from ledger.kernel.game.game import Game
from ledger.kernel.play.decide import decide
from ledger.kernel.play.table import Table
from ledger.kernel.replay.log_reader import read
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.rules.command import State
from ledger.kernel.state.patch import plain
from ledger.testing.lawbook.law import law
from ledger.testing.playing import Habits, Script, play

EVERYTHING = Habits(undo=4, note=8, adjust=8)
"""Moves, take-backs and redos, notes, corrections."""


class StateKeeper:
    """States, along with what they contained when they were handed out."""

    def __init__(self) -> None:
        self.states: list[tuple[State, Any]] = []

    def keep(self, state: State) -> None:
        """Remember a state and what it contains now."""
        self.states.append((state, plain(state)))

    def look(self, table: Table) -> None:
        """Keep every kind of state that can be obtained from a table."""
        self.keep(table.state)
        rng = random.Random(len(self.states))
        if rng.random() < 0.2:
            replay = table.replay()
            self.keep(replay.at(rng.randint(1, len(replay))))
        if rng.random() < 0.2 and not table.over:
            command = table.game.rules.random_move(table.state, rng)
            self.keep(decide(table.game, table.state, command, Seeded(rng)).state)

    def check(self) -> None:
        """Assert that all states still contain what they did."""
        for state, before in self.states:
            assert plain(state) == before


@law(30)
def test_a_state_handed_out_never_changes(game: Game, script: Script) -> None:
    kept = StateKeeper()
    table = play(game, script, EVERYTHING, seen=kept.look)
    if not table.head.sealed:
        before = table.state
        table.abandon("it got late")
        kept.look(table)
        assert game.rules.awaiting(before)
        table.undo()
        kept.look(table)
        table.undo(table.head.seq - 1)
        kept.look(table)
        table.seal()
        kept.look(table)
    kept.check()


@law(30)
def test_nor_does_one_of_a_log_that_was_loaded(game: Game, script: Script) -> None:
    kept = StateKeeper()
    written = play(game, script, EVERYTHING).bytes()
    loaded = read(written)
    table = Table(game, loaded.lines)
    assert (table.bytes(), table.new_bytes()) == (written, b"")
    kept.look(table)
    if not table.head.sealed:
        table.note("we go on")
        kept.look(table)
        table.abandon("it got late")
        table.seal()
        kept.look(table)
    kept.check()
    assert read(table.bytes()).lines == [*loaded.lines, *table.new_lines] == table.lines
