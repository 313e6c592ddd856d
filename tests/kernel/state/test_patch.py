"""Corrections of a state: values are replaced, all else stays what it was."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from common.refusals import refuses
from ledger.games.istanbul import GAME as ISTANBUL
from ledger.games.osaka import GAME
from ledger.kernel.errors import Illegal
from ledger.kernel.log.events import Patch
from ledger.kernel.play.opening import open_game
from ledger.kernel.state.copying import Lookup
from ledger.kernel.state.patch import diff, patch, plain, position


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


class Grid(Lookup):
    def __init__(self) -> None:
        self.at = {(0, 1): ["lake"], (1, 1): []}
        self.named = ({(2, 2): 5},)


@dataclass
class Land:
    setup: Grid
    turn: int = 0
    tiles: dict[str, tuple[str, int]] = field(default_factory=dict)


def test_a_correction_that_was_typed_has_lists_for_tuples() -> None:
    land = Land(Grid(), tiles={"N0": ("L", 0)})
    new = patch(land, (Patch(path="/tiles/N1", value=["H", 1]),), Land)
    assert new.tiles == {"N0": ("L", 0), "N1": ("H", 1)}
    for wrong in (["H"], ["H", 1, 2], ["H", "1"]):
        with refuses(Illegal):
            patch(land, (Patch(path="/tiles/N1", value=wrong),), Land)


def test_what_is_looked_up_by_several_things_at_once_can_be_corrected_too() -> None:
    """JSON has no such keys; the position of a game that has them is plain data all the same."""
    land = Land(Grid())
    assert plain(land)["setup"] == {
        "at": {"(0, 1)": ["lake"], "(1, 1)": []},
        "named": [{"(2, 2)": 5}],
    }
    assert position(land) == {"setup": "the same", "turn": 0, "tiles": {}}
    new = patch(land, (Patch(path="/setup/at/(1, 1)", value=["mill"]),), Land)
    assert new.setup.at == {(0, 1): ["lake"], (1, 1): ["mill"]}
    assert new.setup.named == land.setup.named
