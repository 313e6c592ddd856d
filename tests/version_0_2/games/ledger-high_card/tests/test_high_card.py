"""High Card: its rules in session notation, and every law."""

import pytest
from ledger.testing import Sessions, laws

from ledger_high_card import GAME

NAMES = "Ana, Bartek, Celina"
DEAL = """
Ana hand C7 C1 C3 C10
Bartek hand C2 C2 C5 C8
Celina hand ? ? ? ?
"""
SESSIONS = Sessions(GAME)
TestLaws = laws(GAME)


@pytest.mark.rule("HIG-01")
def test_there_are_some_cards_of_each_number():
    table = SESSIONS.session(NAMES, DEAL)
    assert GAME.pieces(table.state) == {f"C{n}": 3 for n in range(1, 11)}


@pytest.mark.rule("HIG-02")
def test_everybody_draws_four_cards_that_nobody_else_sees():
    table = SESSIONS.session(NAMES, DEAL)
    assert [p.hand.size for p in table.state.players] == [4] * len(table.state.players)
    assert GAME.view(table.state, 2).seats[0].hand == (None,) * 4


@pytest.mark.rule("HIG-03")
def test_a_player_plays_a_card_of_the_hand():
    table = SESSIONS.session(NAMES, DEAL + "Ana play C7 / Bartek play C2")
    assert [p.points for p in table.state.players[:2]] == [7, 2]
    refused = SESSIONS.no_session(NAMES, DEAL + "Ana play C9")
    assert refused.rule == "HIG-03"


@pytest.mark.rule("HIG-04")
def test_the_highest_sum_wins_when_all_cards_are_played():
    table = SESSIONS.random_game(3, seed=1)
    ended = table.lines[-2].data
    assert {ended.scores[seat - 1] for seat in ended.ranking[0]} == {max(ended.scores)}
