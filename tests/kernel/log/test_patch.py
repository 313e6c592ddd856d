"""Corrections of a state: values on the table can be replaced, the look-up tables cannot."""

from __future__ import annotations

import pytest

from common.refusals import refuses
from ledger.games.osaka import GAME
from ledger.kernel.errors import Illegal
from ledger.kernel.log.events import Patch
from ledger.kernel.log.patch import diff, patch
from ledger.kernel.play.opening import open_game


def test_a_patched_state_keeps_its_look_up_tables() -> None:
    state = GAME.start(open_game(GAME, ["Ana", "Bo"]))
    new = patch(state, (Patch(path="/turn", value=3),), GAME.state)
    assert new.turn == 3
    assert new.setup is state.setup
    assert diff(state, new) == (Patch(path="/turn", value=3),)


@pytest.mark.parametrize("path", ["/setup", "/setup/goal", "/setup/limits/market"])
def test_look_up_tables_cannot_be_corrected(path: str) -> None:
    state = GAME.start(open_game(GAME, ["Ana", "Bo"]))
    with refuses(Illegal, path):
        patch(state, (Patch(path=path, value=3),), GAME.state)
