"""The rules of No Thanks!"""

from __future__ import annotations

import sys

import pytest

from common.examples import GAMES
from ledger.testing import Sessions

sys.path.append(str(GAMES))

from ledger_nothanks import GAME, Player, score

NO_THANKS = Sessions(GAME)
THREE = "Ana, Bo, Cid"
STOP = '\nabandon "enough"'


@pytest.mark.rule("NTH-01", "NTH-03", "NTH-04")
def test_nine_of_33_cards_go_out_and_one_lies_face_up():
    state = NO_THANKS.session(THREE, "card 12" + STOP).state
    assert (state.card, state.deck.size) == ("12", 33 - 9 - 1)
    assert GAME.corrections.pieces(state)["chips"] == 33
    assert NO_THANKS.no_session(THREE, "card 2").line == 1


@pytest.mark.rule("NTH-02")
@pytest.mark.parametrize(("players", "chips"), [(3, 11), (5, 11), (6, 9), (7, 7)])
def test_chips(players, chips):
    state = NO_THANKS.random_game(players, 1, turns=0).state
    assert sum(p.chips for p in state.players) + state.pot == players * chips
    assert max(p.chips for p in state.players) == chips


@pytest.mark.rule("NTH-05", "NTH-06", "NTH-07")
def test_pay_or_take_with_the_chips():
    state = NO_THANKS.session(THREE, "card 12\nAna pay\nBo pay\nCid take\ncard 14" + STOP).state
    assert [p.chips for p in state.players] == [10, 10, 13]
    assert (state.players[2].cards, state.card, state.active) == ([12], "14", 3)
    assert NO_THANKS.no_session(THREE, "card 12\nBo pay").rule == "NTH-05"
    broke = "card 12" + "\nAna pay\nBo pay\nCid pay" * 11 + "\nAna pay"
    assert NO_THANKS.no_session(THREE, broke).rule == "NTH-06"


@pytest.mark.rule("NTH-08")
def test_of_cards_in_a_row_only_the_lowest_counts_and_chips_count_less():
    state = NO_THANKS.random_game(3, 1).state
    state.players[0] = Player(chips=4, cards=[7, 8, 9, 20])
    assert score(state, 1) == 7 + 20 - 4
    outcome = GAME.rules.outcome(NO_THANKS.random_game(3, 1).state)
    assert outcome.scores[outcome.ranking[0][0] - 1] == min(outcome.scores)
