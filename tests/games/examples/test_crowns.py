"""The rules of Crowns: hidden hands, the highest card, the tie."""

from __future__ import annotations

import sys

import pytest

from common.examples import GAMES
from ledger.testing import Sessions

sys.path.append(str(GAMES))

from ledger_crowns import GAME

CROWNS = Sessions(GAME)
HANDS = "Ana hand 1 2 23 24\nBo hand 3 4 21 22\n"
STOP = '\nabandon "enough"'


@pytest.mark.rule("CRO-01", "CRO-02")
def test_four_of_24_cards_for_everybody_which_nobody_else_sees():
    state = CROWNS.session("Ana, Bo", HANDS + STOP).state
    assert [len(p.hand.cards) for p in state.players] == [4, 4]
    assert state.deck.size == 24 - 8
    seen = GAME.view(GAME.mask(state, 2), 2)
    assert "23" not in str(seen)
    assert "21" in str(seen)
    assert CROWNS.no_session("Ana, Bo", "Ana hand 1 2 23 25").line == 1


@pytest.mark.rule("CRO-03", "CRO-04")
def test_the_highest_card_wins_a_crown_and_leads():
    table = CROWNS.session("Ana, Bo", HANDS + "Ana play 1\nBo play 3" + STOP)
    assert [p.crowns for p in table.state.players] == [0, 1]
    assert table.state.active == 2
    assert CROWNS.no_session("Ana, Bo", HANDS + "Bo play 3").rule == "CRO-03"
    assert CROWNS.no_session("Ana, Bo", HANDS + "Ana play 3").rule == "CRO-03"


@pytest.mark.rule("CRO-05", "CRO-06")
def test_of_those_with_as_many_crowns_the_winner_of_the_last_round_is_ahead():
    rounds = (
        "Ana play 23\nBo play 3\nAna play 1\nBo play 4\n"
        "Bo play 21\nAna play 2\nBo play 22\nAna play 24"
    )
    state = CROWNS.session("Ana, Bo", HANDS + rounds).state
    assert [p.crowns for p in state.players] == [2, 2]
    assert GAME.rules.outcome(state).ranking == ((1,), (2,))
