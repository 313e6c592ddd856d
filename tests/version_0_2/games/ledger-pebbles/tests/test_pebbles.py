"""Pebbles: its rules in session notation, and every law."""

import pytest
from ledger.testing import Sessions, laws

from ledger_pebbles import GAME

NAMES = "Ana, Bartek"
SESSIONS = Sessions(GAME)
TestLaws = laws(GAME)


@pytest.mark.rule("PEB-01")
def test_there_are_seven_stones_for_every_player():
    table = SESSIONS.session(NAMES, "")
    assert table.state.bowl == 7 * len(table.state.players)


@pytest.mark.rule("PEB-02")
def test_a_player_takes_one_to_three_stones():
    table = SESSIONS.session(NAMES, "Ana take 3 / Bartek take 1")
    assert [p.stones for p in table.state.players[:2]] == [3, 1]
    refused = SESSIONS.no_session(NAMES, "Ana take 4")
    assert (refused.rule, refused.line) == ("PEB-02", 1)


@pytest.mark.rule("PEB-03")
def test_whoever_has_the_most_stones_wins_when_the_bowl_is_empty():
    table = SESSIONS.random_game(2, seed=1)
    ended = table.lines[-2].data
    most = max(ended.scores)
    assert {ended.scores[seat - 1] for seat in ended.ranking[0]} == {most}
