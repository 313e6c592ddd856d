"""Places, sides and what counts, worked out from what a source recorded."""

from __future__ import annotations

import msgspec
import pytest

from common.fewest import fewest_win
from ledger.kernel.results import Person, PlayRecord, Standing
from ledger.library.records import outcomes
from ledger.library.records.outcomes import (
    NO_TEAMS,
    expansions,
    highest_wins,
    ignored,
    outcome,
    outcome_extra,
)


def seat(name, score=None, won=None, place=None, team=None):
    return Standing(person=Person(name=name), total=score, won=won, place=place, team=team)


def play(*standings, source="bgstats", **facts):
    return PlayRecord(source=source, key="1", title="Azul", standings=standings, **facts)


def places(*standings, **facts):
    return outcome(play(*standings, **facts)).places


def test_a_winner_and_scores_give_everybody_a_place():
    assert places(seat("Ann", "44", True), seat("Bob", "35", False)) == (1, 2)
    three = [seat("Ann", "20", False), seat("Bob", "31", True), seat("Cid", "25", False)]
    assert places(*three) == (3, 1, 2)
    four = [*three, seat("Dan", "20", False)]
    assert places(*four) == (3, 1, 2, 3)
    assert places(seat("Ann", "9.5", False), seat("Bob", "10", True)) == (2, 1)


def test_who_won_stands_before_who_scored():
    """A tie was broken, or the win is shared."""
    assert places(seat("Ann", "30", False), seat("Bob", "30", True)) == (2, 1)
    assert places(seat("Ann", "30", True), seat("Bob", "30", True), seat("Cid", "9", False)) == (
        1,
        1,
        3,
    )


@pytest.mark.parametrize("fewest", [True, False])
def test_the_fewest_points_win_where_the_game_says_so(fewest):
    standings = [seat("Ann", "3", True), seat("Bob", "12", False), seat("Cid", "7", False)]
    want = (1, 3, 2) if fewest else (1, 2, 2)  # by the most points Ann cannot have won
    assert places(*standings, highest_wins=not fewest) == want


def test_an_installed_game_says_how_it_is_won(monkeypatch):
    played = play(seat("Ann", "3", True), seat("Bob", "12", False), seat("Cid", "7", False))
    osaka = msgspec.structs.replace(played, game="osaka")
    assert highest_wins(osaka)
    fewest_win(monkeypatch)
    assert outcome(osaka).places == (1, 3, 2)
    assert not highest_wins(osaka)
    assert highest_wins(played)


def test_without_scores_winners_come_first():
    assert places(seat("Ann", None, False), seat("Bob", None, True)) == (2, 1)
    assert places(seat("Ann", "7", False), seat("Bob", None, True), seat("Cid", "9", False)) == (
        2,
        1,
        2,
    )
    assert places(seat("Ann"), seat("Bob", won=True)) == (2, 1), "only the winner is marked"


def test_recorded_places_stay():
    assert places(seat("Ann", "1", True, 2), seat("Bob", "2", False, 1)) == (2, 1)
    assert places(seat("Ann", "9", True, 1), seat("Bob", "2"), seat("Cid", "5")) == (1, 3, 2)
    some = [seat("Ann", None, True), seat("Bob", None, False, 3), seat("Cid", None, False)]
    assert places(*some) == (1, 3, None), "nobody knows where Cid belongs"


def test_without_a_winner_there_are_no_places():
    assert places(seat("Ann", "4", False), seat("Bob", "3", False)) == (None, None)
    assert outcome(play(seat("Ann", "4"), seat("Bob", "3"))).uncounted == outcomes.NO_WINNER
    ranked = outcome(play(seat("Ann", place=2), seat("Bob", place=1)))
    assert (ranked.places, ranked.won, ranked.uncounted) == ((2, 1), (False, True), None)


