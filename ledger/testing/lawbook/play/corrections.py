"""Corrections: every position that the rules lead to is consistent, for every viewer."""

from __future__ import annotations

from ledger.kernel.game.game import Game
from ledger.kernel.play.corrections import check_correction
from ledger.kernel.play.table import Table
from ledger.testing.effort import effort
from ledger.testing.lawbook.law import law
from ledger.testing.playing import Habits, Script, play


@law()
def test_every_position_that_the_rules_lead_to_holds_together(game: Game) -> None:
    def look(table: Table) -> None:
        names, opened = table.position.names, table.lines[0].data
        masks = [game.mask(table.state, viewer) for viewer in range(len(names) + 1)]
        for state in (table.state, *masks):
            assert not list(game.corrections.faults(state, names))
            check_correction(game, state, state, opened)
            check_correction(game, state, state, opened, from_box=True)

    counts = game.meta.players
    for seed in range(effort(len(counts), 40)):
        script = Script(seed, effort(15 // len(counts) + 1, 300), counts[seed % len(counts)])
        play(game, script, Habits(undo=0, note=0), seen=look)
