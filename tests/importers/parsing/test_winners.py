"""Who won, where a source leaves no doubt."""

from __future__ import annotations

import pytest

from common.fewest import fewest_win
from ledger.importers.parsing.winners import with_winners
from ledger.kernel.results import Person, PlayRecord, Standing


def winners(*totals, wins=None, teams="", **facts):
    standings = tuple(
        Standing(person=Person(name=f"P{i}"), total=t, team=teams[i : i + 1] or None)
        for i, t in enumerate(totals)
    )
    facts = {"game": "osaka", **facts}
    played = PlayRecord(source="sheet", key="1", title="x", standings=standings, **facts)
    return [s.won for s in with_winners(played, wins).standings]


def test_the_best_score_of_an_installed_game_wins():
    assert winners("7", "10", "9") == [False, True, False]
    assert winners("7", "10", "10") == [None] * 3, "the rules break ties"
    assert winners("7", None) == [None] * 2
    assert winners("7", "10", game=None) == [None] * 2


def test_the_fewest_points_win_if_its_rules_say_so(monkeypatch):
    assert winners("7", "10", highest_wins=False) == [None] * 2, "file and rules disagree"
    fewest_win(monkeypatch)
    assert winners("7", "10", "9") == [True, False, False]
    assert winners("7", "10", highest_wins=False) == [True, False]
    assert winners("7", "7", "9") == [None] * 3


@pytest.mark.parametrize("facts", [{"complete": False}, {"cooperative": True}])
def test_scores_alone_do_not_decide_these(facts):
    assert winners("7", "10", **facts) == [None] * 2


@pytest.mark.parametrize(("wins", "won"), [("high", [False, True]), ("low", [True, False])])
def test_a_source_says_what_wins(wins, won):
    assert winners("7", "10", game=None, wins=wins) == won
    assert winners("7", "7", game=None, wins=wins) == [None] * 2
    assert winners("7", None, game=None, wins=wins) == [None] * 2


def test_a_source_and_the_rules_may_disagree():
    assert winners("7", "10", wins="high") == [False, True]
    assert winners("7", "10", wins="low") == [None] * 2


def test_a_team_shares_its_score():
    assert winners("7", "7", "9", "9", game=None, wins="high", teams="aabb") == [
        *(False, False, True, True),
    ]
    assert winners("9", "7", "9", "7", game=None, wins="high", teams="aabb") == [None] * 4
    assert winners("9", "7", "8", "8", game=None, wins="high", teams="aabb") == [None] * 4


def test_a_winner_who_is_nobody_here_is_not_replaced():
    assert winners("7", "10", extra={"winner": "Zed"}) == [None] * 2
