"""Corrections of a state: values are replaced, all else stays what it was."""

from __future__ import annotations

import pytest

from common.refusals import refuses
from ledger.games.istanbul import GAME as ISTANBUL
from ledger.games.osaka import GAME
from ledger.kernel.errors import Illegal
from ledger.kernel.log.events import Patch
from ledger.kernel.play.opening import open_game
from ledger.kernel.state.patch import diff, patch


def test_a_patched_state_keeps_its_look_up_tables() -> None:
    state = GAME.start(open_game(GAME, ["Ana", "Bo"]))
    new = patch(state, (Patch(path="/turn", value=3),), GAME.rules.state)
    assert new.turn == 3
    assert new.setup is state.setup
    assert diff(state, new) == (Patch(path="/turn", value=3),)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("/setup/target", 1),
        ("/setup/limits/dice", 4),
        ("/setup/letter/red", "X"),
        ("/setup/cards", {}),
        ("/setup/others/b-red", None),
    ],
)
def test_logs_that_correct_the_set_up_still_open(path: str, value: object) -> None:
    state = ISTANBUL.start(open_game(ISTANBUL, ["Ana", "Bo"]))
    before = repr(state.setup)
    new = patch(state, (Patch(path=path, value=value),), ISTANBUL.rules.state)
    assert diff(state, new)[0].path.startswith("/setup/")
    assert diff(new, patch(state, diff(state, new), ISTANBUL.rules.state)) == ()
    assert type(new.setup) is type(state.setup)
    assert repr(state.setup) == before


@pytest.mark.parametrize(
    ("path", "value"), [("/setup", 3), ("/setup/goal", "far"), ("/setup/nothing", 1)]
)
def test_a_set_up_of_another_kind_is_refused(path: str, value: object) -> None:
    state = GAME.start(open_game(GAME, ["Ana", "Bo"]))
    with refuses(Illegal):
        patch(state, (Patch(path=path, value=value),), GAME.rules.state)
