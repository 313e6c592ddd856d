"""Corrections: every position that the rules lead to holds together, for whoever sees it."""

from __future__ import annotations

import pytest

from common.effort import effort
from ledger.kernel.game.interface import Game
from ledger.kernel.play.corrections import check_correction
from ledger.kernel.play.table import Table

from .play import Habits, Script, every_game, play


@every_game
@pytest.mark.parametrize("seed", range(effort(1, 40)))
def test_every_position_that_the_rules_lead_to_holds_together(game: Game, seed: int) -> None:
    def look(table: Table) -> None:
        names = table.position.names
        masks = [game.mask(table.state, viewer) for viewer in range(len(names) + 1)]
        for state in (table.state, *masks):
            assert not list(game.faults(state, names))
            check_correction(game, state, state, names)
            check_correction(game, state, state, names, from_box=True)

    play(game, Script(seed, effort(15, 300)), Habits(undo=0, note=0), seen=look)
