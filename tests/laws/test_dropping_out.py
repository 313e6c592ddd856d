"""Players who drop out: they have no more turns, and nobody can choose them."""

from __future__ import annotations

import pytest

from common.pointing import GAME
from ledger.testing import Sessions, laws

TestPointing = laws(GAME)
POINTING = Sessions(GAME)
THREE = "Ana, Bo, Celina"
OUT = "Ana point Bo / Bo point nobody / Celina point bo / Ana point b\n"
STOP = '\nabandon "enough"'


@pytest.mark.rule("PNT-01", "PNT-02")
def test_whoever_is_out_has_no_turn_and_cannot_be_chosen() -> None:
    table = POINTING.session(THREE, OUT + STOP)
    assert table.state.players[1].out
    assert table.state.active == 3
    here = POINTING.session(THREE, OUT + "Celina point nobody" + STOP).state
    assert here.active == 1
    refused = POINTING.no_session(THREE, OUT + "Celina point Bo")
    assert refused.rule == "PNT-01"
    assert "nobody, Ana" in refused.message


@pytest.mark.rule("PNT-03")
def test_the_last_one_in_the_game_wins() -> None:
    end = "Celina point Ana / Ana point C / Celina point Ana / Ana point nobody / Celina point a"
    table = POINTING.session(THREE, OUT + end)
    outcome = GAME.rules.outcome(table.state)
    assert outcome is not None
    assert outcome.winners == (3,)
    assert outcome.places == {3: 1, 1: 2, 2: 2}


@pytest.mark.rule("PNT-03")
def test_nobody_wins_if_nobody_drops_out() -> None:
    names = THREE.split(", ")
    text = " / ".join(f"{names[n % 3]} point nobody" for n in range(12))
    table = POINTING.session(THREE, text)
    outcome = GAME.rules.outcome(table.state)
    assert outcome is not None
    assert outcome.winners == ()
    assert [seat.place for seat in GAME.view(table.state, None).seats] == [None] * 3
