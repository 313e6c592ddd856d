"""A move ends: rules that never stop stating facts are stopped."""

from __future__ import annotations

import pytest

from common.refusals import refuses
from ledger.kernel.errors import TooMuch
from ledger.kernel.game.game import Game
from ledger.kernel.play.opening import open_game
from ledger.kernel.rules.chance import Seeded
from ledger.kernel.rules.decision import MOST_EVENTS


def test_a_move_that_goes_on_for_ever_is_refused(osaka: Game) -> None:
    state = osaka.start(open_game(osaka, ["Ana", "Bartek"]))
    event = next(kind for kind in osaka.rules.events if kind.__name__ == "Turned")
    decision = osaka.rules.decision(state, Seeded(1))
    for _ in range(MOST_EVENTS):
        decision.emit(event(seat=1))
    with refuses(TooMuch, str(MOST_EVENTS)):
        decision.emit(event(seat=1))
    assert len(decision.events) == MOST_EVENTS
    with pytest.raises(TooMuch):
        for _ in range(10**9):
            decision.emit(event(seat=2))