def test_those_who_play_together_are_one_side():
    both = [seat("Ann", won=True, place=1), seat("Bob", won=True, place=1)]
    found = outcome(play(*both, cooperative=True))
    assert (found.sides, found.uncounted) == ((1, 1), outcomes.COOPERATIVE)
    lost = outcome(play(seat("Ann", won=False), seat("Bob", won=False), cooperative=True))
    assert (lost.places, lost.uncounted) == ((None, None), outcomes.COOPERATIVE)
    alone = outcome(play(seat("Ann", "80", True)))
    assert (alone.sides, alone.uncounted) == ((1,), outcomes.SOLO)
    one_team = outcome(play(seat("Ann", won=True, team="1"), seat("Bob", won=True, team="1")))
    assert one_team.uncounted == outcomes.COOPERATIVE


def test_teams_share_side_and_place():
    four = [
        seat(n, "10" if t == "a" else "6", t == "a", team=t)
        for n, t in zip("ABCD", "abab", strict=True)
    ]
    found = outcome(play(*four))
    assert found == ((1, 2, 1, 2), (1, 2, 1, 2), (True, False, True, False), None)
    six = [
        seat(n, s, t == "b", team=t)
        for n, t, s in zip("ABCDEF", "aabbcc", ["5", "5", "9", "9", "7", "7"], strict=True)
    ]
    assert outcome(play(*six)).places == (3, 3, 1, 1, 2, 2)
    own = [msgspec.structs.replace(s, total=str(i)) for i, s in enumerate(six)]
    assert outcome(play(*own)).places == (2, 2, 1, 1, 2, 2), (
        "the scores are the players', not the teams'"
    )


def test_teams_that_nobody_wrote_down():
    four = [seat(n, won=n in "AC") for n in "ABCD"]
    assert outcome(play(*four)).uncounted is None
    assert outcome(play(*four, extra={"usesTeams": True})).uncounted == outcomes.NO_TEAMS
    same = [msgspec.structs.replace(s, team="0") for s in four]
    assert outcome(play(*same)).uncounted == outcomes.NO_TEAMS
    some = [msgspec.structs.replace(four[0], team="1"), *four[1:]]
    assert outcome(play(*some)).uncounted == outcomes.NO_TEAMS


def test_all_win_at_bgg_when_they_play_together():
    both = [seat("Ann", won=True), seat("Bob", won=True)]
    assert outcome(play(*both, source="bgg")).uncounted == outcomes.ALL_WON
    assert outcome(play(*both)).uncounted is None, "elsewhere it is a draw"
    one = [seat("Ann", won=True), seat("Bob", won=False)]
    assert outcome(play(*one, source="bgg")).uncounted is None


@pytest.mark.parametrize(
    ("extra", "want"),
    [
        ({"ignored": True}, True),
        ({"ignored": 1}, True),
        ({"nowinstats": "1"}, True),
        ({"ignored": False}, False),
        ({}, False),
    ],
)
def test_what_its_source_leaves_out_of_statistics(extra, want):
    played = play(seat("Ann", won=True), seat("Bob", won=False), extra=extra)
    assert ignored(played) is want
    assert outcome(played).uncounted == (outcomes.IGNORED if want else None)
    unfinished = msgspec.structs.replace(played, complete=False)
    assert outcome(unfinished).uncounted == (outcomes.IGNORED if want else outcomes.UNFINISHED)


def test_expansions_by_title():
    said = [{"title": "Seafarers", "bgg": 325}, {"value": 3}, "Helpers", None]
    assert expansions(play(extra={"expansions": said})) == ["Seafarers", "Helpers"]
    assert expansions(play(extra={"expansions": "?"})) == []
    assert outcome(play()) == ((), (), (), outcomes.NO_WINNER)


def test_leftover_teams_are_none():
    """A source that says that nobody played in teams is believed, whatever the players' fields."""
    who = [("Ana", "1", True), ("Bo", None, False), ("Cy", "1", False)]
    standings = tuple(
        Standing(person=Person(name=name), team=team, won=won) for name, team, won in who
    )
    said = PlayRecord(source="bgstats", key="1", title="Go", standings=standings)
    assert outcome(said).uncounted == NO_TEAMS
    for no in (False, 0, "0", "false"):
        told = outcome(msgspec.structs.replace(said, extra={"usesTeams": no}))
        assert (told.sides, told.uncounted) == ((1, 2, 3), None)
        assert outcome_extra(msgspec.structs.replace(said, extra={"usesTeams": no}))
